"""Formats of numbers on a card by its name, for a person who asks what FP8 or NVFP4 would bring."""

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.rig.rig import Processor
from advisor.facts.values.number_format import NumberFormat
from advisor.predict.rates.formats import number_formats


def formats_of(processor: Processor, catalog: Catalog) -> tuple[NumberFormat, ...]:
    """Every format on this graphics processor; empty where it has no card."""
    card = catalog.gpus.get(processor.card or "")
    return number_formats(processor, card) if card is not None and processor.kind == "gpu" else ()
