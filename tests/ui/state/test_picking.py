"""What the window's model picker offers, asked in small pieces only while it is open."""

import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.answer.rig.rank import rank_models
from advisor.store.profile import save_machine
from advisor.ui.state.session import Session
from tests.fakes.children import CHILD
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.saved import show_saved
from tests.fakes.sure import sure

QWEN, LLAMA, FLUX = "qwen/qwen3-8b", "llama/llama-3.1-8b", "image/flux.1-dev"


@pytest.fixture
def open_session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Any:
    owner, made = QObject(), list[Session]()
    save_machine(tmp_path / "friend.json", machine(gpus=(nvidia_card(),)))

    def start() -> Session:
        session = Session(owner, lambda *_: [sys.executable, CHILD, "success"])
        made.append(session)
        with qtbot.waitSignal(session.asking.answered):
            show_saved(session, tmp_path / "friend.json")
            session.load_catalog()
        return session

    yield start
    for session in made:
        session.close()
    owner.deleteLater()


def test_the_best_come_while_it_is_open_and_are_kept_for_the_next_time(open_session: Any, qtbot: QtBot) -> None:
    session = open_session()
    shown: list[Any] = []
    session.picking.grouped.connect(shown.append)
    session.picking.open()
    assert [group.waits for group in shown[0] if group.heading.startswith("Best")] == [3]
    qtbot.waitUntil(lambda: len(shown) == 2)
    (best,) = [group for group in shown[1] if group.heading.startswith("Best")]
    ranked = rank_models(session.shown.shown.rig, sure(session.asking.catalog), workload_id="chat")
    assert [choice.id for choice in best.choices] == [one.model_id for one in ranked[:3]]
    session.picking.close()
    session.picking.open()
    assert shown[2] == shown[1]


def test_only_models_in_sight_are_asked(open_session: Any, qtbot: QtBot) -> None:
    session = open_session()
    badges: dict[str, Any] = {}
    session.picking.badged.connect(badges.update)
    session.picking.open()
    session.picking.look_at([QWEN, FLUX])
    qtbot.waitUntil(lambda: len(badges) == 2)
    assert badges[QWEN].word == "Great"
    assert badges[FLUX].light is not None


def test_nothing_is_asked_once_it_is_closed(open_session: Any, qtbot: QtBot) -> None:
    session = open_session()
    session.picking.open()
    session.picking.look_at([QWEN])
    with qtbot.assertNotEmitted(session.picking.badged, wait=50):
        session.picking.close()


def test_models_asked_about_are_recent_also_at_the_next_start(open_session: Any) -> None:
    session = open_session()
    for model_id in (QWEN, LLAMA, QWEN, FLUX):
        session.asking.turn("model", model_id)
        session.asking.answer()
    assert session.asking.recent[:3] == (FLUX, QWEN, LLAMA)
    session.close()
    assert open_session().asking.recent[:3] == (FLUX, QWEN, LLAMA)


def test_a_guess_that_nobody_looked_at_is_not_recent(open_session: Any) -> None:
    assert open_session().asking.recent == ()


def test_no_more_than_a_few_are_kept(open_session: Any) -> None:
    session = open_session()
    for model_id in list(session.asking.catalog.models)[:12]:
        session.asking.turn("model", model_id)
    assert len(session.asking.recent) == 8
