"""No verdict is called sure that rests on a model without room beside it, or on hardware nobody measured."""

import datetime

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.sureness import held_back
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.sureness import sureness_sentence
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 24)


def asked(computer: str, model: str, quant: str | None = None) -> WorthAnswer:
    known = known_computer(CATALOG.computers.find(computer) or "", CATALOG)
    question = WorthQuestion(CATALOG, "chat", model, quant, Money())
    return answer_worth(known.machine, known.rig, question, today=TODAY)


def test_what_fits_with_room_on_hardware_that_was_measured_is_sure() -> None:
    answer = asked("PC with RTX 4090", "Qwen3.5 9B")
    assert (answer.decision.reason, answer.decision.sureness, answer.held_back) == ("enough", "sure", None)
    assert "high" in sureness_sentence(answer)


@pytest.mark.parametrize(("model", "quant"), [("Gemma 4 12B", "Q6_K"), ("Qwen3 14B", "Q5_K_M")])
def test_what_hardly_fits_is_not(model: str, quant: str) -> None:
    """10.6 of 11.0 GiB: fast at both ends of its range, and pushed out by the next program."""
    answer = asked("PC with RTX 3060 12GB", model, quant)
    assert (answer.decision.reason, answer.decision.sureness, answer.held_back) == ("enough", "likely", "no_room")
    assert "memory" in sureness_sentence(answer)


def test_a_chip_of_a_kind_that_nobody_measured_is_not() -> None:
    answer = asked("Mac mini M6 16GB", "Qwen3.5 4B")
    assert (answer.decision.reason, answer.decision.sureness, answer.held_back) == ("enough", "likely", "not_measured")
    assert "high" not in sureness_sentence(answer)


def test_two_cards_for_which_nobody_told_of_a_place_are_not() -> None:
    """A pair of RTX 3080 10GB, 1,100 W and four slots, was called sure for a computer of which neither was known."""
    known = known_computer(CATALOG.computers.find("PC with RTX 3060 12GB") or "", CATALOG)
    for told in (Money(budget_usd=900.0), Money(budget_usd=900.0, slots=2, psu_w=1200.0)):
        question = WorthQuestion(CATALOG, "coding-agent", "Qwen3.6 27B", None, told)
        answer = answer_worth(known.machine, known.rig, question, today=TODAY)
        unplaced = [one for one in answer.others if one.needs_place]
        assert bool(unplaced) == (told.slots is None)
        assert all(held_back(one) == "no_place" for one in unplaced)
        assert answer.best is not None
        assert not (answer.best.needs_place and answer.decision.sureness == "sure")
