"""Energy of a token, item or recording where the device's watts are known; money where a price is stated."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.answer import Answer
from tests.fakes.said import said
from tests.fakes.sure import sure

LIMIT_W = 450.0
TASKS = [
    ("generate", "Llama-3.1-8B", "tokens_per_s"),
    ("serve", "Llama-3.1-8B", "output_tokens_per_s"),
    ("image", "SDXL", None),
    ("embed", "bge-large", "items_per_s"),
    ("classify", "resnet50", "items_per_s"),
]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def asked(catalog: Catalog, task: str, model: str, **fields: object) -> Answer:
    return answer_request({"id": "1", "task": task, "device": "RTX 4090", "model": model, **fields}, catalog)


@pytest.mark.parametrize(("task", "model", "figure"), TASKS)
def test_energy_is_time_at_a_share_of_the_power_limit(
    catalog: Catalog, task: str, model: str, figure: str | None
) -> None:
    answer = asked(catalog, task, model)
    seconds = 1 / getattr(answer, figure).middle if figure else answer.s_per_item.middle  # type: ignore[attr-defined]
    assert sure(answer.energy_j).low is not None
    assert answer.energy_j is not None
    assert answer.energy_j.high is not None
    assert answer.energy_j.low < answer.energy_j.middle < answer.energy_j.high
    assert 0.5 * LIMIT_W < answer.energy_j.middle / seconds < LIMIT_W
    assert {"energy_of_device_at_work", 450} <= said(*answer.basis)
    assert answer.usd is None


def test_energy_of_a_recording_grows_with_it(catalog: Catalog) -> None:
    short = asked(catalog, "speech", "whisper small", audio_s=60)
    long = asked(catalog, "speech", "whisper small", audio_s=600)
    assert short.energy_j
    assert sure(long.energy_j).middle == pytest.approx(10 * short.energy_j.middle, rel=0.01)


def test_money_comes_of_a_stated_price_of_an_hour(catalog: Catalog) -> None:
    answer = asked(catalog, "image", "SDXL", usd_per_device_hour=0.5)
    assert answer.usd == pytest.approx(answer.s_per_item.middle * 0.5 / 3600)  # type: ignore[attr-defined]


def test_unknown_watts_are_no_energy(catalog: Catalog) -> None:
    facts = {"memory_gb": 24, "memory_bandwidth_gb_per_s": 1000, "fp16_dense_tflop_per_s": 165}
    answer = asked(catalog, "generate", "Llama-3.1-8B", device=None, device_facts=facts)
    assert answer.tokens_per_s
    assert answer.energy_j is None


def test_a_card_that_waits_for_the_processor_has_no_known_energy(catalog: Catalog) -> None:
    host = {"cpu": "Ryzen 9 7950X", "memory_gb": 64}
    answer = asked(catalog, "generate", "Llama-3.3-70B", quant="Q4_K_M", gpu_layers=40, host=host)
    assert answer.tokens_per_s
    assert answer.energy_j is None


def test_cards_that_take_turns_do_not_draw_at_once(catalog: Catalog) -> None:
    one = asked(catalog, "generate", "Llama-3.1-8B")
    turns = asked(catalog, "generate", "Llama-3.1-8B", device_count=4)
    together = asked(catalog, "generate", "Llama-3.1-8B", device_count=4, split="tensor")
    assert sure(one.energy_j).middle
    assert sure(turns.energy_j).middle == pytest.approx(sure(one.energy_j).middle, rel=0.2)
    assert sure(together.energy_j).middle
    assert sure(together.energy_j).middle > 1.2 * sure(one.energy_j).middle
