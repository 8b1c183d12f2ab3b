"""Figures of one weak source count as estimated and are told; a rebuilt card is told by its memory alone."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.catalog.hardware.gpu_match import find_gpu_cards
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.model import ModelCard
from tests.fakes.machines import nvidia_card

CATALOG = load_catalog()
RTX_4090, REBUILT = "gpus/nvidia/rtx-4090", "gpus/nvidia/rtx-4090-48gb"
WEAK = "gpus/nvidia/rubin"


def codes(device: str) -> list[str]:
    asked = {"task": "generate", "device": device, "model": "llama-3.1-8b", "quant": "Q4_K_M"}
    return [note.code for note in answer_request(asked, CATALOG).notes]


def test_a_weak_figure_counts_as_estimated() -> None:
    weak, strong = gpu_processor(WEAK, CATALOG), gpu_processor(RTX_4090, CATALOG)
    assert weak.bandwidth_bytes_per_s.origin == "estimated"
    assert strong.bandwidth_bytes_per_s.origin == "datasheet"
    assert weak.bandwidth_bytes_per_s.value == 22e12


def test_an_answer_says_on_which_weak_figures_it_rests() -> None:
    assert "figures_uncertain" in codes("Rubin")
    assert "figures_uncertain" not in codes("RTX 4090")


def test_only_stated_figures_can_be_uncertain() -> None:
    card = CATALOG.gpus[RTX_4090]
    for figure in ("bandwidth_gb_per_s", "released"):
        assert GpuCard.model_validate({**card.model_dump(), "uncertain": [figure]}).uncertain == (figure,)
    with pytest.raises(ValueError, match="uncertain_but_absent"):
        GpuCard.model_validate({**card.model_dump(), "uncertain": ["peer_gb_per_s"]})


@pytest.mark.parametrize(("size_gib", "card"), [(23.99, RTX_4090), (47.99, REBUILT), (None, RTX_4090)])
def test_memory_alone_tells_a_rebuilt_card(size_gib: float | None, card: str) -> None:
    found = nvidia_card(name="NVIDIA GeForce RTX 4090", pci_id="10de:2684", total_gib=size_gib)
    assert find_gpu_cards(found, CATALOG.gpus) == (card,)


def test_a_model_card_doubts_only_what_it_states() -> None:
    card = CATALOG.models["ernie/ernie-4.5-21b-a3b"]
    assert card.uncertain == ("drafting.layers",)
    assert card.doubts("drafting")
    assert not card.doubts("vision")
    with pytest.raises(ValueError, match="uncertain_but_absent"):
        ModelCard.model_validate({**card.model_dump(), "uncertain": ["vision.params"]})


@pytest.mark.parametrize(("model", "says"), [("ernie/ernie-4.5-21b-a3b", True), ("qwen/qwen3.5-27b", False)])
def test_a_draft_says_that_its_layers_are_doubted(model: str, says: bool) -> None:
    asked = {"task": "generate", "device": "H100", "model": model, "quant": "Q4_K_M", "draft": {"model": "mtp"}}
    draft = answer_request(asked, CATALOG).draft
    assert draft is not None
    assert ("own_layers_uncertain" in [note.code for note in draft.notes]) == says


@pytest.mark.parametrize(
    ("model", "says"), [("glm/glm-4.6", True), ("glm/glm-4.7-flash", False), ("ornith/ornith-1.5-35b-a3b", True)]
)
def test_thinking_says_that_its_habit_is_doubted(model: str, says: bool) -> None:
    asked = {"task": "generate", "device": "M3 Ultra", "model": model, "quant": "Q4_K_M"}
    thinking = answer_request(asked, CATALOG).thinking
    assert thinking is not None
    assert ("thinking_uncertain" in [note.code for note in thinking.notes]) == says


def test_a_picture_says_that_the_part_that_sees_is_doubted() -> None:
    asked = {"task": "generate", "device": "RTX 4090", "model": "ministral-3-14b", "quant": "Q4_K_M", "images": 1}
    seen = answer_request(asked, CATALOG).vision
    assert seen is not None
    assert "vision_uncertain" in [note.code for note in seen.notes]
