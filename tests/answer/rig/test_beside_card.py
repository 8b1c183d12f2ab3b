"""What a card holds in a smaller file is not left to the processor in a larger one."""

from typing import Any

import pytest

from advisor.answer.text.one_setting import Setting
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import load_catalog
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
MINI = {"computer": "Mac mini", "chip": "M4 Pro (16-core GPU)", "ram_gib": 24, "form": "mini"}
BOOK = {"computer": "MacBook Pro", "chip": "M2 Max (38-core GPU)", "ram_gib": 96, "form": "laptop"}
PRO = {"computer": "MacBook Pro", "chip": "M4 Pro (20-core GPU)", "ram_gib": 24, "form": "laptop"}
STRIX = {"computer": "Mini PC", "chip": "Ryzen AI Max+ 395", "ram_gib": 128, "form": "mini"}


def chosen(parts: dict[str, Any], model: str) -> Setting:
    found = CATALOG.models.find(model)
    assert found is not None
    return Chooser(named_rig(parts, CATALOG)[1], CATALOG, CATALOG.workloads["chat"]).best(CATALOG.models[found])


@pytest.mark.parametrize(("parts", "model"), [(MINI, "Qwen3.8 27B"), (BOOK, "Mistral Medium 3.5 128B")])
def test_graphics_take_the_file_that_they_hold_where_the_processor_is_much_later_done(
    parts: dict[str, Any], model: str
) -> None:
    assert chosen(parts, model).option.is_gpu


@pytest.mark.parametrize(("parts", "model"), [(MINI, "Gemma 4 26B-A4B"), (STRIX, "Qwen3.8 Flash Next 180B-A6B")])
def test_what_the_processor_writes_well_is_not_made_noticeably_worse(parts: dict[str, Any], model: str) -> None:
    found = chosen(parts, model)
    assert found.usability == "great"
    assert not loss_steps(found.quant)


def test_what_the_processor_writes_great_is_no_file_of_three_bits_on_the_graphics() -> None:
    found = chosen(PRO, "Qwen3.6 35B-A3B")
    assert found.usability == "great"
    assert not loss_steps(found.quant)


def test_a_setting_says_that_the_processor_does_it_though_graphics_are_there() -> None:
    assert chosen(PRO, "Nemotron 3.5 Lightning 30B-A3B").is_on_cpu
    assert not chosen(PRO, "Gemma 4 12B").is_on_cpu
