"""What was worked out for one question and is used for the next: an answer is the same as if nothing had been kept."""

import random

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.question import instead_ahead, page_answer
from advisor.advice.question_knobs import model_knobs
from advisor.answer.text import execution_targets, run_options
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.asked.question import Question
from advisor.facts.values.same import Same
from advisor.predict.model.subject import Run
from tests.advice.reference_rigs import CATALOG, KNOWN

MODELS = KnownModels(CATALOG)
RIGS = ("laptop", "gaming PC", "Mac mini M4 Pro 64GB", "PC with two RTX 3090")
KNOBS = {
    "quant": ("q4_k_m", "q8_0", "q3_k_m"),
    "context_tokens": (4096, 32768, 131072),
    "thinking": ("auto", "on", "off"),
    "images": (0, 2),
    "draft": (None, "mtp"),
}


def forget() -> None:
    run_options._kept_ways.cache_clear()
    execution_targets._targets.cache_clear()
    execution_targets._distinct.cache_clear()


def test_every_knob_of_writing_text_is_turned() -> None:
    """Named as fields of the question; quantization and context are of every model."""
    offered: set[str] = set()
    for model_id in CATALOG.models:
        card = CATALOG.models[model_id]
        offered |= {knob.id for knob in model_knobs(card, {}, CATALOG)}
    assert offered | {"quant", "context_tokens"} == set(KNOBS)


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
def test_knobs_turned_to_and_fro_give_the_answers_of_a_first_look(name: str) -> None:
    rig, chance = KNOWN[name].rig, random.Random(name)
    fields = {knob: values[0] for knob, values in KNOBS.items()}
    for model in ("qwen/qwen3.6-35b-a3b", "gemma/gemma-3-27b"):
        for _ in range(6):
            knob = chance.choice(list(KNOBS))
            fields = {**fields, knob: chance.choice(KNOBS[knob])}
            question = Question(workload_id=chance.choice(("chat", "coding")), model_id=model, fields=fields)
            turned = page_answer(question, rig, MODELS)
            forget()
            assert page_answer(question, rig, MODELS) == turned


def test_a_way_is_worked_out_once_for_the_same_targets_model_and_run_alone() -> None:
    rig = KNOWN["gaming PC"].rig
    model = CATALOG.models["qwen/qwen3-8b"]
    subject = subject_of(model, CATALOG.quants["q4_k_m"], CATALOG)
    targets = execution_targets.execution_targets(rig, CATALOG)
    assert execution_targets.execution_targets(rig, CATALOG) is targets
    first = find_run_options(targets, subject, Run(context_tokens=4096)).best
    assert find_run_options(targets, subject, Run(context_tokens=4096), lambda _: 0).best is first
    assert find_run_options(targets, subject, Run(context_tokens=8192)).best is not first
    alike = execution_targets.execution_targets(rig.changed(name="another"), CATALOG)
    assert find_run_options(alike, subject, Run(context_tokens=4096)).best is not first


def test_a_run_dealt_out_to_different_cards_is_worked_out_anew() -> None:
    alone = KNOWN["gaming PC"].rig
    rig = alone.changed(processors=(*alone.processors, gpu_processor("gpus/amd/rx-6600-xt", CATALOG)))
    subject = subject_of(CATALOG.models["llama/llama-3.3-70b"], CATALOG.quants["q4_k_m"], CATALOG)
    targets = execution_targets.execution_targets(rig, CATALOG)
    ways = find_run_options(targets, subject, Run(context_tokens=4096)).undivided
    dealt = next(one.run for one in ways if one.run.cards)
    first, second = (find_run_options(targets, subject, dealt).best for _ in range(2))
    assert first.result == second.result


def test_only_the_very_same_object_is_the_same() -> None:
    one, other = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)


def test_what_is_named_instead_is_the_same_where_it_was_worked_out_ahead() -> None:
    rig = KNOWN["gaming PC"].rig
    question = Question(workload_id="chat", model_id="llama/llama-3.3-70b", fields={"quant": "q8_0"})
    ahead, anew = KnownModels(CATALOG), KnownModels(CATALOG)
    assert list(instead_ahead(question, rig, ahead)), "in pieces"
    assert not list(instead_ahead(question, rig, ahead)), "once"
    for images in (0, 1):
        asked = question.changed(fields={**question.fields, "images": images})
        found = page_answer(asked, rig, ahead, candidates=(), nearest=ahead.nearest).nearest
        assert found is not None
        assert found == page_answer(asked, rig, anew, candidates=(), nearest=anew.nearest).nearest
