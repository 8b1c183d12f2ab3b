"""The reasons and the table of `rig-advisor rank`."""

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.ranking import RankedModel
from advisor.present.rank.records import ranked_model, ranking_row, ranking_table
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()


RIG = assemble_rig(with_cards(machine(gpus=(nvidia_card(),)), CATALOG), None, CATALOG)


@pytest.fixture(scope="module")
def ranked() -> tuple[Ranked, ...]:
    return rank_models(RIG, CATALOG, workload_id="chat")


@pytest.fixture(scope="module")
def found(ranked: tuple[Ranked, ...]) -> list[RankedModel]:
    return [ranked_model(one, "generate") for one in ranked]


def test_every_reason_is_one_sentence_that_agrees_with_the_figures(found: list[RankedModel]) -> None:
    for one in found:
        assert one.why.endswith(".")
        assert "unknown" not in one.why
        starts = {"fits": "Fits with", "tight": "Just fits", "too_big": "Won't run"}
        assert one.fit == "spills" or one.why.startswith(starts[one.fit])
        assert ("it in RAM" in one.why) == (one.fit == "spills")
        assert ("tokens/s" in one.why) == (one.fit != "too_big")
        assert one.fit != "too_big" or one.quant in one.why


def test_names_lead_back_to_the_models(found: list[RankedModel]) -> None:
    assert {CATALOG.models.find(one.model) for one in found} == set(CATALOG.models)


def test_older_models_come_last_and_say_so(found: list[RankedModel]) -> None:
    older = [one.older for one in found]
    assert any(older)
    assert older == sorted(older)


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", CATALOG.other_workloads)
def test_every_task_has_records_with_their_unit(workload_id: str) -> None:
    task = CATALOG.other_workloads[workload_id].task
    for one in (ranked_model(one, task) for one in rank_models(RIG, CATALOG, workload_id=workload_id)):
        assert one.why.endswith(".")
        assert (one.tokens_per_s is None) == (one.rate_unit != "tokens" or one.rate_per_s is None)
        assert one.model_id
        assert "None" not in one.why


def test_the_table_has_a_row_per_model_and_marks_nothing_as_zero(ranked: tuple[Ranked, ...]) -> None:
    headings, *rows = ranking_table([ranking_row(one, "generate") for one in ranked], "generate")
    assert len(rows) == len(ranked)
    assert all(len(row) == len(headings) for row in rows)
    assert not any("None" in text or text == "0" for row in rows for text in row)
