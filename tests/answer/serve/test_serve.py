from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.answer.request.request import answer_request
from advisor.answer.serve.shared_layers import most_that_share
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.serving import ServeAnswer
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
SIZES = st.integers(1, 8192)
CONCURRENCY = st.integers(1, 200)


def ask(**fields: Any) -> ServeAnswer:
    request = {"id": "1", "task": "serve", "device": "RTX 4090", "model": "Llama-3.1-8B", "precision": "fp8"}
    answer = answer_request({**request, **fields}, CATALOG)
    assert isinstance(answer, ServeAnswer), answer
    return answer


def message(**fields: Any) -> set[object]:
    answer = answer_request({"task": "serve", "device": "RTX 4090", "model": "Llama-3.1-8B", **fields}, CATALOG)
    assert answer.error is not None
    return said(answer.error.message)


def total(answer: ServeAnswer) -> float:
    assert answer.output_tokens_per_s is not None, answer
    return answer.output_tokens_per_s.middle


def need(answer: ServeAnswer) -> int:
    assert answer.memory is not None
    return answer.memory.total_bytes


def test_an_answer_has_every_figure_of_the_contract() -> None:
    answer = ask(concurrency=8)
    assert answer.fit == "fits"
    assert answer.max_concurrency is not None
    assert answer.max_concurrency > 8
    assert answer.output_tokens_per_s_per_user == pytest.approx(total(answer) / 8)
    assert answer.time_to_first_token_s is not None
    assert 0.01 < answer.time_to_first_token_s < 2
    assert sure(answer.output_tokens_per_s).low is not None
    assert sure(answer.output_tokens_per_s).high is not None
    assert sure(answer.output_tokens_per_s).low < total(answer) < sure(answer.output_tokens_per_s).high
    assert sum(term.s for term in answer.terms) == pytest.approx(8 / total(answer))


@given(few=CONCURRENCY, more=CONCURRENCY, engine=st.sampled_from(["vLLM", "TensorRT-LLM", "llama.cpp"]))
def test_more_at_once_take_more_memory_and_get_more_done(few: int, more: int, engine: str) -> None:
    few, more = sorted((few, more))
    one, two = ask(concurrency=few, engine=engine), ask(concurrency=more, engine=engine)
    assert need(two) >= need(one)
    assert total(two) >= 0.999 * total(one)


@given(short=SIZES, long=SIZES)
def test_longer_requests_leave_room_for_fewer(short: int, long: int) -> None:
    short, long = sorted((short, long))
    one, two = ask(prompt_tokens=short), ask(prompt_tokens=long)
    assert (one.max_concurrency or 0) >= (two.max_concurrency or 0)


@pytest.mark.parametrize("engine", ["vLLM", "llama.cpp"])
def test_fewer_bits_take_less_memory(engine: str) -> None:
    needs = [need(ask(precision=bits, concurrency=4, engine=engine)) for bits in ("bf16", "fp8", "nvfp4")]
    assert needs == sorted(needs, reverse=True)


@given(devices=st.integers(1, 7))
def test_more_devices_with_their_own_links_are_never_slower(devices: int) -> None:
    speeds = [
        total(ask(device="H100 SXM", device_count=count, model="Llama-3.3-70B", concurrency=64))
        for count in (devices, devices + 1)
    ]
    assert speeds[1] >= 0.95 * speeds[0]


@pytest.mark.parametrize("engine", ["vLLM", "llama.cpp"])
def test_what_is_cached_of_a_prompt_is_not_read_again(engine: str) -> None:
    anew, cached = (ask(prompt_tokens=8000, cached_tokens=n, concurrency=1, engine=engine) for n in (0, 7000))
    assert anew.time_to_first_token_s is not None
    assert cached.time_to_first_token_s is not None
    assert cached.time_to_first_token_s < 0.5 * anew.time_to_first_token_s
    assert need(cached) == need(anew)
    assert {"field_fewer_than_field", "cached_tokens"} <= message(prompt_tokens=10, cached_tokens=10)


def test_a_narrow_link_holds_devices_back() -> None:
    speeds = {split: total(ask(device_count=4, concurrency=64, split=split)) for split in ("tensor", "layer")}
    assert speeds["tensor"] < speeds["layer"]


def test_requests_that_come_too_fast_wait_without_end() -> None:
    calm, rush = ask(requests_per_s=1.0), ask(requests_per_s=1000.0)
    assert calm.queue_s is not None
    assert calm.queue_s < 1
    assert calm.utilization is not None
    assert calm.utilization < 1
    assert rush.queue_s is None
    assert rush.time_to_first_token_s is None, "of a wait without end"
    assert "queue_without_end" in said(*rush.notes)


def test_a_device_without_the_format_says_so() -> None:
    notes = ask(device="RTX 3090", precision="fp8").notes
    assert {"no_units_for_floats", 8} <= said(*notes)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"concurrency": 0}, {"field_at_least", "concurrency", 1}),
        ({"prompt_tokens": 500_000}, {"request_too_long", 131_072}),
        ({"model": "FLUX.1-dev"}, {"model_writes_no_text"}),
        ({"device": "no such card"}, {"card_unknown"}),
    ],
)
def test_why_something_cannot_be_is_said(fields: dict[str, Any], why: set[object]) -> None:
    assert why <= message(**fields)


def test_what_does_not_fit_is_told_apart_from_its_speed() -> None:
    answer = ask(model="Llama-3.3-70B", precision="bf16")
    assert answer.fits is False
    assert answer.max_concurrency == 0
    assert total(answer) > 0


def test_a_processor_serves_too() -> None:
    answer = ask(device="Ryzen 9 7950X", quant="Q4_K_M", precision=None, engine="llama.cpp", concurrency=4)
    assert 5 < total(answer) < 200


def test_one_that_writes_alone_reads_its_own_experts_only() -> None:
    few = ask(model="Qwen3-30B-A3B", engine="vLLM", precision="fp8", concurrency=1, prompt_tokens=2000)
    many = ask(model="Qwen3-30B-A3B", engine="vLLM", precision="fp8", concurrency=1, prompt_tokens=64)
    assert total(few) > 0.85 * total(many), "the experts of the prompt are read once, not with each token"


def test_a_second_user_never_needs_less_memory() -> None:
    needs = [need(ask(engine="llama.cpp", concurrency=few, prompt_tokens=100)) for few in (1, 2, 3, 20)]
    assert needs == sorted(needs)
    assert len({ask(engine="llama.cpp", concurrency=few).max_concurrency for few in (1, 2)}) == 1


def test_devices_that_do_not_divide_the_heads_stay_idle_unless_their_memory_is_needed() -> None:
    asked: dict[str, Any] = {"device": "RTX 3090", "model": "Llama 3.3 70B", "concurrency": 8, "engine": "vLLM"}
    four, five = (ask(**asked, precision="AWQ INT4", device_count=count) for count in (4, 5))
    assert total(five) == total(four)
    assert need(five) == need(four)
    assert {"layers_divide", 4} <= said(*five.notes)
    assert ask(**asked, precision="fp8", device_count=2).fit == "too_big"
    three = ask(**{**asked, "device": "RTX 6000 Ada"}, precision="fp8", device_count=3)
    assert three.fit == "fits"


@pytest.mark.parametrize(
    ("model", "device", "count", "published"),
    [
        ("Qwen2.5 Coder 32B", "Tesla T4", 4, 25.3),
        ("Mistral 7B", "Tesla T4", 1, 34.0),
        ("Qwen3.5 27B", "RTX 3090", 4, 79.4),
        ("Qwen3.5 35B-A3B", "RTX 3090", 2, 130.0),
        ("Qwen3.5 122B-A10B", "RTX 3090", 4, 92.0),
    ],
)
def test_four_bits_are_read_more_slowly_than_sixteen(model: str, device: str, count: int, published: float) -> None:
    """Tokens/s of one stream in AWQ: sources on the card of vLLM."""
    asked = {"model": model, "device": device, "device_count": count, "engine": "vLLM", "precision": "AWQ"}
    found = total(ask(**asked, concurrency=1, prompt_tokens=512, generated_tokens=256))
    assert found == pytest.approx(published, rel=0.2)


def test_a_card_of_few_watts_does_not_reach_its_peak_for_long() -> None:
    """A T4 states 65 TFLOP/s at 70 W, an RTX 2080 Ti 54 at 250 W."""
    asked = {"engine": "vLLM", "precision": "AWQ", "model": "Qwen3 4B", "concurrency": 4, "prompt_tokens": 4096}
    t4, gaming = (sure(ask(**asked, device=one).time_to_first_token_s) for one in ("Tesla T4", "RTX 2080 Ti"))
    assert t4 > gaming


@pytest.mark.parametrize("device", ["RX 7900 XTX", "Radeon Pro W7900", "RTX 3090"])
def test_as_few_slots_as_get_nearly_as_much_done_are_taken(device: str) -> None:
    """A server with 256 GB had 2,053 slots of 0.054 tokens/s each."""
    asked = {"device": device, "engine": "llama.cpp", "precision": "Q4_K_M"}
    found = ask(**asked)
    most = ask(**asked, concurrency=sure(found.max_concurrency))
    assert total(found) >= 0.95 * total(most)
    assert sure(found.concurrency) <= sure(found.max_concurrency)
    assert sure(found.output_tokens_per_s_per_user) >= sure(most.output_tokens_per_s_per_user)


def test_a_longer_context_takes_no_place_from_others_but_has_to_fit_once() -> None:
    """vLLM hands out pages; a whole context has to have room (github.com/vllm-project/vllm issue 2418)."""
    asked = {"model": "Qwen3 32B", "precision": "AWQ INT4", "engine": "vLLM"}
    short, held = ask(**asked), ask(**asked, context_tokens=4096)
    assert short.max_concurrency == held.max_concurrency
    assert 4 <= sure(held.max_concurrency) <= 6
    assert ask(**asked, context_tokens=40_960).fit == "too_big"


def test_who_shares_a_card_gets_more_done_in_all_than_one_alone() -> None:
    asked = {"model": "Qwen3 32B", "precision": "AWQ INT4", "engine": "vLLM", "context_tokens": 4096}
    assert total(ask(**asked, concurrency=20)) > 3 * total(ask(**asked, concurrency=1))


def test_who_has_no_place_yet_waits_for_the_first_word() -> None:
    asked = {"model": "Qwen3 32B", "precision": "AWQ INT4", "engine": "vLLM"}
    few, many = ask(**asked, concurrency=4), ask(**asked, concurrency=20)
    assert few.queue_s is None
    assert sure(many.queue_s) > 10
    assert sure(many.time_to_first_token_s) > sure(many.queue_s)


@pytest.mark.parametrize("engine", ["vLLM", "llama.cpp"])
def test_one_who_asks_alone_has_both_speeds(engine: str) -> None:
    """A line from one user to many had the prompts left out of its first point alone."""
    fields = {"prompt_tokens": 8000, "new_tokens": 2000, "engine": engine}
    one, two = (ask(concurrency=users, **fields) for users in (1, 2))
    both = sure(one.between_prompts_tokens_per_s).middle
    assert both < total(one)
    assert both <= 1.001 * total(two)
    assert two.between_prompts_tokens_per_s is None
    assert sure(one.conversation_bytes) * (sure(one.max_concurrency) - 1) < sure(sure(one.memory).pools[0].free_bytes)


def test_at_full_load_the_first_word_waits_as_it_does_for_as_many_users() -> None:
    """Nobody said how many: as many as fit are served, and a part of them asks at the same moment."""
    full = ask(engine="vLLM")
    as_many = ask(engine="vLLM", concurrency=full.concurrency)
    assert full.concurrency is not None
    assert full.concurrency > 8
    assert full.time_to_first_token_s == pytest.approx(as_many.time_to_first_token_s)


def test_no_more_are_served_at_once_than_a_program_takes() -> None:
    """llama.cpp refuses more than 256 sequences, however much memory there is."""
    answer = ask(device="MI300X", model="Qwen3 0.6B", engine="llama.cpp", precision=None, quant="Q4_K_M")
    assert answer.max_concurrency == 256


@pytest.mark.parametrize(
    ("model", "count", "shared"), [("Qwen3.8 27B", 3, 2), ("Qwen3.8 27B", 4, 4), ("gpt-oss 120B", 8, 8)]
)
def test_layers_are_shared_by_as_many_as_all_of_them_divides_among(model: str, count: int, shared: int) -> None:
    """24 heads divide by 3, but 4 key heads and the widths do not: vLLM refuses it."""
    shape = CATALOG.models[CATALOG.models.find(model) or ""].shape
    assert most_that_share(sure(shape), count) == shared
