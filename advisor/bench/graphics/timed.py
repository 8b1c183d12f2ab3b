"""Submits work to a graphics processor, waits for its end and says how long it took."""

import struct
import time
from collections.abc import Callable
from typing import Any, Protocol

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.part import CannotMeasure
from advisor.facts.values.units import NANOSECOND

SHORTEST_S = 0.020
"""A timed submit lasts so long at least: then the way to the card and back is below one percent."""

LONGEST_S = 0.100
"""The longest that anything may keep the card: the system resets drivers that take about two seconds."""

SLICES = 64
"""A load begins with this part of its memory or of its lanes."""

_FORETELLS_S = 0.005
_TOLERANCE = 1.05
_OVERHEAD_S = 0.001
_JUDGED_FROM_S = 0.015
_MOST_STRIKES = 5
_TICKS = "<QQ"
_SYNC_BYTES = 4
Record = Callable[[Any], None]
"""Writes commands into what it is given: a compute pass or a command encoder."""


class Load(Protocol):
    """Work on the card in units that can be doubled; `most` units make sense in one submit.

    `in_pass`: it is recorded into a compute pass, else into a command encoder.
    """

    most: int
    in_pass: bool

    def record(self, target: Any, units: int) -> None:
        """Put this many units of work into the pass or encoder."""

    def work(self, units: int) -> float:
        """Bytes, FLOP or dispatches in this many units."""


def calibrated_units(seconds: Callable[[int], float], *, most: int) -> int:
    """How many units last 20 to 50 ms; `seconds` runs that many and says how long they took.

    Doubles from one unit on, by several steps at once where some milliseconds foretell how many. The last time is
    taken twice: in a first run a driver may be busy preparing.

    Raises:
        CannotMeasure: even one unit keeps the card too long.
    """
    units = 1
    while True:
        took_s = seconds(units)
        if took_s >= SHORTEST_S:
            took_s = min(took_s, seconds(units))
        if took_s >= SHORTEST_S or units >= most:
            break
        foretold_s = took_s if took_s >= _FORETELLS_S else SHORTEST_S / 2
        while foretold_s < SHORTEST_S and units < most:
            units, foretold_s = units * 2, foretold_s * 2
    if units == 1 and took_s > LONGEST_S:
        raise CannotMeasure("gpu_too_slow")
    return units


class GpuClock:
    """Decides for each timed submit; once caught, the card's clock is not asked again.

    A host that is busy makes single wall times late; a clock with wrong ticks is always off.
    """

    def __init__(self, *, exists: bool) -> None:
        self._exists = exists
        self.is_believed = exists
        self._strikes = 0

    @property
    def is_doubted(self) -> bool:
        """Whether there is a clock that turned out wrong."""
        return self._exists and not self.is_believed

    def seconds(self, *, wall_s: float, card_s: float) -> float:
        """The card's time of the work, or the wall's where the card's cannot be true."""
        if not self.is_believed:
            return wall_s
        if not 0 < card_s <= wall_s * _TOLERANCE:
            self.is_believed = False
        elif wall_s >= _JUDGED_FROM_S:
            is_late = wall_s - _OVERHEAD_S > card_s * _TOLERANCE
            self._strikes = self._strikes + 1 if is_late else 0
            self.is_believed = self._strikes < _MOST_STRIKES
        return card_s if self.is_believed else wall_s


class Timed:
    """A stopwatch for one device. Reading a few bytes back is the one way to wait that works on all its drivers."""

    def __init__(self, gpu: Gpu) -> None:
        self._device = gpu.device
        self.clock = GpuClock(exists="timestamp-query" in gpu.features)
        self._small = gpu.buffer(_SYNC_BYTES, "COPY_SRC", "COPY_DST")
        self._ticks: Any = None
        if self.clock.is_believed:
            self._queries = gpu.device.create_query_set(type="timestamp", count=2)
            self._ticks = gpu.buffer(struct.calcsize(_TICKS), "QUERY_RESOLVE", "COPY_SRC")

    def load_s(self, load: Load, units: int) -> float:
        """Seconds for so many units of a load."""
        time_of = self.compute_s if load.in_pass else self.copy_s
        return time_of(lambda target: load.record(target, units))

    def run(self, record: Record) -> float:
        """Like `compute_s`, by the wall clock alone: with all that the driver does around the work."""
        encoder = self._device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        record(compute)
        compute.end()
        return self._wall(encoder, self._small)[0]

    def compute_s(self, record: Record) -> float:
        """Seconds for what `record` puts into one compute pass."""
        if not self.clock.is_believed:
            return self.run(record)
        encoder = self._device.create_command_encoder()
        marks = {"query_set": self._queries, "beginning_of_pass_write_index": 0, "end_of_pass_write_index": 1}
        compute = encoder.begin_compute_pass(timestamp_writes=marks)
        record(compute)
        compute.end()
        encoder.resolve_query_set(self._queries, 0, 2, self._ticks, 0)
        wall_s, data = self._wall(encoder, self._ticks)
        began, ended = struct.unpack(_TICKS, data)
        return self.clock.seconds(wall_s=wall_s, card_s=(ended - began) * NANOSECOND)

    def copy_s(self, record: Record) -> float:
        """Seconds for the copies that `record` puts into an encoder, by the wall clock."""
        encoder = self._device.create_command_encoder()
        record(encoder)
        return self._wall(encoder, self._small)[0]

    def _wall(self, encoder: Any, awaited: Any) -> tuple[float, bytes]:
        """Run what was recorded; the seconds until `awaited` could be read, and its contents."""
        commands = encoder.finish()
        queue = self._device.queue
        began_ns = time.perf_counter_ns()
        queue.submit([commands])
        data = queue.read_buffer(awaited)
        return (time.perf_counter_ns() - began_ns) * NANOSECOND, bytes(data)
