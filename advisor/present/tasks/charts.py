"""Charts of every task: what lies in which memory, where the time goes, and this rig beside other cards."""

from dataclasses import dataclass, field, replace
from math import log10
from typing import Any

from advisor.facts.answers.estimate import PoolNeed
from advisor.facts.answers.task_answer import TaskAnswer, TaskStep
from advisor.facts.cards.card import Pool
from advisor.facts.values.units import MILLISECOND, SECONDS_PER_MINUTE
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.answer_text import main_pool
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, capacity_number, memory_unit, percent, rough_time, step_time, times
from advisor.present.words.series import Axis, Bar, BarChart, Mark, RangeChart, Role, Segment, Table, linear_axis
from advisor.present.words.words import capital, say, to_say

END_PERCENT = 200.0
"""Bars end here, so that one that is far too long leaves the parts of the others to be seen."""


@dataclass
class MemoryStack:
    """Parts of one bar, laid from the left; what lies beyond the limit becomes the spill."""

    limit_bytes: int | None
    used_bytes: int = 0
    rows: list[tuple[str, int]] = field(default_factory=list)
    _parts: list[tuple[str, int, int, Role, bool]] = field(default_factory=list)

    def add(self, name: str, amount_bytes: int, role: Role, *, hatched: bool = False) -> None:
        """Lay `amount_bytes` down as far as the limit allows."""
        if amount_bytes <= 0:
            return
        room = amount_bytes if self.limit_bytes is None else self.limit_bytes - self.used_bytes
        if room > 0:
            self._parts.append((name, self.used_bytes, min(amount_bytes, room), role, hatched))
        self.used_bytes += amount_bytes
        self.rows.append((name, amount_bytes))

    def close(self, rest: str) -> None:
        """Name what is left up to the limit, or mark what lies beyond it."""
        if self.limit_bytes is None:
            return
        beyond = self.used_bytes - self.limit_bytes
        if beyond > 0:
            self._parts.append((say("won't fit"), self.limit_bytes, beyond, "spill", True))
            self.rows.append((say("won't fit"), beyond))
        self.add(rest, -beyond, "free")

    def end_percent(self) -> float:
        """Where the bar ends, in percent of the limit."""
        return min(100 * self.used_bytes / (self.limit_bytes or 1), END_PERCENT)

    def segments(self) -> tuple[Segment, ...]:
        """The parts in percent of the limit; what reaches beyond the end of the axis is broken off there."""
        whole = (self.limit_bytes or 1) / 100
        return tuple(
            Segment(
                name,
                start / whole,
                min(length / whole, END_PERCENT - start / whole),
                f"{name} {capacity_number(length)}",
                role,
                hatched,
                is_broken=(start + length) / whole > END_PERCENT,
            )
            for name, start, length, role, hatched in self._parts
        )


POOL_NAMES: dict[Pool, str] = {"vram": to_say("VRAM"), "ram": to_say("RAM"), "unified": to_say("Shared")}
"""Name of a pool beside its bar."""
_LABELED_SHARE = 0.02
"""Smaller parts stand in the table only."""
_SHORT_TICK = 3
"""Of longer texts every second stands: the names and figures beside the bars take the room."""


def fit_chart(shown: ShownTask, answer: TaskAnswer[Any]) -> BarChart:
    """One bar per pool that is used, each as long as the whole memory of one device, so that the limit never moves.

    A memory of unknown size has no bar.
    """
    option = answer.chosen
    pools = [pool for pool in shown.pools(option) if pool.total_bytes or pool.free_bytes]
    stacks = [_stack(shown, option, pool, first=index == 0) for index, pool in enumerate(pools)]
    names = [say(POOL_NAMES[pool.pool]) for pool in pools]
    owner = short_name(option.processor_name)
    names = [f"{name}: {owner}" if pool.pool == "vram" else name for name, pool in zip(names, pools, strict=True)]
    needs = (shown.needs(answer), _others(option), *shown.room(answer))
    return BarChart(
        title=shown.fit(option),
        subtitle=say("Memory use in {unit}", unit=memory_unit().name),
        sentence=" ".join(part for part in needs if part),
        axis=linear_axis(say("% of the memory"), largest=max([100.0, *(stack.end_percent() for stack in stacks)])),
        bars=tuple(
            Bar(name, stack.segments(), limit=100.0, limit_text=capacity(stack.limit_bytes))
            for name, stack in zip(names, stacks, strict=True)
        ),
        table=Table(
            (say("Memory"), say("Part"), say("Size")),
            tuple(
                (name, part, capacity(amount))
                for name, stack in zip(names, stacks, strict=True)
                for part, amount in stack.rows
            ),
        ),
    )


def _stack(shown: ShownTask, option: Any, pool: PoolNeed, *, first: bool) -> MemoryStack:
    """What lies in a memory, and what is left of it."""
    stack = MemoryStack(limit_bytes=pool.total_bytes if pool.total_bytes is not None else pool.free_bytes)
    if pool.total_bytes is not None and pool.free_bytes is not None:
        stack.add(say("system, programs"), pool.total_bytes - pool.free_bytes, "other_programs")
    if first:
        stack.add(say("reserved"), option.fit.reserve_bytes or 0, "guide", hatched=True)
        for name, size, role in shown.parts(option):
            stack.add(name, size, role)
        stack.add(say("left on other cards"), shown.uneven_bytes(option), "guide", hatched=True)
    else:
        stack.add(say(shown.beside), pool.need_bytes, "spill", hatched=True)
    stack.close(say("free") if pool.free_bytes is not None else say("free or other programs"))
    return stack


def _others(option: Any) -> str:
    """What other programs hold of the memory."""
    first = option.fit.pools[0] if option.fit.pools else None
    if first is None or first.total_bytes is None or first.free_bytes is None or first.free_bytes >= first.total_bytes:
        return ""
    held, memory = capacity(first.total_bytes - first.free_bytes), say(POOL_WORDS[main_pool(option)])
    return say("The system and other programs hold {held} of {memory}.", held=held, memory=memory)


def time_chart(shown: ShownTask, answer: TaskAnswer[Any]) -> BarChart:
    """One bar: where the time of one item or step goes. Empty where the speed is unknown."""
    option, whole = answer.chosen, say(shown.unit.whole)
    terms = [(*shown.term_text(term), term.s) for term in option.terms if term.s > 0]
    total_s = sum(time_s for _, _, time_s in terms)
    unit_s, unit = (1.0, "s") if total_s >= 1 else (MILLISECOND, "ms")
    segments, start_s = [], 0.0
    for words, role, time_s in terms:
        text = f"{words} {step_time(time_s)}" if time_s >= _LABELED_SHARE * total_s else ""
        segments.append(Segment(words, start_s / unit_s, time_s / unit_s, text, role))
        start_s += time_s
    whole_time = step_time(total_s) if total_s < SECONDS_PER_MINUTE else rough_time(total_s)
    title = to_say("Where the time goes: {time} for {whole}")
    if option.fit.verdict == "too_big":
        title = to_say("Where the time would go: {time} for {whole}")
    scale = say("Seconds") if unit_s == 1.0 else say("Milliseconds")
    return BarChart(
        title=say(title, time=whole_time, whole=whole) if terms else shown.no_time(),
        subtitle=f"{scale}{shown.time_remark(option, total_s) if terms else ''}",
        sentence=shown.time_sentence(option),
        axis=linear_axis(unit, largest=total_s / unit_s),
        bars=(Bar(capital(whole), tuple(segments)),) if segments else (),
        table=Table(
            (say("Part"), say("Time"), say("Share")),
            tuple((words, step_time(time_s), percent(time_s / total_s)) for words, _, time_s in terms),
        ),
    )


def compare_chart(shown: ShownTask, answer: TaskAnswer[Any], sentence: str) -> RangeChart:
    """The speed of every processor of the rig and of the candidates, with ranges; `sentence` is what follows of it."""
    own, others = shown.own_bars(answer), [shown.bar(option, "candidate") for option in answer.candidates]
    bars = (*own, *others)
    axis = linear_axis(say(shown.unit.text), largest=max([shown.least_end, *(bar.high or 0.0 for bar in bars)]))
    if any(len(text) > _SHORT_TICK for _, text in axis.ticks):
        axis = replace(axis, ticks=axis.ticks[::2])
    hatched = say(shown.hatched) if any(bar.hatched for bar in bars) else ""
    return RangeChart(
        title=_compare_title(answer),
        subtitle=say("{words}, with likely range{hatched}", words=say(shown.unit.words), hatched=hatched),
        sentence=sentence,
        axis=axis,
        bars=bars,
        table=Table(
            (say("Processor"), say("Owner"), say("Speed")),
            (
                *((bar.name, say("yours"), bar.text) for bar in own),
                *((bar.name, say("candidate"), bar.text) for bar in others),
            ),
        ),
    )


def _compare_title(answer: TaskAnswer[Any]) -> str:
    best, now = answer.best_candidate, answer.chosen
    if not answer.candidates:
        return say("Speed of each part of this rig")
    if now.rate is None and now.fit.verdict != "too_big":
        return say("What other GPUs would reach")
    if best is None:
        if any(one.holds for one in answer.candidates):
            return say("No GPU in the comparison is faster")
        return say("No GPU in the comparison has enough memory")
    name = short_name(best.processor_name)
    if now.fit.verdict == "too_big":
        return say("It would fit on an {name}", name=name)
    return say("{name}: {gain} as fast", name=name, gain=times(best.rate.middle / now.rate.middle))


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
