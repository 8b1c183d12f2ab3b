"""Answers that are worked out before anybody turns the knob: the same as those that are waited for, and of this rig."""

import sys
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from advisor.advice import question as questions
from advisor.facts.machine.machine import Machine
from advisor.present.words.choice import Choice, Knob
from advisor.ui.state import views_ahead
from advisor.ui.state.session import Session
from advisor.ui.state.views_ahead import nearest_turns
from tests.fakes import rigs
from tests.fakes.children import CHILD
from tests.fakes.patience import HANG_S
from tests.fakes.sure import sure


@pytest.fixture
def session(make_session: Any, qtbot: QtBot) -> Session:
    """On a desktop with a graphics card."""
    made: Session = make_session(lambda *_: [sys.executable, CHILD, "hang"])
    made.load_catalog()
    show(made, rigs.big_desktop(), qtbot)
    return made


def show(session: Session, machine: Machine, qtbot: QtBot) -> None:
    """This computer turns out to be that, and everything about it is worked out."""
    session.own.machine = machine
    session.own.changed.emit()
    ticks = session.rig._ticks, session.asking._choosing, session.asking._ahead
    qtbot.waitUntil(
        lambda: session.asking.view is not None and not any(one.are_under_way for one in ticks),
        timeout=round(HANG_S * 1000),
    )


def ask(session: Session, knob: str, choice: str, qtbot: QtBot) -> object:
    """The answer after a knob was turned and nothing is under way any more."""
    asking = session.asking
    asking.turn(knob, choice)
    asking.answer()
    qtbot.waitUntil(
        lambda: not (asking._choosing.are_under_way or asking._ahead.are_under_way), timeout=round(HANG_S * 1000)
    )
    return sure(asking.view)


def shown(view: Any) -> tuple[object, ...]:
    """What of an answer is seen at once; the rest is drawn when it is opened."""
    return view.subject, view.verdict, view.first, view.detail, view.launch


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The questions that answers were worked out for."""
    asked: list[object] = []
    work_out = questions.page_view

    def counted(question: Any, *about: Any, **named: Any) -> object:
        asked.append(question)
        return work_out(question, *about, **named)

    monkeypatch.setattr(questions, "page_view", counted)
    return asked


@pytest.mark.parametrize(("workload", "knob"), [("chat", "context"), ("chat", "quant"), ("serve-a-team", "users")])
def test_a_turn_that_was_worked_out_ahead_shows_what_it_would_have_shown(
    session: Session, qtbot: QtBot, worked_out: list[object], workload: str, knob: str
) -> None:
    ask(session, "workload", workload, qtbot)
    turned = sure(sure(session.asking.knobs).knob(knob))
    choice = next(one.id for one in reversed(turned.choices[:5]) if one.id != turned.choice_id)
    waited_for = ask(session, knob, choice, qtbot)
    session.asking._views._kept.clear()
    ask(session, knob, turned.choice_id, qtbot)
    session.asking.finish_ahead()
    worked_out.clear()
    assert shown(ask(session, knob, choice, qtbot)) == shown(waited_for)
    assert not worked_out


def test_what_was_worked_out_for_an_earlier_question_stays_while_it_is_one_turn_away(
    session: Session, qtbot: QtBot, worked_out: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(session, "workload", "chat", qtbot)
    session.asking.finish_ahead()
    monkeypatch.setattr(views_ahead, "_MOST", len(session.asking._views._kept) + 2)
    turned = sure(sure(session.asking.knobs).knob("context"))
    first, second, *_ = (one.id for one in turned.choices if one.id != turned.choice_id)
    ask(session, "context", first, qtbot)
    session.asking.finish_ahead()
    worked_out.clear()
    ask(session, "context", second, qtbot)
    assert not worked_out


def test_other_work_is_worked_out_ahead_though_nobody_asked_for_its_best_model(
    session: Session, qtbot: QtBot, worked_out: list[object]
) -> None:
    ask(session, "workload", "chat", qtbot)
    session.asking.finish_ahead()
    worked_out.clear()
    ahead = ask(session, "workload", "coding", qtbot)
    assert not worked_out
    session.asking._views._kept.clear()
    ask(session, "workload", "chat", qtbot)
    assert shown(ask(session, "workload", "coding", qtbot)) == shown(ahead)


def test_another_rig_is_asked_anew(session: Session, qtbot: QtBot, worked_out: list[object]) -> None:
    session.asking.finish_ahead()
    worked_out.clear()
    before = session.asking.view
    show(session, rigs.raspberry_pi(), qtbot)
    assert worked_out
    assert session.asking.view != before


def test_nothing_is_worked_out_ahead_where_nobody_looks(
    session: Session, qtbot: QtBot, worked_out: list[object]
) -> None:
    session.asking.watch(False)
    worked_out.clear()
    session.asking.finish_ahead()
    qtbot.wait(1)
    assert not worked_out


def test_what_stands_beside_the_present_choice_comes_first() -> None:
    def knob(name: str, chosen: str) -> Knob:
        return Knob(name, name, tuple(Choice(one, one) for one in "abcd"), chosen)

    found = list(nearest_turns((knob("first", "b"), knob("second", "d"))))
    assert found == [
        ("first", "a"), ("first", "c"), ("second", "c"), ("first", "d"), ("second", "b"), ("second", "a"),
    ]  # fmt: skip
