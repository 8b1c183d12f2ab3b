"""Of some ways to do a request on one processor, the one that is taken: by its use, its speed, and what it fills."""

from typing import TypeVar

from advisor.answer.asked.checked_request import AnyRequest
from advisor.answer.tasks.way import Way
from advisor.answer.text.judged import light_in_file
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.usability import ENOUGH_SHARE, Light

Judged = TypeVar("Judged", TaskOption, Way)
"""What is compared with others of its kind."""

_AS_FAST = 1.05
"""Forms of a model within that factor are as fast as each other."""


def place(option: TaskOption | Way) -> tuple[float, ...]:
    """What can be used and runs comes first, then what is of more use, then the faster: a card may stay idle."""
    return (
        not option.runs,
        option.blocked is not None,
        option.rate is None,
        option.light.place,
        -(option.rate.middle if option.rate else 0.0),
    )


def best_form(fitting: list[Way]) -> Way:
    """The first form, which is the best, that is about as fast as the fastest; rather one that all memories hold."""
    fastest = min(fitting, key=place)
    if fastest.rate is None:
        return fastest
    near = [one for one in fitting if one.rate is not None and one.rate.middle * _AS_FAST >= fastest.rate.middle]
    alike = [one for one in near if one.runs == fastest.runs]
    return next((one for one in alike if not one.is_tight_beside), next(iter(alike), fastest))


def held_as_fast(best: Way, found: list[Way]) -> Way:
    """A form that one memory holds in place of one that it does not, where it is about as fast."""
    held = [one for one in found if one.rate is not None and one.verdict in ("fits", "tight")]
    near = [one for one in held if best.rate and one.rate and one.rate.middle * _AS_FAST >= best.rate.middle]
    return best_form(near) if near else best


def smaller_as_fast(best: Way, good: list[Way]) -> Way:
    """Of a form that one memory does not hold the smallest of good quality that is about as fast: it fills less RAM."""
    if best.verdict != "spills" or best.rate is None:
        return best
    near = [one for one in good if one.rate is not None and one.rate.middle * _AS_FAST >= best.rate.middle]
    alike = [one for one in near if one.runs == best.runs and one.verdict != "too_big"]
    alike = [one for one in alike if best.is_tight_beside or not one.is_tight_beside]
    return min(alike, key=lambda one: one.fit.need_bytes, default=best)


def is_nearly_of_use(option: Way) -> bool:
    """Whether it is slow for the low end of its range alone."""
    share = option.light.share
    return option.light.usability == "slow" and share is not None and share.middle >= ENOUGH_SHARE


def as_file(light: Light, request: AnyRequest) -> Light:
    """The light of a model in the file that a request names."""
    return light_in_file(light, str(getattr(request, "precision", None) or ""))
