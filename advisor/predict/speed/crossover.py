"""Where a graphics card overtakes the processor as more rows come at once (docs/physics.md 14.2).

t(rows) = 2 copies + moved bytes/link + a round + launches x launch + max(FLOP/(F e), bytes/BW) on a card whose weights
are already there; on the processor a call and max(FLOP/(F e), bytes/BW), with BW the rate of the cache that holds the
weights. Small passes are bound by the trip and the launch, large ones by arithmetic.
"""

from collections.abc import Callable
from typing import NamedTuple

from advisor.facts.answers.crossover import PassTime, PassWork
from advisor.facts.answers.estimate import Input
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MEGA, MICROSECOND
from advisor.predict.rates.rates import Rate, derived, known_bandwidth, matrix_peak, measured_bandwidth, rate_of
from advisor.predict.speed.speed import input_of

COPY_S = 6 * MICROSECOND
"""One copy call: 5 to 7 us (arXiv 2602.21548, 5.2)."""

LAUNCH_S = 10 * MICROSECOND
"""One kernel from a program that starts them one by one: 5 to 20 us; where it was measured that holds."""

ROUND_S = 20 * MICROSECOND
"""From the order to the answer when the card has nothing to do: what a program waits for once (Nsight guide: V100)."""

CALL_S = 3 * MICROSECOND
"""Judged: a library call on the processor, its threads woken."""

CACHE_TIMES = 3.9
"""How much faster than memory the last cache is read: 204 and 52 GB/s in one measurement (docs/physics.md 14.2)."""

MEASURED_SHARE, GPU_SHARE = 0.5, 0.7
"""Of its arithmetic rate, what a library's matrix product reaches: numpy 48 % of the measured one on Zen 5; of cards
the achievable shares of docs/physics.md 14.2 (0.51 to 0.87).
"""

MOST_ROWS = MEGA


class Speeds(NamedTuple):
    """What one processor brings to a pass; `link` and `launch_s` only of a card that is not in the same memory."""

    arithmetic: Rate
    memory: Rate
    share: float
    link: Rate | None = None
    launch: Rate | None = None


def speeds_of(
    processor: Processor,
    work: PassWork,
    *,
    read: Rate | None = None,
    cores_flop_per_s: Rate | None = None,
    cache_bytes: float = 0,
) -> Speeds | Reason:
    """The rates of a processor for this work, or why they are not known.

    `read` is what programs reach of its memory, `cores_flop_per_s` what its cores reach in products, where their
    arithmetic was not measured, `cache_bytes` its last cache on paper.
    """
    memory = read or measured_bandwidth(processor) or known_bandwidth(processor)
    if processor.kind == "cpu":
        memory = _cached(processor, work, memory, cache_bytes=cache_bytes)
        arithmetic = rate_of(processor.fp32_flop_per_s) or cores_flop_per_s
        share = MEASURED_SHARE if processor.fp32_flop_per_s.value else 1.0
    else:
        arithmetic = (matrix_peak(processor) if work.is_half else None) or rate_of(processor.fp32_flop_per_s)
        share = GPU_SHARE
    if memory is None or arithmetic is None:
        return reason("arithmetic_or_memory_rate_unknown", name=processor.name)
    if processor.kind == "cpu" or processor.pool != "vram":
        return Speeds(arithmetic, memory, share, None, rate_of(processor.launch_s))
    link = rate_of(processor.link_bytes_per_s)
    if link is None:
        return reason("link_to_computer_unknown", name=processor.name)
    return Speeds(arithmetic, memory, share, link, rate_of(processor.launch_s))


def pass_time(speeds: Speeds, work: PassWork, rows: int, *, is_gpu: bool) -> PassTime:
    """Seconds of one pass of so many rows: trip + launch + max(FLOP/(F e), bytes/BW)."""
    moved_bytes = work.moved_bytes_per_row * rows
    by_arithmetic = work.flop_per_row * rows / (speeds.arithmetic.value * speeds.share)
    by_memory = (work.weights_bytes + moved_bytes) / speeds.memory.value
    trip_s = 2 * COPY_S + moved_bytes / speeds.link.value if speeds.link else 0.0
    launch_s = CALL_S
    if is_gpu:
        launch_s = ROUND_S + work.launches * (speeds.launch.value if speeds.launch else LAUNCH_S)
    return PassTime(rows=rows, trip_s=trip_s, launch_s=launch_s, compute_s=max(by_arithmetic, by_memory))


def sooner_from(first: Callable[[int], float], second: Callable[[int], float]) -> int | None:
    """The fewest rows from which on the second is sooner; None where it is not even with the most."""
    rows = MOST_ROWS
    if second(rows) >= first(rows):
        return None
    while rows > 1 and second(rows // 2) < first(rows // 2):
        rows //= 2
    low, high = rows // 2, rows
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if second(middle) < first(middle) else (middle, high)
    return high


def inputs_of(speeds: Speeds) -> tuple[Input, ...]:
    """The figures behind the curve with where each comes from."""
    named = {"arithmetic": (speeds.arithmetic, "flop_per_s"), "memory": (speeds.memory, "bytes_per_s")}
    if speeds.link:
        named["link"] = (speeds.link, "bytes_per_s")
    if speeds.launch:
        named["launch"] = (speeds.launch, "s")
    return tuple(input_of(name, rate, unit=unit) for name, (rate, unit) in named.items())


def _cached(processor: Processor, work: PassWork, memory: Rate | None, *, cache_bytes: float) -> Rate | None:
    """The rate of the cache that holds the weights, measured or so many times that of memory; else that of memory."""
    curve = processor.core.cache_curve or ()
    held = next((rate for size, rate in curve if size >= work.weights_bytes), None)
    if held is not None and (memory is None or held > memory.value):
        return Rate(held, "measured", reason("cache_curve"))
    if memory is not None and not curve and work.weights_bytes <= cache_bytes:
        return derived(
            memory, CACHE_TIMES * memory.value, reason("from_last_cache", source=memory.source, times=CACHE_TIMES)
        )
    return memory
