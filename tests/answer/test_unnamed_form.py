"""Parts that were sold with several counts of cores, asked about by the name all of them share."""

from typing import Any

import pytest

from advisor.answer.request import answer_request
from advisor.catalog.catalog import load_catalog
from advisor.facts.answer import Answer

CATALOG = load_catalog()


def _asked(device: str, **more: Any) -> Answer:
    fields = {"id": "1", "task": "generate", "device": device, "model": "Llama-3.1-8B", "quant": "Q4_K_M"}
    return answer_request({**fields, **more}, CATALOG)


def _speed(device: str, **more: Any) -> float:
    answer = _asked(device, **more)
    assert answer.tokens_per_s is not None
    return answer.tokens_per_s


@pytest.mark.parametrize(
    ("part", "fewer", "more"),
    [("M1 Max", 24, 32), ("M2", 8, 10), ("Apple M2 Ultra", 60, 76), ("M3 Pro", 14, 18), ("M4 Pro", 16, 20)],
)
@pytest.mark.parametrize("phase", ["decode", "prefill"])
def test_its_speed_lies_between_those_of_its_forms(part: str, fewer: int, more: int, phase: str) -> None:
    plain = part.removeprefix("Apple ")
    low, high = (_speed(f"{plain} ({cores}-core GPU)", phase=phase) for cores in (fewer, more))
    assert low < _speed(part, phase=phase) < high


def test_a_note_names_the_forms_and_the_range_is_wider() -> None:
    of_any, of_one = _asked("M1 Max"), _asked("M1 Max (32-core GPU)")
    assert "M1 Max may be M1 Max (24-core GPU) or M1 Max (32-core GPU): rates between them assumed" in of_any.notes
    assert of_any.tokens_per_s and of_any.low_tokens_per_s and of_one.tokens_per_s and of_one.low_tokens_per_s
    assert of_any.low_tokens_per_s / of_any.tokens_per_s < of_one.low_tokens_per_s / of_one.tokens_per_s


def test_stated_rates_of_the_form_decide() -> None:
    stated = {"fp32_tflop_per_s": 10.62, "fp16_dense_tflop_per_s": 10.62}
    assert _speed("M1 Max", device_facts=stated) == pytest.approx(_speed("M1 Max (32-core GPU)"), rel=0.02)


def test_a_processor_without_a_memory_rate_takes_a_stated_one_before_that_of_its_family() -> None:
    half = _speed("Ryzen 7 5800X3D", device_facts={"memory_bandwidth_gb_per_s": 25.6})
    assert half < 0.7 * _speed("Ryzen 7 5800X3D")
