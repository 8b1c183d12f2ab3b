"""Where arithmetic becomes the limit is told alike on Upgrade and behind the answer on Will it run?."""

import datetime

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import Money
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


@pytest.mark.parametrize("computer", ["pc-rtx-3060-12gb", "pc-rx-7900-xtx", "pc-rtx-5090"])
def test_both_pages_name_one_turning_point(computer: str) -> None:
    """One counted half of the arithmetic that the other did: 71 beside 142 a byte."""
    known = known_computer(f"computers/usual/{computer}", CATALOG)
    model_id = sure(CATALOG.models.find("Qwen3 8B"))
    asked = Question(workload_id="chat", model_id=model_id, fields={"quant": "Q4_K_M"})
    answer = answer_question(known.rig, CATALOG, asked)
    assert isinstance(answer, TextAnswer)
    own = next(one for one in answer.rooflines if one.processor_id == answer.chosen.processor_id)
    question = WorthQuestion(CATALOG, "chat", "Qwen3 8B", "Q4_K_M", Money())
    worth = answer_worth(known.machine, known.rig, question, today=datetime.date(2026, 11, 20))
    found = next(one for one in worth.findings if one.rule == "R7")
    assert found.boundary == pytest.approx(sure(own.peak_flop_per_s) / sure(own.bandwidth_bytes_per_s))
    assert found.figure == pytest.approx(own.decode_flop_per_byte, rel=0.02)
