"""A computer that was read computes what the same processor computes when somebody names it."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.network_answers import SpeechAnswer
from tests.fakes.sure import sure

CATALOG = load_catalog()
PI = "Raspberry Pi 5 16GB"


@pytest.mark.parametrize("model", ["Whisper small", "Whisper large-v3"])
def test_speech_on_a_pi_takes_as_long_as_on_its_processor_by_name(model: str) -> None:
    machine = known_machine(computer_machine(CATALOG.computers.find(PI) or "", CATALOG), (), CATALOG)
    rig = assemble_rig(machine, None, CATALOG)
    question = usual_question("speech", CATALOG, CATALOG.other_models.find(model))
    found = answer_question(rig, CATALOG, question, candidates=()).options[0]
    said = {**found.request.model_dump(exclude_none=True), "task": "speech", "device": "Raspberry Pi 5"}
    named, read = answer_request(said, CATALOG), found.answer
    assert isinstance(named, SpeechAnswer)
    assert isinstance(read, SpeechAnswer)
    assert sure(read.realtime_factor).middle == pytest.approx(sure(named.realtime_factor).middle, rel=0.01)
