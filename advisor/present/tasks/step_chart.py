"""Chart of what one figure changes: users against speed, pictures at once against speed, examples against memory."""

from collections.abc import Callable
from math import log10

from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption, TaskStep
from advisor.facts.answers.training_answer import FinetuneAnswer
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.units import SECONDS_PER_MINUTE
from advisor.present.tasks.words import UNITS, rate_text
from advisor.present.words.answer_text import STATE_WORDS
from advisor.present.words.memory_unit import memory_unit
from advisor.present.words.quantity import capacity, count, speed, speed_number, times
from advisor.present.words.series import Axis, Line, LineChart, Mark, Table
from advisor.present.words.ticks import linear_axis, log_axis
from advisor.present.words.words import say, to_say

_MOST_TIMES = 3
"""Needs beyond so many times the room would only flatten the others."""
_APART = 1.5
"""Factor between two ticks whose texts do not touch."""
_SHORTEST, _SLACK = 0.3, 1e-3
"""Least length of an axis, and what its end lies beyond the last tick, both in powers of ten."""
_GAIN = 1.15
"""Less than that lies within the range of the estimate."""
_NAMES = {"image": to_say("Images at once"), "embed": to_say("Texts at once"), "classify": to_say("Pictures at once")}


def task_step_chart(answer: TaskAnswer[TaskOption]) -> LineChart | None:
    """The chart of the task; None for tasks in which no one figure is worth one."""
    charts: dict[str, Callable[[TaskAnswer[TaskOption]], LineChart]] = {
        "serve": _users,
        "image": _items,
        "embed": _items,
        "classify": _items,
        "video": _frames,
        "finetune": _memory,
    }
    found = charts.get(answer.task)
    return found(answer) if found else None


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


def _running(answer: TaskAnswer[TaskOption]) -> list[TaskStep]:
    return [step for step in answer.steps if step.option.runs]


def _users(answer: TaskAnswer[TaskOption]) -> LineChart:
    """Speed of all users together, with its range, and of each, both axes logarithmic."""
    steps = _running(answer)
    rates = [step.option.rate for step in steps if step.option.rate]
    xs = tuple(log10(step.value) for step in steps)
    alls = tuple(rate.middle for rate in rates)
    each = tuple(rate.middle / step.value for rate, step in zip(rates, steps, strict=True))
    band = (tuple(log10(rate.low) for rate in rates), tuple(log10(rate.high) for rate in rates))
    texts = tuple(
        say("{value:,} at once: {all}, {one} each", value=step.value, all=speed(a), one=speed(e))
        for step, a, e in zip(steps, alls, each, strict=True)
    )
    values = tuple(float(step.value) for step in steps)
    smallest = min([*each, READING_TOKENS_PER_S])
    largest = max([rate.high for rate in rates], default=10 * READING_TOKENS_PER_S)
    return LineChart(
        title=_users_title(alls, values),
        subtitle=say("Tokens per second, both axes by factors; the band is the range"),
        sentence=_users_sentence(answer, each, values),
        x_axis=steps_axis(say("Users at once"), values),
        y_axis=log_axis(say("tokens/s"), smallest=smallest, largest=largest),
        lines=_user_lines(xs, alls, each, band, texts) if steps else (),
        marks=_here(
            answer, steps, lambda step: log10(step.option.rate.middle if step.option.rate else 1.0), is_log=True
        ),
        table=Table(
            (say("Users at once"), say("All together, tokens/s"), say("Each, tokens/s")),
            tuple(
                (count(step.value), rate_text("serve", step.option.rate), speed_number(one))
                for step, one in zip(steps, each, strict=True)
            ),
        ),
    )


def _user_lines(
    xs: tuple[float, ...],
    alls: tuple[float, ...],
    each: tuple[float, ...],
    band: tuple[tuple[float, ...], tuple[float, ...]],
    texts: tuple[str, ...],
) -> tuple[Line, ...]:
    """Of all together, of each, and how fast a person reads."""
    together, one, reading = say("all together"), say("each user"), log10(READING_TOKENS_PER_S)
    return (
        Line(together, xs, tuple(map(log10, alls)), "this_rig", label=together, band=band, texts=texts),
        Line(one, xs, tuple(map(log10, each)), "processor", "dashed", label=one, texts=texts),
        Line(
            say("reading speed"),
            (xs[0], xs[-1]),
            (reading, reading),
            "guide",
            "dotted",
            say("how fast a person reads"),
        ),
    )


def _users_title(alls: tuple[float, ...], values: tuple[float, ...]) -> str:
    if len(alls) < 2:
        return say("The speed of several users is unknown") if not alls else say("Memory holds one at a time")
    if alls[-1] < _GAIN * alls[0]:
        return say("Several users share the tokens of one")
    return say(
        "{values:,.0f} users together get {times} the tokens of one", values=values[-1], times=times(alls[-1] / alls[0])
    )


def _users_sentence(answer: TaskAnswer[TaskOption], each: tuple[float, ...], values: tuple[float, ...]) -> str:
    if not each:
        return say("How fast this processor works here is not known, or the model does not fit.")
    reading = [value for value, one in zip(values, each, strict=True) if one >= READING_TOKENS_PER_S]
    most = answer.chosen.answer.max_concurrency if isinstance(answer.chosen.answer, ServeAnswer) else None
    full = say(" At most {most:,} are served at once.", most=most) if most else ""
    if not reading:
        return say("Even alone a user waits for words.{full}", full=full)
    if reading[-1] == values[-1]:
        return say("Each still gets words faster than a person reads.{full}", full=full)
    return say(
        "Up to about {reading:,.0f} users each get words faster than a person reads.{full}",
        reading=reading[-1],
        full=full,
    )


def _items(answer: TaskAnswer[TaskOption]) -> LineChart:
    """Items in a time against how many are made at once."""
    steps, unit, words = _running(answer), UNITS[answer.task], say(UNITS[answer.task].text)
    rates = [step.option.rate for step in steps if step.option.rate]
    xs = tuple(log10(step.value) for step in steps)
    ys = tuple(rate.middle * unit.per_s for rate in rates)
    band = (tuple(rate.low * unit.per_s for rate in rates), tuple(rate.high * unit.per_s for rate in rates))
    values = tuple(float(step.value) for step in steps)
    texts = tuple(
        say(
            "{value:,} at once: {rate} {unit}",
            value=step.value,
            rate=rate_text(answer.task, step.option.rate),
            unit=words,
        )
        for step in steps
    )
    name = say(_NAMES[answer.task])
    gain = ys[-1] / ys[0] if ys else 1.0
    title = (
        say("Many at once are {times} as fast as one by one", times=times(gain))
        if gain > _GAIN
        else say("Many at once are hardly faster")
    )
    most = next((step.value for step in answer.steps if step.option.fit.verdict == "too_big"), None)
    full = say(" {most:,} at once do not fit.", most=most) if most and most > 1 else ""
    return LineChart(
        title=title if len(ys) > 1 else say("Only one at once fits") if ys else _nothing(answer),
        subtitle=say("{words}; the band is the range", words=say(unit.words)),
        sentence=say("Together they share each reading of the weights, until the chip is busy.{full}", full=full),
        x_axis=steps_axis(name, values),
        y_axis=linear_axis(words, largest=max(band[1], default=1.0)),
        lines=(Line(say("this rig"), xs, ys, "this_rig", band=band, texts=texts),) if len(ys) > 1 else (),
        marks=_here(
            answer, steps, lambda step: (step.option.rate.middle if step.option.rate else 0.0) * unit.per_s, is_log=True
        ),
        table=Table((name, words), tuple((count(one.value), rate_text(answer.task, one.option.rate)) for one in steps)),
    )


def _frames(answer: TaskAnswer[TaskOption]) -> LineChart:
    """Minutes of one clip against its frames."""
    steps = _running(answer)
    rates = [step.option.rate for step in steps if step.option.rate]
    xs = tuple(float(step.value) for step in steps)
    ys = tuple(1 / rate.middle / SECONDS_PER_MINUTE for rate in rates)
    band = (
        tuple(1 / rate.high / SECONDS_PER_MINUTE for rate in rates),
        tuple(1 / rate.low / SECONDS_PER_MINUTE for rate in rates),
    )
    texts = tuple(say("{x:,.0f} frames: {y} min", x=x, y=speed_number(y)) for x, y in zip(xs, ys, strict=True))
    longer = xs[-1] / xs[0] if xs else 1.0
    title = (
        say("{times} the frames take {times_2} the time", times=times(longer), times_2=times(ys[-1] / ys[0]))
        if len(ys) > 1
        else _nothing(answer)
    )
    return LineChart(
        title=title[:1].upper() + title[1:],
        subtitle=say("Minutes of one clip; the band is the range"),
        sentence=say("Every picture of a film looks at all others: the work grows faster than its length."),
        x_axis=linear_axis(say("Frames of the clip"), largest=max(xs, default=1.0)),
        y_axis=linear_axis("min", largest=max(band[1], default=1.0)),
        lines=(Line(say("this rig"), xs, ys, "this_rig", band=band, texts=texts),) if len(ys) > 1 else (),
        marks=_here(
            answer, steps, lambda step: 1 / step.option.rate.middle / SECONDS_PER_MINUTE if step.option.rate else 0.0
        ),
        table=Table(
            (say("Frames"), say("Minutes")), tuple((f"{x:,.0f}", speed_number(y)) for x, y in zip(xs, ys, strict=True))
        ),
    )


def _nothing(answer: TaskAnswer[TaskOption]) -> str:
    """Why there is nothing to draw."""
    return say("It does not fit") if answer.chosen.fit.verdict == "too_big" else say("The speed is unknown")


def _memory(answer: TaskAnswer[TaskOption]) -> LineChart:
    """Memory of one device against the examples that pass through it at once; the limit as a line."""
    budget = answer.chosen.fit.budget_bytes
    most_bytes = float("inf") if budget is None else _MOST_TIMES * budget
    steps = [
        one for one in answer.steps if one.option == answer.chosen or one.option.fit.pools[0].need_bytes <= most_bytes
    ]
    values = tuple(float(step.value) for step in steps)
    xs, needs = tuple(map(log10, values)), [step.option.fit.pools[0].need_bytes for step in steps]
    ys = tuple(need / memory_unit().bytes for need in needs)
    texts = tuple(
        say("{value:,} at once: {size}", value=step.value, size=capacity(need))
        for step, need in zip(steps, needs, strict=True)
    )
    lines = [Line(say("need"), xs, ys, "this_rig", label=say("need"), texts=texts)] if len(ys) > 1 else []
    if budget and lines:
        lines.append(
            Line(
                say("room"),
                (xs[0], xs[-1]),
                (budget / memory_unit().bytes,) * 2,
                "ceiling",
                "dotted",
                say("room there is"),
            )
        )
    most = answer.chosen.answer.largest_batch if isinstance(answer.chosen.answer, FinetuneAnswer) else None
    title = (
        say("Whether they fit is unknown")
        if most is None
        else say("One at a time fits")
        if most == 1
        else say("Up to {most:,} at once fit", most=most)
    )
    return LineChart(
        title=title if most != 0 else say("Not even one example fits"),
        subtitle=say("Memory of one device in {unit}", unit=memory_unit().name),
        sentence=say("Each example keeps values until the way back; the weights are there once."),
        x_axis=steps_axis(say("Examples at once"), values),
        y_axis=linear_axis(memory_unit().name, largest=max([*ys, (budget or 0) / memory_unit().bytes])),
        lines=tuple(lines),
        marks=_here(answer, steps, lambda step: step.option.fit.pools[0].need_bytes / memory_unit().bytes, is_log=True),
        table=Table(
            (say("Examples at once"), say("Memory"), say("Fit")),
            tuple(
                (count(one.value), capacity(need), say(STATE_WORDS[one.option.fit.verdict]).lower())
                for one, need in zip(steps, needs, strict=True)
            ),
        ),
    )


def _here(
    answer: TaskAnswer[TaskOption], steps: list[TaskStep], height: Callable[[TaskStep], float], *, is_log: bool = False
) -> tuple[Mark, ...]:
    """Where this question lies."""
    own = next((step for step in steps if step.option == answer.chosen), None)
    if own is None:
        return ()
    return (Mark(log10(own.value) if is_log else float(own.value), height(own), say("here"), "this_rig"),)
