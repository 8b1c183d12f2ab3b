"""Things of a list that ends with `or` are computers of their own; others that stand together are in one."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("RTX 3090, RTX 5060 Ti 16GB or RTX 3060 for Qwen3 14B?", 3),
        ("which is faster for qwen3 8b: a 3060, a 4060 ti or a 4070", 3),
        ("3090, 4090, 5090 or 4070 for flux dev", 4),
        ("4070 Super, used 3090, or RX 7900 XTX for gpt-oss 20b?", 3),
        ("RX 7600, RX 9060 XT or Arc B580 vs a 3060 for Gemma 4 12B", 4),
    ],
)
def test_each_of_a_list_is_an_alternative(words: str, number: int) -> None:
    computers = said(words, load_catalog()).hardware.computers
    assert len(computers) == number
    assert all(len(one.gpus) == 1 for one in computers)


def test_cards_of_one_computer_stay_together() -> None:
    [both] = said("PC with RTX 3090, RTX 3060 and 64 GB RAM, which model?", load_catalog()).hardware.computers
    assert len(both.gpus) == 2
    assert len(said("3090 + 3060 or a 5090 for qwen3 32b", load_catalog()).hardware.computers) == 2
