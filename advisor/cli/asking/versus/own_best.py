"""The best that each of several computers runs, where that is not the model that all are compared with."""

from collections.abc import Callable, Iterator, Sequence

from advisor.answer.which_model.published_forms import loss_steps
from advisor.cli.asking.versus.row import Row, file_of
from advisor.present.words.quantity import speed_number

_TRIED = 6
"""So many of the first of each ranking are tried (a judgment)."""


def own_best(rows: Sequence[Row], best: Callable[[int], Iterator[str]], answer: Callable[[int, str], Row]) -> str:
    """The best of each in one sentence; empty where all are as well off with what they were compared with.

    `best` gives the first of the ranking of a computer, `answer` what it does with a model, both by its place.
    """
    found = [_of_one(place, best, answer) for place in range(len(rows))]
    told = [one for one in found if one is not None]
    if len(told) < len(rows) or all(one.answer.model_id == rows[0].answer.model_id for one in told):
        return ""
    return f"The best that each runs: {'; '.join(map(_told, told))}."


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
