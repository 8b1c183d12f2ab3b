"""Texts as they are shown: a figure and its unit stay on one line."""

import pytest

from advisor.charts.plain import unbroken


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("first word after 8.8 s.", "first word after 8.8_s."),
        ("1 min 30 s, 5.9 GiB of memory", "1_min 30_s, 5.9_GiB of memory"),
        ("24 tokens/s, 2 sticks, RTX 3090", "24 tokens/^s, 2 sticks, RTX 3090"),
        ("504 GB/s, chat/coding, 5.6 / s", "504_GB/^s, chat/coding, 5.6 / s"),
        ("", ""),
    ],
)
def test_a_figure_stays_with_its_unit(text: str, shown: str) -> None:
    assert unbroken(text) == shown.translate({ord("_"): "\N{NO-BREAK SPACE}", ord("^"): "\N{WORD JOINER}"})
