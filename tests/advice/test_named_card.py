"""A card that is made of a name alone: what it lacks is told, and what is filled in makes it sound."""

import datetime
from typing import Literal

import pytest

from advisor.advice.new_card import faults_of, named_card, with_values
from advisor.catalog.cards.own_cards import MOST_CARD_BYTES

TODAY = datetime.date(2026, 11, 23)
SAID = {
    "models": (("maker", "Me"), ("params", "9_000_000_000"), ("active_params", "9_000_000_000")),
    "gpus": (("memory_gib", "16"), ("bandwidth_gb_per_s", "672")),
}


@pytest.mark.parametrize("shelf", ["models", "gpus"])
def test_only_what_a_person_says_makes_it_sound(shelf: Literal["gpus", "models"]) -> None:
    begun = named_card(shelf, "Nonesuch 9B", today=TODAY)
    assert begun.full_id.startswith(f"{shelf}/")
    assert 'name = "Nonesuch 9B"' in begun.text
    assert faults_of(begun)
    remarks = [line.removeprefix("# ").split(" = ", 1) for line in begun.text.splitlines() if line.startswith("# ")]
    filled = with_values(begun, [(key, value) for key, value in remarks])
    assert faults_of(with_values(filled, SAID[shelf])) == ()


@pytest.mark.parametrize("name", ["", "../../etc/passwd", '"', "\\", "模型", "x" * 5000])
def test_any_name_makes_a_path_of_its_own(name: str) -> None:
    card = named_card("models", name, today=TODAY)
    assert ".." not in card.full_id
    assert len(card.full_id) < 100
    assert len(card.text.encode()) < MOST_CARD_BYTES
    assert all("syntax" not in str(one) for one in faults_of(card))
