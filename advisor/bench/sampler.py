"""Takes the parts of one child through their measurements: a generator of messages that may be left at each of them.

Blocks of all tests take turns over the whole run, so that a neighbor or heat that comes and goes meets all of them.
"""

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from statistics import median

from advisor.bench.conditions import Circumstances
from advisor.bench.measured_record import measurement_of, soak_of
from advisor.bench.part import CannotMeasure, Part, Test
from advisor.bench.slot import (
    LEAST_BLOCK_S,
    Clock,
    Group,
    Slot,
    affordable_rounds,
    cost_s,
    fitting_block_s,
    groups_of,
    left_out,
    steady_clock,
    unexpected,
)
from advisor.facts.machine.measurement import Conditions, DeviceState
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.record import Record
from advisor.facts.values.units import PER_MILLE

_LEAST_LEFT_S = 0.4
"""A job that takes longer than planned goes on, and its bar with it: the end is reached when it is said to be."""


class Pace:
    """A bar that moves by the time passed in proportion to what is left, so that a new plan changes only its speed."""

    def __init__(self, *, now_s: float) -> None:
        self._last_s = now_s
        self._share = 0.0

    def per_mille(self, *, now_s: float, left_s: float) -> int:
        """Where the bar is when `left_s` seconds are still to come."""
        passed_s = max(0.0, now_s - self._last_s)
        if passed_s > 0:
            self._share += (1.0 - self._share) * passed_s / (passed_s + max(_LEAST_LEFT_S, left_s))
            self._last_s = now_s
        return int(PER_MILLE * self._share)


ROUNDS = 5
EXTRA_ROUNDS = 5
_TOLD_ROUNDS = (0, 2)
"""In these rounds each figure so far is told, so that a picture can follow."""
FEWEST_ROUNDS = 3
"""A figure rests on so many blocks at least, or is left out."""
LEFT_OUT = reason("left_out_time_up")
_WARM_UP_S, _WARM_UP_SHARE = 0.5, 0.2
_TRIES = 2
_TRY_S = 0.06
_SLOW_SAMPLE_S = 0.05
"""A first sample that took longer is taken again: it may have been the first call that was slow."""
_SOAK_BLOCK_S = 0.25
_PLANNED_SHARE = 0.88
"""What of the time is planned: the rest is for blocks that are added where readings vary."""
_KIND = ":"
"""In the id of a kind of cores, which are soaked together with the others."""
_STEP_LIMIT_S = 3.0
_BATTERY_FACTOR = 3.0
BUSY_S = 6.0
"""How far beyond its time a run may go before it leaves anything out where other programs took the time."""
_TRIES_SHARE = 0.15
"""What of the time that is left may go into trying ways twice."""

Offer = tuple[Sequence[str], Callable[[], Part]]
"""The names that a part may give, and its constructor."""


class Sampler:
    """One run over what `offers` make; `seconds` counts from now.

    With `stretch` all the seconds are used, with `complete` nothing is left out, however late it is.
    `only` names what is asked for (empty: all). A part that cannot be made ready is a failure for each of its names.
    `watch` tells the state of the device where no part does; it is asked now, before any work of ours.
    """

    def __init__(
        self,
        offers: Sequence[Offer],
        circumstances: Circumstances,
        *,
        seconds: float,
        only: Sequence[str] = (),
        stretch: bool = False,
        complete: bool = False,
        watch: Callable[[], DeviceState] = DeviceState,
        clock: Clock = steady_clock,
    ) -> None:
        self._offers = offers
        self._circumstances = circumstances
        self._only = only
        self._stretch = stretch
        self._complete = complete
        self._watch = watch
        self._idle = watch()
        self._clock = clock
        began_s = clock()
        self._seconds = seconds
        self._end_s = self._planned_end_s = began_s + seconds
        self._pace = Pace(now_s=began_s)
        self._parts: list[Part] = []
        self._groups: list[Group] = []
        self._before: dict[str, DeviceState] = {}
        self._started_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")

    def events(self) -> Iterator[Message]:
        """Measure everything once; a figure comes as soon as its last block is taken."""
        yield from self._make_ready()
        rounds = self._rounds()
        for number in range(rounds):
            yield from self._round(rounds - number, told=number in _TOLD_ROUNDS)
            if self._left_s <= 0 and number + 1 >= FEWEST_ROUNDS:
                break
        yield from self._results(group for group in tuple(self._groups) if not group.is_wide)
        for _ in range(EXTRA_ROUNDS):
            if cost_s(self._groups, rounds=1, block_s=self._block_s) < self._left_s:
                yield from self._round(1)
        yield from self._results(tuple(self._groups))

    def soak_events(self) -> Iterator[Message]:
        """Once all is ready, keep everything busy for the seconds and say how the rates held out."""
        yield from self._make_ready()
        self._groups = [group for group in self._groups if _KIND not in group.device]
        points: dict[str, list[tuple[float, float]]] = {}
        began_s = self._clock()
        self._end_s = self._planned_end_s = began_s + self._seconds
        while self._groups and self._left_s > 0:
            for group in tuple(self._groups):
                at_s = self._clock() - began_s
                yield from self._block(group, group.slots[0], _SOAK_BLOCK_S)
                if group in self._groups:
                    points.setdefault(group.name, []).append((at_s, median(group.slots[0].blocks[-1])))
        for group in self._groups:
            warnings = self._circumstances.warnings(self._conditions(group))
            yield _result("soak", soak_of(group, points[group.name], self._started_at, warnings))

    @property
    def _left_s(self) -> float:
        return self._end_s - self._clock()

    def _rounds(self) -> int:
        """As many as usual, more where all the time is to be used, fewer where even short blocks take too long."""
        left_s = _PLANNED_SHARE * self._left_s
        if cost_s(self._groups, rounds=ROUNDS, block_s=LEAST_BLOCK_S) > left_s:
            return FEWEST_ROUNDS
        return max(ROUNDS, affordable_rounds(self._groups, left_s=left_s)) if self._stretch else ROUNDS

    def _make_ready(self) -> Iterator[Message]:
        for names, make in self._offers:
            yield from self._prepared(names, make)
        self._circumstances.sampling_begins()
        self._groups = groups_of((test for part in self._parts for test in part.tests), self._only)
        self._before = {group.device: self._state(group.device) or self._idle for group in self._groups}
        yield from self._warm_up()
        several = [slot for group in self._groups for slot in group.slots if len(slot.variants) > 1]
        costs_s = sum(len(slot.variants) * max(_TRY_S, slot.sample_s) for slot in several)
        is_short = _TRIES * costs_s > _TRIES_SHARE * self._left_s
        for group in tuple(self._groups):
            for slot in tuple(group.slots):
                yield from self._choose(group, slot, *((1, 0.0) if is_short else (_TRIES, _TRY_S)))

    def _prepared(self, names: Sequence[str], make: Callable[[], Part]) -> Iterator[Message]:
        """One part made ready; an error costs its names, not the child."""
        try:
            part = make()
            for step in part.prepare():
                yield self._progress(step.phase, step.limit_s)
            self._parts.append(part)
            failures = tuple(part.failures)
        except CannotMeasure as error:
            failures = tuple((name, error.reason) for name in names)
        except Exception as error:
            failures = tuple((name, unexpected(error)) for name in names)
        for name, why in failures:
            if not self._only or name in self._only:
                yield Failure(code=name, sentence=why)

    def _warm_up(self) -> Iterator[Message]:
        """Each way has its first, slow call, and clocks have time to rise."""
        began_s = self._clock()
        for group in tuple(self._groups):
            for slot, variant in [(one, variant) for one in group.slots for variant in one.variants]:
                yield self._progress(reason("warming_up"), _STEP_LIMIT_S)
                if self._sampled(group, slot, variant, 0.0) and slot.sample_s > _SLOW_SAMPLE_S:
                    self._sampled(group, slot, variant, 0.0)
            yield from self._gone()
        while self._groups and self._clock() < began_s + min(_WARM_UP_S, _WARM_UP_SHARE * self._left_s):
            yield self._progress(reason("warming_up"), _STEP_LIMIT_S)
            slot = self._groups[0].slots[0]
            self._sampled(self._groups[0], slot, slot.variants[0], _TRY_S)
            yield from self._gone()

    def _choose(self, group: Group, slot: Slot, times: int, try_s: float) -> Iterator[Message]:
        """Try all ways to the same figure in turn, so many times for so long, and keep the fastest."""
        tries: dict[int, tuple[Test, list[float]]] = {
            place: (variant, []) for place, variant in enumerate(slot.variants)
        }
        for _ in range(times if len(tries) > 1 else 0):
            for variant, samples in tries.values():
                if variant in slot.variants:
                    yield self._progress(variant.phase, _STEP_LIMIT_S)
                    samples.extend(self._sampled(group, slot, variant, try_s))
        if len(slot.variants) > 1:
            slot.choose(tuple(tries.values()))
        slot.spent_s = 0.0
        yield from self._gone()

    def _round(self, rounds_left: int, *, told: bool = False) -> Iterator[Message]:
        """A block of each slot, after a look at the time: shorter blocks, then fewer tests where it runs out."""
        left_s = self._left_s if rounds_left == 1 else _PLANNED_SHARE * self._left_s
        late_s = BUSY_S if self._circumstances.is_busy and not self._stretch else 0.0
        for group in () if self._complete else left_out(self._groups, rounds=rounds_left, left_s=left_s + late_s):
            self._groups.remove(group)
            if group.rounds >= FEWEST_ROUNDS:
                yield self._measured(group)
            else:
                yield Failure(code=group.name, sentence=LEFT_OUT, device=group.device)
        self._block_s = fitting_block_s(self._groups, rounds=rounds_left, left_s=left_s)
        planned_s = cost_s(self._groups, rounds=rounds_left, block_s=self._block_s)
        self._planned_end_s = self._clock() + planned_s
        for group in tuple(self._groups):
            for slot in tuple(group.slots):
                yield from self._block(group, slot, slot.weight * self._block_s)
            if told:
                yield from self._reading(group)

    def _block(self, group: Group, slot: Slot, block_s: float) -> Iterator[Message]:
        yield self._progress(slot.variants[0].phase, _STEP_LIMIT_S)
        samples = self._sampled(group, slot, slot.variants[0], block_s)
        if samples:
            slot.blocks.append(samples)
        yield from self._gone()

    def _sampled(self, group: Group, slot: Slot, variant: Test, block_s: float) -> list[float]:
        try:
            return slot.sampled(variant, block_s, self._clock)
        except CannotMeasure as error:
            group.lose(slot, variant, error.reason)
            return []

    def _gone(self) -> Iterator[Message]:
        """The failures of what has no way left."""
        for group in [group for group in self._groups if not group.slots]:
            self._groups.remove(group)
            yield Failure(code=group.name, sentence=group.reason or LEFT_OUT, device=group.device)

    def _results(self, groups: "Iterator[Group] | Sequence[Group]") -> Iterator[Message]:
        for group in groups:
            self._groups.remove(group)
            yield self._measured(group)

    def _reading(self, group: Group) -> Iterator[Message]:
        """What a figure is so far: a `reading`, which its `measurement` takes the place of."""
        if group.slots and all(slot.blocks for slot in group.slots):
            with suppress(ValueError):
                yield _result("reading", measurement_of(group, self._started_at, Conditions(), ()))

    def _measured(self, group: Group) -> Message:
        conditions = self._conditions(group)
        try:
            found = measurement_of(group, self._started_at, conditions, self._circumstances.warnings(conditions))
        except ValueError:
            return Failure(code=group.name, sentence=reason("figure_cannot_be_true"), device=group.device)
        return _result("measurement", found)

    def _conditions(self, group: Group) -> Conditions:
        after = self._state(group.device) or self._watch().changed(busy_share=None)
        return self._circumstances.conditions(self._before[group.device], after)

    def _state(self, device: str) -> DeviceState | None:
        """What the first part that knows says of the device."""
        for part in self._parts:
            if any(test.device == device for test in part.tests) and (state := part.state(device)):
                return state
        return None

    def _progress(self, phase: Reason, limit_s: float) -> Progress:
        now_s = self._clock()
        per_mille = self._pace.per_mille(now_s=now_s, left_s=self._planned_end_s - now_s)
        slowness = _BATTERY_FACTOR if self._circumstances.on_battery else 1.0
        return Progress(per_mille=per_mille, phase=phase, limit_s=limit_s * slowness)


def _result(kind: str, record: Record) -> Result:
    return Result(kind=kind, body=record.model_dump(mode="json"))
