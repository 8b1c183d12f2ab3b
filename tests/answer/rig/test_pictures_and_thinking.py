"""Pictures in the prompt and thinking as settings of a question about a whole rig."""

from typing import Any

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
SEEING, BLIND, THINKING = "gemma/gemma-3-27b", "llama/llama-3.1-8b", "qwen/qwen3-8b"


def ask(model_id: str, card: str = "nvidia/rtx-4090", **fields: Any) -> TextAnswer:
    host = cpu_processor("cpus/amd/ryzen-7-7700x", CATALOG)
    rig = Rig(name="a desktop", processors=(host, gpu_processor(f"gpus/{card}", CATALOG)))
    fields = {"quant": "Q4_K_M", "context_tokens": 4096, **fields}
    question = Question(workload_id="chat", model_id=model_id, fields=fields)
    answer = answer_question(rig, CATALOG, question, candidates=())
    assert isinstance(answer, TextAnswer)
    return answer


def test_a_chat_has_no_pictures_and_says_what_they_would_take() -> None:
    plain = ask(SEEING)
    assert plain.vision is None
    assert plain.chosen.memory.vision_bytes == 0
    assert sure(plain.picture_bytes) > 800 * 10**6
    assert ask(BLIND).picture_bytes is None


def test_with_pictures_the_part_that_sees_is_in_the_memory_and_in_the_wait() -> None:
    plain, seeing = ask(SEEING), ask(SEEING, images=2)
    more = seeing.chosen.memory.total_bytes - plain.chosen.memory.total_bytes
    assert seeing.chosen.memory.vision_bytes == plain.picture_bytes
    assert more >= sure(plain.picture_bytes)
    assert sure(plain.chosen.fit.spare_bytes) - sure(seeing.chosen.fit.spare_bytes) >= sure(plain.picture_bytes)
    assert sure(seeing.chosen.time_to_first_token_s) > sure(plain.chosen.time_to_first_token_s)
    assert sure(seeing.vision).image_tokens == 512


def test_a_card_that_only_just_holds_the_model_keeps_a_part_in_main_memory_for_pictures() -> None:
    context = {"context_tokens": 70000}
    assert ask(SEEING, "nvidia/rtx-3090", **context).chosen.fit.verdict in ("fits", "tight")
    assert ask(SEEING, "nvidia/rtx-3090", images=1, **context).chosen.fit.verdict == "spills"


@pytest.mark.parametrize(("wish", "thinks"), [("on", True), ("off", False)])
def test_thinking_is_as_a_person_wants_it_where_the_model_leaves_the_choice(wish: str, thinks: bool) -> None:
    answer = ask(THINKING, thinking=wish)
    assert (answer.thinking is not None) is thinks
    assert sure(answer.light).thinks is thinks


def test_a_model_that_always_thinks_cannot_be_kept_from_it() -> None:
    always = next(id for id, card in CATALOG.models.items() if card.thinking and card.thinking.habit == "always")
    assert sure(ask(always, thinking="off").light).thinks is True
