"""The link of a card that nobody has put into a computer yet: as fast as its connector allows."""

from advisor.catalog.catalog import Catalog
from advisor.catalog.detected_gpu import PCIE_USABLE_SHARE, link_bytes_per_s
from advisor.facts.fact import known
from advisor.facts.machine import Link
from advisor.facts.rig import Processor


def with_card_link(processor: Processor, catalog: Catalog) -> Processor:
    """A listed card whose link is unknown with the one it was built for; the slot may be narrower or older."""
    card = catalog.gpus.get(processor.card or "")
    if card is None or processor.link_bytes_per_s.value is not None:
        return processor
    generation, width = card.link_generation, card.link_width
    built = Link(generation_now=None, generation_max=generation, width_now=None, width_max=width)
    raw = link_bytes_per_s(built, catalog.links)
    if raw is None:
        return processor
    source = f"{PCIE_USABLE_SHARE} of what its connector allows"
    return processor.changed(link_bytes_per_s=known(raw * PCIE_USABLE_SHARE, origin="estimated", source=source))
