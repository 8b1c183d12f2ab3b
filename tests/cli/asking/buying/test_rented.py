"""`rig-advisor ask` whether to sell what is there and rent: the hours of rent a sale pays, how long they last."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first", "parts"),
    [
        (
            "sell my 4090 and rent an h100 instead?",
            "told Keep the RTX 4090, and rent only for what 24 GB do not hold.",
            ("Sold, RTX 4090 brings about $", "At 2 hours a day (assumed) that lasts", "80 GB of VRAM in place of 24"),
        ),
        (
            "trade in my 4090 for renting an h100, 1 hour a day",
            "told Keep the RTX 4090, and rent only",
            ("At 1 hour a day that lasts",),
        ),
        (
            "sell my 4090 and rent an a100 for llama 3.3 70b?",
            "told Rent for Llama 3.3 70B, which RTX 4090 does not do well; keep that for the rest.",
            ("hours of a rented A100 SXM 80GB",),
        ),
        (
            "sell my 3090 and rent a 4090 once a month?",
            "told By money alone sell the RTX 3090: used so little",
            ("hours of a rented RTX 4090",),
        ),
        (
            "sell my 2x 3090 and rent an h200, 8 hours a day",
            "told Keep the 2x RTX 3090",
            ("Sold, 2x RTX 3090 brings", "At 8 hours a day"),
        ),
    ],
)
def test_rent_is_held_against_what_the_own_card_brings(words: str, first: str, parts: tuple[str, ...]) -> None:
    told, *lines = lines_of(words)
    assert told.startswith(first)
    assert [one for one in parts if one not in told] == []
    assert len(lines) == 2


def test_without_rent_a_swap_stays_one() -> None:
    assert not any("rented" in one for one in lines_of("sell my 4090 and get a 5090 instead?"))
