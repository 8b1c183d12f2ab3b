"""Assembles the rig: detected facts + catalog cards + measurements, by fixed rules of precedence.

Measured beats driver for rates, driver beats card for sizes; a name table never overrides a driver
(detection.md section 1).
"""

from advisor.catalog.catalog import Catalog
from advisor.catalog.processor import gpu_processor, processor_of
from advisor.catalog.shelf import Shelf
from advisor.facts.card import GpuCard, LinkCard, Vector
from advisor.facts.fact import Fact, known, unknown
from advisor.facts.machine import Cpu, Gpu, Link, Machine, Memory
from advisor.facts.measurement import Measurements
from advisor.facts.rig import Processor, Rig
from advisor.facts.units import GIB, GIGA

SIZE_TOLERANCE = 0.08
"""A driver reports a little less than the data sheet (reserved memory), never this much."""

_NO_CARD = "no card in the catalog matches this device"

PCIE_USABLE_SHARE = 0.85
"""Pinned copies reach 0.87 to 0.92 of a PCIe link; what to expect unmeasured (benchmark.md section 8)."""


def with_cards(machine: Machine, catalog: Catalog) -> Machine:
    """The machine with the `card` of each GPU filled in, and its name where no driver gave one."""
    return machine.changed(gpus=tuple(_with_card(gpu, catalog.gpus) for gpu in machine.gpus))


def assemble_rig(machine: Machine, measurements: Measurements | None, catalog: Catalog, *, name: str = "") -> Rig:
    """The processors of a machine as prediction needs them: the CPU first, then each GPU.

    Several cards of one kind stay several processors. A GPU that no driver serves is listed with what is known,
    and blocked; a sleeping one wakes when it is used.
    """
    cpu = _cpu(machine.cpu, machine.memory, measurements)
    gpus = tuple(_gpu(f"gpu{index}", gpu, cpu, catalog) for index, gpu in enumerate(machine.gpus))
    return Rig(
        name=name or machine.cpu.name.value or "this computer",
        processors=(cpu, *gpus),
        own_runs=measurements.own_runs if measurements else (),
    )


def find_gpu_card(
    *, pci_id: str | None, name: str | None, memory_bytes: int | None, gpus: Shelf[GpuCard]
) -> str | None:
    """The card of a detected GPU: by PCI id, else by exact name, else by name and memory size.

    Returns None rather than a near match.
    """
    by_id = [card_id for card_id, card in gpus.items() if pci_id and pci_id.lower() in card.pci_ids]
    if len(by_id) == 1:
        return by_id[0]
    if name is None:
        return None
    candidates = (gpus.find(name), *gpus.variants(name))
    fitting = [one for one in dict.fromkeys(candidates) if one and _same_size(gpus[one], memory_bytes)]
    return fitting[0] if len(fitting) == 1 else None


def link_bytes_per_s(link: Link, links: Shelf[LinkCard]) -> float | None:
    """Raw bytes per second of a PCIe link in one direction at the width and the best generation it can have."""
    generation, width = link.generation_max, link.width_now or link.width_max
    for card in links.values():
        if generation == card.generation and width:
            return card.gb_per_s_per_lane * GIGA * width
    return None


def _with_card(gpu: Gpu, cards: Shelf[GpuCard]) -> Gpu:
    card_id = find_gpu_card(
        pci_id=gpu.pci_id.value, name=gpu.name.value, memory_bytes=gpu.memory_total_bytes.value, gpus=cards
    )
    if card_id is None:
        return gpu.changed(card=unknown(_NO_CARD))
    source = (
        "catalog card with this PCI id" if gpu.pci_id.value in cards[card_id].pci_ids else "catalog card of this name"
    )
    card = known(card_id, origin="estimated", source=source)
    if gpu.name.value is not None:
        return gpu.changed(card=card)
    return gpu.changed(card=card, name=known(cards[card_id].name, origin="estimated", source=source))


def _same_size(card: GpuCard, memory_bytes: int | None) -> bool:
    if memory_bytes is None or card.memory_gib is None or card.memory_kind != "dedicated":
        return True
    return abs(memory_bytes / (card.memory_gib * GIB) - 1) <= SIZE_TOLERANCE


def _cpu(cpu: Cpu, memory: Memory, measurements: Measurements | None) -> Processor:
    return processor_of(
        "not measured by this version",
        id="cpu",
        name=cpu.name.value or "Processor",
        kind="cpu",
        vendor=cpu.vendor.value or "other",
        architecture=cpu.architecture.value,
        pool="unified" if memory.unified.value else "ram",
        memory_total_bytes=_smaller(memory.usable_bytes, memory.limit_bytes),
        memory_free_bytes=_smaller(memory.available_bytes, memory.limit_bytes),
        bandwidth_bytes_per_s=memory.theoretical_bytes_per_s,
        read_bytes_per_s=measured(measurements, "memory_read", device="cpu"),
        cores=_fast_cores(cpu),
        vector=_vector(cpu),
    )


def _fast_cores(cpu: Cpu) -> Fact[int]:
    """The cores a program uses by itself: on x86, of several kinds the fastest."""
    kinds = cpu.core_kinds
    if cpu.architecture.value != "x86_64" or kinds.value is None or len(kinds.value) == 1 or not kinds.value[0].cores:
        return cpu.cores
    return known(kinds.value[0].cores, origin=kinds.origin or "detected", source=f"{kinds.source}: the fastest kind")


def _vector(cpu: Cpu) -> Vector | None:
    """The vector instructions that the flags tell of; None for the usual ones, and where no flags are known."""
    flags, family = cpu.flags.value or (), cpu.architecture.value
    if family == "aarch64":
        return "neon" if "asimd" in flags and "asimddp" not in flags else None
    if family == "x86_64" and "avx512_vnni" in flags:
        return "avx512_vnni"
    if family == "x86_64":
        return "none" if flags and "avx" not in flags else None
    return "none" if family == "riscv64" and flags and "v" not in flags else None


def measured(measurements: Measurements | None, name: str, *, device: str) -> Fact[float]:
    """The measured value of that name on that device, or why there is none."""
    for result in measurements.results if measurements else ():
        if (result.name, result.device) == (name, device):
            return known(result.value, origin="measured", source=f"{result.method}, {result.started_at}")
    return unknown("not measured yet")


def _smaller(first: Fact[int], second: Fact[int]) -> Fact[int]:
    facts = [fact for fact in (first, second) if fact.value is not None]
    return min(facts, key=lambda fact: fact.value or 0) if facts else first


def _gpu(processor_id: str, gpu: Gpu, cpu: Processor, catalog: Catalog) -> Processor:
    shared = gpu.memory_kind.value in ("shared", "unified")
    detected: dict[str, object] = {
        "id": processor_id,
        "name": gpu.name.value or "Graphics processor",
        "pool": "unified" if shared else "vram",
        "memory_total_bytes": gpu.memory_total_bytes,
        "memory_free_bytes": gpu.memory_free_bytes,
        "read_bytes_per_s": unknown("not measured yet"),
        "link_bytes_per_s": unknown("shares the memory of the processor") if shared else _link(gpu.link, catalog),
    }
    if gpu.state.value == "no_driver":
        detected["blocked"] = "no driver serves it"
    if gpu.power_limit_w.value:
        detected["power_w"] = gpu.power_limit_w
    if gpu.card.value is None:
        return _cardless_gpu(gpu, detected, cpu if shared else None)
    described = gpu_processor(gpu.card.value, catalog.gpus[gpu.card.value])
    if gpu.memory_total_bytes.value is None and not shared:
        detected["memory_total_bytes"] = described.memory_total_bytes
    if shared and described.bandwidth_bytes_per_s.value is None:
        detected["bandwidth_bytes_per_s"] = cpu.bandwidth_bytes_per_s
    return described.changed(**detected)


def _link(link: Fact[Link], catalog: Catalog) -> Fact[float]:
    if link.value is None:
        return unknown(link.reason or "the link is unknown")
    raw = link_bytes_per_s(link.value, catalog.links)
    if raw is None:
        return unknown("generation or width of the link is unknown")
    return known(raw * PCIE_USABLE_SHARE, origin="estimated", source=f"{PCIE_USABLE_SHARE} of the PCIe link's raw rate")


def _cardless_gpu(gpu: Gpu, detected: dict[str, object], host: Processor | None) -> Processor:
    shared = {"bandwidth_bytes_per_s": host.bandwidth_bytes_per_s} if host else {}
    return processor_of(_NO_CARD, kind="gpu", vendor=gpu.vendor.value or "other", **shared, **detected)
