"""Sums without a unit that are prices, because another one was told at a price."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from advisor.cli.asking.sentence.told_prices import told_prices


def _prices(words: str) -> dict[str, float]:
    found = said(words, load_catalog())
    cards = [gpu for one in found.hardware.computers for gpu in one.gpus]
    wholes = {one.chip.ways[0].name: one.asked.amount for one in found.hardware.computers if one.chip and one.asked}
    assert not found.unknown
    told = told_prices(found.wording.text, cards, found.wording.amounts)
    return {**wholes, **{one.card.value: one.amount for one in told}}


@pytest.mark.parametrize(
    ("words", "prices"),
    [
        ("rtx 6000 ada used 4000 usd vs new 5090 2500", {"RTX 6000 Ada": 4000, "RTX 5090": 2500}),
        ("3090 for 700 or 4090 for 1500", {"RTX 3090": 700, "RTX 4090": 1500}),
        ("used 3090 at 650 vs 5070 ti 750 new", {"RTX 3090": 650, "RTX 5070 Ti": 750}),
        ("3090 $700 vs 4090 1600 for 70b", {"RTX 3090": 700, "RTX 4090": 1600}),
        ("3090 700, 4090 1500, 5090 2600 usd: which one", {"RTX 3090": 700, "RTX 4090": 1500, "RTX 5090": 2600}),
        ("5060 ti 16gb 430 eur or used 3090 750?", {"RTX 5060 Ti 16GB": 430, "RTX 3090": 750}),
        ("strix halo 128gb $2000 or 2x 3090 1500", {"AMD Ryzen AI Halo 128GB": 2000, "2x RTX 3090": 750}),
    ],
)
def test_a_sum_behind_a_thing_is_its_price(words: str, prices: dict[str, float]) -> None:
    assert _prices(words) == prices


@pytest.mark.parametrize(
    ("words", "prices"),
    [
        ("3090 $700 vs 4090 with 1000 w psu", {"RTX 3090": 700}),
        ("is a 3090 faster than a 4060 ti 16gb 500 token prompt", {}),
        ("my 3090 350 w or 4090 450 w", {}),
        ("3090 or 4090 1500 budget", {}),
    ],
)
def test_a_number_of_something_else_is_none(words: str, prices: dict[str, float]) -> None:
    assert _prices(words) == prices
