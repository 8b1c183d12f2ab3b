"""Formats of numbers on a card by its name, for a person who asks what FP8 or NVFP4 would bring."""

from advisor.catalog.catalog import Catalog
from advisor.facts.number_format import NumberFormat
from advisor.facts.rig import Processor
from advisor.predict.formats import number_formats


def formats_of(processor: Processor, catalog: Catalog) -> tuple[NumberFormat, ...]:
    """Every format on this graphics processor; empty where it has no card."""
    card = catalog.gpus.get(processor.card or "")
    return number_formats(processor, card) if card is not None and processor.kind == "gpu" else ()
