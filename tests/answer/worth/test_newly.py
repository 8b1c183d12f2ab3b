"""What other rigs make possible: more capable models than run well here, and never fewer on the better of two."""

from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.answer.tasks import device_options
from advisor.answer.tasks.ask import find_task_model, task_fields, task_models
from advisor.answer.tasks.registry import TASKS
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.published_forms import loss_steps, published_forms
from advisor.answer.worth.newly import NewlyUsable
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import is_of_use
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.cards.workload import TaskCard
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from tests.answer.worth.worth_on import worth_on
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import ended, sure

CATALOG = load_catalog()
QUESTION = WorthQuestion(CATALOG, "chat", "qwen/qwen3.5-9b", None, Money())


def rig_of(name: str) -> Rig:
    return known_computer(f"computers/{name}", CATALOG).rig


@pytest.mark.parametrize("here", ["apple/macbook-air-m4-16gb", "usual/office-pc-16gb"])
@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("apple/mac-studio-m5-max-40-core-48gb", "apple/mac-studio-m5-max-40-core-128gb"),
        ("apple/mac-mini-m6-16gb", "apple/mac-mini-m6-32gb"),
        ("usual/pc-rtx-3060-12gb", "usual/pc-rtx-4090"),
    ],
)
def test_a_better_rig_makes_at_least_as_capable_models_possible(here: str, small: str, large: str) -> None:
    newly = NewlyUsable(rig_of(here), QUESTION)
    less, more = (ended(newly.on(name, rig_of(name))) for name in (small, large))
    assert len(more) >= len(less)
    assert all(newly.able(better) >= newly.able(one) for one, better in zip(less, more, strict=False))


@pytest.mark.parametrize("main_gib", range(4, 20, 3))
def test_a_card_that_others_fill_takes_no_model_away(main_gib: int) -> None:
    office = rig_of("usual/office-pc-16gb")
    size = known(main_gib * GIB, origin="detected", source="a test")
    cpu = office.processors[0].changed(memory_total_bytes=size, memory_free_bytes=size)
    full = gpu_processor("gpus/nvidia/rtx-3060-12gb", CATALOG).changed(
        memory_free_bytes=known(0, origin="detected", source="a test")
    )
    alone, beside = (NewlyUsable(office.changed(processors=one), QUESTION) for one in ((cpu,), (cpu, full)))
    assert beside.able_here() >= alone.able_here()


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", ["chat", "coding", "coding-agent", "pictures"])
@pytest.mark.parametrize("name", ["usual/pc-rtx-3060-12gb", "apple/mac-mini-m6-24gb", "usual/office-pc-16gb"])
def test_what_runs_well_here_is_the_first_of_the_ranking(name: str, workload_id: str) -> None:
    rig = rig_of(name)
    first = rank_models(rig, CATALOG, workload_id=workload_id)[0]
    model = "FLUX.2 dev" if workload_id == "pictures" else "Qwen3.5 9B"
    found = NewlyUsable(rig, replace(QUESTION, workload_id=workload_id, model_name=model)).here()
    assert (found.model_id if found else None) == (first.model_id if first.light_is_useful else None)


def test_before_the_ranking_comes_the_same_model_in_fewer_steps() -> None:
    question = replace(QUESTION, workload_id="films", model_name="Wan 2.2 T2V A14B")
    found = NewlyUsable(rig_of("usual/pc-rtx-3060-12gb"), question).here()
    assert found is not None
    assert found.model.name == "Wan 2.2 T2V A14B Lightning"


@pytest.mark.parametrize("workload_id", ["chat", "coding", "coding-agent"])
def test_a_card_that_one_has_is_good_enough_for_what_buying_it_makes_possible_and_no_more(workload_id: str) -> None:
    """A 27B goes into 12 GB in three bits alone: bought or owned, such a card leaves it to a larger one."""
    question = replace(QUESTION, workload_id=workload_id)
    before = rig_of("usual/office-pc-16gb")
    small, large = (
        before.changed(processors=(*before.processors, gpu_processor(f"gpus/nvidia/{one}", CATALOG)))
        for one in ("rtx-3060-12gb", "rtx-3090")
    )
    bought = ended(NewlyUsable(before, question).on("small", small))
    owner = NewlyUsable(small, question)
    left = ended(owner.on("large", large))
    assert bought
    assert left
    assert owner.able_here() == owner.able(bought[0])
    assert not set(bought) & set(left)
    assert all(owner.able(one) > owner.able(bought[0]) for one in left)


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", ["coding-agent", "serve-a-team", "pictures"])
def test_what_the_processor_does_badly_need_not_be_asked_again(workload_id: str) -> None:
    question, here = replace(QUESTION, workload_id=workload_id, model_name=None), rig_of("usual/office-pc-16gb")
    card = gpu_processor("gpus/nvidia/rtx-4060", CATALOG)
    changed = here.changed(processors=(here.processors[0], card))
    models = dict(islice(task_models(CATALOG.other_workloads[workload_id], CATALOG).items(), 0, None, 9))
    asked = [replace(question, model_name=one) for one in models]
    alone = [one for one in asked if not _is_of_use_in_a_good_file(here, one)]
    assert alone
    for one in alone:
        found = {is_of_use(changed, one, without=without) for without in ((), here.processors)}
        assert found == {_is_of_use_in_a_good_file(changed, one)}


def _is_of_use_in_a_good_file(rig: Rig, question: WorthQuestion) -> bool:
    workload, catalog = question.workload, question.catalog
    assert isinstance(workload, TaskCard)
    model_id, model = find_task_model(question.named_model, workload, catalog)
    fields = {**task_fields(workload, model_id, catalog), "task": workload.task, "model": model.name}
    options, _ = device_options.task_options(rig, TASKS[workload.task], fields, catalog, workload, is_each=False)
    return any(one.light.is_useful and not loss_steps(getattr(one.request, "precision", None) or "") for one in options)


@pytest.mark.parametrize(
    ("workload_id", "model_name"), [("coding-agent", None), ("coding", "mellum/mellum2-12b-a2.5b")]
)
def test_what_a_purchase_makes_possible_runs_there_in_a_file_of_good_quality(
    workload_id: str, model_name: str | None
) -> None:
    """A 35B mixture of experts fits the GPU of a Mac with 24 GB in three bits alone."""
    question = replace(QUESTION, workload_id=workload_id, model_name=model_name)
    newly = NewlyUsable(rig_of("apple/macbook-air-m4-16gb"), question)
    found = {
        name: ended(newly.on(name, rig_of(name))) for name in ("apple/mac-mini-m6-24gb", "framework/desktop-395-64gb")
    }
    assert all(found.values())
    assert workload_id != "coding-agent" or "qwen/qwen3.6-35b-a3b" not in found["apple/mac-mini-m6-24gb"]
    for name, models in found.items():
        for model_id in models:
            assert _is_possible_in_a_good_file(rig_of(name), replace(question, model_name=model_id))


def _is_possible_in_a_good_file(rig: Rig, question: WorthQuestion) -> bool:
    if not question.is_interactive:
        return _is_of_use_in_a_good_file(rig, question)
    chooser = Chooser(rig, CATALOG, CATALOG.workloads[question.workload_id])
    model = CATALOG.models[question.model_id or ""]
    forms = [one for one in published_forms(model) if not loss_steps(one)]
    return any(chooser.at(model, one).light.is_useful for one in forms)


def test_what_it_makes_possible_is_more_capable_than_what_runs_here() -> None:
    newly = NewlyUsable(rig_of("usual/laptop-rtx-4060-8gb"), QUESTION)
    best = newly.able_here()
    for name in ("framework/desktop-395-64gb", "nvidia/dgx-spark-128gb", "apple/mac-mini-m6-24gb"):
        assert all(newly.able(one) >= best for one in ended(newly.on(name, rig_of(name))))


def test_of_a_model_that_no_card_holds_the_smallest_file_alone_is_asked() -> None:
    office = rig_of("usual/pc-rtx-3060-12gb")
    workload = CATALOG.other_workloads["coding-agent"]
    assert isinstance(workload, TaskCard)
    task, asked = TASKS[workload.task], list[str]()

    def misses(request: Any, *others: Any) -> bool:
        asked.append(request.precision)
        return sure(task.misses)(request, *others)

    fields = {**task_fields(workload, "", CATALOG), "task": workload.task, "model": "Gemma 4 31B"}
    counting = replace(task, misses=misses)
    assert not device_options.is_of_use(office, counting, fields, CATALOG, workload, without=office.processors[:1])
    assert len(asked) == 1
    assert not any(
        one.light.is_useful for one in device_options.task_options(office, task, fields, CATALOG, workload)[0]
    )


@pytest.mark.parametrize(
    ("name", "workload_id"), [("usual/server-epyc-9554", "coding"), ("usual/office-pc-16gb", "serve-a-team")]
)
def test_what_other_cards_told_before_changes_nothing(name: str, workload_id: str) -> None:
    """Two small cards are not one large one: neither tells what the other may do, beside graphics or not."""
    here, question = rig_of(name), replace(QUESTION, workload_id=workload_id)
    together = NewlyUsable(here, question)
    cards = ("rtx-5090", "rtx-4090", "rtx-5070-ti", "rtx-5060-ti-16gb", "rtx-3060-12gb")
    found = {}
    for card, count in product(cards, (1, 2)):
        added = gpu_processor(f"gpus/nvidia/{card}", CATALOG)
        parts = (added.changed(id=f"gpu{place}") for place in range(count))
        rig = here.changed(processors=(*here.processors, *parts))
        way = f"{count} x {card}"
        found[way] = ended(NewlyUsable(here, question).on(way, rig))
        assert ended(together.on(way, rig)) == found[way], way
    assert len(set(found.values())) > 1


def test_the_quick_form_of_a_film_model_comes_before_a_dear_card() -> None:
    """The same model in four steps stood behind a card for $4,000."""
    answer = worth_on("PC with RX 7900 XTX", "films", "Wan 2.2 T2V A14B")
    assert answer.decision.reason == "other_model"
    assert CATALOG.other_models[answer.instead or ""].name == "Wan 2.2 T2V A14B Lightning"
