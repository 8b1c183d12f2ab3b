"""The best that each of several computers runs, where that is not the model that all are compared with."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from advisor.answer.money.prices import within_usd
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.conclusion import able
from advisor.cli.asking.versus.pick import NO_CHOICE, Choice
from advisor.cli.asking.versus.row import Row, file_of
from advisor.present.words.quantity import speed_number

_MORE_ABLE = 1.0
"""From so many doublings on one computer is taken for what its model can do (a judgment)."""
_TRIED = 6
"""So many of the first of each ranking are tried (a judgment)."""


class Bests(NamedTuple):
    """The best of each in one sentence, and as rows; both empty where all are as well off with one model.

    `is_alone` says of each of two whether the other does not run its best model well.
    """

    text: str = ""
    rows: tuple[Row, ...] = ()
    is_alone: tuple[bool, ...] = ()


def own_best(rows: Sequence[Row], best: Callable[[int], Iterator[str]], answer: Callable[[int, str], Row]) -> Bests:
    """The best of each, where that is another model than all were compared with.

    `best` gives the first of the ranking of a computer, `answer` what it does with a model, both by its place.
    """
    found = [_of_one(place, best, answer) for place in range(len(rows))]
    told = [one for one in found if one is not None]
    if len(told) < len(rows) or all(one.answer.model_id == rows[0].answer.model_id for one in told):
        return Bests()
    is_alone = tuple(_is_alone(place, told, answer) for place in range(len(told))) if len(told) == 2 else ()
    return Bests(f"The best that each runs: {'; '.join(map(_told, told))}.", tuple(told), is_alone)


def _is_alone(place: int, rows: Sequence[Row], answer: Callable[[int, str], Row]) -> bool:
    """Whether the other of two does not run the best model of one well."""
    other = answer(1 - place, rows[place].answer.model)
    return not other.is_useful or loss_steps(file_of(other)) > 0


def better_model(bests: Bests, budget_usd: float | None, catalog: Catalog) -> Choice:
    """The one of two computers whose best model can clearly do more; none where neither's does, or it is too dear."""
    models = {one.answer.model_id for one in bests.rows}
    if len(bests.rows) != 2 or len(models) < 2 or any(one not in catalog.models for one in models):
        return NO_CHOICE
    (other, _), (one, is_alone) = sorted(
        zip(bests.rows, bests.is_alone, strict=True), key=lambda pair: able(pair[0], catalog)
    )
    is_dear = budget_usd is not None and one.price is not None and within_usd(one.price) > budget_usd
    if is_dear or not is_alone or able(one, catalog) < able(other, catalog) + _MORE_ABLE:
        return NO_CHOICE
    file = f" as {one.answer.settings.quant}" if one.answer.settings.quant else ""
    rate = f"{speed_number(one.rate)} {one.verdict.figures[0].unit}".strip()
    more = f"which can do clearly more than {other.answer.model}, the best on {other.name}"
    alone = f"runs {one.answer.model}{file} well ({rate}), {more}"
    return Choice(f"Take the {one.name}: it {alone}.", one.name, "memory", alone=alone)


def _of_one(place: int, best: Callable[[int], Iterator[str]], answer: Callable[[int, str], Row]) -> Row | None:
    for tried, model in enumerate(best(place)):
        row = answer(place, model)
        if row.is_useful and not loss_steps(file_of(row)):
            return row
        if tried + 1 == _TRIED:
            break
    return None


def _told(one: Row) -> str:
    quant = f" as {one.answer.settings.quant}" if one.answer.settings.quant else ""
    rate = f"{speed_number(one.rate)} {one.verdict.figures[0].unit}".strip()
    part = ", a part of it in RAM" if one.answer.settings.placement == "gpu+ram" else ""
    return f"{one.name} {one.answer.model}{quant} ({rate}{part})"
