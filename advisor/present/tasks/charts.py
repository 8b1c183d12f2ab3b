"""Charts of every task: what lies in which memory, where the time goes, and this rig beside other cards."""

from collections import Counter
from collections.abc import Callable
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
from advisor.present.words.palette import Role
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, capacity_number, memory_unit, percent, rough_time, step_time, times
from advisor.present.words.series import Axis, Bar, BarChart, Mark, RangeChart, Segment, Table, linear_axis
from advisor.present.words.words import capital, joined, local_number, say, sentence, to_say

_MOST_BEYOND = 2
"""Of what does not fit so many times the memory is drawn to scale."""
_MOST_FREE, _MOST_HELD = 8, 10
"""The axis ends at so many times the smallest memory, whatever is free, or held, beyond: its parts are to be seen."""
_FREE_SHOWN = 1.15
"""Of what is held: so far the axis reaches, so that some of what is free is seen."""


@dataclass
class MemoryStack:
    """Parts of one bar, laid from the left; what lies beyond the limit becomes the spill."""

    limit_bytes: int
    used_bytes: int = 0
    shown_bytes: float = 0
    """Up to where it should be seen: all that is held and some of what is free, of an overflow a part."""
    rows: list[tuple[str, int]] = field(default_factory=list)
    _parts: list[tuple[str, int, int, Role]] = field(default_factory=list)

    def add(self, name: str, amount_bytes: int, role: Role) -> None:
        """Lay `amount_bytes` down as far as the limit allows."""
        if amount_bytes <= 0:
            return
        room = self.limit_bytes - self.used_bytes
        if room > 0:
            self._parts.append((name, self.used_bytes, min(amount_bytes, room), role))
        self.used_bytes += amount_bytes
        self.rows.append((name, amount_bytes))

    def close(self, rest: str) -> None:
        """Name what is left up to the limit, or mark what lies beyond it."""
        beyond = self.used_bytes - self.limit_bytes
        free = min(_FREE_SHOWN * self.used_bytes, self.limit_bytes)
        self.shown_bytes = free if beyond < 0 else min(self.used_bytes, _MOST_BEYOND * self.limit_bytes)
        if beyond > 0:
            self._parts.append((say("won't fit"), self.limit_bytes, beyond, "ceiling"))
            self.rows.append((say("won't fit"), beyond))
        self.add(rest, -beyond, "free")

    def bar(self, name: str, end_bytes: float) -> Bar:
        """The parts on an axis of so many bytes, with the whole memory as limit; what reaches beyond is broken off.

        A limit beyond the axis has no line: its text stands at the end.
        """
        unit = memory_unit().bytes
        parts = (
            Segment(
                part,
                start / unit,
                min(length, end_bytes - start) / unit,
                f"{part} {_part_text(length)}",
                role,
                hatched=start >= self.limit_bytes,
                is_broken=start + length > end_bytes,
                value=capacity(length),
            )
            for part, start, length, role in self._parts
            if start < end_bytes
        )
        limit = self.limit_bytes / unit if self.limit_bytes <= end_bytes else None
        return Bar(name, tuple(parts), limit=limit, limit_text=capacity(self.limit_bytes))


def _part_text(amount_bytes: int) -> str:
    """The bare number, with a smaller unit where nothing would be left of it."""
    is_seen = amount_bytes >= _LEAST_PART * memory_unit().bytes
    return capacity_number(amount_bytes) if is_seen else capacity(amount_bytes)


def _end_bytes(stacks: list[MemoryStack]) -> float:
    """Where the axis of all memories ends."""
    smallest, largest = (kind(stack.limit_bytes for stack in stacks) for kind in (min, max))
    seen = min(max(stack.shown_bytes for stack in stacks), _MOST_HELD * smallest)
    return float(max(smallest, seen, min(largest, _MOST_FREE * smallest)))


POOL_NAMES: dict[Pool, str] = {"vram": to_say("VRAM"), "ram": to_say("RAM"), "unified": to_say("Shared")}
"""Name of a pool beside its bar."""
_LEAST_PART = 0.05
"""Of a unit of memory: less would be shown as nothing."""
_LABELED_SHARE = 0.02
"""Smaller parts stand in the table only."""
_LEAST_COMPARED = 2
_SHORT_TICK = 3
"""Of longer texts every second stands: the names and figures beside the bars take the room."""


def fit_chart(shown: ShownTask, answer: TaskAnswer) -> BarChart:
    """One bar per pool that is used, as long as the whole memory of one device; all of them on one axis.

    A memory of unknown size has no bar.
    """
    option = answer.chosen
    pools = [(pool, limit) for pool in shown.pools(option) if (limit := pool.total_bytes or pool.free_bytes)]
    stacks = [_stack(shown, option, pool, limit, first=index == 0) for index, (pool, limit) in enumerate(pools)]
    end_bytes, unit = _end_bytes(stacks) if stacks else 0.0, memory_unit()
    names = [say(POOL_NAMES[pool.pool]) for pool, _ in pools]
    owner = short_name(option.processor_name)
    names = [
        joined((name, owner), ": ") if pool.pool == "vram" else name
        for name, (pool, _) in zip(names, pools, strict=True)
    ]
    return BarChart(
        title=shown.fit(option),
        subtitle=say("Memory use in {unit}", unit=unit.name),
        sentence=shown.needs(answer),
        axis=linear_axis(unit.name, largest=end_bytes / unit.bytes, ends_there=True),
        bars=tuple(stack.bar(name, end_bytes) for name, stack in zip(names, stacks, strict=True)),
        table=Table(
            (say("Memory"), say("Part"), say("Size")),
            tuple(
                (name, part, capacity(amount))
                for name, stack in zip(names, stacks, strict=True)
                for part, amount in stack.rows
            ),
        ),
    )


def _stack(shown: ShownTask, option: Any, pool: PoolNeed, limit_bytes: int, *, first: bool) -> MemoryStack:
    """What lies in a memory, and what is left of it."""
    stack = MemoryStack(limit_bytes)
    stack.add(say("kept by macOS"), pool.withheld_bytes or 0, "guide")
    stack.add(say("system, programs"), _held_bytes(pool), "other_programs")
    if first:
        stack.add(say("reserved"), option.fit.reserve_bytes or 0, "reserved")
        for name, size, role in shown.parts(option):
            stack.add(name, size, role)
        stack.add(say("unused on other GPUs"), shown.uneven_bytes(option), "reserved")
    else:
        stack.add(say("reserved"), _kept_beside_bytes(option, pool), "reserved")
        stack.add(say(shown.beside), pool.need_bytes, "spill")
    stack.close(say("free") if pool.free_bytes is not None else say("free or other programs"))
    return stack


def _kept_beside_bytes(option: Any, pool: PoolNeed) -> int:
    """What is kept of the memory beside that of a card, where so much is missing; 0 where what is left is told."""
    spare_bytes = option.fit.spare_bytes
    if option.fit.verdict != "too_big" or spare_bytes is None or spare_bytes >= 0:
        return 0
    return max(0, pool.kept_bytes(spare_bytes) - _held_bytes(pool))


def held_by_others(option: Any) -> str:
    """What other programs hold of the memory, as a sentence."""
    first = option.fit.pools[0] if option.fit.pools else None
    held_bytes = _held_bytes(first) if first is not None else 0
    if held_bytes <= 0:
        return ""
    memory = say(POOL_WORDS[main_pool(option)])
    return say("The system and other programs hold {held} of {memory}.", held=capacity(held_bytes), memory=memory)


def _held_bytes(pool: PoolNeed) -> int:
    """What the system and other programs hold, without what macOS keeps from its GPU; 0 where that is not known."""
    if pool.total_bytes is None or pool.free_bytes is None:
        return 0
    return pool.total_bytes - pool.free_bytes - (pool.withheld_bytes or 0)


def time_chart(shown: ShownTask, answer: TaskAnswer) -> BarChart | None:
    """One bar: where the time of one item or step goes.

    None where one part is all there is to see, the speed is unknown, or it won't run.
    """
    option, whole = answer.chosen, shown.whole_words(answer.chosen)
    terms = _terms(shown, option)
    total_s = sum(time_s for _, _, time_s in terms)
    if not terms:
        return None
    unit_s, unit = (1.0, "s") if total_s >= 1 else (MILLISECOND, "ms")
    segments, start_s = [], 0.0
    for words, role, time_s in terms:
        text = f"{words} {step_time(time_s)}" if time_s >= _LABELED_SHARE * total_s else ""
        value = f"{step_time(time_s)}, {percent(time_s / total_s)}"
        segments.append(Segment(words, start_s / unit_s, time_s / unit_s, text, role, value=value))
        start_s += time_s
    if sum(bool(one.text) for one in segments) < _LEAST_COMPARED:
        return None
    return BarChart(
        title=_time_title(terms, total_s),
        subtitle=capital(say("{whole}: {time}", whole=whole, time=_time_words(total_s))),
        sentence=shown.time_sentence(option),
        axis=linear_axis(unit, largest=total_s / unit_s, ends_there=True),
        bars=(Bar(capital(whole), tuple(segments)),),
        table=Table(
            (say("Part"), say("Time"), say("Share")),
            tuple((words, step_time(time_s), percent(time_s / total_s)) for words, _, time_s in terms),
        ),
    )


def time_words(shown: ShownTask, answer: TaskAnswer) -> str:
    """What a chart of the time would say where one part is all there is to see; nothing where there is one."""
    terms, changes = _terms(shown, answer.chosen), shown.time_sentence(answer.chosen)
    if not (terms and changes) or time_chart(shown, answer) is not None:
        return ""
    return joined((sentence(_time_title(terms, sum(time_s for _, _, time_s in terms))), changes))


def _terms(shown: ShownTask, option: Any) -> list[tuple[str, Role, float]]:
    """What its time is spent on; nothing where it won't run."""
    if option.fit.verdict == "too_big":
        return []
    return [(*shown.term_text(term), term.s) for term in option.terms if term.s > 0]


def _time_title(terms: list[tuple[str, Role, float]], total_s: float) -> str:
    """What takes the longest: "81% of the time: read the weights"; what bears one name is one."""
    by_words: Counter[str] = Counter()
    for words, _, time_s in terms:
        by_words[words] += time_s  # type: ignore[assignment]  # seconds
    (words, longest_s), *_ = by_words.most_common(1)
    return say("{share} of the time: {part}", share=percent(longest_s / total_s), part=words)


def _time_words(total_s: float) -> str:
    return step_time(total_s) if total_s < SECONDS_PER_MINUTE else rough_time(total_s)


def compare_chart(shown: ShownTask, answer: TaskAnswer, sentence: str, *, is_closed: bool = False) -> RangeChart | None:
    """The speed of every processor of the rig and of the candidates, with ranges; `sentence` is what follows of it.

    None where there are no two speeds to compare. Into a closed rig goes no card.
    """
    own, others = shown.own_bars(answer), [shown.bar(option, "candidate") for option in answer.candidates]
    bars = (*own, *others)
    if sum(bar.middle is not None for bar in bars) < _LEAST_COMPARED:
        return None
    axis = linear_axis(say(shown.unit.text), largest=max([shown.least_end, *(bar.high or 0.0 for bar in bars)]))
    if any(len(text) > _SHORT_TICK for _, text in axis.ticks):
        axis = replace(axis, ticks=axis.ticks[::2])
    hatched = say(shown.hatched) if any(bar.hatched for bar in bars) else ""
    return RangeChart(
        title=_compare_title(answer, is_closed=is_closed),
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


def _compare_title(answer: TaskAnswer, *, is_closed: bool) -> str:
    best, now = answer.best_candidate, answer.chosen
    if not answer.candidates:
        return say("Speed of each part of this rig")
    if now.rate is None and now.fit.verdict != "too_big":
        return say("What other GPUs would reach")
    if best is None:
        if any(one.holds for one in answer.candidates):
            return say("None of the GPUs shown is faster")
        return say("None of the GPUs shown has enough memory")
    name = short_name(best.processor_name)
    if is_closed:  # no advice: the bars have the names
        name = say("A PC's GPU")
    if now.fit.verdict == "too_big":
        if best.fit.verdict == "spills":
            return say("{name} would run it", name=name)
        return say("{name} has room for it", name=name)
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
        tuple((log10(one), local_number(f"{one:,.0f}")) for one in shown),
        log=True,
    )


LEAST_STEPS = 2
"""A line has two ends."""


def running(answer: Any) -> list[TaskStep]:
    """The steps that are done at all."""
    return [step for step in answer.steps if step.option.runs]


def here(
    answer: Any, steps: list[TaskStep], xs: tuple[float, ...], ys: tuple[float, ...], figure: Callable[[int], str]
) -> tuple[Mark, ...]:
    """Where this question lies among the positions of the steps, with the figure of the step of a number."""
    own = next((index for index, step in enumerate(steps) if step.option == answer.chosen), None)
    return () if own is None or not ys else (Mark(xs[own], ys[own], say("here: {rate}", rate=figure(own)), "this_rig"),)
