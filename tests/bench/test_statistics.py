"""The figure of given samples."""

import pytest

from advisor.bench.statistics import is_too_wide, percentile, summary
from advisor.present.words.reasons.in_words import in_words


def test_value_is_the_median_of_block_medians() -> None:
    found = summary([[10.0, 11.0, 99.0], [10.1], [10.2], [10.3, 10.3], [10.15]])
    assert found.value == 10.2
    assert found.block_medians == (11.0, 10.1, 10.2, 10.3, 10.15)
    assert found.spread == pytest.approx(0.9 / 10.2)
    assert (found.samples, found.stability) == (8, "noisy")


def test_one_best_sample_changes_nothing() -> None:
    calm = summary([[40.0] * 9] * 5)
    lucky = summary([[40.0] * 8 + [80.0]] * 5)
    assert lucky.value == calm.value == 40.0
    assert (lucky.stability, lucky.warnings) == ("stable", ())


@pytest.mark.parametrize(
    ("medians", "stability", "wide", "two_speeds"),
    [
        ((100.0, 101.5, 103.0), "stable", False, False),
        ((100.0, 102.0, 104.0), "noisy", False, False),
        ((100.0, 109.0, 118.0), "noisy", True, False),
        ((50.0, 51.0, 82.0, 82.0, 83.0), "noisy", True, True),
    ],
)
def test_thresholds(medians: tuple[float, ...], stability: str, wide: bool, two_speeds: bool) -> None:
    blocks = [[median] for median in medians]
    found = summary(blocks)
    assert (found.stability, is_too_wide(blocks)) == (stability, wide)
    assert any("two speeds" in in_words(warning) for warning in found.warnings) == two_speeds
    assert any("take the range" in in_words(warning) for warning in found.warnings) == wide


def test_percentiles_lie_between_samples() -> None:
    assert percentile([0.0, 10.0], 0.1) == pytest.approx(1.0)
    assert percentile([7.0], 0.9) == 7.0
    found = summary([[float(number) for number in range(101)]])
    assert (found.p10, found.p90) == (10.0, 90.0)
