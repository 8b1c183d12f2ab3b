"""Ways in two memories are compared by figures alone: those that their estimates say."""

import pytest

from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import load_catalog
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
RIGS = ("laptop-rtx-4060-8gb", "pc-2-x-rtx-3090", "pc-rx-9070-xt")
MODELS = ("qwen/qwen3-14b", "qwen/qwen3-32b", "llama/llama-3.3-70b", "gpt-oss/gpt-oss-120b", "llama/llama-3.1-405b")


@pytest.mark.parametrize("rig_id", RIGS)
@pytest.mark.parametrize("workload_id", ["chat", "long-documents"])
def test_figures_of_divided_ways_are_those_of_their_estimates(rig_id: str, workload_id: str) -> None:
    targets = execution_targets(known_computer(f"computers/usual/{rig_id}", CATALOG).rig, CATALOG)
    divided = 0
    for model_id in MODELS:
        model = CATALOG.models[model_id]
        subject = subject_of(model, find_quant("Q4_K_M", model, CATALOG)[0], CATALOG)
        options = find_run_options(targets, subject, typical_request(CATALOG.workloads[workload_id], model))
        for one in map(options.ways.divided, options.undivided):
            said = one.result
            assert one.fit == said.fit
            assert one.tokens_per_s == pytest.approx(said.decode.tokens_per_s and said.decode.tokens_per_s.middle)
            assert one.first_word_s == pytest.approx(said.time_to_first_token_s)
            assert one.is_divided == (one.offloaded is not None)
            divided += one.is_divided
    assert divided
