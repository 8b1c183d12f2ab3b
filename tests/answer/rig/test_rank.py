"""Which model comes first on a rig, at which quantization, and that the figures are those of `predict`."""

import itertools
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.request.request import answer_request
from advisor.answer.rig.rank import Ranked, rank_models
from advisor.answer.which_device.room import leaves_room
from advisor.answer.which_model.published_forms import GOOD_FORMS, VERY_LARGE_FORMS, WORSE_FORMS
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB
from tests.fakes.sure import sure

CATALOG = load_catalog()
CARD_ID = "gpus/nvidia/rtx-4090"
CPU_ID = CATALOG.cpus.find("Ryzen 9 7950X") or pytest.fail("no card of the processor")


def cpu(amount_gib: float = 64, **fields: Any) -> Processor:
    size = known(round(amount_gib * GIB), origin="detected", source="a test")
    card = cpu_processor(CPU_ID, CATALOG.cpus[CPU_ID])
    return card.changed(memory_total_bytes=size, memory_free_bytes=size, **fields)


def gpu() -> Processor:
    return gpu_processor(CARD_ID, CATALOG)


def ranked(*processors: Processor, workload_id: str = "chat") -> tuple[Ranked, ...]:
    return rank_models(Rig(name="a rig", processors=processors), CATALOG, workload_id=workload_id)


@cache
def with_gpu(workload_id: str = "chat") -> tuple[Ranked, ...]:
    return ranked(cpu(), gpu(), workload_id=workload_id)


@cache
def on_processor() -> tuple[Ranked, ...]:
    return ranked(cpu())


@pytest.mark.parametrize("rank", [with_gpu, on_processor, partial(with_gpu, "long-documents")])
def test_every_model_is_listed_once_the_useful_ones_first(rank: Callable[[], tuple[Ranked, ...]]) -> None:
    found = rank()
    assert sorted(one.model_id for one in found) == sorted(CATALOG.models)
    places = [one.light.place for one in found]
    assert places == sorted(places)
    assert {"great", "slow", "wont_run"} <= {one.usability for one in found}
    for one in found:
        assert one.usability == one.light.usability
        assert (one.usability == "wont_run") == (one.option.result.fit.verdict == "too_big")
        if one.light.is_useful:
            enough = CATALOG.workloads["chat"].enough_tokens_per_s or 0
            assert sure(one.option.result.decode.tokens_per_s).middle >= enough


def is_great_inside(one: Ranked) -> bool:
    return one.option.fit.verdict == "fits" and one.usability == "great"


def test_what_is_too_slow_is_ordered_by_speed_and_what_is_too_big_by_what_is_missing() -> None:
    slow = [one.option.tokens_per_s or 0 for one in on_processor() if one.usability == "slow"]
    assert len(slow) > 3
    assert slow == sorted(slow, reverse=True)
    missing = [-(one.option.result.fit.spare_bytes or 0) for one in on_processor() if one.usability == "wont_run"]
    assert missing == sorted(missing)


def test_the_same_figures_as_predict() -> None:
    in_card = [one for one in with_gpu() if one.option.processor.kind == "gpu" and is_great_inside(one)]
    assert len(in_card) > 50
    for one in in_card[::9]:
        estimate = one.option.result
        request = {
            "device": "RTX 4090",
            "model": one.model.name,
            "quant": estimate.quant,
            "context_tokens": estimate.context_tokens,
            "prompt_tokens": estimate.prompt_tokens,
            "depth_tokens": estimate.depth_tokens,
            "generated_tokens": estimate.generated_tokens,
        }
        answer = answer_request(request, CATALOG)
        assert answer.fit == estimate.fit.verdict
        assert sure(answer.tokens_per_s).middle == pytest.approx(sure(estimate.decode.tokens_per_s).middle)
        assert sure(answer.tokens_per_s).low == pytest.approx(sure(estimate.decode.tokens_per_s).low)
        assert answer.limit == estimate.decode.limit
        assert answer.memory
        assert answer.memory.total_bytes == estimate.memory.total_bytes


def test_more_memory_never_lowers_the_quantization_of_a_model_in_use() -> None:
    larger = {one.model_id: one for one in ranked(cpu(256))}
    steps = {quant: step for step, quant in enumerate((*GOOD_FORMS, *WORSE_FORMS))}
    for one in on_processor():
        other = larger[one.model_id]
        assert other.light.place <= one.light.place
        if is_great_inside(one) and one.option.result.quant in steps:
            assert steps[other.option.result.quant] <= steps[one.option.result.quant]


def test_a_last_resort_only_where_four_bits_cannot_be_used() -> None:
    reduced = [one for one in ranked(gpu()) if is_great_inside(one) and one.option.result.quant in WORSE_FORMS]
    assert reduced
    assert all(one.option.result.fit.pools[0].pool == "vram" for one in reduced)
    full = [one for one in with_gpu() if one.option.result.quant == GOOD_FORMS[0]]
    assert len(full) > 50


def test_newer_models_of_a_size_come_first_and_the_use_counts() -> None:
    chat = [one.model_id for one in with_gpu()]
    coding = [one.model_id for one in ranked(cpu(), gpu(), workload_id="coding")]
    assert chat.index("qwen/qwen3-32b") < chat.index("qwen/qwen2.5-32b") < chat.index("qwen/qwen1.5-32b")
    coder = "qwen/qwen3-coder-30b-a3b"
    assert coding.index(coder) < chat.index(coder)


def test_a_model_of_very_few_bits_comes_after_newer_ones_of_its_size() -> None:
    """Ternary Bonsai 8B, of April 2026, is Qwen3 8B trained to weights of three values."""
    chat = [one.model_id for one in with_gpu()]
    assert chat.index("qwen/qwen3.5-9b") < chat.index("bonsai/ternary-bonsai-8b")


def test_a_rig_of_unknown_speed_is_ranked_by_fit() -> None:
    nothing = unknown(told("not measured"))
    found = ranked(cpu(bandwidth_bytes_per_s=nothing))
    assert {one.usability for one in found} == {"unknown", "wont_run"}
    assert all(one.option.result.decode.tokens_per_s is None for one in found)
    untimed = [one for one in found if one.usability == "unknown" and one.model.native_quant is None]
    assert {one.option.result.quant for one in untimed if leaves_room(one.option.fit)} <= {
        "Q4_K_M",
        "IQ4_XS",
        *WORSE_FORMS,
        *VERY_LARGE_FORMS,
    }
    assert next(one for one in untimed if one.model_id == "qwen/qwen3-8b").option.result.quant == "Q4_K_M"


def test_the_longest_conversation_fits_and_a_longer_one_does_not() -> None:
    for one in itertools.islice((one for one in with_gpu() if is_great_inside(one)), 0, 60, 13):
        longest, model = one.largest_context_tokens or 0, one.model
        assert longest >= one.option.result.context_tokens
        most = model.shape.context_tokens if model.shape else None
        assert most is None or longest <= most


def test_a_rig_without_processors_is_refused() -> None:
    with pytest.raises(ProblemError, match="no_processor"):
        ranked()
