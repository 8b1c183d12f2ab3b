"""A request put to every processor of a rig: what was asked before does not show in an answer."""

import pytest

from advisor.advice.assembled import assembled
from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from tests.advice.reference_rigs import CATALOG, KNOWN
from tests.fakes.rigs import office_pc


def asked(**fields: object) -> Question:
    usual = usual_question("pictures", CATALOG)
    return usual.changed(fields={**usual.fields, **fields})


def test_an_answer_is_the_same_whatever_was_asked_before_it() -> None:
    rig = KNOWN["gaming PC"].rig
    first = answer_question(rig, CATALOG, asked(batch=1))
    for between in (asked(batch=4), asked(batch=4, precision="fp8")):
        assert answer_question(rig, CATALOG, between).chosen.rate != first.chosen.rate
        answer_question(KNOWN["laptop"].rig, CATALOG, asked(batch=1))
    assert answer_question(rig, CATALOG, asked(batch=1)) == first


def test_equal_processors_of_other_memory_are_not_taken_for_each_other() -> None:
    rig = KNOWN["gaming PC"].rig
    card = next(one for one in rig.processors if one.kind == "gpu")
    eighth = card.memory_free_bytes.changed(value=(card.memory_free_bytes.value or 0) // 8)
    smaller = card.changed(memory_free_bytes=eighth, memory_total_bytes=eighth)
    less = rig.changed(processors=tuple(smaller if one is card else one for one in rig.processors))
    whole, small = (answer_question(one, CATALOG, asked()).options for one in (rig, less))
    assert [one.fit for one in whole] != [one.fit for one in small]


def test_a_processor_that_holds_four_bits_alone_runs_them() -> None:
    """Pictures were said not to run, and ran once somebody chose the file that fits."""
    rig = assembled(Profile(machine=office_pc()), CATALOG).rig
    question = asked().changed(model_id="image/flux.1-dev")
    found = answer_question(rig, CATALOG, question)
    assert found.chosen.runs
    assert found.chosen.request.precision == "Q4_K_M"
    chosen = answer_question(rig, CATALOG, question.changed(fields={**question.fields, "precision": "Q4_K_M"}))
    assert chosen.chosen.fit.need_bytes == found.chosen.fit.need_bytes


@pytest.mark.parametrize(
    ("workload", "model"), [("speech", "speech/whisper-large-v3"), ("embeddings", "embedding/qwen3-embedding-4b")]
)
@pytest.mark.parametrize("rig", ["gaming PC", "office PC"])
def test_in_how_many_bits_a_network_runs_is_always_told(workload: str, model: str, rig: str) -> None:
    """A list said 16 bits for what ran in eight."""
    found = answer_question(KNOWN[rig].rig, CATALOG, usual_question(workload, CATALOG).changed(model_id=model))
    assert found.chosen.request.precision is not None


def test_the_most_examples_at_once_are_those_that_fit() -> None:
    """Seven were promised of which four fitted: the verdict went by another budget than the promise."""
    usual = usual_question("fine-tune-qlora", CATALOG)
    question = usual.changed(model_id="qwen/qwen3-4b")
    for name in ("gaming PC", "4090 desktop"):
        rig = KNOWN[name].rig
        chosen = answer_question(rig, CATALOG, question).chosen
        most = chosen.answer.largest_batch
        assert most
        at_most = answer_question(rig, CATALOG, question.changed(fields={**question.fields, "batch": most})).chosen
        assert at_most.fit.need_bytes <= (at_most.fit.budget_bytes or 0)
