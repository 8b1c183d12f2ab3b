"""Page Overview says what the other pages say: the first of each ranking, the findings, the verdict."""

import re
from dataclasses import replace
from typing import get_args

import pytest

from advisor.advice.overview import OverviewAsked, overview_steps
from advisor.answer.rig import rank
from advisor.answer.rig.rank import Rank, each_of_best, rank_models, ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.text.one_setting import Setting
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.model import ModelCard
from advisor.facts.machine.machine import FindingCode, Machine
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.facts.rig.rig import KnownRig, Rig
from advisor.present.findings.findings import NOTES
from advisor.present.findings.health import health
from advisor.present.overview.tiles import LISTED, NAMED, USES, Tile, before_measuring, best_tile, empty_tiles
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.rig.rig_lines import rig_lines
from advisor.present.words.reasons.findings import SHORT
from advisor.present.words.view import FindingPanel
from tests.fakes import rigs
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import machine
from tests.fakes.measurements import measurement
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG = load_catalog()
COMPUTERS = ("computers/usual/pc-rtx-3060-12gb", "computers/usual/office-pc-16gb")


def known(computer: str) -> KnownRig:
    return known_computer(computer, CATALOG)


def tiles(rig: Rig) -> tuple[Tile, ...]:
    return tuple(one for one in overview_steps(OverviewAsked(rig, CATALOG)) if one is not None)


@pytest.mark.broad
@pytest.mark.parametrize("computer", COMPUTERS)
def test_each_tile_names_the_first_model_of_its_ranking(computer: str) -> None:
    rig = known(computer).rig
    shown = tiles(rig)
    assert [tile.id for tile in shown] == [*USES, *USES], "with the next two, then with a longer list"
    for tile in shown:
        first = rank_models(rig, CATALOG, workload_id=tile.id)[0]
        assert (tile.model_id, tile.title, tile.tone) == (first.model_id, first.model.name, first.usability)
        assert tile.word
        assert tile.figures


def test_the_longer_list_asks_about_no_model_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[str, str]]()

    def counted(rig: Rig, catalog: Catalog, workload_id: str) -> Rank:
        usual = ranker(rig, catalog, workload_id)

        def one(model_id: str, model: ModelCard) -> Ranked:
            asked.append((workload_id, model_id))
            return usual(model_id, model)

        return one

    monkeypatch.setattr(rank, "ranker", counted)
    assert len(tiles(known(COMPUTERS[0]).rig.changed())) == 2 * len(USES)
    assert {workload for workload, _ in asked} == set(USES)
    assert len(asked) == len(set(asked))


@pytest.mark.broad
def test_a_tile_counts_the_thinking_of_its_model_in() -> None:
    rig = known(COMPUTERS[0]).rig
    for tile in tiles(rig):
        first = rank_models(rig, CATALOG, workload_id=tile.id)[0]
        assert ("thinking included" in tile.figures) == bool(first.light.thinks)


def test_a_rig_on_which_nothing_runs_is_told_so() -> None:
    shown = tiles(Rig(name="nothing", processors=()))
    assert {tile.tone for tile in shown} == {"wont_run"} <= set(get_args(Usability))
    assert not any(tile.model_id for tile in shown)


def test_the_tiles_are_named_before_they_are_known() -> None:
    assert [tile.heading for tile in empty_tiles(CATALOG)] == ["Chat", "Coding", "Images", "Worth upgrading?"]
    assert not any(tile.title for tile in empty_tiles(CATALOG))


def test_each_processor_is_named_with_its_memory_and_a_shared_one_once() -> None:
    assert rig_lines(known("computers/usual/pc-2-x-rtx-3090").rig)[0] == "2 x RTX 3090 · 24.0 GiB VRAM each"
    assert rig_lines(known("computers/apple/macbook-pro-m4-pro-20-core-24gb").rig) == (
        "Apple M4 Pro · 24.0 GiB shared memory",
        "M4 Pro (20-core GPU) · uses up to 17.8 GiB of it",
    )
    assert rig_lines(known("computers/framework/desktop-395-128gb").rig) == (
        "Ryzen AI Max+ 395 · 128 GiB shared memory",
        "Integrated graphics · about 118 GiB left for models",
    )
    laptop = rig_lines(known("computers/usual/laptop-iris-xe-8gb").rig)
    assert laptop[1] == "Iris Xe Graphics 80EU · uses up to 4.0 GiB of it"


def test_another_best_model_than_before_the_measurement_is_explained() -> None:
    """Measuring changed the best model, and nothing said why."""
    guessed = Tile("chat", "Chat", title="A", model_id="a", more="Next best: B, C")
    measured = Tile("chat", "Chat", title="B", model_id="b", more="Next best: A, C", longer=("Next best:", "A", "C"))
    told = before_measuring(measured, guessed)
    assert told.more == "Measured speeds put it before A. Next best: A, C"
    assert told.longer == ("Measured speeds put it before A.", "Next best:", "A", "C")
    assert before_measuring(guessed, guessed) == guessed
    assert before_measuring(measured, None) == measured


@pytest.mark.broad
def test_the_next_best_models_that_run_well_are_named() -> None:
    rig = known(COMPUTERS[0]).rig
    for tile in tiles(rig):
        _, *others = rank_models(rig, CATALOG, workload_id=tile.id)[:NAMED]
        assert all(one.model.name in tile.more for one in others if one.light.is_useful)
        assert not any(one.model.name in tile.more for one in others if not one.light.is_useful)


def test_what_slows_the_rig_down_is_counted_and_the_worst_is_named() -> None:
    machine, rig = known(COMPUTERS[0])
    view = my_rig_view(machine=machine, rig=rig, measurements=None, answers=())
    slow = [one for one in view.findings if one.tone == "warning"]
    assert health(view.findings).tone == ("warning" if slow else "good")
    stick = FindingPanel("warning", "Costs speed", "One stick", "Add another.", short="one memory stick")
    assert health((stick, stick)).title == "2 things slow it, mainly one memory stick"
    assert health((stick, stick)).text == "One stick"
    assert health((replace(stick, remedy="Add another."),)).remedy == "Add another."
    assert health((stick,)).title == "1 thing slows this rig: one memory stick"


def test_what_only_makes_figures_less_sure_slows_nothing_down() -> None:
    doubt = FindingPanel("warning", "Less sure", "The measurement was disturbed", "Close other programs.")
    assert health((doubt,)).title == "Set up well, but the measurement was disturbed"
    assert (health((doubt,)).tone, health((doubt,)).word) == ("warning", doubt.word)


@pytest.mark.parametrize(
    ("computer", "assumed"),
    [
        (
            "usual/pc-2-x-rtx-3090",
            "all PCIe lanes for each GPU; most boards give the second one fewer, which hardly slows writing",
        ),
        ("apple/mac-mini-m4-24gb", "macOS's own limit for GPU memory"),
        ("framework/desktop-395-128gb", "as much RAM for the GPU as BIOS and driver allow"),
        ("usual/pc-rx-7900-xtx", "2 memory channels at the rated speed (XMP or EXPO is on)"),
        ("raspberry-pi/raspberry-pi-5-8gb", "good cooling and a strong power supply"),
        ("nvidia/dgx-spark-128gb", "good cooling and a strong power supply"),
    ],
)
def test_of_a_computer_that_is_only_sold_it_is_told_what_is_assumed(computer: str, assumed: str) -> None:
    """Its title was a chore, "Check memory channels and speed", which nobody can do on a computer of the list."""
    sold = known(f"computers/{computer}")
    view = my_rig_view(machine=sold.machine, rig=sold.rig, measurements=None, answers=())
    line = health(view.findings, check=view.check)
    assert (line.title, line.text) == ("Nothing known to slow this rig", f"Assumed: {assumed}.")
    assert len(line.text.split()) <= 20
    assert not any(one.tone == "good" for one in view.findings)
    assert health(view.findings).title != line.title


def test_a_card_that_needs_all_of_its_memory_open_is_told_of() -> None:
    """A PC with an Arc B580 said nothing of Resizable BAR."""
    sold = known("computers/usual/pc-arc-b580")
    view = my_rig_view(machine=sold.machine, rig=sold.rig, measurements=None, answers=())
    assert "Arc B580 needs Resizable BAR" in [one.title for one in view.findings]
    line = health(view.findings, check=view.check)
    assert line.text.startswith("Arc B580 needs Resizable BAR. Assumed: 2 memory channels")
    assert len(line.text.split()) <= 20


@pytest.mark.parametrize(
    ("read", "results", "title"),
    [
        (rigs.virtual_machine(), (measurement("memory_read", 30e9),), "Nothing wrong found in this virtual machine"),
        (machine(), (), "No setup problem found"),
        (machine(), (measurement("memory_read", 30e9),), None),
    ],
)
def test_no_computer_is_called_set_up_well_that_hides_its_parts_or_was_not_measured(
    read: Machine, results: tuple[Measurement, ...], title: str | None
) -> None:
    measurements = Measurements(results=results) if results else None
    rig = assemble_rig(with_cards(read, CATALOG), measurements, CATALOG)
    view = my_rig_view(machine=read, rig=rig, measurements=measurements, answers=())
    assert (view.check.title if view.check else None) == title
    assert health((), check=view.check).tone == ("good" if title is None else "note")


def test_a_card_without_a_fan_is_told_of_on_the_page_of_the_rig() -> None:
    """A Tesla P40 "needs a blower" on Will it run?, and page My rig said nothing of it."""
    found = known("computers/usual/pc-rtx-3090")
    cpu, gpu = found.rig.processors
    rig = found.rig.changed(processors=(cpu, gpu.changed(name="Tesla P40", needs_airflow=True)))
    view = my_rig_view(machine=found.machine, rig=rig, measurements=None, answers=())
    assert "Tesla P40 needs a blower" in [one.title for one in view.findings]
    assert health(view.findings, check=view.check).text.startswith("Tesla P40 needs a blower. Assumed: ")


def test_beside_a_slow_model_stands_one_that_is_done_far_sooner() -> None:
    """An answer in nine minutes stood there alone, as if nothing had been looked for."""
    detected, measured = RIGS["virtual machine"]
    rig = assemble_rig(with_cards(detected, CATALOG), measured, CATALOG)
    coding = [one for one in each_of_best(rig, CATALOG, workload_id="coding", count=LISTED) if one is not None]
    assert not any(one.light.is_useful for one in coding), "else nothing is shown"
    assert best_tile("coding", coding, CATALOG).more == "The next best take longer."
    slowest = max(coding, key=lambda one: sure(one.wait_s).middle)
    told = best_tile("coding", [slowest, *coding], CATALOG).more
    assert re.fullmatch(rf"Sooner, less capable: {re.escape(coding[0].model.name)}, \d.+", told)


def test_every_finding_that_costs_speed_has_a_short_name() -> None:
    assert set(SHORT) == set(get_args(FindingCode)) - set(NOTES)
    assert all(len(name.split()) <= 3 for name in SHORT.values())


def test_a_model_that_can_do_little_for_the_work_is_called_weak() -> None:
    """Models said that only weak ones run well for coding, and the tile was "Fine" without a word."""
    found = rank_models(known("computers/usual/office-pc-16gb").rig, CATALOG, workload_id="coding")
    assert found[0].is_weak
    assert best_tile("coding", found, CATALOG).word == "Fine, a weak model"
    able = next(one for one in found if not one.is_weak)
    assert "weak" not in best_tile("coding", [able], CATALOG).word


@pytest.mark.parametrize("computer", ["laptop-rtx-4060-8gb", "pc-rtx-3060-12gb"])
def test_a_file_that_answers_worse_is_named(computer: str) -> None:
    """A file of three bits kept a model from being the best for chat, and was great for coding without a word."""
    rig = known(f"computers/usual/{computer}").rig
    for workload_id in ("chat", "coding"):
        found = [one for one in each_of_best(rig, CATALOG, workload_id=workload_id, count=LISTED) if one is not None]
        best = found[0].way
        assert isinstance(best, Setting)
        told = f"{best.quant} costs quality" in best_tile(workload_id, found, CATALOG).figures
        assert told == bool(loss_steps(best.quant))
