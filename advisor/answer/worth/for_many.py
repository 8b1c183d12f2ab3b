"""What to buy for many rigs at once: each is advised as if it were alone, then the purchases compared."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.rig.rig import KnownRig
from advisor.predict.worth.verdict import worth_order


class Advised(NamedTuple):
    """The advice for the rig at a place of many, and what is advised there."""

    place: int
    answer: WorthAnswer
    best: Compared | None


def advised_each(
    known: Sequence[KnownRig], places: Sequence[int], question: WorthQuestion, *, today: datetime.date
) -> tuple[Advised, ...]:
    """The advice for each of the rigs at these places: purchases that are advised first, the best for its money ahead.

    Rigs that cannot be asked, as of figures that no machine has, are left out.
    """
    found = []
    for place in places:
        machine, rig = known[place]
        try:
            answer = answer_worth(machine, rig, question, today=today)
        except (ProblemError, ArithmeticError, ValueError):
            continue
        found.append(Advised(place, answer, answer.best if answer.decision.verdict == "yes" else None))
    return tuple(sorted(found, key=_place))


def _place(one: Advised) -> tuple[float, ...]:
    if one.best is None:
        return (1.0, float(one.place))
    now = one.answer.counted.now
    return (0.0, *worth_order(one.best.as_option, now.enough if now.runs else None), float(one.place))
