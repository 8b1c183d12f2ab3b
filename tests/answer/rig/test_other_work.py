"""Of pictures and films: which files are chosen, what does other work stands last, and what sees better first."""

import itertools

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.task_answer import TaskOption
from advisor.predict.rates.formats import has_format
from tests.fakes.known_computers import known_computer
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG = load_catalog()
USEFUL = ("great", "fine")
SURELY_FELT = 1.25
"""So many times as fast may stand before what is a little more often right."""


def ranked(name: str, workload_id: str) -> tuple[Ranked, ...]:
    machine, measured = RIGS[name]
    rig = assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)
    return rank_models(rig, CATALOG, workload_id=workload_id)


@pytest.mark.parametrize("name", ["laptop", "4090 desktop", "Strix Halo", "Mac M2 Max"])
def test_a_clip_from_a_sentence_is_made_by_models_that_need_no_picture(name: str) -> None:
    """Wan 2.2 I2V, Animate and FramePack stood among those that start from words."""
    useful = [one for one in ranked(name, "films") if one.usability in USEFUL and not one.older]
    starts = [one.starts_from is not None for one in useful]
    assert starts == sorted(starts)


@pytest.mark.parametrize("name", ["laptop", "gaming PC", "4090 desktop", "Mac M2 Max"])
def test_a_megapixel_stands_before_a_quarter_of_one(name: str) -> None:
    useful = [one for one in ranked(name, "pictures") if one.usability in USEFUL and not one.older]
    small = [one.small_size is not None for one in useful]
    assert small == sorted(small)
    assert all(one.small_size == (512, 512) for one in useful if one.model.name == "SDXL Turbo")


@pytest.mark.parametrize("workload_id", ["pictures", "films"])
@pytest.mark.parametrize("name", ["laptop", "old server", "gaming PC", "Strix Halo"])
def test_no_file_is_larger_or_of_another_kind_than_its_processor_gains_by(name: str, workload_id: str) -> None:
    """32 bits were chosen where 8 do as well, and 8-bit floats on graphics without units for them."""
    machine, measured = RIGS[name]
    rig = assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)
    has_units = {one.id: has_format(one, 8) for one in rig.processors}
    for one in ranked(name, workload_id):
        if isinstance(one.way, TaskOption):
            precision = getattr(one.way.request, "precision", None)
            assert precision != "fp32", one.model.name
            assert precision != "fp8" or has_units[one.way.processor_id], one.model.name


@pytest.mark.parametrize("computer", ["pc-rtx-3060-12gb", "office-pc-16gb"])
@pytest.mark.parametrize("workload_id", ["classify-pictures", "detect-objects"])
def test_what_is_more_often_right_stands_first_where_both_are_quick(computer: str, workload_id: str) -> None:
    """YOLO26x-cls, right in 79.9 of 100, stood above ConvNeXt V2 Large, right in 87.3."""
    found = rank_models(known_computer(f"computers/usual/{computer}", CATALOG).rig, CATALOG, workload_id=workload_id)
    quick = [one for one in found if one.usability == "great" and one.model.rating is not None]
    assert len(quick) >= 4
    for earlier, later in itertools.combinations(quick, 2):
        gained = sure(later.model.rating).score - sure(earlier.model.rating).score
        times = sure(earlier.rate).middle / sure(later.rate).middle
        assert gained <= 0 or times > SURELY_FELT, (earlier.model.name, later.model.name)


def test_a_picture_is_seen_at_the_size_that_a_model_is_rated_at() -> None:
    """EVA-02 Base 448 was timed at 224 pixels, where it takes a quarter of the time."""
    found = rank_models(
        known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig, CATALOG, workload_id="classify-pictures"
    )
    sizes = {one.model.name: one.made_size for one in found}
    assert sizes["EVA-02 Base 448"] == (448, 448)
    assert sizes["EfficientNet-B7"] == (600, 600)
    assert sizes["ResNet-50"] == (224, 224)
