"""Questions about training at the door of `answer`."""

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.training.training_subject import find_trained_subject
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.training_answers import FinetuneAnswer, PretrainAnswer
from advisor.facts.asked.request import ModelFacts
from advisor.facts.asked.training_request import FinetuneRequest
from advisor.facts.values.units import GIB, SECONDS_PER_DAY, SECONDS_PER_HOUR
from tests.fakes.said import said
from tests.fakes.sure import sure


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def finetune(catalog: Catalog, **fields: Any) -> FinetuneAnswer:
    asked = {"task": "finetune", "device": "RTX 4090", "model": "Llama 3.1 8B", "method": "qlora", **fields}
    found = answer_request(asked, catalog)
    assert isinstance(found, FinetuneAnswer), found.error
    return found


def pretrain(catalog: Catalog, **fields: Any) -> PretrainAnswer:
    asked = {"task": "pretrain", "device": "H100 80GB SXM", "model": "Llama 3.1 405B", **fields}
    found = answer_request(asked, catalog)
    assert isinstance(found, PretrainAnswer), found.error
    return found


def refused(catalog: Catalog, **fields: Any) -> set[object]:
    asked = {"task": "finetune", "device": "RTX 4090", "model": "Llama 3.1 8B", **fields}
    error = answer_request(asked, catalog).error
    assert error is not None
    return said(error.message)


def test_nothing_is_trained_through_vulkan(catalog: Catalog) -> None:
    """ROCm no longer has these chips, and what trains has no other way to them."""
    for name in ("Instinct MI50 32GB", "RX 580 8GB", "RX 5700 XT"):
        assert refused(catalog, device=name, method="lora") & {"training_needs_cuda_or_rocm"}


def test_the_parts_of_memory_add_up_and_are_those_of_the_pool(catalog: Catalog) -> None:
    memory = finetune(catalog).memory
    assert memory is not None
    parts = memory.model_dump(exclude={"total_bytes", "pools"})
    assert sum(parts.values()) == memory.total_bytes == memory.pools[0].need_bytes


def test_a_finished_question_has_speed_with_range_time_energy_and_no_invented_money(catalog: Catalog) -> None:
    answer = finetune(catalog, data_tokens=5e6)
    assert answer.tokens_per_s is not None
    assert answer.tokens_per_s.low is not None
    assert answer.tokens_per_s.high is not None
    assert answer.tokens_per_s.low < answer.tokens_per_s.middle < answer.tokens_per_s.high
    assert answer.duration_s is not None
    assert answer.duration_s.middle == pytest.approx(5e6 / answer.tokens_per_s.middle)
    assert sure(answer.energy_j).middle == pytest.approx(answer.duration_s.middle * 450 * 1.2)
    assert answer.usd is None
    assert "no_cost" in said(*answer.notes)


def test_money_is_the_stated_price_of_the_hours(catalog: Catalog) -> None:
    answer = finetune(catalog, data_tokens=5e6, usd_per_device_hour=0.4)
    assert answer.duration_s is not None
    assert answer.usd == pytest.approx(answer.duration_s.middle / SECONDS_PER_HOUR * 0.4)


def test_the_largest_batch_fits_and_one_more_does_not(catalog: Catalog) -> None:
    most = finetune(catalog).largest_batch
    assert most
    assert finetune(catalog, batch=most).fits
    assert finetune(catalog, batch=most + 1).fits is False


def test_a_model_too_large_says_so_and_keeps_its_speed(catalog: Catalog) -> None:
    answer = finetune(catalog, method="full")
    assert (answer.fit, answer.fits, answer.limit, answer.largest_batch) == ("too_big", False, "capacity", 0)
    assert answer.tokens_per_s is not None


def test_checkpointing_is_turned_on_where_it_takes_that_to_fit(catalog: Catalog) -> None:
    short = finetune(catalog, method="lora", sequence_tokens=128, engine="torchtune")
    long = finetune(catalog, method="lora", sequence_tokens=4096, engine="torchtune")
    assert {"checkpointing_assumed", "none"} <= said(*short.notes)
    assert {"checkpointing_assumed", "full"} <= said(*long.notes)


def test_published_fine_tuning_of_three_billion_weights(catalog: Catalog) -> None:
    """README of torchtune: 3.2 3B, batch 2 x 4096, packed and compiled, chunked loss: 42.9 GiB and 9,174 tokens/s."""
    answer = finetune(
        catalog, device="A100 SXM 80GB", model="Llama 3.2 3B", method="full", precision="bf16", batch=2,
        sequence_tokens=4096, checkpointing=False, engine="torchtune",
    )  # fmt: skip
    assert answer.memory is not None
    assert answer.memory.total_bytes == pytest.approx(42.9 * GIB, rel=0.12)
    assert sure(answer.tokens_per_s).middle == pytest.approx(9174, rel=0.15)


def test_a_pre_training_of_405_billion_weights_takes_months_not_the_54_days_of_a_snapshot(catalog: Catalog) -> None:
    asked = {"device_count": 16384, "sequence_tokens": 8192, "data_tokens": 15.6e12}
    stated = pretrain(catalog, **asked, flop_utilisation=0.4, availability=0.9)
    assert stated.duration_s is not None
    assert stated.duration_s.middle / SECONDS_PER_DAY == pytest.approx(75, rel=0.01)
    estimated = pretrain(catalog, **asked)
    assert estimated.flop_utilisation is not None
    assert estimated.duration_s is not None
    assert 0.35 < estimated.flop_utilisation < 0.45
    assert 63 < estimated.duration_s.middle / SECONDS_PER_DAY < 95
    assert estimated.mean_time_between_failures_s == pytest.approx(3.1 * SECONDS_PER_HOUR, rel=0.02)
    assert estimated.mean_time_between_failures_s is not None
    assert estimated.failures_expected == pytest.approx(
        estimated.duration_s.middle / estimated.mean_time_between_failures_s, rel=0.01
    )
    assert estimated.fits
    assert estimated.data_parallel is not None
    assert estimated.tensor_parallel == 8


def test_a_run_at_home_need_not_fear_failures(catalog: Catalog) -> None:
    answer = pretrain(catalog, device="RTX 4090", model="SmolLM2 135M", data_tokens=2.7e9)
    assert answer.failures_expected is not None
    assert answer.failures_expected < 0.01
    assert answer.availability is not None
    assert answer.availability > 0.99


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"batch": 0}, {"field_at_least", "batch", 1}),
        ({"method": "dora"}, {"field_must_be", "method"}),
        ({"method": "qlora", "quant": "Q4_K_M"}, {"quant_for_running"}),
        ({"method": "qlora", "model": "Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf"}, {"quant_for_running"}),
        ({"model": "ResNet-50", "method": "lora"}, {"kind_not_trained", "ResNet-50", "vision"}),
        ({"device": "RTX 3090", "precision": "fp8"}, {"no_fp8_for_training"}),
        ({"device": "Tesla V100 SXM2 32GB", "precision": "bf16"}, {"no_bf16"}),
        ({"model": "No Such Model"}, {"model_and_parameters_unknown"}),
        ({"device_count": 6, "tensor_parallel": 4}, {"devices_not_divisible", 6, 4}),
        ({"sequence_tokens": 0}, {"field_at_least", "sequence_tokens", 1}),
        ({"lora_rank": 0}, {"field_at_least", "lora_rank", 1}),
    ],
)
def test_why_something_cannot_be_is_said(catalog: Catalog, fields: dict[str, Any], why: set[object]) -> None:
    assert why <= refused(catalog, **fields)


def test_sequences_beyond_what_a_model_was_made_for_are_remarked_on(catalog: Catalog) -> None:
    answer = finetune(catalog, model="Llama 2 7B", sequence_tokens=65536)
    assert {"sequence_beyond_model", 4096} <= said(*answer.notes)


def test_a_device_without_known_arithmetic_has_no_speed(catalog: Catalog) -> None:
    answer = finetune(catalog, device="CPU", device_facts={"memory_bandwidth_gb_per_s": 80}, precision="fp32")
    assert answer.tokens_per_s is None
    assert answer.limit is None
    assert "no_speed" in said(*answer.notes)


def test_a_laptop_trains_a_small_model_an_order_below_a_server_and_two_below_a_card(catalog: Catalog) -> None:
    small = {"model": "SmolLM2 135M", "method": "full", "sequence_tokens": 512, "batch": 4}
    laptop, server, card = (
        sure(finetune(catalog, device=name, **small).tokens_per_s)
        for name in ("Core i7-12700H", "EPYC 9554", "RTX 4090")
    )
    flop_per_token = 6 * 135e6
    assert 0.1e12 < laptop.middle * flop_per_token < 0.5e12
    assert 3 * laptop.middle < server.middle < 30 * laptop.middle
    assert card.middle > 50 * laptop.middle


def test_a_slice_of_a_card_trains_in_proportion_to_its_units(catalog: Catalog) -> None:
    fields = {"model": "Llama 3.2 1B", "method": "lora", "batch": 4, "sequence_tokens": 2048}
    whole = finetune(catalog, device="A100 SXM 80GB", **fields)
    part = finetune(catalog, device="A100 SXM 80GB MIG 3g.40gb", **fields)
    assert sure(part.tokens_per_s).middle == pytest.approx(3 / 7 * sure(whole.tokens_per_s).middle, rel=0.1)
    assert "held_to_power" not in said(*part.notes)


def test_a_program_that_is_not_known_is_named(catalog: Catalog) -> None:
    assert {"engine_not_for_training", "somethingelse"} <= said(*finetune(catalog, engine="somethingelse").notes)


def test_a_device_without_bf16_trains_in_mixed_precision_unless_told_otherwise(catalog: Catalog) -> None:
    answer = finetune(catalog, device="Tesla V100 SXM2 32GB", method="lora", model="Llama 3.2 1B")
    assert answer.tokens_per_s is not None


def test_several_cards_of_an_open_form_are_those_with_links(catalog: Catalog) -> None:
    answer = finetune(catalog, device="A100 80GB", device_count=8, method="full", model="Llama 3.1 8B")
    assert {"linked_form_assumed", "A100 SXM 80GB"} <= said(*answer.notes)
    slower = finetune(catalog, device="A100 PCIe 80GB", device_count=8, method="full", model="Llama 3.1 8B")
    assert answer.tokens_per_s is not None
    assert slower.tokens_per_s is not None
    assert slower.tokens_per_s < answer.tokens_per_s


def test_a_model_known_by_its_size_alone_is_as_deep_as_such_models_are(catalog: Catalog) -> None:
    """Two published sizes of one family, 12 x 768 and 32 x 2560: borrowed shapes alone were off by a factor of 2."""
    for params_b, wide in ((0.125, 12 * 768), (2.65, 32 * 2560)):
        request = FinetuneRequest(model="unheard-of", model_facts=ModelFacts(params_b=params_b), method="full")
        subject, _ = find_trained_subject(request, catalog)
        assert subject.shape.layers * subject.shape.hidden == pytest.approx(wide, rel=0.25)


def test_a_file_of_squeezed_weights_cannot_be_trained(catalog: Catalog, tmp_path: Path) -> None:
    config: dict[str, Any] = {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 256, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 512, "vocab_size": 1000,
    }  # fmt: skip
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config))
    assert finetune(catalog, model=None, model_file=str(file)).memory is not None
    squeezed = {"quant_method": "awq", "bits": 4, "group_size": 128, "zero_point": True}
    file.write_text(json.dumps({**config, "quantization_config": squeezed}))
    assert "file_for_running" in refused(catalog, model=None, model_file=str(file), method="lora")


def test_what_one_device_holds_is_not_divided_among_two(catalog: Catalog) -> None:
    asked: dict[str, Any] = {"method": "lora", "batch": 1, "sequence_tokens": 512, "data_tokens": 1e7}
    alone, both = finetune(catalog, **asked), finetune(catalog, **asked, device_count=2)
    assert alone.duration_s is not None
    assert both.duration_s is not None
    assert both.duration_s.middle < 0.6 * alone.duration_s.middle
    large = finetune(catalog, **asked, model="Llama 3.3 70B", device_count=8)
    assert "zero3_assumed" in said(*large.notes)


@pytest.mark.parametrize(("card_gib", "tokens"), [(8, 2972), (12, 21848), (16, 40724), (24, 78475), (48, 191728)])
def test_unsloth_needs_about_what_its_longest_contexts_leave_no_more_of(
    catalog: Catalog, card_gib: int, tokens: int
) -> None:
    """The README of github.com/unslothai/unsloth states them for QLoRA of rank 32, one sequence at once."""
    answer = finetune(catalog, engine="unsloth", batch=1, sequence_tokens=tokens, lora_rank=32)
    assert 0.88 * card_gib * GIB < sure(answer.memory).total_bytes < 1.02 * card_gib * GIB
