"""The table of options: what it holds is what is said of it."""

import datetime
from typing import Any

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.rows import NEWLY_USABLE, PRICE
from advisor.present.upgrade.view import worth_view
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


def answer_for(computer: str, model: str, **money: Any) -> WorthAnswer:
    known = known_computer(sure(CATALOG.computers.find(computer)), CATALOG)
    question = WorthQuestion(CATALOG, "chat", model, None, Money(**money))
    return answer_worth(known.machine, known.rig, question, today=datetime.date(2026, 11, 20))


def test_a_laptop_takes_memory_and_no_gpu() -> None:
    """It 'can't be upgraded' stood above three sizes of memory for it."""
    answer = answer_for("Laptop with RTX 4060 8GB", "Llama 3.3 70B")
    view = worth_view(answer, None)
    assert any("RAM" in row.name for row in view.rows)
    assert view.title == "No: more RAM doesn't make Llama 3.3 70B run well here."
    assert "More RAM doesn't make Llama 3.3 70B run well here, and a laptop or mini PC takes no GPU." in view.reasons
    assert not any("can't be upgraded" in one for one in view.reasons)


def test_only_what_is_listed_is_said_to_stand_last_and_the_month_is_cheapest_first() -> None:
    answer = answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B", cloud=True)
    view = worth_view(answer, None)
    assert view.order == (
        "This computer is fast enough, so price decides. Last: what has no price, what is paid by the month."
    )
    monthly = [float(one.cells[PRICE].value or 0.0) for one in view.rows if one.is_elsewhere]
    assert len(monthly) > 1
    assert monthly == sorted(monthly)
    within = worth_view(answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B", budget_usd=800.0), None)
    assert within.order.endswith("price decides. What costs more than $800 even at a good price is left out.")


@pytest.mark.parametrize(
    ("computer", "words"),
    [
        ("PC with RTX 3060 12GB", "In place of the RTX 3060 12GB."),
        ("PC with two RTX 3090", "In place of one RTX 3090, beside the rest."),
    ],
)
def test_a_card_says_what_it_takes_the_place_of(computer: str, words: str) -> None:
    rows = worth_view(answer_for(computer, "Llama 3.3 70B"), None).rows
    swapped = [one for one in rows if [edit.kind for edit in one.edits] == ["card"]]
    beside = [one for one in rows if one.edits and one.edits[0].kind == "second_card"]
    assert swapped
    assert all(words in one.detail for one in swapped)
    assert not any("In place" in line for one in beside for line in one.detail)


def test_a_model_that_runs_in_a_smaller_file_is_not_made_possible() -> None:
    answer = answer_for("Laptop with RTX 4060 8GB", "Qwen3.6 35B-A3B")
    memory = [one for one in worth_view(answer, None).rows if "RAM" in one.name]
    assert {one.cells[NEWLY_USABLE].text for one in memory} == {"Qwen3.6 35B-A3B in a better file"}
