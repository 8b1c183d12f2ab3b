from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.network_answers import ItemsAnswer, SpeechAnswer
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
BATCH = st.integers(1, 1024)


def items(**fields: Any) -> ItemsAnswer:
    answer = answer_request({"task": "embed", "device": "RTX 4090", "model": "bge-m3", **fields}, CATALOG)
    assert isinstance(answer, ItemsAnswer), answer
    return answer


def speech(**fields: Any) -> SpeechAnswer:
    answer = answer_request({"task": "speech", "device": "RTX 4090", "model": "Whisper small", **fields}, CATALOG)
    assert isinstance(answer, SpeechAnswer), answer
    return answer


@given(model=st.sampled_from(["bge-m3", "resnet50", "vit_base_patch16_224"]), few=BATCH, more=BATCH)
def test_larger_batches_get_more_done_and_take_longer(model: str, few: int, more: int) -> None:
    few, more = sorted((few, more))
    one, two = items(model=model, batch=few), items(model=model, batch=more)
    assert one.items_per_s is not None
    assert two.items_per_s is not None
    assert one.latency_s is not None
    assert two.latency_s is not None
    assert one.memory is not None
    assert two.memory is not None
    assert two.items_per_s.middle >= 0.999 * one.items_per_s.middle
    assert two.latency_s >= one.latency_s
    assert two.memory.total_bytes >= one.memory.total_bytes


@given(short=st.integers(1, 8192), long=st.integers(1, 8192))
def test_longer_texts_are_never_faster(short: int, long: int) -> None:
    short, long = sorted((short, long))
    one, two = items(sequence_tokens=short), items(sequence_tokens=long)
    assert one.items_per_s is not None
    assert two.items_per_s is not None
    assert two.items_per_s.middle <= one.items_per_s.middle


@pytest.mark.parametrize("device", ["GTX 1080 Ti", "RTX 3060 12GB", "Arc B580", "RX 9060 XT 16GB"])
def test_one_program_makes_vectors_as_fast_as_it_reads_a_prompt_with_a_model_of_that_size(device: str) -> None:
    """llama.cpp made vectors on a GTX 1080 Ti at 440 tokens/s, and read prompts with the same layers at 980."""
    asked = {"device": device, "model": "Qwen3 8B", "quant": "Q8_0", "prompt_tokens": 512, "context_tokens": 1024}
    read_s = sure(answer_request({**asked, "generated_tokens": 1}, CATALOG).time_to_first_token_s)
    form = {"precision": "Q8_0", "engine": "llama.cpp", "batch": 32, "sequence_tokens": 256}
    made = sure(items(device=device, model="Qwen3-Embedding 8B", **form).items_per_s).middle * 256
    assert 1.0 <= made / (512 / read_s) < 1.25, "the wait for a first word has a step of writing in it"


def test_a_text_longer_than_the_model_takes_is_refused() -> None:
    answer = answer_request(
        {"task": "embed", "device": "RTX 4090", "model": "all-MiniLM-L6-v2", "sequence_tokens": 1000}, CATALOG
    )
    assert answer.error is not None
    assert {"text_too_long", 256} <= said(answer.error.message)


def test_a_small_model_runs_well_on_a_processor() -> None:
    answer = items(device="Ryzen 9 7950X", model="all-MiniLM-L6-v2", sequence_tokens=25)
    assert answer.latency_s is not None
    assert answer.latency_s < 0.01


def test_one_small_picture_waits_for_the_launch_of_kernels() -> None:
    assert items(task="classify", model="resnet18", batch=1).limit == "launch_overhead"
    assert items(task="classify", model="vit_base_patch16_224", batch=256).limit == "compute"


@given(short=st.floats(1, 7200, allow_nan=False), long=st.floats(1, 7200, allow_nan=False), beams=st.integers(1, 8))
def test_longer_recordings_take_longer(short: float, long: float, beams: int) -> None:
    times = []
    for seconds in sorted((short, long)):
        answer = speech(audio_s=seconds, beams=beams)
        assert answer.realtime_factor is not None
        times.append(seconds / answer.realtime_factor.middle)
    assert times[1] >= 0.999 * times[0]


def test_speech_has_every_figure_of_the_contract() -> None:
    answer = speech(audio_s=600)
    assert answer.realtime_factor is not None
    assert answer.realtime_factor.middle > 10
    assert answer.encoder_s is not None
    assert answer.s_per_token is not None
    assert sum(term.s for term in answer.terms) == pytest.approx(600 / answer.realtime_factor.middle)


def test_a_larger_model_is_slower() -> None:
    factors = [sure(speech(model=f"Whisper {name}").realtime_factor).middle for name in ("tiny", "small", "large-v3")]
    assert factors == sorted(factors, reverse=True)


@pytest.mark.parametrize(
    ("device", "model", "flash_ms", "plain_ms"),
    [("DGX Spark", "base", 5.08, 18.58), ("DGX Spark", "small", 16.95, 56.78), ("RTX 5090", "medium", 15.43, 33.08)],
)
def test_without_flash_attention_the_memory_of_the_device_decides(
    device: str, model: str, flash_ms: float, plain_ms: float
) -> None:
    """ggml-org/whisper.cpp scripts/bench-all-gg.txt: slow memory doubles what the scores cost beside the rest."""
    fields: dict[str, Any] = {"device": device, "model": f"whisper {model}", "engine": "whisper.cpp"}
    for flash, measured in ((True, flash_ms), (False, plain_ms)):
        assert speech(**fields, flash_attention=flash).encoder_s == pytest.approx(measured / 1000, rel=0.25)
    assert speech(**{**fields, "device": "Ryzen 9 7950X"}, flash_attention=False) == speech(
        **{**fields, "device": "Ryzen 9 7950X"}
    )


@pytest.mark.parametrize(("card_id", "card"), sorted(CATALOG.other_workloads.items()))
def test_a_workload_card_is_a_request_as_it_stands(card_id: str, card: Any) -> None:
    answer = answer_request({"task": card.task, "device": "H200", "model": card.model, **card.fields}, CATALOG)
    assert answer.error is None, card_id
    assert not {"ignored", "no_speed"} & said(*answer.notes)


def test_small_arm_cores_compute_no_faster_than_they_can() -> None:
    peak = 4 * 2.4e9 * 16
    for model, flop in (("vit_base_patch16_224", 35.1e9), ("resnet50", 8.2e9)):
        fields = {"id": "1", "task": "classify", "device": "Raspberry Pi 5", "model": model, "batch": 64}
        answer = answer_request(fields, CATALOG)
        assert answer.items_per_s.middle * flop < 0.8 * peak  # type: ignore[attr-defined]


@pytest.mark.parametrize(("size", "times"), [("tiny", 10), ("base", 7), ("large-v3-turbo", 8)])
def test_small_speech_models_are_as_much_faster_as_their_maker_says(size: str, times: float) -> None:
    def speed(name: str) -> float:
        fields = {"id": "1", "task": "speech", "device": "A100 SXM 80GB", "engine": "PyTorch", "audio_s": 600}
        answer = answer_request({**fields, "model": f"whisper {name}"}, CATALOG)
        return answer.realtime_factor.middle  # type: ignore[attr-defined, no-any-return]

    ratio = speed(size) / speed("large-v2")
    assert times / 1.5 < ratio < times * 1.5


def test_where_it_does_not_fit_memory_is_told_as_it_is_and_the_speed_with_a_note() -> None:
    answer = items(model="resnet50", device="CPU", device_facts={"memory_gb": 0.25, "fp32_tflop_per_s": 1})
    assert answer.memory is not None
    assert answer.fit == "too_big"
    assert answer.memory.pools[0].free_bytes == answer.memory.pools[0].total_bytes
    assert "does_not_fit" in said(*answer.notes)
