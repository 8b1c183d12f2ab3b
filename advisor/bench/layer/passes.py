"""Repeats one pass of the layer for a moment and says how long it took."""

import time
from collections.abc import Callable
from statistics import quantiles

from advisor.facts.answers.crossover import LayerRun
from advisor.facts.values.units import NANOSECOND

_SECONDS, _FEWEST, _MOST = 0.4, 3, 2000
_TWENTIETHS = 20


def timed_passes(one_pass: Callable[[], object], *, device: str, device_name: str, rows: int, method: str) -> LayerRun:
    """Passes for some tenths of a second, three at least, after one that is not counted."""
    one_pass()
    times: list[float] = []
    began_ns = time.perf_counter_ns()
    while len(times) < _FEWEST or (len(times) < _MOST and (time.perf_counter_ns() - began_ns) * NANOSECOND < _SECONDS):
        pass_ns = time.perf_counter_ns()
        one_pass()
        times.append((time.perf_counter_ns() - pass_ns) * NANOSECOND)
    cuts = quantiles(times, n=_TWENTIETHS, method="inclusive")
    return LayerRun(
        device=device,
        device_name=device_name,
        rows=rows,
        middle_s=cuts[_TWENTIETHS // 2 - 1],
        low_s=cuts[0],
        high_s=cuts[-1],
        passes=len(times),
        method=method,
    )
