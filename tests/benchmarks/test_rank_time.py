"""`rig-advisor rank` takes about half a second, where a core counts to a million in two hundredths of one."""

from pathlib import Path

import pytest

from tests.benchmarks.rank_time import measured, save_desktop

COUNTING_S = 0.02
SHARED_CORE = 1.5
"""On a machine that others use at the same time, memory and caches are slower, too, which counting does not show."""


@pytest.mark.parametrize(("options", "limit_s"), [((), 0.6), (("--json",), 0.9)])
def test_models_are_ranked_in_the_wink_of_an_eye(tmp_path: Path, options: tuple[str, ...], limit_s: float) -> None:
    file = save_desktop(tmp_path)
    found = []
    for _ in range(4):
        times = measured(file, *options)
        found.append(times.processor_s * min(1.0, COUNTING_S / times.counting_s))
        if found[-1] < limit_s:
            return
    assert min(found) < limit_s * SHARED_CORE
