"""Models that hear with one network and write with another, and those that speak."""

from typing import Any

import pytest

from advisor.answer.asked.checked_request import checked_request
from advisor.answer.networks.speech import answer_speech
from advisor.answer.request.request import answer_request
from advisor.answer.which_device.device import find_processor
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.network_answers import SpeechAnswer
from advisor.facts.asked.pipeline_request import SpeechRequest
from tests.each import each
from tests.fakes.sure import sure

CATALOG = load_catalog()
SPEECH = sorted(card.name for card in CATALOG.other_models.values() if card.kind == "speech")


def speech(**fields: Any) -> SpeechAnswer:
    answer = answer_request({"task": "speech", "device": "RTX 4090", "audio_s": 600, **fields}, CATALOG)
    assert isinstance(answer, SpeechAnswer), answer
    return answer


def factor(**fields: Any) -> float:
    return sure(speech(**fields).realtime_factor).middle


@each("model", SPEECH)
@pytest.mark.parametrize("device", ["RTX 4090", "M4 Pro (20-core GPU)", "RX 7900 XTX", "Ryzen 9 7950X"])
def test_every_speech_model_has_a_speed_on_every_kind_of_device(model: str, device: str) -> None:
    assert factor(model=model, device=device) > 0.01


def test_a_transducer_is_far_faster_than_models_that_write_by_a_language_model() -> None:
    transducer, whisper, language = (
        factor(model=name) for name in ("Parakeet TDT 0.6B v3", "Whisper large-v3", "Voxtral Mini 3B")
    )
    assert transducer > 3 * whisper
    assert transducer > 10 * language


@pytest.mark.parametrize(
    ("fields", "measured", "source"),
    [
        (
            {"model": "Parakeet TDT 0.6B v2", "device": "A100", "engine": "NeMo", "batch": 128, "audio_s": 3840},
            3380,
            "card",
        ),
        ({"model": "Parakeet TDT 0.6B v3", "device": "i7-12700K", "engine": "ONNX", "threads": 8}, 29.7, "seichris"),
        (
            {"model": "Kokoro 82M", "device": "RTX 4060 Ti 16GB", "engine": "PyTorch", "audio_s": 60},
            60,
            "Kokoro-FastAPI",
        ),
        ({"model": "Piper", "device": "Raspberry Pi 4", "audio_s": 10}, 2.8, "sherpa, rtf.rst"),
        ({"model": "Kokoro", "device": "Raspberry Pi 4", "audio_s": 10}, 0.36, "sherpa, rtf.rst"),
        ({"model": "KittenTTS", "device": "Raspberry Pi 5", "audio_s": 5}, 1.67, "KittenTTS issue 40"),
        ({"model": "Piper high", "device": "Ryzen 9 5950X", "audio_s": 10}, 12.2, "rhasspy/piper issue 235"),
        ({"model": "Supertonic 3", "device": "EPYC 7763", "threads": 4, "audio_s": 13}, 3.2, "heyneo.com"),
        ({"model": "Orpheus 3B", "device": "A10G", "engine": "vLLM", "audio_s": 33}, 0.64, "Orpheus-TTS issue 53"),
    ],
)
def test_published_speeds_lie_in_the_range(fields: dict[str, Any], measured: float, source: str) -> None:
    found = sure(speech(**fields).realtime_factor)
    assert sure(found.low) <= measured <= sure(found.high), source


def test_small_boards_speak_several_times_as_fast_as_it_sounds() -> None:
    assert factor(model="Piper", device="Raspberry Pi 5") > 3 > factor(model="Kokoro", device="Raspberry Pi 5")


def test_many_words_at_once_share_the_steps_of_a_transducer() -> None:
    one, many = (factor(model="Parakeet TDT 0.6B v2", batch=count, audio_s=3600) for count in (1, 64))
    assert many > 3 * one


def test_short_recordings_are_padded_for_whisper_alone() -> None:
    whisper, parakeet = (
        sure(speech(model=name, audio_s=3, batch=1).encoder_s) / sure(speech(model=name, audio_s=30).encoder_s)
        for name in ("Whisper large-v3", "Parakeet TDT 1.1B")
    )
    assert whisper == pytest.approx(1)
    assert parakeet < 0.9


def test_what_speaks_says_so_and_is_held_back_by_reading_its_weights() -> None:
    orpheus = speech(model="Orpheus 3B", device="RTX 3060 12GB")
    assert orpheus.speaks
    assert not speech(model="Whisper small").speaks
    assert factor(model="Orpheus 3B", precision="Q4_K_M") > 1.5 * factor(model="Orpheus 3B", precision="fp16")


def test_graphics_of_before_cuda_graphs_start_every_kernel() -> None:
    fields: dict[str, Any] = {"model": "whisper base", "device": "V100", "beams": 1}
    old, new = (sure(speech(**fields, build_date=date).s_per_token) for date in ("2026-01", "2026-10"))
    assert old > 1.5 * new


def test_what_a_large_model_waits_for_is_its_weights_and_a_small_one_for_its_program() -> None:
    assert speech(model="Voxtral Small 24B", device="RTX 3060 12GB").limit == "memory_bandwidth"
    assert speech(model="Whisper tiny", beams=1).limit == "launch_overhead"


def test_a_large_model_is_as_much_slower_on_a_cpu_as_measured() -> None:
    """One core with CTranslate2: encoder 4.9 times, a token with five beams 4.1 times, with one 4.8 times."""
    small, large = (
        factor(model=name, device="Core i5-8400", precision="int8", engine="faster-whisper", beams=5)
        for name in ("Whisper small", "Whisper large-v3")
    )
    assert 4 < small / large < 6.5
    assert large < 1.5


def test_one_stick_of_two_takes_half_as_long_again() -> None:
    """SYSTRAN/faster-whisper issue 1073, on a Ryzen 5 5600G with four threads."""
    asked = {"model": "Whisper small", "precision": "int8", "engine": "faster-whisper", "threads": 4, "audio_s": 390}
    request, ignored = checked_request({"device": "Ryzen 5 5600G", **asked}, SpeechRequest)
    whole = find_processor(request, CATALOG)
    half = whole.processor.bandwidth_bytes_per_s.changed(value=25.6e9)
    single = whole._replace(processor=whole.processor.changed(bandwidth_bytes_per_s=half))
    two, one = (
        sure(answer_speech(request.changed(beams=5), ignored, CATALOG, device).realtime_factor).middle
        for device in (whole, single)
    )
    assert 1.3 < two / one < 1.7
