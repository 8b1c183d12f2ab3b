"""The layer on the processor: numpy with the library it brings, on all cores."""

from collections.abc import Iterator

import numpy as np

from advisor.bench.layer.passes import timed_passes
from advisor.facts.answers.crossover import LAYER_ROWS, LAYER_WIDTH, LayerRun

CPU_METHOD = "numpy_matmul_f32/1"


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
