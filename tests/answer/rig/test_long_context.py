"""A long context: how far a model reads, and a cache in few bits before a poorer file, RAM or no answer at all."""

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
PARTS = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
STRETCHED = "qwen/qwen3-14b"
"""Made for 40,960 tokens; its makers document 131,072."""


def rig(gpu: str = "RTX 3090") -> Rig:
    return named_rig({**PARTS, "gpus": [gpu]}, CATALOG)[1]


def asked(model_id: str, context_tokens: int, *, workload_id: str = "long-documents", **fields: str) -> TextAnswer:
    told = {**fields, "context_tokens": context_tokens}
    question = Question(workload_id=workload_id, model_id=model_id, fields=told)
    found = answer_question(rig(), CATALOG, question, candidates=(), is_glance=True)
    assert isinstance(found, TextAnswer)
    return found


def test_what_its_makers_document_is_how_far_a_model_reads() -> None:
    found = asked(STRETCHED, 131_072)
    assert found.chosen.longest_tokens == 131_072
    assert found.light.is_useful


def test_a_model_of_which_nothing_more_is_documented_reads_no_further() -> None:
    short = next(
        one
        for one, card in CATALOG.models.items()
        if card.extension is None and card.shape and card.shape.context_tokens == 8192
    )
    found = asked(short, 32_768)
    assert (found.light.usability, found.light.held_by) == ("wont_run", "context")


@pytest.mark.parametrize("workload_id", ["chat", "long-documents"])
def test_a_cache_in_eight_bits_comes_before_a_poorer_file_and_main_memory(workload_id: str) -> None:
    found = asked(STRETCHED, 131_072, workload_id=workload_id)
    assert loss_steps(found.quant) == 0
    assert found.chosen.fit.verdict == "fits"
    assert sure(found.chosen.launch).key_type == "Q8_0"
    assert {"-ctk", "-ctv", "-fa"} <= set(sure(found.chosen.launch).arguments)


def test_a_cache_that_fits_whole_stays_whole() -> None:
    assert sure(asked("qwen/qwen3-8b", 32_768, workload_id="chat").chosen.launch).key_type == "F16"


def test_a_cache_that_somebody_named_stays_as_named() -> None:
    assert sure(asked(STRETCHED, 131_072, workload_id="chat", kv_type="f16").chosen.launch).key_type == "F16"
