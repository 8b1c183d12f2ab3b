"""What memory and bandwidth alone rule out is of no use, and only what is ruled out is not asked."""

import pytest

from advisor.answer.rig.rank import first_steps, is_any_of_use, rank_models
from advisor.answer.rig.within_reach import may_be_of_use
from advisor.answer.tasks.ask import find_workload, task_models, use_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import unknown
from tests.fakes.known_computers import known_computer
from tests.stepped import ended

CATALOG = load_catalog()
RIGS = ("usual/office-pc-16gb", "usual/laptop-rtx-4060-8gb", "raspberry-pi/raspberry-pi-500-plus-16gb")
WORKLOADS = ("coding", "coding-agent", "serve-many", "pictures", "fine-tune-qlora")


def rig_of(name: str) -> Rig:
    return known_computer(f"computers/{name}", CATALOG).rig


@pytest.mark.parametrize("workload_id", WORKLOADS)
@pytest.mark.parametrize("name", RIGS)
def test_nothing_that_is_of_use_is_out_of_reach(name: str, workload_id: str) -> None:
    workload = find_workload(workload_id, CATALOG)
    models = task_models(workload, CATALOG) if isinstance(workload, TaskCard) else dict(CATALOG.models)
    use = use_of(workload_id, CATALOG)
    within = may_be_of_use(rig_of(name), models.items(), workload, CATALOG, use=use)
    ranked = rank_models(rig_of(name), CATALOG, workload_id=workload_id)
    assert {one.model_id for one in ranked if one.light_is_useful} <= within


@pytest.mark.parametrize("workload_id", WORKLOADS)
@pytest.mark.parametrize("name", RIGS)
def test_the_first_and_whether_there_is_one_are_those_of_the_whole_ranking(name: str, workload_id: str) -> None:
    rig, best = rig_of(name), rank_models(rig_of(name), CATALOG, workload_id=workload_id)[0]
    assert ended(is_any_of_use(rig, CATALOG, workload_id)) == best.light_is_useful
    first = ended(first_steps(rig, CATALOG, workload_id))
    assert first is not None
    assert first.model_id == best.model_id


def test_a_memory_of_unknown_size_rules_nothing_out() -> None:
    rig = rig_of("usual/office-pc-16gb")
    cpu = rig.processors[0]
    untold = cpu.changed(memory_total_bytes=unknown("not_told"), memory_free_bytes=unknown("not_told"))
    blind = rig.changed(processors=(untold,))
    workload = find_workload("chat", CATALOG)
    found = may_be_of_use(blind, CATALOG.models.items(), workload, CATALOG, use=use_of("chat", CATALOG))
    assert {one for one, card in CATALOG.models.items() if card.params > 500e9} & found
