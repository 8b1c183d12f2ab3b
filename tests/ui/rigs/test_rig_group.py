"""What was asked of many rigs is what is said of them, whatever is asked meanwhile."""

from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.run.command import advisor_command
from advisor.store.profile import save_machine
from advisor.ui.rigs.rig_group import GroupAsked, RigGroup
from tests.fakes.machines import machine, nvidia_card

CHAT = GroupAsked("chat", "Chat", "Llama 3.1 8B", None, "", Money())
PICTURES = GroupAsked("pictures", "Images", "SDXL Turbo", None, "", Money())


def test_an_answer_is_of_its_own_question_where_another_was_asked_on_another_page(qtbot: QtBot, tmp_path: Path) -> None:
    save_machine(tmp_path / "one.rig", machine(gpus=(nvidia_card(),)))
    parent = QObject()
    group = RigGroup(parent, advisor_command)
    group.show(True)
    group.open([tmp_path])
    with qtbot.waitSignal(group.begun):
        group.ask(CHAT, load_catalog())
    group.show(False)
    with qtbot.waitSignal(group.changed) as changed:
        group.ask(PICTURES, load_catalog())
    view, rows = changed.args
    assert view.subtitle == "Llama 3.1 8B Q4_K_M for Chat."
    assert len(rows) == 1
    # Until the other question is asked, more may become known of this one: it is told again.
    with qtbot.waitSignal(group.changed, check_params_cb=lambda view, _: view.subtitle.endswith("for Images.")):
        group.show(True)
    group.stop()
