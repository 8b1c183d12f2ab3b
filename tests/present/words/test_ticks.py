"""Axes: nice numbers, and a range that stays while the data move inside it."""

from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.present.words.series import linear_axis, log_axis, tokens_axis


@pytest.mark.parametrize(
    ("largest", "ticks"),
    [(83, ["0", "25", "50", "75", "100"]), (100, ["0", "25", "50", "75", "100"]), (101, ["0", "50", "100", "150"]),
     (6, ["0", "2", "4", "6"]), (0, ["0", "0.25", "0.5", "0.75", "1"]), (0.31, ["0", "0.1", "0.2", "0.3", "0.4"])],
)  # fmt: skip
def test_linear_ticks(largest: float, ticks: list[str]) -> None:
    assert [text for _, text in linear_axis("x", largest=largest).ticks] == ticks


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_a_linear_axis_holds_its_data_and_wastes_little(largest: float) -> None:
    axis = linear_axis("x", largest=largest)
    assert largest <= axis.high * (1 + 1e-6) <= 2.1 * largest * (1 + 1e-6)
    assert len(axis.ticks) <= 7


@given(st.floats(min_value=1e-6, max_value=1e6), st.floats(min_value=1, max_value=1e6))
def test_a_log_axis_holds_its_data(smallest: float, span: float) -> None:
    axis = log_axis("x", smallest=smallest, largest=smallest * span)
    assert axis.low <= log10(smallest) + 1e-6
    assert axis.high >= log10(smallest * span) - 1e-6
    assert axis.ticks
    assert all(axis.low - 1e-6 <= position <= axis.high + 1e-6 for position, _ in axis.ticks)


def test_small_changes_leave_the_axis_alone() -> None:
    assert linear_axis("x", largest=62) == linear_axis("x", largest=79)
    assert log_axis("x", smallest=0.21, largest=140) == log_axis("x", smallest=0.4, largest=190)


def test_context_axis_ends_at_a_power_of_two() -> None:
    axis = tokens_axis("tokens", largest_tokens=30_000)
    assert axis.high == 32768
    assert [text for _, text in axis.ticks] == ["0", "8k", "16k", "24k", "32k"]
