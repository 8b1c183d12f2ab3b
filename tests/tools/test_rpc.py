"""Splits over several computers against what was published of them."""

from statistics import median

import pytest

from tools.calibrate.rpc import error, left_out, scored_rows
from tools.calibrate.tables import DATA
from tools.calibrate.tensor import tensor_rows


@pytest.mark.parametrize("phase", ["decode", "prefill"])
def test_what_a_split_costs_is_within_15_percent_in_the_median(phase: str) -> None:
    alone = [(one.from_alone, one.published) for one in scored_rows(DATA) if one.phase == phase]
    errors = [error(found, published) for found, published in alone if found is not None]
    assert len(errors) >= 8
    assert median(errors) < 0.15


def test_the_cost_of_a_call_holds_for_sources_it_is_not_taken_from() -> None:
    assert median(left_out(scored_rows(DATA))) < 0.1


@pytest.mark.parametrize(("phase", "most"), [("decode", 0.17), ("prefill", 0.22)])
def test_how_far_off_all_of_it_predicted_is_in_the_median(phase: str, most: float) -> None:
    rows = [one for one in scored_rows(DATA) if one.phase == phase]
    assert len(rows) >= 19
    assert median(error(one.predicted, one.published) for one in rows) < most


def test_layers_shared_over_a_network_are_within_a_seventh_in_the_median() -> None:
    rows = tensor_rows(DATA)
    assert median(error(one.predicted, one.published) for one in rows) < 0.15
    assert median(error(one.from_alone, one.published) for one in rows if one.from_alone) < 0.15


def test_every_row_says_where_it_stands() -> None:
    for table in ("rpc.csv", "tensor.csv"):
        lines = (DATA / table).read_text(encoding="utf-8").splitlines()[1:]
        assert all("/" in line.split(",")[0] for line in lines)
