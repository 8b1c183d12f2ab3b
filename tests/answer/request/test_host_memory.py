"""What lies beside the cards counts, too: in main memory, and in the sum of all pools."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.answer import Answer
from tests.fakes.said import said

CATALOG = load_catalog()


def asked(**more: Any) -> Answer:
    fields = {"id": "1", "device": "RTX 3090", "quant": "Q4_K_M"}
    return answer_request({**fields, **more}, CATALOG)


@pytest.mark.parametrize("model", ["Gemma 4 E2B", "Gemma 3n E4B"])
@pytest.mark.parametrize(("memory_gb", "fit"), [(1, "too_big"), (16, "fits")])
def test_tables_of_embeddings_must_go_into_main_memory(model: str, memory_gb: int, fit: str) -> None:
    assert asked(model=model, host={"memory_gb": memory_gb}).fit == fit


def test_a_small_table_needs_little_of_it() -> None:
    assert asked(model="Llama-3.1-8B", host={"memory_gb": 1}).fit == "fits"


@pytest.mark.parametrize("params_b", [47, 235, 671])
@pytest.mark.parametrize("count", [1, 2, 7, 10, 16, 31])
def test_the_pools_add_up_to_the_whole(params_b: float, count: int) -> None:
    facts = {"params_b": params_b, "active_params_b": params_b / 18}
    answer = asked(model="of my own", model_facts=facts, device_count=count)
    assert answer.memory is not None
    assert sum(pool.need_bytes for pool in answer.memory.pools) <= answer.memory.total_bytes * 1.0001


@pytest.mark.parametrize("quant", ["5.5 bit", "5.5bpw"])
def test_a_number_of_bits_alone_is_that_of_a_stock_file(quant: str) -> None:
    notes = asked(model="Llama-3.1-8B", quant=quant).notes
    assert "Q5_K_M" in said(*notes)


def test_what_the_card_can_never_hold_is_not_answered_at_its_speed() -> None:
    """People who run 70B on 24 GB report 2 to 3 tokens/s, not 21."""
    answer = asked(model="Llama 3.3 70B")
    assert answer.fit == "spills"
    assert answer.tokens_per_s is not None
    assert 0.5 < answer.tokens_per_s.low < 2.5 < answer.tokens_per_s.high < 8
    assert "usual_host_assumed" in said(*answer.notes)
    told = asked(model="Llama 3.3 70B", host={"memory_gb": 64, "memory_bandwidth_gb_per_s": 60})
    assert "usual_host_assumed" not in said(*told.notes)
    held = asked(model="Llama 3.3 70B", device_count=2)
    assert "usual_host_assumed" not in said(*held.notes)


@pytest.mark.parametrize(("quant", "gigabytes"), [("Q4_K_M", 62.8), ("Q8_0", 63.4), ("F16", 65.4)])
def test_experts_that_were_released_in_four_bits_alone_stay_so_in_every_file(quant: str, gigabytes: float) -> None:
    """Sizes of published files of gpt-oss 120B (github.com/AlexsJones/llmfit/pull/1059 and huggingface.co)."""
    memory = asked(device="RTX PRO 6000 Blackwell", model="gpt-oss-120b", quant=quant).memory
    assert memory is not None
    assert memory.weights_bytes == pytest.approx(gigabytes * 1e9, rel=0.005)


def test_what_a_card_may_just_hold_reaches_down_to_a_part_in_main_memory() -> None:
    """14B on one RTX 3080: 72 to 77 tokens/s in reported runs where all of it lay there, 10 to 14 in others."""
    fields = {"device": "RTX 3080 10GB", "model": "Qwen2.5-14B", "quant": "Q4_K_M"}
    answer = asked(**fields)
    assert answer.tokens_per_s is not None
    assert answer.tokens_per_s.low < 25 < 55 < answer.tokens_per_s.middle
    assert "may_just_fit" in said(*answer.notes)
    for longer in ({"context_tokens": 32768}, {"backend": "hybrid"}):
        parted = asked(**fields, **longer)
        assert "may_just_fit" not in said(*parted.notes)
        assert parted.tokens_per_s is not None
        assert parted.tokens_per_s.middle < 0.7 * answer.tokens_per_s.middle


def test_ollama_moves_whole_layers_and_llama_cpp_experts() -> None:
    """Qwen3 30B on one RTX 3080 with Ollama: 31 tokens/s (reported)."""
    fields = {"device": "RTX 3080 10GB", "model": "Qwen3-30B-A3B", "quant": "Q4_K_M"}
    layers, experts = asked(**fields, engine="ollama"), asked(**fields, engine="llama.cpp")
    assert layers.tokens_per_s is not None
    assert experts.tokens_per_s is not None
    assert layers.tokens_per_s.low < 31 < layers.tokens_per_s.high
    assert layers.tokens_per_s.middle < experts.tokens_per_s.middle
