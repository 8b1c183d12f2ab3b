"""What a prompt's time is told to be made of is what it was counted with."""

import pytest

from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.predict.model.subject import Run
from tests.fakes.rigs import RIGS


def test_a_cpu_is_told_with_the_rate_that_its_cores_reach() -> None:
    """A laptop's CPU stood there with a matrix rate of 13 TFLOPS, which nothing was counted with."""
    catalog, run = load_catalog(), Run(context_tokens=4096, prompt_tokens=512, generated_tokens=256)
    rig = assemble_rig(known_machine(RIGS["office PC"][0], (), catalog), None, catalog)
    told = answer_text(rig, model_id="llama/llama-3.1-8b", quant="q4_k_m", run=run, catalog=catalog).chosen.prefill
    term = next(one for one in told.terms if one.name == "arithmetic")
    inputs = {one.name: one.value for one in term.inputs}
    assert set(inputs) == {"layer_params", "reached_rate"}
    assert term.s == pytest.approx(2 * inputs["layer_params"] * run.prompt_tokens / inputs["reached_rate"])
