"""What is kept of a question while only money changes."""

from collections import Counter
from typing import Any

import pytest

from advisor.answer.worth.compared import Counted
from advisor.answer.worth.days_work import Work
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


def test_the_cheapest_way_for_some_work_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: Counter[tuple[int, Work]] = Counter()
    real = Counted._cheapest_for

    def counted(self: Counted, work: Work) -> float | None:
        looked[id(self), work] += 1
        held.append(self)
        return real(self, work)

    held: list[Counted] = []  # so that none has the id of another
    monkeypatch.setattr(Counted, "_cheapest_for", counted)
    answer = asked("chat", "Qwen3 14B", known=Known())
    assert len(answer.others) > 3
    assert set(looked.values()) == {1}
    assert max(work.units for _, work in looked) == 36_000, "all that is read in two hours"
    assert len({work for _, work in looked}) < 4, "but for what writes more slowly than people read"
