"""What a file of few bits costs in answers, as far as somebody measured it (docs/physics.md 14.3)."""

from math import log

from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import QuantLoss
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.quant import QuantCard

_GOOD_BITS = 4.2
"""From so many bits a weight on the loss is small."""


def quant_loss(quant: str | None, model: ModelCard | None, catalog: Catalog) -> QuantLoss | None:
    """What a file of that type loses; None where it is little, not known, or the model was released in it."""
    card_id = catalog.quants.find(quant) if quant else None
    card = catalog.quants[card_id] if card_id is not None else None
    if card is None or card.format != "gguf" or card.typical_bits_per_weight >= _GOOD_BITS:
        return None
    if model is not None and model.native_quant and find_quant(None, model, catalog)[0].name == card.name:
        return None
    like = card if card.lost else _like(card, catalog)
    return QuantLoss(quant=card.name, like=like.name, lost=like.lost)


def _like(card: QuantCard, catalog: Catalog) -> QuantCard:
    """The type of about as many bits of which somebody measured the loss."""
    known = [one for one in catalog.quants.values() if one.lost]
    bits = card.typical_bits_per_weight
    return min(known, key=lambda one: abs(log(one.typical_bits_per_weight / bits)))
