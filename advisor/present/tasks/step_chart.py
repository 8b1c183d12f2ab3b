"""What charts of one varied figure share: an axis by factors, what runs, and where the question lies."""

from math import log10
from typing import Any

from advisor.facts.answers.task_answer import TaskStep
from advisor.present.words.series import Axis, Mark
from advisor.present.words.words import say

_APART = 1.5
"""Factor between two ticks whose texts do not touch."""
_SHORTEST, _SLACK = 0.3, 1e-3
"""Least length of an axis, and what its end lies beyond the last tick, both in powers of ten."""


def steps_axis(label: str, values: tuple[float, ...]) -> Axis:
    """A logarithmic axis with a tick at every doubling that has room."""
    values = values or (1.0,)
    first, last = log10(min(values)), log10(max(values))
    shown = [one for one in values[:-1] if one * _APART < values[-1]] + [values[-1]]
    return Axis(
        label,
        first,
        max(last, first + _SHORTEST) + _SLACK,
        tuple((log10(one), f"{one:,.0f}") for one in shown),
        log=True,
    )


def running(answer: Any) -> list[TaskStep]:
    """The steps that are done at all."""
    return [step for step in answer.steps if step.option.runs]


def nothing_drawn(answer: Any) -> str:
    """Why there is nothing to draw."""
    return say("It does not fit") if answer.chosen.fit.verdict == "too_big" else say("The speed is unknown")


def here(answer: Any, steps: list[TaskStep], xs: tuple[float, ...], ys: tuple[float, ...]) -> tuple[Mark, ...]:
    """Where this question lies among the positions of the steps."""
    own = next((index for index, step in enumerate(steps) if step.option == answer.chosen), None)
    return () if own is None else (Mark(xs[own], ys[own] if ys else 0.0, say("here"), "this_rig"),)
