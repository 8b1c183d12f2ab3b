"""Whether a way of serving is of use is told without all that is only read, and told alike."""

from itertools import islice, product

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.light import light_of
from advisor.answer.serve.pace import pacing_of, serving_misses
from advisor.answer.serve.serve import answer_serve
from advisor.answer.serve.service_of import parted_of
from advisor.answer.tasks.ask import task_fields
from advisor.answer.which_device.device import Device
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.cards.workload import TaskCard
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()
HOST = known_computer("computers/usual/pc-ddr5-without-graphics-card", CATALOG).rig.processors[0]
CARDS = ("gpus/nvidia/rtx-3060-12gb", "gpus/nvidia/rtx-5090", "gpus/amd/rx-7900-xtx")
MODELS = ("Qwen3 32B", "gpt-oss 20B", "Llama 3.3 70B", "Qwen3 4B")


@pytest.mark.parametrize("workload_id", ["coding-agent", "serve-a-team", "serve-many"])
@pytest.mark.parametrize("card_id", CARDS)
def test_what_judges_a_way_is_what_its_answer_says(workload_id: str, card_id: str) -> None:
    device, workload = Device(gpu_processor(card_id, CATALOG), host=HOST), CATALOG.other_workloads[workload_id]
    assert isinstance(workload, TaskCard)
    for model in MODELS:
        fields = {**task_fields(workload, "", CATALOG), "model": model, "engine": "llama.cpp", "precision": "Q4_K_M"}
        request = ServeRequest.model_validate(fields)
        outcome = pacing_of(request, CATALOG, device)
        answer = answer_serve(request, (), CATALOG, device)
        assert (outcome.verdict, outcome.most) == (answer.fit, answer.max_concurrency)
        if outcome.paced is None:
            assert answer.tokens_per_s is None
            continue
        assert outcome.paced.rate == answer.tokens_per_s
        assert sure(outcome.paced.first_s).middle == answer.time_to_first_token_s
        if serving_misses(request, workload, CATALOG, device):
            assert not light_of(workload, outcome.paced, outcome.verdict).is_useful


@pytest.mark.parametrize("model", ["Qwen3.6 35B-A3B", "Qwen3 4B"])
@pytest.mark.parametrize("card_id", CARDS)
def test_as_many_requests_as_can_end_are_no_fewer_than_those_of_one(card_id: str, model: str) -> None:
    """With as many at once as memory takes an agent's requests ended more slowly than one after the other."""
    workload = CATALOG.other_workloads["coding-agent"]
    assert isinstance(workload, TaskCard)
    fields = {**task_fields(workload, "", CATALOG), "model": model, "engine": "llama.cpp", "kv_type": "q8_0"}
    request = ServeRequest.model_validate({**fields, "precision": "IQ4_XS"})
    answer = answer_serve(request, (), CATALOG, Device(gpu_processor(card_id, CATALOG), host=HOST))
    alone = sure(answer.between_prompts_tokens_per_s or answer.tokens_per_s).middle / request.generated_tokens
    assert sure(answer.requests_per_s_max) >= alone


@pytest.mark.parametrize("card_id", ["nvidia/rtx-3060-12gb", "amd/rx-7900-xt", "intel/arc-b570", "nvidia/tesla-t4"])
@pytest.mark.parametrize(
    "beside", ["usual/office-pc-16gb", "usual/server-epyc-9554", "usual/pc-ddr4-without-graphics-card"]
)
def test_the_processor_takes_no_less_for_its_part_than_is_held_against_the_line(beside: str, card_id: str) -> None:
    """Over many models and numbers of users: what is called too slow by the host's part alone is so as a whole."""
    card, host = (
        gpu_processor(f"gpus/{card_id}", CATALOG),
        known_computer(f"computers/{beside}", CATALOG).rig.processors[0],
    )
    device, compared = Device(card, host=host), 0
    for model, (count, users) in product(islice(CATALOG.models.values(), 0, None, 17), ((1, 1), (1, 20), (2, 8))):
        fields = {"task": "serve", "model": model.name, "engine": "llama.cpp", "precision": "Q4_K_M"}
        lengths = {"prompt_tokens": 3000, "cached_tokens": 2000, "generated_tokens": 256}
        request = ServeRequest.model_validate({**fields, **lengths, "concurrency": users, "device_count": count})
        try:
            parted = parted_of(request, CATALOG, device)
        except ProblemError:
            continue
        pacing = pacing_of(request, CATALOG, device)
        if parted is None or pacing.verdict != "spills" or pacing.parts is None:
            continue
        least_s = parted.least_step_s(users)
        assert least_s / users <= pacing.parts.total_s / pacing.runs, model.name
        compared += least_s > 0
    assert compared
