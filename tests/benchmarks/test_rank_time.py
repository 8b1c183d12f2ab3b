"""`rig-advisor rank` takes little more than a second, where a core counts to a million in two hundredths of one."""

from pathlib import Path

from tests.benchmarks.rank_time import measured, save_desktop

LIMIT_S = 1.2
COUNTING_S = 0.02
SHARED_CORE = 1.5
"""On a machine that others use at the same time, memory and caches are slower, too, which counting does not show."""


def test_all_models_are_ranked_in_a_second(tmp_path: Path) -> None:
    file = save_desktop(tmp_path)
    found = []
    for _ in range(4):
        times = measured(file)
        found.append(times.processor_s * min(1.0, COUNTING_S / times.counting_s))
        if found[-1] < LIMIT_S:
            return
    assert min(found) < LIMIT_S * SHARED_CORE
