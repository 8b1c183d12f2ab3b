"""Which model is asked about once another rig is shown: its own best, unless a person picked one."""

import sys
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from advisor.advice.usual_model import usual_model
from advisor.facts.asked.question import Edit
from advisor.facts.machine.machine import Machine
from advisor.store.profile import save_machine
from advisor.ui.state.session import Session
from advisor.ui.window.report_saving import write_shown
from tests.fakes import rigs
from tests.fakes.children import CHILD
from tests.fakes.patience import HANG_S
from tests.fakes.saved import show_saved
from tests.fakes.sure import sure

SMALL, LARGE = "qwen/qwen3-8b", "llama/llama-3.3-70b"
SAVED = {
    "pi": rigs.raspberry_pi(),
    "halo": rigs.strix_halo(),
    "card": rigs.big_desktop(),
}


@pytest.fixture
def session(make_session: Any, qtbot: QtBot, tmp_path: Path) -> Session:
    """On a small computer, that of the person."""
    for name, machine in SAVED.items():
        save_machine(tmp_path / f"{name}.rig", machine)
    made: Session = make_session(lambda *_: [sys.executable, CHILD, "hang"])
    made.load_catalog()
    read(made, rigs.raspberry_pi())
    wait(made, qtbot)
    return made


def read(session: Session, machine: Machine) -> None:
    """This computer turns out to be that."""
    session.own.machine = machine
    session.own.changed.emit()


def wait(session: Session, qtbot: QtBot) -> None:
    """Until nothing is under way."""
    ticks = session.rig._ticks, session.asking._choosing
    qtbot.waitUntil(
        lambda: session.asking.question is not None and not any(one.are_under_way for one in ticks),
        timeout=round(HANG_S * 1000),
    )


def view(session: Session, tmp_path: Path, name: str, qtbot: QtBot) -> None:
    show_saved(session, tmp_path / f"{name}.rig")
    wait(session, qtbot)


def asked(session: Session) -> str:
    return str(sure(session.asking.question).now.model_id)


def best(session: Session, workload_id: str = "chat") -> str:
    return sure(usual_model(sure(session.shown.shown).rig, workload_id, sure(session.asking.catalog)))


@pytest.mark.parametrize("workload_id", ["chat", "coding", "pictures"])
def test_a_model_that_nobody_picked_does_not_follow_to_another_rig(
    session: Session, qtbot: QtBot, tmp_path: Path, workload_id: str
) -> None:
    session.asking.turn("workload", workload_id)
    session.asking.answer()
    found = {}
    for name in ("card", "halo", "pi"):
        view(session, tmp_path, name, qtbot)
        assert asked(session) == best(session, workload_id), name
        found[name] = asked(session)
    session.shown.go_back()
    wait(session, qtbot)
    assert asked(session) == best(session, workload_id)
    assert len(set(found.values())) > 1, "else nothing is shown"


def test_what_a_tile_named_was_picked_by_nobody(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    session.asking.turn("workload", "coding")
    session.asking.name_model(best(session, "coding"))
    session.asking.answer()
    view(session, tmp_path, "halo", qtbot)
    assert asked(session) == best(session, "coding")


def test_a_picked_model_stays_while_it_runs_and_on_the_rig_it_was_picked_on(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    session.asking.turn("model", LARGE)
    session.asking.answer()
    view(session, tmp_path, "halo", qtbot)
    assert asked(session) == LARGE, "it runs there"
    session.asking.turn("model", SMALL)
    session.asking.answer()
    view(session, tmp_path, "card", qtbot)
    assert asked(session) == SMALL
    session.asking.turn("model", LARGE)
    session.asking.answer()
    view(session, tmp_path, "pi", qtbot)
    assert asked(session) == best(session), "it does not run there"
    session.shown.go_back()
    wait(session, qtbot)
    assert asked(session) == LARGE, "there it was picked although it does not run"


def test_a_picked_model_is_not_replaced_without_a_word(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    noted: list[str] = []
    session.asking.noted.connect(noted.append)
    view(session, tmp_path, "card", qtbot)
    view(session, tmp_path, "pi", qtbot)
    assert not noted, "nobody picked one"
    view(session, tmp_path, "halo", qtbot)
    session.asking.turn("model", LARGE)
    session.asking.answer()
    view(session, tmp_path, "pi", qtbot)
    name = sure(session.asking.catalog).models[best(session)].name
    assert noted == [f"{name} instead of Llama 3.3 70B: it suits this better."]


def test_what_is_tried_is_compared_with_the_same_model(session: Session, qtbot: QtBot) -> None:
    before = asked(session)
    session.shown.try_edits((Edit(kind="card", card="gpus/nvidia/rtx-3060-12gb"),))
    wait(session, qtbot)
    assert asked(session) == before


def test_nothing_is_asked_about_the_old_model_while_the_new_one_is_looked_for(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    show_saved(session, tmp_path / "halo.rig")
    assert session.asking.is_choosing
    told: list[bool] = []
    session.asking.knobs_changed.connect(lambda _: told.append(session.asking.is_choosing))
    wait(session, qtbot)
    assert told[-1] is False, "whoever waits is told that the model is known"


def test_a_report_does_not_wait_for_the_next_tick(session: Session, tmp_path: Path) -> None:
    session.asking.turn("workload", "coding")
    session.asking.answer()
    show_saved(session, tmp_path / "halo.rig")
    write_shown(session, tmp_path / "rig.md")
    assert asked(session) == best(session, "coding")
    name = sure(session.asking.catalog).models[asked(session)].name
    assert name in (tmp_path / "rig.md").read_text().partition("\n\n")[0]


def test_only_what_was_picked_on_this_computer_is_asked_about_at_the_next_start(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    view(session, tmp_path, "halo", qtbot)
    session.asking.turn("model", LARGE)
    session.asking.answer()
    session.asking.close()
    assert session.settings.now.model_id is None
    session.shown.go_back()
    wait(session, qtbot)
    session.asking.turn("model", SMALL)
    session.asking.answer()
    session.asking.close()
    assert session.settings.now.model_id == SMALL
