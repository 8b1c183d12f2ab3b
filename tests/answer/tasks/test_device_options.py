"""A request put to every processor of a rig: what was asked before does not show in an answer."""

from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.facts.asked.question import Question
from tests.advice.reference_rigs import CATALOG, KNOWN


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
