"""A model on a card and on the processor around it: what holds for any rig, and what is said of it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.answer.request.request import answer_request
from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB, GIGA, MIB
from advisor.predict.model.subject import Run
from advisor.present.tasks.writing import WritingTask
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
CARD_ID = "gpus/nvidia/rtx-4090"
CPU_ID = CATALOG.cpus.find("Ryzen 9 7950X") or pytest.fail("no card of the CPU")
MODELS = (
    "llama/llama-3.1-8b",
    "llama/llama-3.3-70b",
    "qwen/qwen3-30b-a3b",
    "gpt-oss/gpt-oss-120b",
    "gemma/gemma-3-27b",
)
CONTEXTS = (2048, 8192, 16384, 32768, 65536, 131072)

models = st.sampled_from(MODELS)
contexts = st.sampled_from(CONTEXTS)
main_gib = st.integers(min_value=8, max_value=96)
card_gib = st.integers(min_value=2, max_value=32)
cards = st.sampled_from((1, 1, 2, 3))
host_rates = st.sampled_from((20, 45, 80))
card_rates = st.sampled_from((100, 300, 1000))
few = settings(max_examples=40)


def processors(
    *, main: int, card: int, count: int = 1, host_rate: int = 80, card_rate: int = 1000
) -> tuple[Processor, ...]:
    host = cpu_processor(CPU_ID, CATALOG).changed(
        id="cpu",
        card=None,
        memory_total_bytes=known(main * GIB, origin="detected", source="a test"),
        memory_free_bytes=known((main - 4) * GIB, origin="detected", source="a test"),
        bandwidth_bytes_per_s=known(float(host_rate * GIGA), origin="user", source="a test"),
    )
    gpu = gpu_processor(CARD_ID, CATALOG).changed(
        memory_total_bytes=known(card * GIB, origin="detected", source="a test"),
        memory_free_bytes=known(card * GIB, origin="detected", source="a test"),
        bandwidth_bytes_per_s=known(float(card_rate * GIGA), origin="user", source="a test"),
    )
    return (host, *(gpu.changed(id=f"gpu{index}") for index in range(count)))


def ask(rig: tuple[Processor, ...], model: str, *, context_tokens: int = 8192, **fields: Any) -> TextAnswer:
    question: dict[str, Any] = {"prompt_tokens": 512, "depth_tokens": 0, "generated_tokens": 256, **fields}
    return answer_text(
        Rig(name="a rig", processors=rig),
        model_id=model,
        quant=CATALOG.models[model].native_quant or "Q4_K_M",
        run=Run(context_tokens, **question),
        catalog=CATALOG,
        candidates=(),
    )


def rate(answer: TextAnswer) -> float:
    """Tokens per second, 0 where it does not run."""
    one = answer.chosen
    return (sure(one.decode.tokens_per_s).middle or 0.0) if one.fit.verdict in ("fits", "tight", "spills") else 0.0


@few
@given(models, main_gib, card_gib, cards, host_rates, card_rates, contexts, contexts)
def test_a_longer_context_is_never_faster(
    model: str, main: int, card: int, count: int, host_rate: int, card_rate: int, first: int, second: int
) -> None:
    """For cards that are faster than main memory: a slower one may hold all, and dividing it would be faster."""
    rig = processors(main=main, card=card, count=count, host_rate=host_rate, card_rate=card_rate)
    short, long = (ask(rig, model, context_tokens=size) for size in sorted((first, second)))
    assert rate(long) <= rate(short) * (1 + 1e-9)


@few
@given(models, main_gib, card_gib, cards, st.integers(0, 16), st.integers(0, 16), contexts)
def test_more_memory_is_never_slower(
    model: str, main: int, card: int, count: int, more_main: int, more_card: int, context_tokens: int
) -> None:
    less = ask(processors(main=main, card=card, count=count), model, context_tokens=context_tokens)
    more = ask(
        processors(main=main + more_main, card=card + more_card, count=count), model, context_tokens=context_tokens
    )
    assert rate(less) <= rate(more) * (1 + 1e-9)


@few
@given(models, main_gib, card_gib, st.sampled_from((1, 2, 4)), st.sampled_from((1, 2, 4)), contexts)
def test_more_bandwidth_is_never_slower(
    model: str, main: int, card: int, host_factor: int, card_factor: int, context_tokens: int
) -> None:
    slow = ask(processors(main=main, card=card, host_rate=20, card_rate=200), model, context_tokens=context_tokens)
    rig = processors(main=main, card=card, host_rate=20 * host_factor, card_rate=200 * card_factor)
    assert rate(slow) <= rate(ask(rig, model, context_tokens=context_tokens)) * (1 + 1e-9)


@few
@given(models, main_gib, card_gib, cards, contexts)
def test_what_is_said_to_hold_the_model_holds_it(
    model: str, main: int, card: int, count: int, context_tokens: int
) -> None:
    one = ask(processors(main=main, card=card, count=count), model, context_tokens=context_tokens).chosen
    assert sum(pool.need_bytes for pool in one.fit.pools) == one.memory.total_bytes
    if one.fit.verdict == "too_big":
        return
    for pool in one.fit.pools:
        assert pool.need_bytes <= (pool.free_bytes or 0)
    assert one.launch
    partial_offload = one.launch.gpu_layers is not None or one.launch.host_expert_layers > 0
    assert partial_offload == (one.fit.verdict == "spills")


def test_a_host_faster_than_the_card_takes_as_much_as_it_can() -> None:
    slow = ask(processors(main=40, card=20, host_rate=80, card_rate=1000), "llama/llama-3.3-70b")
    quick = ask(processors(main=40, card=20, host_rate=300, card_rate=40), "llama/llama-3.3-70b")
    assert slow.chosen.launch
    assert quick.chosen.launch
    assert (quick.chosen.launch.gpu_layers or 0) < (slow.chosen.launch.gpu_layers or 0) - 5
    assert quick.chosen.fit.verdict == "spills"


@pytest.mark.parametrize(
    ("model", "card", "context_tokens", "changed"),
    [
        ("llama/llama-3.1-8b", 8, 32768, "context_tokens"),
        ("llama/llama-3.1-8b", 5, 2048, "quant"),
        ("llama/llama-3.3-70b", 12, 4096, "quant"),
        ("llama/llama-3.1-405b", 12, 4096, None),
        ("llama/llama-3.1-8b", 24, 8192, None),
    ],
)
def test_the_smallest_change_that_makes_it_fit_is_named(
    model: str, card: int, context_tokens: int, changed: str | None
) -> None:
    answer = ask(processors(main=32, card=card), model, context_tokens=context_tokens)
    if changed is None:
        assert answer.smaller is None
        return
    assert answer.smaller
    assert answer.smaller.total_bytes < answer.chosen.memory.total_bytes
    remarks = ("total_bytes", "is_divided", "is_noticeably_worse")
    values = {name: value for name, value in answer.smaller.model_dump().items() if value and name not in remarks}
    assert list(values) == [changed]


@pytest.mark.parametrize(("model", "main", "card"), [("gemma/gemma-3-27b", 64, 16), ("llama/llama-3.3-70b", 32, 12)])
def test_what_would_fit_is_said_to_need_what_it_then_needs(model: str, main: int, card: int) -> None:
    """ "As Q6_K it would fit (21.5 GiB in all)" stood where Q6_K itself told 20.5: embeddings lie in RAM anyway."""
    rig = processors(main=main, card=card)
    smaller = ask(rig, model, context_tokens=4096).smaller
    quant = smaller and smaller.quant
    assert quant
    own = answer_text(
        Rig(name="a rig", processors=rig),
        model_id=model,
        quant=quant,
        run=Run(4096, prompt_tokens=512, depth_tokens=0, generated_tokens=256),
        catalog=CATALOG,
        candidates=(),
    )
    assert sure(smaller).total_bytes == WritingTask().needed_bytes(own.chosen)


def test_what_runs_nowhere_is_offered_in_the_largest_file_that_runs_divided() -> None:
    """Noticeably worse than four bits, and said so; a file that one card holds would be no use."""
    smaller = ask(processors(main=32, card=12), "llama/llama-3.3-70b").smaller
    assert smaller
    assert (smaller.quant, smaller.is_divided, smaller.is_noticeably_worse) == ("Q3_K_M", True, True)


def test_two_bits_are_offered_of_very_large_mixtures_alone() -> None:
    """Qwen3 235B in 96 GB and a card of 24 is what people run; a dense model of that size in two bits is not."""
    mixture = ask(processors(main=96, card=24), "qwen/qwen3-235b-a22b").smaller
    dense = ask(processors(main=96, card=24), "llama/llama-3.1-405b").smaller
    assert mixture
    assert mixture.quant in ("Q3_K_M", "IQ3_XXS", "UD-Q2_K_XL")
    assert dense is None


def test_a_conversation_that_must_be_long_is_stored_smaller() -> None:
    rig = processors(main=32, card=9)
    answer = ask(rig, "llama/llama-3.1-8b", context_tokens=32768, depth_tokens=32000)
    assert answer.smaller
    assert answer.smaller.cache_type == "Q8_0"


@pytest.mark.parametrize(
    ("model", "context_tokens", "gpu_layers", "mib"),
    [
        ("Qwen2.5-Coder-14B", 2048, None, 9179),
        ("Qwen2.5-Coder-14B", 2048, 16, 3509),
        ("Qwen2.5-Coder-7B", 2048, None, 4559),
        ("Qwen2.5-Coder-7B", 32768, None, 6269),
    ],
)
def test_the_memory_of_a_card_is_what_was_published(
    model: str, context_tokens: int, gpu_layers: int | None, mib: int
) -> None:
    """RTX 5060 Ti, github.com/InventiveHQ/speculative-decoding-consumer-gpus; within 5 % or 320 MiB."""
    fields = {
        "id": "a",
        "device": "RTX 5060 Ti 16GB",
        "model": model,
        "quant": "Q4_K_M",
        "context_tokens": context_tokens,
        "outputs_max": 1,
        "gpu_layers": gpu_layers,
        "host": {"memory_gb": 32, "memory_bandwidth_gb_per_s": 38.4},
    }
    answer = answer_request(fields, CATALOG)
    assert answer.memory
    assert answer.memory.pools[0].need_bytes == pytest.approx(mib * MIB, abs=max(320 * MIB, 0.05 * mib * MIB))
    told = [note.parameters["arguments"] for note in answer.notes if note.code == "start_command"]
    assert told == ([] if gpu_layers is None else ["-c 2048 -ngl 16"])


def test_the_command_is_said_to_programs_that_take_it() -> None:
    fields = {"id": "a", "device": "RTX 4080", "model": "Qwen3-30B-A3B", "host": {"memory_gb": 64}, "kv_type": "q8_0"}
    for engine, says in (("llama.cpp", True), ("llama-server", True), ("ollama", False), ("LM Studio", False)):
        notes = answer_request({**fields, "engine": engine}, CATALOG).notes
        assert ("start_command" in said(*notes)) == says
    all_layers = answer_request({"id": "a", "device": "RTX 4090", "model": "Llama-3.1-8B", "gpu_layers": 32}, CATALOG)
    assert all_layers.fit == "fits"
    assert {"all_layers_on_card", 33} <= said(*all_layers.notes)


def _asked(**fields: Any) -> Answer:
    host = {"cpu": "Ryzen 9 7950X", "memory_gb": 96}
    return answer_request(
        {"id": "1", "task": "generate", "device": "RTX 3090", "phase": "prefill", "host": host, **fields}, CATALOG
    )


@pytest.mark.parametrize(("ubatch", "layers", "published"), [(512, 26, 380), (2048, 25, 1113), (4096, 26, 1682)])
def test_published_prompts_of_experts_in_main_memory_lie_within_the_range(
    ubatch: int, layers: int, published: float
) -> None:
    """https://ai-maestro.online/drastically-improve-prompt-processing-speed-for-n-cpu-moe-partially-offloaded-models-18/"""
    answer = _asked(
        model="gpt-oss-120b", cpu_moe_layers=layers, prompt_tokens=4096, batch_tokens=4096, ubatch_tokens=ubatch
    )
    assert sure(answer.tokens_per_s).low is not None
    assert sure(answer.tokens_per_s).high is not None
    assert sure(answer.tokens_per_s).low < published < sure(answer.tokens_per_s).high


def test_a_short_prompt_stays_with_the_host() -> None:
    """Weights of 512 tokens cross the link, those of one token are read where they lie."""
    one = _asked(model="gpt-oss-120b", prompt_tokens=1).time_to_first_token_s
    many = _asked(model="gpt-oss-120b", prompt_tokens=512).time_to_first_token_s
    assert one is not None
    assert many is not None
    assert one < many / 4


@pytest.mark.parametrize("batch", [1, 2, 16])
def test_the_terms_of_several_prompts_add_up_to_their_time(batch: int) -> None:
    answer = _asked(model="gpt-oss-120b", batch=batch)
    assert answer.tokens_per_s is not None
    assert answer.tokens_per_s.middle * sum(term.s for term in answer.terms) == pytest.approx(512 * batch)
