"""Ranges hold for sources and machines that nobody has seen, and know what they are made of."""

from dataclasses import replace
from math import log

import pytest

from advisor.facts.cards.calibration import Spreads
from tests.tools.deviations import deviation, drawn
from tools.calibrate.ranges.components import components, unseen_factor
from tools.calibrate.ranges.coverage import coverage_lines, judged, machine_of, source_of
from tools.calibrate.ranges.deviations import Deviation
from tools.calibrate.ranges.scales import scales, shared_scales


def width(spreads: Spreads, part: str = "machine") -> float:
    low, high = getattr(spreads, part)
    return float(log(high / low))


def test_the_parts_of_a_spread_are_told_apart() -> None:
    found = shared_scales(drawn(60))
    assert found.source == pytest.approx(0.08, rel=0.4)
    assert found.machine == pytest.approx(0.16, rel=0.2)
    assert found.dense == pytest.approx(0.06, rel=0.2)


def test_a_kind_of_hardware_with_few_sources_leans_on_the_others() -> None:
    wide = drawn(60, parts=(0.08, 0.3, 0.06))
    shared = shared_scales(wide)
    few, many = drawn(2, parts=(0.08, 0.05, 0.06), group="Apple"), drawn(60, parts=(0.08, 0.05, 0.06), group="Apple")
    assert scales([], shared) == shared
    assert scales(many, shared).machine < 0.08 < scales(few, shared).machine < shared.machine


def test_a_few_models_far_off_do_not_widen_all_others() -> None:
    plain = drawn(40, models=9)
    bent = [deviation(row.off - 0.9, source=row.source, machine=row.machine) for row in plain[::30]]
    assert shared_scales([*plain, *bent]).dense < 1.6 * shared_scales(plain).dense


def test_what_is_off_beyond_belief_does_not_widen_a_range() -> None:
    plain = drawn(40)
    wrong = [deviation(-4.0, source=f"wrong{number}", machine=f"wrong{number}") for number in range(12)]
    before, after = (components(rows)["NVIDIA", "decode"] for rows in (plain, [*plain, *wrong]))
    assert after == before


@pytest.mark.broad
def test_four_of_five_speeds_of_a_new_source_lie_inside() -> None:
    by_source = judged(drawn(60), source_of)
    assert sum(one.is_inside() for one in by_source) / len(by_source) == pytest.approx(0.82, abs=0.06)
    by_machine = judged(drawn(20), machine_of)
    assert sum(one.is_inside() for one in by_machine) / len(by_machine) == pytest.approx(0.82, abs=0.08)
    lines = "\n".join(coverage_lines(by_source, by_machine))
    assert "generation, NVIDIA" in lines


def test_a_slow_tail_widens_the_low_end_alone() -> None:
    slow = [
        deviation(2 * row.off if row.off < 0 else row.off / 2, source=row.source, machine=row.machine)
        for row in drawn(60)
    ]
    low, high = components(slow)["NVIDIA", "decode"].machine
    assert -log(low) > 2 * log(high)


def test_a_system_whose_machines_run_slower_has_a_range_that_reaches_lower() -> None:
    linux = drawn(20, parts=(0.02, 0.05, 0.03), os="linux")
    windows = [
        deviation(row.off - 0.2, source=row.source, machine=row.machine, os="windows")
        for row in drawn(20, parts=(0.02, 0.15, 0.03), os="windows")
    ]
    found = components([*linux, *windows])["NVIDIA", "decode"]
    assert found.linux
    assert found.windows
    assert found.windows[0] < found.machine[0] < found.linux[0]
    assert found.of_machine("macos") == found.machine == found.of_machine(None)


def test_few_sources_tell_less_of_one_to_come() -> None:
    factors = [unseen_factor(sources) for sources in (5, 10, 20, 60)]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] > 1.2
    assert 1.0 < factors[-1] < 1.05


def test_several_devices_that_lie_close_together_narrow_their_ranges() -> None:
    def of_several(off: float, number: int) -> Deviation:
        made = deviation(off, source=f"several{number}", machine=f"several{number}")
        return replace(made, is_alone=False, knowledge=made.knowledge._replace(devices=4))

    plain = drawn(40)
    close = [of_several(0.02 * (-1) ** number, number) for number in range(12)]
    far = [of_several(0.5 * (-1) ** number, number) for number in range(12)]
    shares = [components([*plain, *more])["NVIDIA", "decode"].several for more in ([], close, far)]
    assert shares[0] == shares[2] == 1.0
    assert shares[1] < 0.6
