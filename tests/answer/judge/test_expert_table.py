"""What an expert says about rigs, work and money is what the app says; where it is not yet, that is written down."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.cards.catalog import load_catalog
from tests.answer.judge.expert_asked import Asked, Table

GOLDEN = Path(__file__).parents[2] / "golden"
CATALOG = load_catalog()
TABLE = Table(GOLDEN / "advice.toml")
DISAGREEMENTS: dict[str, str] = tomllib.loads((GOLDEN / "advice_disagreements.toml").read_text(encoding="utf-8"))


@pytest.mark.broad
@pytest.mark.parametrize("case", TABLE.cases, ids=lambda case: str(case["id"]))
def test_the_app_says_what_an_expert_says(case: dict[str, Any]) -> None:
    wrong = list(Asked(case, TABLE, CATALOG).wrong())
    if case["id"] in DISAGREEMENTS:
        assert wrong, f"agrees now: take {case['id']} out of advice_disagreements.toml"
    else:
        assert wrong == []


def test_disagreements_are_of_cases_and_argued() -> None:
    assert DISAGREEMENTS.keys() <= {case["id"] for case in TABLE.cases}
    assert all(len(why) > 15 for why in DISAGREEMENTS.values())


def test_the_table_is_large_and_every_case_argued() -> None:
    ids = [case["id"] for case in TABLE.cases]
    assert len(ids) == len(set(ids)) >= 130
    assert {case["rig"] for case in TABLE.cases} == set(TABLE.rigs)
    assert all(len(case["why"]) > 15 for case in TABLE.cases)


def test_every_model_and_card_that_the_table_names_is_known() -> None:
    models = {one.name for one in (*CATALOG.models.values(), *CATALOG.other_models.values())}
    cards = {one.name for one in CATALOG.gpus.values()}
    for case in TABLE.cases:
        named = TABLE.all_of([*case.get("best", ()), *case.get("first_ten", ())])
        named |= {one for pair in case.get("above", ()) for one in pair}
        assert named <= models, case["id"]
        bought = TABLE.all_of([*case.get("buys", ()), *case.get("never", ())])
        assert {one for one in bought if not one.startswith("kind:")} <= cards, case["id"]
