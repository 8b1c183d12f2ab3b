"""Repeats one pass of the layer for a moment and says how long it took."""

import struct
import time
from collections.abc import Callable, Iterator
from statistics import quantiles
from typing import Any

import numpy as np

from advisor.bench.graphics.gpu import Gpu, shader
from advisor.bench.part import CannotMeasure
from advisor.facts.answers.crossover import LAYER_ROWS, LAYER_WIDTH, LayerRun
from advisor.facts.values.units import NANOSECOND

_SECONDS, _FEWEST, _MOST = 0.4, 3, 2000
_TWENTIETHS = 20
CPU_METHOD = "numpy_matmul_f32/1"
GPU_METHOD = "wgpu_tiled_matmul_f32/1"
_SIZES = struct.Struct("<IIII")
_TILE = 16
_ALMOST = 1e-3


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


def cpu_layer_runs(device_name: str) -> Iterator[LayerRun]:
    """One run for each number of rows."""
    numbers = np.random.default_rng(seed=1)
    weights = numbers.random((LAYER_WIDTH, LAYER_WIDTH), dtype=np.float32)
    for rows in LAYER_ROWS:
        given = numbers.random((rows, LAYER_WIDTH), dtype=np.float32)
        results = np.empty((rows, LAYER_WIDTH), dtype=np.float32)

        def one_pass(given: object = given, results: object = results) -> object:
            return np.matmul(given, weights, out=results)  # type: ignore[call-overload]

        yield timed_passes(one_pass, device="cpu", device_name=device_name, rows=rows, method=CPU_METHOD)


def gpu_layer_runs(gpu: Gpu, device: str) -> Iterator[LayerRun]:
    """One run for each number of rows, after the results were compared with the processor's.

    Raises:
        CannotMeasure: the card computes something else.
    """
    numbers = np.random.default_rng(seed=1)
    weights = numbers.random((LAYER_WIDTH, LAYER_WIDTH), dtype=np.float32)
    layer = Layer(gpu, weights, most_rows=max(LAYER_ROWS))
    for rows in LAYER_ROWS:
        given = numbers.random((rows, LAYER_WIDTH), dtype=np.float32)
        found = np.frombuffer(layer.once(given), dtype=np.float32).reshape(rows, LAYER_WIDTH)
        if not np.allclose(found, given @ weights, rtol=_ALMOST):
            raise CannotMeasure("other_results", name=gpu.adapter.name)
        yield timed_passes(
            lambda given=given: layer.once(given),  # type: ignore[misc]
            device=device,
            device_name=gpu.adapter.name,
            rows=rows,
            method=GPU_METHOD,
        )


class Layer:
    """The weights on the card, and room there for the rows and the results."""

    def __init__(self, gpu: Gpu, weights: Any, *, most_rows: int) -> None:
        self._queue, self._device = gpu.device.queue, gpu.device
        room_bytes = most_rows * weights[0].nbytes
        self._sizes = gpu.buffer(_SIZES.size, "UNIFORM", "COPY_DST")
        self._given = gpu.buffer(room_bytes, "STORAGE", "COPY_DST")
        self._results = gpu.buffer(room_bytes, "STORAGE", "COPY_SRC")
        stored = gpu.buffer(weights.nbytes, "STORAGE", "COPY_DST")
        self._queue.write_buffer(stored, 0, weights)
        self._pipeline = gpu.pipeline(shader("layer"))
        bindings = [
            (self._sizes, 0, _SIZES.size),
            (self._given, 0, room_bytes),
            (stored, 0, weights.nbytes),
            (self._results, 0, room_bytes),
        ]
        self._bound = gpu.bind(self._pipeline, bindings)

    def once(self, given: Any) -> bytes:
        """One pass: the rows to the card, the product, the results back."""
        rows, width = given.shape
        self._queue.write_buffer(self._sizes, 0, _SIZES.pack(rows, width, 0, 0))
        self._queue.write_buffer(self._given, 0, given)
        encoder = self._device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        compute.set_pipeline(self._pipeline)
        compute.set_bind_group(0, self._bound)
        compute.dispatch_workgroups(-(-width // _TILE), -(-rows // _TILE))
        compute.end()
        self._queue.submit([encoder.finish()])
        return bytes(self._queue.read_buffer(self._results, 0, given.nbytes))
