"""What is kept of a question while only money changes."""

from typing import Any

from advisor.answer.worth.known import Known
from advisor.facts.answers.worth import OwnPrice
from tests.answer.worth.test_worth import CARD, asked

MONEY: tuple[dict[str, Any], ...] = (
    {},
    {"hours_per_day": 9.0},
    {"own_prices": (OwnPrice(of=CARD, kind="card", usd=1.0),)},
    {"slots": 1, "psu_w": 400.0},
    {},
)


def test_what_is_kept_of_a_question_answers_as_anew_for_other_money() -> None:
    kept = Known()
    for money in MONEY:
        again, anew = (asked("chat", "Qwen3 14B", known=known, **money) for known in (kept, Known()))
        assert (again.others, again.decision) == (anew.others, anew.decision)
