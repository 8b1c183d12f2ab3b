"""Which of the models asked about a rig is good for, and what keeps it from larger ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.answer.which_device.room import leaves_room
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import middle

_FLUENT = 2 * READING_TOKENS_PER_S
"""A model at this speed leaves room for skimming; the first of the models to try is named."""
_MOST = 3

WhyNot = Literal["slow", "leaves_no_room", "does_not_fit"]


@dataclass(frozen=True)
class GoodFor:
    """`best` run well, the largest first; where no speed is known at all, `roomy` are those that fit with room.

    `why_not` tells of models larger than the best one what is the matter with them.
    """

    has_speeds: bool
    best: tuple[TextAnswer, ...]
    roomy: tuple[TextAnswer, ...]
    why_not: frozenset[WhyNot]


def good_for(answers: Sequence[TextAnswer]) -> GoodFor:
    """What answers about several models say of one rig."""
    largest_first = sorted(answers, key=_weight, reverse=True)
    has_speeds = any(one.chosen.rate is not None for one in answers)
    best = _to_try([one for one in largest_first if one.chosen.holds and _speed(one) >= READING_TOKENS_PER_S])
    roomy = () if has_speeds else tuple(one for one in largest_first if leaves_room(one.chosen.fit))
    larger = [one for one in answers if best and _weight(one) > _weight(best[0])]
    why_not = frozenset(_why_not(one) for one in larger if one.chosen.fit.verdict != "unknown")
    return GoodFor(has_speeds, best, roomy if best else _to_try(roomy), why_not)


def _to_try(running: Sequence[TextAnswer]) -> tuple[TextAnswer, ...]:
    """The three largest that run well and leave room for other programs, each model once."""
    roomy = [one for one in running if leaves_room(one.chosen.fit)] or running
    fluent = [one for one in roomy if _speed(one) >= _FLUENT] or roomy
    return tuple({one.model_id: one for one in reversed(fluent)}.values())[::-1][:_MOST]


def _why_not(answer: TextAnswer) -> WhyNot:
    if not answer.chosen.holds:
        return "does_not_fit"
    return "leaves_no_room" if _speed(answer) >= _FLUENT else "slow"


def _weight(answer: TextAnswer) -> int:
    return answer.chosen.memory.weights_bytes


def _speed(answer: TextAnswer) -> float:
    return middle(answer.chosen.rate) or 0.0
