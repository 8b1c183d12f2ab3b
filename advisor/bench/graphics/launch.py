"""What one dispatch costs: many of a single workgroup in one pass, each after the one before."""

from typing import Any

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.graphics.shader import shader

LAUNCH_METHOD = "wgpu_dispatch/1"

_UNIT = 64
_COUNTER_BYTES = 64 * 4


class Launches:
    """Dispatches in units of 64, at most 1024 of them."""

    in_pass = True
    most = 16

    def __init__(self, gpu: Gpu) -> None:
        self._pipeline = gpu.pipeline(shader("launch"))
        counters = gpu.buffer(_COUNTER_BYTES, "STORAGE")
        self._bound = gpu.bind(self._pipeline, [(counters, 0, _COUNTER_BYTES)])

    def work(self, units: int) -> float:
        """Dispatches."""
        return float(_UNIT * units)

    def record(self, target: Any, units: int) -> None:
        """Record them all."""
        target.set_pipeline(self._pipeline)
        target.set_bind_group(0, self._bound)
        for _ in range(_UNIT * units):
            target.dispatch_workgroups(1)
