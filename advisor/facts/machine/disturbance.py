"""Whether a measured figure is quiet or disturbed, and how far the undisturbed one may be (docs/measuring.md 13)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp, hypot, log
from typing import NamedTuple

from advisor.facts.machine.measurement import WIDE_SPREAD, Conditions, Measurement, MeasurementName, Measurements
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.fact import Fact, Source, Uncertainty, known, unknown
from advisor.facts.values.reason import Reason, reason

BUSY_SHARE = 0.10
"""From here on other programs take enough of a device to be told."""

TWO_SPEEDS_GAP = 0.15
"""Medians of blocks that lie so far apart, as a share of the lower one, are two speeds."""

_CLOCK_KEPT = 0.7
"""A clock that fell below this share while it was measured fell by heat or a limit, not by its usual steps."""

_VIRTUAL_MACHINE = (0.7, 1.6)
"""Judged: within one virtual machine windows of a second read 42 and then 78 GB/s, as a neighbor left."""

_BATTERY, _HELD_BACK = (0.95, 1.4), (0.95, 1.35)
"""Judged: what makers let a laptop do on mains beside battery, and a device without the limit it names."""

_REPEATS = 0.95
"""Repetitions of a quiet figure lie within 5 %: a disturbed one is no less sure downwards."""

_LEAST_LEFT = 0.1
"""Of a device that others fill, what one more program is at least counted with (a judgment)."""

_NEEDS_CPU = ("gpu_launch", "host_to_device", "device_to_host")
"""What the CPU has a part in of what is measured on a graphics card."""


class _Cause(NamedTuple):
    """What disturbed a rate, and what is true between factors of it."""

    reason: Reason
    low: float
    high: float


def disturbance(result: Measurement) -> Uncertainty | None:
    """What disturbed a figure and how far off it may be, None for a quiet one; also of figures kept long ago."""
    causes = tuple(_causes(result))
    if not causes:
        return None
    low = exp(-hypot(*(log(cause.low) for cause in causes)))
    high = exp(hypot(*(log(cause.high) for cause in causes)))
    if result.unit == "s":
        low, high = 1 / high, 1 / low
    return Uncertainty(reasons=tuple(cause.reason for cause in causes), low=low, high=high)


def widest(found: Iterable[Uncertainty | None]) -> Uncertainty | None:
    """What covers them all: figures of one run were disturbed by the same. None where all are sure."""
    doubted = [one for one in found if one is not None]
    if not doubted:
        return None
    reasons = {one.code: one for each in doubted for one in each.reasons}
    low, high = min(one.low for one in doubted), max(one.high for one in doubted)
    return Uncertainty(reasons=tuple(reasons.values()), low=low, high=high)


def has_two_speeds(medians: Sequence[float]) -> bool:
    """Whether the medians of blocks form two groups."""
    return any(high - low > TWO_SPEEDS_GAP * low for low, high in pairwise(sorted(medians)))


def can_be_quiet(result: Measurement) -> bool:
    """Whether measuring again may give a quiet figure: not on battery or for a virtual machine alone."""
    passing = {"by_other_programs", "by_other_programs_on_gpu", "by_limits", "by_clock", "by_spread", "by_two_speeds"}
    found = disturbance(result)
    return found is not None and any(cause.code in passing for cause in found.reasons)


def measured(measurements: Measurements | None, name: MeasurementName, *, device: str) -> Fact[float]:
    """The measured value of that name on that device with what disturbed it, or why there is none."""
    for result in measurements.results if measurements else ():
        if (result.name, result.device) == (name, device):
            source: Source = f"{result.method}, {result.started_at}"
            if result.program:
                source = reason("measured_by", method=result.method, date=result.started_at)
            fact: Fact[float] = known(result.figure, origin="measured", source=source)
            return fact.changed(uncertainty=disturbance(result))
    return unknown("not_measured_yet")


def _causes(result: Measurement) -> Iterator[_Cause]:
    """The plainest first: who took part of the machine, what held it back, then that readings differ."""
    conditions = result.conditions or Conditions()
    is_cpu = result.device.startswith("cpu")
    shares = (conditions.others_before, conditions.others_during) if is_cpu or result.name in _NEEDS_CPU else ()
    yield from _of_others("by_other_programs", shares)
    if not is_cpu:
        yield from _of_others("by_other_programs_on_gpu", (conditions.before.busy_share,))
    yield from _of_device(conditions)
    if result.on_battery:
        yield _Cause(reason("by_battery"), *_BATTERY)
    if is_cpu and conditions.virtual_machine is not None:
        yield _Cause(reason("by_virtual_machine", name=conditions.virtual_machine), *_VIRTUAL_MACHINE)
    yield from _of_readings(result)


def _of_others(code: ReasonCode, shares: Sequence[float | None]) -> Iterator[_Cause]:
    """What others took is missing in proportion."""
    share = max((one for one in shares if one is not None), default=0.0)
    if share > BUSY_SHARE:
        yield _Cause(reason(code, share=share), _REPEATS, 1 / max(_LEAST_LEFT, 1 - share))


def _of_device(conditions: Conditions) -> Iterator[_Cause]:
    reasons = tuple(dict.fromkeys((*conditions.before.throttle_reasons, *conditions.after.throttle_reasons)))
    if reasons:
        yield _Cause(reason("by_limits", causes=reasons), *_HELD_BACK)
    before, after = conditions.before.clock_hz, conditions.after.clock_hz
    if before and after and after < _CLOCK_KEPT * before:
        yield _Cause(reason("by_clock", share=1 - after / before), _REPEATS, min(2.0, before / after))


def _of_readings(result: Measurement) -> Iterator[_Cause]:
    """Readings far apart: the fastest block tells what the machine could do, the slowest what it did at worst."""
    if isinstance(result.value, tuple) or result.spread <= WIDE_SPREAD or not result.block_medians:
        return
    value, worst, best = result.value, min(result.block_medians), max(result.block_medians)
    if result.unit == "s":
        worst, best, value = 1 / best, 1 / worst, 1 / value
    half = result.spread / 2
    ends = max(0.1, min(_REPEATS, worst / value, 1 - half)), max(1 + half, best / value)
    two = has_two_speeds(result.block_medians)
    yield _Cause(reason("by_two_speeds") if two else reason("by_spread", spread=result.spread), *ends)
