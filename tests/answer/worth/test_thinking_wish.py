"""Whether a model is to think is asked alike on Upgrade and on Will it run?."""

import datetime

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question, ThinkingWish
from advisor.facts.kept.settings import Money
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


@pytest.mark.parametrize("wish", ["auto", "on", "off"])
@pytest.mark.parametrize("model", ["Gemma 4 12B", "Qwen3 8B"])
def test_both_pages_count_the_thinking_that_somebody_wants(model: str, wish: ThinkingWish) -> None:
    """With thinking turned on Upgrade still told an answer in 8.6 s, in another file."""
    known = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG)
    question = WorthQuestion(CATALOG, "chat", model, None, Money(), thinking=wish)
    now = answer_worth(known.machine, known.rig, question, today=datetime.date(2026, 11, 20)).counted.now
    fields = {} if wish == "auto" else {"thinking": wish}
    model_id = sure(CATALOG.models.find(model))
    answer = answer_question(known.rig, CATALOG, Question(workload_id="chat", model_id=model_id, fields=fields))
    assert isinstance(answer, TextAnswer)
    assert (now.quant, now.light.usability, now.light.thinks) == (
        answer.quant,
        answer.light.usability,
        answer.light.thinks,
    )
    assert sure(now.light.answer_s).middle == pytest.approx(sure(answer.light.answer_s).middle)
