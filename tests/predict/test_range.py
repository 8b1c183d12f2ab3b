"""Ranges: as wide as little is known, without a step, never above the ceiling."""

from itertools import pairwise

import pytest

from advisor.predict.range import DEEP_TOKENS, Certainty, depth_widening, speed_range


def width(tokens: float) -> float:
    low_high = speed_range(10.0, certainty=Certainty("C", depth_widening(tokens)), ceiling=None)
    assert low_high is not None
    return low_high[1] / low_high[0]


def test_the_range_widens_with_depth_without_a_step() -> None:
    widths = [width(1.05**step) for step in range(300)]
    assert widths == sorted(widths)
    assert max(after / before for before, after in pairwise(widths)) < 1.02
    assert width(DEEP_TOKENS / 2) == pytest.approx(width(0))
    assert width(2 * DEEP_TOKENS) == pytest.approx(1.28 / 0.78)


def test_the_named_class_is_the_nearest() -> None:
    assert Certainty("C", depth_widening(DEEP_TOKENS / 2)).nearest == "C"
    assert Certainty("C", depth_widening(2 * DEEP_TOKENS)).nearest == "D"
    assert Certainty("E", 1.0).nearest == "E"


def test_nothing_exceeds_the_ceiling_and_nothing_known_has_no_range() -> None:
    assert speed_range(10.0, certainty=Certainty("E", 1.0), ceiling=11.0) == (pytest.approx(5.5), 11.0)
    assert speed_range(10.0, certainty=Certainty("F"), ceiling=None) is None
