"""`rig-advisor ask` where one card is to be rented now and then, or another one bought."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("rent an h100 or buy a 5090 for finetuning 8b once a month", "1 run a month"),
        ("buy an rtx 5090 or rent an h100, finetuning llama 3.1 8b twice a month?", "2 runs a month"),
        ("i fine-tune llama 3.1 8b 4 times a month: rent an a100 80gb or buy a 4090", "4 runs a month"),
    ],
)
def test_how_often_it_is_done_decides(words: str, runs: str) -> None:
    first, *rest = lines_of(words)
    assert first.startswith("told Rent: one run on a rented ")
    assert f" a month for {runs}; buying an RTX " in first
    assert "of that rent" in first
    assert all(one.startswith("ask ") for one in rest)
    assert not plan_of(words).unknown


def test_what_is_done_all_day_pays_for_a_card() -> None:
    words = "rent an a100 80gb or buy a 3090, i fine-tune llama 3.1 8b 30 times per day"
    assert lines_of(words)[0].startswith("told Buy: one run on a rented ")
