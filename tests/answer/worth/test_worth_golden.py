"""Ten very different rigs x six workloads: the verdict is the one an expert would give, for the reason in the table."""

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.kept.settings import Money
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)
CELLS = tomllib.loads((Path(__file__).parents[2] / "golden" / "worth.toml").read_text(encoding="utf-8"))["cell"]


def asked(cell: dict[str, Any]) -> WorthAnswer:
    detected, measured = RIGS[cell["rig"]]
    machine = known_machine(detected, (), CATALOG)
    question = WorthQuestion(CATALOG, cell["workload"], cell.get("model"), None, Money(cloud=True))
    return answer_worth(machine, assemble_rig(machine, measured, CATALOG), question, today=TODAY)


@pytest.mark.broad
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell['rig']}: {cell['workload']}")
def test_the_verdict_is_what_an_expert_would_say(cell: dict[str, Any]) -> None:
    answer = asked(cell)
    said = (answer.decision.verdict, answer.if_it_stays[0].verdict)
    assert (said == (cell["verdict"], cell["stays_here"])) is ("not_yet" not in cell)


def test_the_table_is_whole_and_every_cell_argued() -> None:
    cells = {(cell["rig"], cell["workload"]) for cell in CELLS}
    assert len(cells) == len(CELLS) == 60
    assert {rig for rig, _ in cells} == set(RIGS)
    assert all(len(cell["why"]) > 15 for cell in CELLS)
