"""Submits work to a graphics processor, waits for its end and says how long it took."""

import struct
import time
from collections.abc import Callable
from typing import Any

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.gpu_clock import GpuClock
from advisor.bench.graphics.load import Load
from advisor.facts.values.units import NANOSECOND

_TICKS = "<QQ"
_SYNC_BYTES = 4

Record = Callable[[Any], None]
"""Writes commands into what it is given: a compute pass or a command encoder."""


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
