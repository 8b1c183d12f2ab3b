"""The setting to try: it is offered where it helps, and turning to it gives the light that was promised."""

import pytest

from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.answer.tasks.better import with_better
from advisor.facts.answers.task_answer import BetterSetting
from advisor.facts.asked.question import Question
from tests.advice.reference_rigs import CATALOG, KNOWN

GAMING = KNOWN["gaming PC"].rig


def chat(model_id: str, quant: str, context_tokens: int = 4096) -> Question:
    fields = {"quant": quant, "context_tokens": context_tokens}
    return Question(workload_id="chat", model_id=model_id, fields=fields)


def task(workload_id: str, **fields: object) -> Question:
    question = usual_question(workload_id, CATALOG)
    return question.changed(fields={**question.fields, **fields})


def better(question: Question, *, is_quant_own: bool = True) -> BetterSetting | None:
    found = answer_question(GAMING, CATALOG, question, candidates=())
    return with_better(found, question, GAMING, CATALOG, is_quant_own=is_quant_own).better


@pytest.mark.parametrize(
    "question",
    [
        chat("mistral/mistral-small-3.2-24b", "q8_0"),
        chat("llama/llama-3.1-8b", "f16"),
        task("fine-tune-lora", method="full"),
    ],
    ids=["a large file", "a whole file", "all weights"],
)
def test_what_is_offered_keeps_its_promise(question: Question) -> None:
    before, found = answer_question(GAMING, CATALOG, question, candidates=()), better(question)
    assert not before.light.is_useful
    assert found is not None
    turned = question.changed(fields={**question.fields, **found.fields})
    after = answer_question(GAMING, CATALOG, turned, candidates=())
    assert after.light == found.light
    assert after.light.place < before.light.place


def test_nothing_is_offered_where_the_model_is_of_use() -> None:
    assert better(chat("llama/llama-3.1-8b", "q4_k_m")) is None


def test_nothing_is_offered_where_the_best_file_was_chosen_already() -> None:
    assert better(chat("gemma/gemma-3-27b", "q8_0"), is_quant_own=False) is None


def test_nothing_is_offered_where_no_setting_helps() -> None:
    assert better(chat("deepseek/deepseek-r1", "q8_0")) is None
