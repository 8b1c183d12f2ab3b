"""The layer's kernel computes what numpy does, also where sizes are not whole tiles."""

import numpy as np
import pytest

from advisor.bench.graphics.gpu import Gpu
from advisor.bench.layer.runs import Layer


@pytest.mark.parametrize(("rows", "width"), [(1, 50), (17, 33), (16, 48)])
def test_results_are_those_of_numpy(gpu: Gpu, rows: int, width: int) -> None:
    numbers = np.random.default_rng(seed=rows)
    weights = numbers.random((width, width), dtype=np.float32)
    given = numbers.random((rows, width), dtype=np.float32)
    layer = Layer(gpu, weights, most_rows=rows)
    for _ in range(2):
        found = np.frombuffer(layer.once(given), dtype=np.float32).reshape(rows, width)
        np.testing.assert_allclose(found, given @ weights, rtol=1e-4)
