"""How good the models are that are held against each other, by public ratings: speed does not tell it."""

from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.row import Row
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Place
from advisor.present.words.quantity import speed_number
from advisor.present.words.words import joined

_OF_CODE = ("coding", "coding-agent")
_SCALE = "benchmarks_0_100"
_ALIKE = 1.0
"""Up to so many points apart nobody tells two models apart by them (a judgment)."""


def ratings(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """The ratings of several models that write text, where all have one, and which is the better by them."""
    ids = dict.fromkeys(one.answer.model_id for one in rows)
    models = [catalog.models[one] for one in ids if one in catalog.models]
    if len(models) < 2 or any(one.rating is None or one.rating.scale != _SCALE for one in models):
        return
    told = ", ".join(f"{one.name} {_score(one):.0f}" for one in models)
    yield joined(
        (f"Public ratings, 0 to 100: {told}{_in_skill(models, rows[0].answer.workload)}.", _better(models, rows))
    )


def _in_skill(models: Sequence[ModelCard], workload: str) -> str:
    """Their places in what they are asked for, where all have one."""
    is_code = workload in _OF_CODE
    places = [one for one in (_place(model, is_code=is_code) for model in models) if one is not None]
    if len(places) < len(models):
        return ""
    numbers, of = ", ".join(str(one[0]) for one in places), max(one[1] for one in places)
    return f"; in {'coding' if is_code else 'chat'} places {numbers} of {of}"


def _better(models: Sequence[ModelCard], rows: Sequence[Row]) -> str:
    """Which is clearly the better by them; one that is slow is worth its wait to some."""
    running = {one.answer.model for one in rows if one.rate and one.answer.usability != "wont_run"}
    able = sorted((one for one in models if one.name in running), key=_score, reverse=True)
    if len(able) < 2:
        return ""
    first, second = able[:2]
    if _score(first) - _score(second) <= _ALIKE:
        return ""
    does_other = any(one.is_useful for one in rows)
    mine = (one for one in rows if one.answer.model == first.name and one.answer.usability == "slow")
    slow = next(mine, None) if does_other else None
    wait = (
        f": take it where answers are worth the wait ({speed_number(slow.rate)} tokens/s)" if slow is not None else ""
    )
    return f"{first.name} is the better by that{wait}."


def _score(one: ModelCard) -> float:
    return one.rating.score if one.rating is not None else 0.0


def _place(one: ModelCard, *, is_code: bool) -> Place | None:
    return None if one.rating is None else one.rating.coding if is_code else one.rating.chat
