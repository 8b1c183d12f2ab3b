"""Where another model is the advice, the options stand by their value, and none makes slow work slower."""

import datetime

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
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
