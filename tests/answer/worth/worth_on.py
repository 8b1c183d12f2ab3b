"""Whether something is worth its money on a computer of the catalog."""

import datetime
from typing import Any

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

TODAY = datetime.date(2026, 11, 20)


def worth_on(
    computer: str, workload: str, model: str | None, *, today: datetime.date = TODAY, **money: Any
) -> WorthAnswer:
    """The verdict on the computer of that name."""
    catalog = load_catalog()
    known = known_computer(sure(catalog.computers.find(computer)), catalog)
    question = WorthQuestion(catalog, workload, model, None, Money(**money))
    return answer_worth(known.machine, known.rig, question, today=today)
