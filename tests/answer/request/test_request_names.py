"""Names of devices and models in a request: as people write them, and what is said of those that fit nothing."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.values.reason import reason
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()


def ask(**fields: Any) -> Answer:
    request = {"id": "1", "task": "generate", "device": "RTX 4090", "model": "Llama-3.1-8B", "quant": "Q4_K_M"}
    return answer_request({**request, **fields}, CATALOG)


def width(answer: Answer) -> float:
    return sure(answer.tokens_per_s).high / sure(answer.tokens_per_s).low


@pytest.mark.parametrize("device", ["NVIDIA GeForce RTX 4090", "rtx 4090", "GeForce RTX 4090"])
@pytest.mark.parametrize("model", ["Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama3.1-8b"])
def test_names_are_matched_as_people_write_them(device: str, model: str) -> None:
    assert sure(ask(device=device, model=model).tokens_per_s).middle == sure(ask().tokens_per_s).middle


@pytest.mark.parametrize("device", ["RTX", "GTX", "GeForce", "Radeon RX", "M", "foo", "RTX 3"])
def test_half_a_name_is_no_card(device: str) -> None:
    answer = ask(device=device)
    assert answer.error
    assert answer.error.code == "unknown_device"


def test_a_name_with_several_memory_sizes_says_which_was_taken() -> None:
    assumed, exact = ask(device="RTX 3060"), ask(device="RTX 3060 12GB")
    assert reason("size_assumed", name="RTX 3060", sizes=("8", "12"), assumed="12") in assumed.notes
    assert sure(assumed.tokens_per_s).middle == sure(exact.tokens_per_s).middle
    assert width(assumed) > width(exact)
    stated = ask(device="RTX 3060", device_facts={"memory_gb": 8})
    assert sure(stated.tokens_per_s).middle == sure(ask(device="RTX 3060 8GB").tokens_per_s).middle
    assert "size_assumed" not in said(*stated.notes)


def test_forms_that_are_alike_are_answered_as_one() -> None:
    answer = ask(device="A100 80GB")
    assert {"card_assumed", "A100 PCIe 80GB", "A100 SXM 80GB"} <= said(*answer.notes)
    assert sure(answer.tokens_per_s).middle == sure(ask(device="A100 PCIe 80GB").tokens_per_s).middle
    assert width(answer) > width(ask(device="A100 PCIe 80GB"))


def test_the_usual_one_of_forms_that_differ_is_taken_with_a_range_that_holds_the_other() -> None:
    answer = ask(device="Apple M4 Max")
    assert {"one_of_several_assumed", "M4 Max (40-core GPU)"} <= said(*answer.notes)
    slower = ask(device="M4 Max (32-core GPU)")
    assert sure(answer.tokens_per_s).low < sure(slower.tokens_per_s).middle < sure(answer.tokens_per_s).high


def test_names_that_mean_unlike_cards_are_named() -> None:
    answer = ask(device="Intel Arc")
    assert answer.error
    assert answer.error.code == "unknown_device"
    assert {"several_cards_named", "Arc Graphics 112EU"} <= said(answer.error.message)


@pytest.mark.parametrize(
    ("fields", "near", "far"),
    [
        ({"device": "RTX 4900"}, "RTX 4090", "Arc"),
        ({"device": "RTX 4090 Ultra"}, "RTX 4090", "Ryzen"),
        ({"device": "Apple M3 Ultra Max"}, "M3 ", "RTX"),
        ({"device": "A1000 Titan"}, "", "N100"),
        ({"model": "7B"}, "", "671B"),
        ({"model": "foo"}, "", "OLMoE"),
        ({"model": "Llama"}, "Llama", "Qwen"),
    ],
)
def test_the_nearest_names_are_of_that_kind(fields: dict[str, Any], near: str, far: str) -> None:
    answer = ask(**fields)
    assert answer.error
    shown = " ".join(map(str, said(answer.error.message)))
    assert near in shown
    assert far not in shown
