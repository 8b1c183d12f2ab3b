"""What bounds leave out is never of use: every model that the ranking finds of use is among the prospects."""

import gc

import pytest

from advisor.answer.rig.of_use import of_use
from advisor.answer.rig.prospects import prospects
from advisor.answer.rig.rank import first_steps, is_any_of_use, rank_models
from advisor.answer.tasks.ask import find_workload, use_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.estimate import Estimate
from advisor.facts.values.reason import reason
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import ended

CATALOG = load_catalog()
WRITING = ("chat", "coding", "long-documents", "coding-agent", "serve-a-team", "serve-many")
MADE = ("pictures", "films")
TRAINING = ("fine-tune-full", "fine-tune-lora", "fine-tune-qlora", "pre-train")
COMPUTERS = (
    "Office PC without graphics card 16GB",
    "PC with RTX 3060 12GB",
    "PC with RTX 4090",
    "Mac mini M4 Pro 64GB",
    "DGX Spark 128GB",
)


def left_out_and_useful(computer: str, workload_id: str) -> tuple[set[str], set[str]]:
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    use = use_of(workload_id, CATALOG)
    may_be = prospects(rig, CATALOG, find_workload(workload_id, CATALOG), use=use)
    ranked = rank_models(rig, CATALOG, workload_id=workload_id)
    left_out = {one.model_id for one in ranked if not may_be(one.model)}
    return left_out, {one.model_id for one in ranked if one.light_is_useful}


@pytest.mark.parametrize("workload_id", ["coding-agent", "chat", "pictures", "fine-tune-lora"])
def test_what_is_of_use_is_never_left_out(workload_id: str) -> None:
    left_out, useful = left_out_and_useful("PC with RTX 3060 12GB", workload_id)
    assert left_out
    assert not left_out & useful


@pytest.mark.broad
@pytest.mark.parametrize("computer", COMPUTERS)
@pytest.mark.parametrize("workload_id", [*WRITING, *MADE, *TRAINING])
def test_on_other_computers_and_for_other_work_neither_is(computer: str, workload_id: str) -> None:
    left_out, useful = left_out_and_useful(computer, workload_id)
    assert not left_out & useful


@pytest.mark.parametrize("workload_id", ["coding", "coding-agent", "serve-many", "pictures", "fine-tune-qlora"])
@pytest.mark.parametrize("computer", [COMPUTERS[0], "Laptop with RTX 4060 8GB", "Raspberry Pi 500+ 16GB"])
def test_the_first_and_whether_there_is_one_are_those_of_the_whole_ranking(computer: str, workload_id: str) -> None:
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    best = rank_models(rig, CATALOG, workload_id=workload_id)[0]
    assert ended(is_any_of_use(rig, CATALOG, workload_id)) == best.light_is_useful
    first = ended(first_steps(rig, CATALOG, workload_id))
    assert first is not None
    assert first.model_id == best.model_id


@pytest.mark.broad
@pytest.mark.parametrize("computer", COMPUTERS)
@pytest.mark.parametrize("workload_id", ["coding-agent", "serve-a-team", "serve-many", *MADE])
def test_what_is_told_to_be_of_no_use_without_a_ranking_is_of_none(computer: str, workload_id: str) -> None:
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    workload = find_workload(workload_id, CATALOG)
    is_of_use = of_use(rig, CATALOG, workload)
    useful = (one.model_id for one in rank_models(rig, CATALOG, workload_id=workload_id) if one.light_is_useful)
    assert all(map(is_of_use, useful))


def test_a_part_that_no_program_can_use_leaves_it_to_the_ranking() -> None:
    rig = known_computer(CATALOG.computers.find(COMPUTERS[1]) or "", CATALOG).rig
    blocked = tuple(one.changed(blocked=reason("no_driver_serves")) for one in rig.processors)
    workload = find_workload("serve-a-team", CATALOG)
    assert not of_use(rig, CATALOG, workload)("llama/llama-3-70b")
    assert of_use(rig.changed(processors=blocked), CATALOG, workload)("llama/llama-3-70b")


def test_looking_for_the_first_keeps_how_hardly_any_figure_came_about() -> None:
    rig = known_computer(CATALOG.computers.find("Office PC without graphics card 16GB") or "", CATALOG).rig
    gc.collect()
    before = {id(one) for one in gc.get_objects() if isinstance(one, Estimate)}
    first = ended(first_steps(rig, CATALOG, "coding"))
    assert first is not None
    gc.collect()
    assert sum(isinstance(one, Estimate) and id(one) not in before for one in gc.get_objects()) < 10
