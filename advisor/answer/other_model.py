"""Finds the model of a request that writes no text."""

from advisor.answer.problem import ProblemError, shortened
from advisor.catalog.catalog import Catalog
from advisor.facts.model import ModelCard
from advisor.facts.pipeline import ModelKind
from advisor.facts.request import Request


def find_other_model(
    request: Request, catalog: Catalog, *, kinds: tuple[ModelKind, ...]
) -> tuple[ModelCard, tuple[str, ...]]:
    """The card of the model a request names, and notes.

    Raises:
        ProblemError: it names none, none that is known, or one of another kind.
    """
    if not request.model:
        raise ProblemError("the request names no model", code="unknown_model")
    name = shortened(request.model)
    card_id = catalog.other_models.find(request.model)
    if card_id is None:
        if catalog.models.find(request.model):
            raise ProblemError(f"{name} writes text: ask about it with the task generate or serve")
        of_kind = catalog.other_models.only(lambda card: card.kind in kinds)
        near = of_kind.nearest(request.model) or tuple(card.name for card in of_kind.values())[:3]
        raise ProblemError(f"no model is known as {name!r}; known: {', '.join(near)}", code="unknown_model")
    card = catalog.other_models[card_id]
    if card.kind not in kinds:
        raise ProblemError(f"{card.name} is of the kind {card.kind}, not {' or '.join(kinds)}")
    notes = ("model_facts were not used: the model is in the catalog",) if request.model_facts else ()
    return card, notes
