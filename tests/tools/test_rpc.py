"""Splits over several computers against what was published of them."""

from statistics import median

import pytest

from tools.calibrate.rpc import error, scored_rows
from tools.calibrate.tables import DATA


@pytest.mark.parametrize("phase", ["decode", "prefill"])
def test_what_a_split_costs_is_within_15_percent_in_the_median(phase: str) -> None:
    alone = [(one.from_alone, one.published) for one in scored_rows(DATA) if one.phase == phase]
    errors = [error(found, published) for found, published in alone if found is not None]
    assert len(errors) >= 8
    assert median(errors) < 0.15


def test_all_of_it_predicted_is_within_a_third_in_the_median() -> None:
    assert median(error(one.predicted, one.published) for one in scored_rows(DATA)) < 1 / 3
