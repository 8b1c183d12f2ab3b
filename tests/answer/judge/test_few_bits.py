"""A file of few bits is taken for room or for what is felt, never for the few per cent that decide a light."""

import pytest

from advisor.answer.text.one_setting import Setting
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.published_forms import GOOD_FORMS, STEP_BETWEEN, loses_too_much, loss_steps
from advisor.catalog.cards.catalog import load_catalog
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
USUAL_AND_LARGER = GOOD_FORMS[: GOOD_FORMS.index("Q4_K_M") + 1]
DESKTOP = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
NEWER = {**DESKTOP, "cpu": "Core i5-13400", "ram_type": "DDR5", "ram_mt": 5600}
SERVER = {"cpu": "EPYC 9654", "sticks": 12, "ram_type": "DDR5", "ram_mt": 4800, "form": "server"}
SPARK = {"computer": "DGX Spark", "chip": "GB10", "ram_gib": 128, "form": "mini"}
MINI = {"computer": "Mac mini", "chip": "M4 Pro (20-core GPU)", "ram_gib": 64, "form": "mini"}
LAPTOP = {"cpu": "Core Ultra 7 258V", "ram_gib": 32, "sticks": 2, "ram_type": "LPDDR5X", "ram_mt": 8533}


def chosen(parts: dict[str, object], model: str) -> Setting:
    _, rig = named_rig(parts, CATALOG)
    return Chooser(rig, CATALOG, CATALOG.workloads["chat"]).best(CATALOG.models[sure(CATALOG.models.find(model))])


@pytest.mark.parametrize(
    ("parts", "model"),
    [
        ({**SERVER, "ram_gib": 768}, "DeepSeek-V3.2 671B"),
        (MINI, "Gemma 4 31B"),
        ({**DESKTOP, "gpus": ["RTX 3060 12GB"]}, "Qwen3 14B"),
        ({**DESKTOP, "gpus": ["RTX 3050 8GB"]}, "Qwen3 14B"),
        ({**DESKTOP, "gpus": ["RTX 4060 Ti 16GB"]}, "Qwen3 Coder 30B-A3B"),
        ({**LAPTOP, "gpus": ["Arc 140V"], "form": "laptop"}, "Qwen3 Coder 30B-A3B"),
    ],
)
def test_the_usual_file_is_taken_where_it_runs_well_enough(parts: dict[str, object], model: str) -> None:
    assert chosen(parts, model).quant in USUAL_AND_LARGER


def test_a_file_of_good_quality_is_taken_where_it_is_of_use_and_the_usual_one_slow() -> None:
    found = chosen(SPARK, "Llama 3.3 70B")
    assert not loss_steps(found.quant)
    assert found.quick.is_useful


def test_a_file_of_three_bits_is_never_great_however_fast() -> None:
    found = chosen({**DESKTOP, "cpu": "Ryzen 9 5950X", "gpus": ["RTX 3090"]}, "GLM-4.5-Air 106B-A12B")
    assert found.quant == "IQ3_XXS"
    assert (found.usability, found.light.held_by) == ("fine", "file")


@pytest.mark.parametrize(
    ("gpu", "model"),
    [
        ("RTX 4060 Ti 16GB", "Qwen3.8 27B"),  # whole on the card half again as fast
        ("RTX 5090", "Llama 3.3 70B"),  # what spills is slow
    ],
)
def test_fewer_bits_are_taken_for_room_and_for_what_is_felt(gpu: str, model: str) -> None:
    found = chosen({**NEWER, "gpus": [gpu]}, model)
    assert loss_steps(found.quant)
    assert found.quick.is_useful


@pytest.mark.parametrize(
    ("parts", "model"),
    [
        ({**NEWER, "gpus": ["RTX 3060 12GB"]}, "Qwen3.5 122B-A10B"),
        ({**NEWER, "ram_gib": 64, "gpus": ["RTX 4090"]}, "GLM-4.6 355B-A32B"),
    ],
)
def test_what_fits_in_hardly_two_bits_alone_is_too_weak(parts: dict[str, object], model: str) -> None:
    found = chosen(parts, model)
    assert loses_too_much(found.quant)
    assert (found.usability, found.light.held_by) == ("slow", "file")


@pytest.mark.parametrize("model", ["GLM-4.6 355B-A32B", "Qwen3 235B-A22B"])
def test_hardly_two_bits_are_not_taken_where_memory_has_room_for_a_better_file(model: str) -> None:
    found = chosen({**NEWER, "ram_gib": 192, "sticks": 4, "gpus": ["RTX 4090"]}, model)
    assert not loses_too_much(found.quant)


@pytest.mark.parametrize("gpus", [["RTX 4090", "RTX 3060 12GB"], ["RTX 3090", "RTX 3060 12GB"]])
def test_the_file_between_the_worse_ones_is_taken_where_the_larger_one_just_spills(gpus: list[str]) -> None:
    """Q3_K_M of 70B leaves 1.3 GiB in RAM beside 24 and 12 GB, and writes half as fast for it."""
    found = chosen({**NEWER, "ram_gib": 64, "gpus": gpus}, "Llama 3.3 70B")
    assert (found.quant, found.is_held) == (STEP_BETWEEN, True)
    assert loss_steps(STEP_BETWEEN) == loss_steps("Q3_K_M")


def test_the_file_between_is_left_alone_where_the_larger_one_is_held() -> None:
    assert chosen({**NEWER, "gpus": ["RTX 4060 Ti 16GB"]}, "Qwen3.8 27B").quant == "Q3_K_M"
