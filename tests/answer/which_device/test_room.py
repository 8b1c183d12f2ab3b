"""What a model leaves of main memory for everything else."""

import pytest

from advisor.answer.which_device.room import little_left_bytes
from advisor.facts.answers.estimate import Fit, PoolNeed
from advisor.facts.cards.card import Pool
from tests.fakes.estimates import gib


@pytest.mark.parametrize(
    ("pool", "need", "main", "left"),
    [
        ("unified", 55.7, 64, 8.3),
        ("ram", 13, 16, 3),
        ("unified", 13, 32, None),
        ("unified", 60, 128, None),
        ("vram", 22, 24, None),
        ("ram", 13, None, None),
        ("ram", 10.5, 16, 5.5),
        ("ram", 4, 8, None),
        ("ram", 9.5, 16, None),
    ],
)
def test_little_memory_is_what_a_system_and_its_programs_are_short_of(
    pool: Pool, need: float, main: float | None, left: float | None
) -> None:
    held = PoolNeed(pool=pool, need_bytes=gib(need), free_bytes=None)
    fit = Fit(verdict="fits", pools=(held,), budget_bytes=None, spare_bytes=gib(1), reserve_bytes=None)
    found = little_left_bytes(fit, None if main is None else gib(main))
    assert found == (None if left is None else pytest.approx(gib(left), abs=2))
    assert little_left_bytes(fit.changed(verdict="tight"), gib(main or 0)) is None


def test_what_lies_beside_a_card_is_counted_too() -> None:
    parts = (
        PoolNeed(pool="vram", need_bytes=gib(7), free_bytes=None),
        PoolNeed(pool="ram", need_bytes=gib(11), free_bytes=None),
    )
    fit = Fit(verdict="spills", pools=parts, budget_bytes=None, spare_bytes=gib(1), reserve_bytes=None)
    assert little_left_bytes(fit, gib(16)) == gib(5)
    assert little_left_bytes(fit, gib(64)) is None
