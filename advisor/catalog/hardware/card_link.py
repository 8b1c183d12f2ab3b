"""The link of a card that nobody has put into a computer yet: as fast as its connector allows."""

from functools import lru_cache

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import peer_rate
from advisor.catalog.hardware.detected_gpu import PCIE_USABLE_SHARE, in_slot, link_bytes_per_s
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.machine.machine import Link
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.same import Same

_KEPT = 32
"""So many cards that were asked about last."""


def with_stated_link(processor: Processor, facts: DeviceFacts, catalog: Catalog) -> Processor:
    """A listed card in the slot, and with the link to its kind, that a request states; the card fills in."""
    card = catalog.gpus.get(processor.card or "")
    if card is None:
        return processor
    fields: dict[str, object] = {}
    generation, width = facts.link_generation or card.link_generation, facts.link_width or card.link_width
    if facts.link_generation or facts.link_width:
        slot = Link(generation_now=None, generation_max=generation, width_now=width, width_max=width)
        raw = link_bytes_per_s(slot, catalog.links)
        if raw is not None:
            source = reason("share_of_slot", share=PCIE_USABLE_SHARE)
            fields["link_bytes_per_s"] = known(raw * PCIE_USABLE_SHARE, origin="user", source=source)
    if facts.peer_link == "pcie":
        fields["peer_bytes_per_s"] = unknown("slots_join_devices")
    elif facts.peer_link is not None and facts.peer_link == card.peer_link:
        fields["peer_bytes_per_s"] = peer_rate(card, catalog.source_of(processor.card or ""))
    return processor.changed(**fields) if fields else processor


def with_card_link(processor: Processor, catalog: Catalog, *, host: str = "") -> Processor:
    """A listed card whose link is unknown with the one it was built for; the slot may be narrower or older.

    `host` is the processor beside it, whose slot may be known to be older.
    """
    if processor.link_bytes_per_s.value is not None or processor.card not in catalog.gpus:
        return processor
    return _kept(Same(processor), Same(catalog), host)


@lru_cache(maxsize=_KEPT)
def _kept(of: Same[Processor], of_catalog: Same[Catalog], host: str) -> Processor:
    """The very same one for each card, so that what is worked out for it is found again."""
    processor, catalog = of.one, of_catalog.one
    card = catalog.gpus[processor.card or ""]
    link = Link(generation_now=None, generation_max=card.link_generation, width_now=None, width_max=card.link_width)
    built = in_slot(known(link, origin="datasheet", source=catalog.source_of(processor.card or "")), host, catalog)
    raw = link_bytes_per_s(built.value or link, catalog.links)
    if raw is None:
        return processor
    source = reason("share_of_connector", share=PCIE_USABLE_SHARE)
    return processor.changed(link_bytes_per_s=known(raw * PCIE_USABLE_SHARE, origin="estimated", source=source))
