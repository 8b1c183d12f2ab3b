"""A figure is quiet or disturbed, by what its conditions and its readings say."""

from typing import Any

import pytest

from advisor.facts.machine.disturbance import can_be_quiet, disturbance, measured
from advisor.facts.machine.measurement import Conditions, DeviceState, Measurement
from advisor.facts.values.reason import reason
from tests.fakes.measurements import measurement, measurements

HEAT = DeviceState(throttle_reasons=(reason("heat"),))
DISTURBED: dict[str, tuple[Measurement, str, bool]] = {
    "other programs before": (measurement(conditions=Conditions(others_before=0.4)), "by_other_programs", True),
    "other programs during": (measurement(conditions=Conditions(others_during=0.2)), "by_other_programs", True),
    "the clock fell": (
        measurement(conditions=Conditions(before=DeviceState(clock_hz=4e9), after=DeviceState(clock_hz=2e9))),
        "by_clock",
        True,
    ),
    "heat": (measurement(conditions=Conditions(after=HEAT)), "by_limits", True),
    "a virtual machine": (measurement(conditions=Conditions(virtual_machine="KVM")), "by_virtual_machine", False),
    "battery": (measurement(on_battery=True), "by_battery", False),
    "spread": (measurement(spread=0.3, block_medians=(36e9, 38e9, 40e9, 42e9, 44e9)), "by_spread", True),
    "two speeds": (measurement(spread=0.5, block_medians=(38e9, 39e9, 40e9, 58e9, 59e9)), "by_two_speeds", True),
    "a busy card": (
        measurement("gpu_memory_read", device="gpu0", conditions=Conditions(before=DeviceState(busy_share=0.5))),
        "by_other_programs_on_gpu",
        True,
    ),
}


@pytest.mark.parametrize(("result", "code", "passes"), DISTURBED.values(), ids=DISTURBED)
def test_what_disturbed_a_figure_is_named_and_whether_it_may_pass(result: Measurement, code: str, passes: bool) -> None:
    found = disturbance(result)
    assert found is not None
    assert [one.code for one in found.reasons] == [code]
    assert found.low < 1 < found.high
    assert can_be_quiet(result) == passes


QUIET: dict[str, dict[str, Any]] = {
    "no conditions are kept": {},
    "others take little": {"conditions": Conditions(others_before=0.05, others_during=0.09)},
    "readings differ a little": {"spread": 0.08, "stability": "noisy"},
    "a card in a virtual machine": {
        "name": "gpu_memory_read",
        "device": "gpu0",
        "conditions": Conditions(virtual_machine="KVM", others_during=0.5),
    },
}


@pytest.mark.parametrize("fields", QUIET.values(), ids=QUIET)
def test_a_quiet_figure_is_sure(fields: dict[str, Any]) -> None:
    result = measurement(**fields)
    assert disturbance(result) is None
    assert measured(measurements(result), result.name, device=result.device).uncertainty is None


def test_of_a_busy_processor_as_much_is_missing_as_others_took() -> None:
    found = disturbance(measurement(conditions=Conditions(others_during=0.5)))
    assert found is not None
    assert found.high == pytest.approx(2)


def test_readings_tell_how_far_off_a_figure_may_be_and_a_time_is_less_when_undisturbed() -> None:
    rate = disturbance(measurement(spread=0.5, block_medians=(38e9, 39e9, 40e9, 58e9, 60e9)))
    assert rate is not None
    assert rate.high == pytest.approx(1.5)
    slow = measurement("memory_latency", 100e-9, unit="s", conditions=Conditions(others_during=0.5))
    time = disturbance(slow)
    assert time is not None
    assert time.low == pytest.approx(0.5)
    assert time.high < 1.1
