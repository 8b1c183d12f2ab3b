"""A bill that is paid for the work now: whoever has what does it as well saves that without buying anything."""

import datetime
from typing import Any

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.worth import PURCHASES
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.lines import worth_lines
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


def paid(card: str, model: str, monthly: float, named: tuple[str, ...] = (), **told: Any) -> WorthAnswer:
    memory = {"ram_gib": 32, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 3200}
    machine, rig = named_rig({"cpu": "Ryzen 5 5600", **memory, "gpus": [card], "form": "desktop"}, CATALOG)
    money = Money(budget_usd=1500.0, cloud=True, **told)
    question = WorthQuestion(
        CATALOG, "chat", model, None, money, named_cards=named, bill_usd_per_day=monthly * 12 / 365.25
    )
    return answer_worth(machine, rig, question, today=TODAY)


@pytest.mark.parametrize("monthly", [20.0, 200.0])
@pytest.mark.parametrize(
    ("card", "model"), [("RTX 2060 6GB", "gpt-oss 20B"), ("GTX 1060 6GB", "gpt-oss 20B"), ("RTX 3060 12GB", "Qwen3 8B")]
)
@pytest.mark.parametrize("told", [{}, {"psu_w": 500.0, "slots": 1}])
def test_nothing_bought_saves_a_bill_for_what_runs_well_here(
    card: str, model: str, monthly: float, told: dict[str, Any]
) -> None:
    """A card was to pay for itself in 14 months beside "great now"."""
    answer = paid(card, model, monthly, **told)
    assert answer.counted.now.light.is_useful
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "enough")
    bought = [one for one in answer.others if one.kind in PURCHASES and one.price is not None and one.runs]
    assert bought
    assert all((one.saved_usd_per_day or 0.0) < 0.05 for one in bought)
    lines = worth_lines(answer)
    assert "falls away only if" in lines[0]
    assert not any("pays for itself" in line or "would pay for itself" in line for line in lines)


def test_what_was_asked_about_has_its_line_even_so() -> None:
    lines = worth_lines(paid("RTX 2060 6GB", "gpt-oss 20B", 20.0, ("gpus/nvidia/rtx-3060-12gb",)))
    assert any(line.startswith("You asked about ") and "RTX 3060 12GB" in line for line in lines)


def test_a_purchase_is_held_against_a_bill_for_what_is_slow_here() -> None:
    answer = paid("RTX 2060 6GB", "Qwen3.6 27B", 200.0)
    assert not answer.counted.now.light.is_useful
    assert answer.best is not None
    assert (answer.best.saved_usd_per_day or 0.0) > 5
    assert "pays for itself" in worth_lines(answer)[0]
