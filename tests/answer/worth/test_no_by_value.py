"""Where another model is the advice, the options stand by their value, and none makes slow work slower."""

import datetime

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.buying.bought import bought
from advisor.facts.answers.worth import PURCHASES
from advisor.facts.kept.settings import Money
from advisor.predict.worth.verdict import worth_order
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("computer", "model", "usd"),
    [("pc-rtx-3060-12gb", "Llama 3.3 70B", 1500.0), ("pc-arc-b580", "Llama 3.3 70B", 2000.0)],
)
def test_the_first_of_the_options_is_the_best_by_value(computer: str, model: str, usd: float) -> None:
    """A pair that is Fine stood before a card that is Great for less: it was what the verdict had been about."""
    known = known_computer(f"computers/usual/{computer}", CATALOG)
    question = WorthQuestion(CATALOG, "chat", model, None, Money(budget_usd=usd, slots=2))
    answer = answer_worth(known.machine, known.rig, question, today=datetime.date(2026, 11, 20))
    now = answer.counted.now
    listed = [one for one in answer.others if one.kind in PURCHASES and one.price is not None and one.runs]
    assert all(one.gain is None or one.gain.middle >= 1 for one in listed)
    if answer.decision.reason == "other_model":
        keys = [worth_order(one.as_option, now.enough) for one in listed]
        assert keys[0] == min(keys)


@pytest.mark.parametrize(
    ("parts", "is_meant"),
    [
        ("PC with RTX 3060 12GB", False),
        ("--cpu Ryzen 5 5600", False),
        ("--cpu i5-12400", True),
        ("--cpu Ryzen 5 5600 --consider Instinct MI50 32GB", True),
    ],
)
def test_no_card_without_video_output_is_advised_in_place_of_the_only_one(parts: str, is_meant: bool) -> None:
    """An Instinct MI50 was the advice for a PC whose CPU has no graphics: its monitor stayed dark."""
    computer = ["--machine", parts] if not parts.startswith("--") else ["--gpu", "RTX 3060 12GB", "--ram", "32"]
    options = [f"--{one}".strip().partition(" ") for one in parts.split("--")[1:]]
    words = [word for name, _, value in options for word in (name, value)]
    answer, _ = bought(["Llama 3.3 70B", *computer, *words, "--budget", "400"])
    assert (answer.best is not None and answer.best.is_makeshift) == is_meant
