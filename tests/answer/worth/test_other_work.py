"""A verdict about one work tells of other work in which the same computer is slow."""

import datetime
from typing import Any

import pytest

from advisor.answer.rig.rank import is_any_of_use, rank_models
from advisor.answer.worth import other_work
from advisor.answer.worth.conclusions import turns
from advisor.answer.worth.known import Known
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import worth_steps
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from tests.answer.worth.worth_on import worth_on
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 24)


def asked(computer: str, workload_id: str, model: str | None = None) -> WorthAnswer:
    return worth_on(computer, workload_id, model, today=TODAY)


@pytest.mark.parametrize(
    "computer", ["Office PC without graphics card 16GB", "PC with RTX 3060 12GB", "DGX Spark 128GB"]
)
def test_other_work_is_told_where_no_model_of_the_ranking_is_of_use_for_it(computer: str) -> None:
    found = asked(computer, "chat", "Qwen3 4B")
    assert found.decision.verdict == "no"
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    for work in ("pictures", "films"):
        is_of_use = rank_models(rig, CATALOG, workload_id=work)[0].light_is_useful
        assert (work in found.slow_works) != is_of_use
    assert ("other_work" in [turn.code for turn in turns(found)]) == bool(found.slow_works)


def test_an_office_pc_that_chats_well_is_slow_for_agents_and_films() -> None:
    assert {"coding-agent", "films"} <= set(
        asked("Office PC without graphics card 16GB", "chat", "Qwen3 4B").slow_works
    )


def test_where_something_is_bought_only_that_is_told() -> None:
    found = asked("Office PC without graphics card 16GB", "chat", "Qwen3 32B")
    assert found.decision.reason not in ("enough", "other_model")
    assert found.slow_works == ()


def test_other_work_is_not_asked_about_again_for_another_sum_of_money(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, rig = known_computer("computers/usual/office-pc-16gb", CATALOG)
    known, ranked = Known(), list[str]()

    def counted(rig: Rig, catalog: Catalog, workload_id: str) -> Any:
        ranked.append(workload_id)
        return is_any_of_use(rig, catalog, workload_id)

    monkeypatch.setattr(other_work, "is_any_of_use", counted)
    for hours in (1.0, 2.0):
        question = WorthQuestion(CATALOG, "chat", "LFM2.5 8B-A1B", None, Money(hours_per_day=hours))
        *_, found = worth_steps(machine, rig, question, today=TODAY, known=known)
        assert found is not None
        assert "films" in found.slow_works
    assert ranked.count("films") == 1
