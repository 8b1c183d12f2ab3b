"""The length of a submit, on devices of any speed."""

from collections.abc import Callable

import pytest

from advisor.bench.graphics.timed import LONGEST_S, SHORTEST_S, calibrated_units
from advisor.bench.part import CannotMeasure

OVERHEAD_S = 0.0001


def device(unit_s: float, first_s: float = 0.0) -> tuple[Callable[[int], float], list[float]]:
    times: list[float] = []

    def seconds(units: int) -> float:
        times.append(unit_s * units + OVERHEAD_S + (0.0 if times else first_s))
        return times[-1]

    return seconds, times


@pytest.mark.parametrize("unit_s", [1e-8, 3e-6, 1e-4, 1.7e-3, 0.007, 0.019])
@pytest.mark.parametrize("first_s", [0.0, 0.009, 0.5])
def test_a_submit_lasts_20_to_50_ms_and_nothing_is_longer(unit_s: float, first_s: float) -> None:
    seconds, times = device(unit_s, first_s=first_s)
    units = calibrated_units(seconds, most=2**30)
    assert SHORTEST_S <= unit_s * units + OVERHEAD_S <= 0.050
    assert max(times[1:]) < LONGEST_S


def test_a_slow_device_gets_one_unit() -> None:
    assert calibrated_units(device(0.08)[0], most=64) == 1


def test_a_device_that_is_too_slow_is_said() -> None:
    with pytest.raises(CannotMeasure, match="gpu_too_slow"):
        calibrated_units(device(0.2)[0], most=64)


def test_no_more_than_makes_sense() -> None:
    assert calibrated_units(device(1e-6)[0], most=16) == 16
