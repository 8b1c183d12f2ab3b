"""Of pictures and films: which files are chosen, and what does other work than is asked stands behind what does it."""

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.task_answer import TaskOption
from advisor.predict.rates.formats import has_format
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
USEFUL = ("great", "fine")


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
