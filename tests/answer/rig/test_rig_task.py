"""Tasks other than text for one person, asked of a whole rig."""

from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.tasks.ask import answer_question, find_task_model, named_question, task_fields, task_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
WORKLOADS = CATALOG.other_workloads


def gib(amount: float) -> Any:
    return known(round(amount * GIB), origin="detected", source="a test")


def cpu(amount: float = 64) -> Processor:
    card_id = "cpus/amd/ryzen-7-7700x"
    memory = {"memory_total_bytes": gib(amount), "memory_free_bytes": gib(amount - 4)}
    return cpu_processor(card_id, CATALOG).changed(**memory)


def gpu(name: str = "RTX 4090", index: int = 0) -> Processor:
    card_id = CATALOG.gpus.find(name) or ""
    return gpu_processor(card_id, CATALOG).changed(id=f"gpu{index}")


def ask(workload_id: str, *processors: Processor, model: str = "", **fields: Any) -> TaskAnswer:
    question = named_question(workload_id, model or None, CATALOG, fields=fields)
    rig = Rig(name="test", processors=processors or (cpu(), gpu()))
    return answer_question(rig, CATALOG, question, candidates=())


@pytest.mark.parametrize("workload_id", WORKLOADS)
def test_every_workload_runs_best_on_the_card(workload_id: str) -> None:
    answer = ask(workload_id)
    assert not answer.chosen.is_cpu
    assert answer.chosen.rate is not None
    assert answer.chosen.rate.low <= answer.chosen.rate.middle <= answer.chosen.rate.high
    assert answer.chosen.fit.pools[0].need_bytes > 0
    assert [option.processor_id for option in answer.options] == [cpu().id, "gpu0"]


@pytest.mark.parametrize("workload_id", ["pictures", "embeddings", "speech", "classify-pictures"])
def test_a_rig_without_a_card_does_it_on_the_processor(workload_id: str) -> None:
    answer = ask(workload_id, cpu())
    assert answer.chosen.is_cpu
    assert answer.chosen.runs


def test_what_was_measured_and_typed_counts() -> None:
    doubled = gpu().bandwidth_bytes_per_s.value or 0.0
    faster = gpu().changed(bandwidth_bytes_per_s=known(2 * doubled, origin="user", source="typed"))
    before, after = ask("serve-a-team"), ask("serve-a-team", cpu(), faster)
    assert before.chosen.rate is not None
    assert after.chosen.rate is not None
    assert after.chosen.rate.middle > 1.3 * before.chosen.rate.middle
    assert {one.origin for one in after.inputs} >= {"user", "datasheet"}


def test_equal_cards_work_together_where_the_task_is_shared() -> None:
    pair = (cpu(), gpu(), gpu(index=1))
    together, alone = ask("fine-tune-lora", *pair), ask("fine-tune-lora")
    assert together.chosen.devices == 2
    assert together.chosen.rate is not None
    assert alone.chosen.rate is not None
    assert alone.chosen.rate.middle < together.chosen.rate.middle < 2.05 * alone.chosen.rate.middle
    pictures = ask("pictures", *pair)
    assert (pictures.chosen.devices, pictures.alike) == (1, 1)


def test_the_fastest_good_form_that_holds_all_users_is_served() -> None:
    small = ask("serve-a-team", cpu(), gpu("RTX 4070 SUPER"))
    assert small.chosen.request.model_dump()["precision"] == "AWQ INT4"
    assert ask("serve-a-team").chosen.request.model_dump()["precision"] == "fp8"
    whole = ask("serve-a-team", cpu(), gpu("RTX 4070 SUPER"), precision="bf16")
    assert {option.processor_id: option.fit.verdict for option in whole.options}["gpu0"] == "too_big"


def test_what_does_not_fit_waits_in_main_memory_if_that_holds_it() -> None:
    answer = ask("pictures", cpu(), gpu("RTX 4070 SUPER"), model="FLUX.1 dev")
    assert answer.chosen.fit.verdict == "spills"
    assert [pool.pool for pool in answer.chosen.fit.pools] == ["vram", "ram"]
    without = ask("pictures", cpu(8), gpu("RTX 4070 SUPER"), model="FLUX.1 dev")
    assert without.chosen.fit.verdict == "too_big"


def test_users_are_shown_as_far_as_memory_takes_them() -> None:
    answer = ask("serve-a-team", cpu(), gpu("RTX 4070 SUPER"))
    most = answer.chosen.answer.model_dump()["max_concurrency"]
    assert [step.value for step in answer.steps] == [*(users for users in (1, 2, 4, 8, 16) if users < most), most]
    rates = [step.option.rate.middle for step in answer.steps if step.option.rate]
    assert rates == sorted(rates)


@pytest.mark.parametrize(("workload_id", "field"), [("pictures", "batch"), ("fine-tune-lora", "batch")])
def test_more_at_once_never_needs_less_memory(workload_id: str, field: str) -> None:
    answer = ask(workload_id, cpu(), gpu("H100 80GB SXM"))
    needs = [step.option.answer.memory.total_bytes for step in answer.steps if step.option.answer.memory]
    assert answer.varied == field
    assert needs == sorted(needs)
    assert len(needs) >= 5


def test_another_model_brings_its_makers_example() -> None:
    schnell, _ = find_task_model("FLUX.1 schnell", WORKLOADS["pictures"], CATALOG)
    fields = task_fields(WORKLOADS["pictures"], schnell, CATALOG)
    assert fields["steps"] == 4
    assert fields["guidance"] is False
    mini, _ = find_task_model("all-MiniLM-L6-v2", WORKLOADS["rerank"], CATALOG)
    assert int(task_fields(WORKLOADS["rerank"], mini, CATALOG)["sequence_tokens"]) <= 512


def test_a_model_that_makes_no_smaller_pictures_is_asked_at_its_own_size() -> None:
    """HunyuanImage 2.1 makes 2K only; Qwen-Image-2.1 as its maker shows it, too, and what the work asks as well."""
    sizes = {}
    for name in ("HunyuanImage 2.1", "HunyuanImage 2.1 distilled", "Qwen-Image-2.1", "SDXL Turbo"):
        model_id, _ = find_task_model(name, WORKLOADS["pictures"], CATALOG)
        fields = task_fields(WORKLOADS["pictures"], model_id, CATALOG)
        sizes[name] = (fields["width"], fields["height"])
    assert sizes == {
        "HunyuanImage 2.1": (2048, 2048),
        "HunyuanImage 2.1 distilled": (2048, 2048),
        "Qwen-Image-2.1": (1024, 1024),
        "SDXL Turbo": (512, 512),
    }


def test_only_models_that_can_do_it_are_offered() -> None:
    for workload in WORKLOADS.values():
        models = task_models(workload, CATALOG)
        model_id, _ = find_task_model(workload.model, workload, CATALOG)
        assert model_id in models
        assert len({card.kind for card in models.values()}) == 1
    rerankers = {card.good_for[0] for card in task_models(WORKLOADS["rerank"], CATALOG).values()}
    assert rerankers == {"reranking"}


@pytest.mark.parametrize(
    ("workload_id", "model", "fields", "why"),
    [
        ("fine-tune-qlora", "ResNet-50", {}, {"training_not_predicted", "ResNet-50"}),
        ("fine-tune-lora", "SDXL", {}, {"training_speed_not_predicted", "Stable Diffusion XL", 10.0, 8.0}),
        ("embeddings", "SDXL", {}, {"kind_cannot_do_this", "Stable Diffusion XL", "image"}),
        ("pictures", "Llama 3.1 8B", {}, {"kind_cannot_do_this", "Llama 3.1 8B", "language", "Images"}),
        ("pictures", "SDXLL", {}, {"model_unknown_near", "SDXLL"}),
        ("pictures", "", {"batch": 0}, {"field_at_least", "batch", 1}),
        ("serve-a-team", "", {"prompt_tokens": 10**6}, {"request_too_long", 131_072, "Llama 3.1 8B"}),
        ("embeddings", "", {"sequence_tokens": 9000}, {"text_too_long", 512, "bge-base-en-v1.5"}),
    ],
)
def test_what_cannot_be_answered_says_why(
    workload_id: str, model: str, fields: dict[str, Any], why: set[object]
) -> None:
    with pytest.raises(ProblemError) as problem:
        ask(workload_id, model=model, **fields)
    assert why <= said(problem.value.reason)


def test_a_card_that_cannot_compute_so_is_left_out_with_its_reason() -> None:
    answer = ask("fine-tune-full", cpu(), gpu("RTX 3090"), gpu("RTX 5090", index=1), precision="fp8")
    assert answer.chosen.processor_id == "gpu1"
    assert {"no_fp8_for_training", "RTX 3090"} <= said(*answer.refusals)


def test_a_model_of_eight_billion_is_tuned_on_a_small_card_by_the_program_that_keeps_least() -> None:
    answer = ask("fine-tune-qlora", cpu(), gpu("RTX 4060"), batch=1, sequence_tokens=1024)
    assert answer.chosen.fit.verdict in ("fits", "tight")
    assert answer.chosen.request.engine == "unsloth"


def test_adapters_are_tuned_in_the_program_that_is_sooner_done() -> None:
    """A card with room took the slower one: an RTX 3090 came behind a 3080 Ti."""
    roomy = ask("fine-tune-qlora", cpu(), gpu("RTX 4090"))
    usual = ask("fine-tune-qlora", cpu(), gpu("RTX 4090"), engine="huggingface")
    assert roomy.chosen.request.engine == "unsloth"
    assert sure(roomy.chosen.rate).middle > sure(usual.chosen.rate).middle
