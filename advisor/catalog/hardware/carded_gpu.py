"""A graphics processor of the catalog as it would be detected: what its data sheet says, and nothing that runs."""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.catalog.hardware.detected_gpu import in_slot
from advisor.facts.machine.machine import Gpu, Link
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB

SHARED_PART = 0.5
"""What Windows and Linux lend graphics inside a processor of main memory:
https://learn.microsoft.com/en-us/windows-hardware/drivers/display/calculating-graphics-memory
"""


def carded_gpu(
    card_id: str, catalog: Catalog, *, host: str = "", memory_gib: float | None = None, why: Reason | None = None
) -> Gpu:
    """The card in the slot that the processor `host` has; `why` says why nothing was read of it.

    `memory_gib` is the main memory around one that shares it.
    """
    stated, described, source = catalog.gpus[card_id], gpu_processor(card_id, catalog), catalog.source_of(card_id)
    link = Link(generation_now=None, generation_max=stated.link_generation, width_now=None, width_max=stated.link_width)
    total, unread = described.memory_total_bytes, unknown(why or reason("card_runs_nothing"))
    if stated.memory_kind != "dedicated" and memory_gib is not None:
        part = SHARED_PART if stated.memory_kind == "shared" else 1.0
        total = known(round(part * memory_gib * GIB), origin="datasheet", source=source)
    return Gpu(
        name=known(stated.name, origin="datasheet", source=source),
        vendor=known(stated.vendor, origin="datasheet", source=source),
        driver=unread,
        pci_id=unread,
        pci_address=unread,
        card=known(card_id, origin="datasheet", source=source),
        memory_total_bytes=total,
        memory_free_bytes=described.memory_free_bytes,
        memory_kind=known(stated.memory_kind, origin="datasheet", source=source),
        link=in_slot(known(link, origin="datasheet", source=source), host, catalog),
        power_limit_w=described.power_w,
        compute_capability=unread,
        mig=unread,
        state=known("active", origin="estimated", source=why or source),
    )
