"""The reasons and the table of `rig-advisor rank`."""

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.answer import Ranking
from advisor.present.rank.what_can_i_run import ranking, ranking_table
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()


@pytest.fixture(scope="module")
def found() -> Ranking:
    rig = assemble_rig(with_cards(machine(gpus=(nvidia_card(),)), CATALOG), None, CATALOG)
    return ranking(rank_models(rig, CATALOG, workload_id="chat"))


def test_every_reason_is_one_sentence_that_agrees_with_the_figures(found: Ranking) -> None:
    for one in found.models:
        assert one.why.endswith(".")
        assert "unknown" not in one.why
        starts = {"fits": "Fits with", "tight": "Just fits", "too_big": "Does not fit"}
        assert one.fit == "spills" or one.why.startswith(starts[one.fit])
        assert ("into main memory" in one.why) == (one.fit == "spills")
        assert ("tokens/s" in one.why) == (one.fit != "too_big")
        assert one.fit != "too_big" or one.quant in one.why


def test_names_lead_back_to_the_models(found: Ranking) -> None:
    assert {CATALOG.models.find(one.model) for one in found.models} == set(CATALOG.models)


def test_the_table_has_a_row_per_model_and_marks_nothing_as_zero(found: Ranking) -> None:
    headings, *rows = ranking_table(found)
    assert len(rows) == len(found.models)
    assert all(len(row) == len(headings) for row in rows)
    assert not any("None" in text or text == "0" for row in rows for text in row)
