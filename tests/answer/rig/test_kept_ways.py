"""What was worked out for one question and is used for the next: an answer is the same as if nothing had been kept."""

import random

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_answer
from advisor.answer.text import execution_targets, run_options
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.subject import subject_of
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
    run_options._ways.cache_clear()
    execution_targets._targets.cache_clear()
    execution_targets._distinct.cache_clear()


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


def test_only_the_very_same_object_is_the_same() -> None:
    one, other = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
