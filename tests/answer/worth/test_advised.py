"""Which purchases are advised: none that nobody needs, whatever may be spent."""

import datetime
from functools import lru_cache

import pytest

from advisor.advice.assembled import assembled
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import WorthAnswer, answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Money

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


@lru_cache
def asked(
    computer: str, workload: str, model: str | None = None, quant: str | None = None, budget_usd: float | None = None
) -> WorthAnswer:
    known_id = CATALOG.computers.find(computer)
    assert known_id is not None
    known = assembled(Profile(machine=computer_machine(known_id, CATALOG)), CATALOG)
    question = WorthQuestion(CATALOG, workload, model, quant, Money(budget_usd=budget_usd))
    return answer_worth(known.machine, known.rig, question, today=TODAY)


@pytest.mark.parametrize(
    ("computer", "workload", "model", "quant", "budget_usd"),
    [
        ("PC with RTX 5090", "chat", "Llama 3.3 70B", "Q4_K_M", 1000.0),
        ("Laptop with RTX 4060 8GB", "chat", "Qwen3 8B", None, 2000.0),
        ("DGX Spark 128GB", "chat", "Llama 3.3 70B", None, 6000.0),
        ("Office PC without graphics card 16GB", "chat", "Qwen3 1.7B", None, 400.0),
        ("Mac mini M4 16GB", "chat", "Llama 3.1 8B", None, 5000.0),
    ],
)
def test_money_alone_makes_no_purchase_worth_it(
    computer: str, workload: str, model: str, quant: str | None, budget_usd: float
) -> None:
    """What is done well enough may be done by a better model for money: whether it should be is not for us to say."""
    assert asked(computer, workload, model, quant).decision.reason == "enough"
    assert asked(computer, workload, model, quant, budget_usd).decision.verdict != "yes"
