"""Titles of eight words, lines of twenty: on all pages but Learn, in dialogs, and on the first page of the PDF."""

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from advisor.facts.machine.machine import Machine
from advisor.present.report.report import report
from advisor.ui.my_rig.fact_list import FactList
from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.will_it_run.page_will_it_run import WillItRunPage
from advisor.ui.window.main_window import MainWindow
from tests.benchmarks.pictures import DESKTOP
from tests.fakes import rigs
from tests.fakes.long_lines import long_lines, long_lines_of_first_page, too_long
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure
from tests.fakes.whole_window import Script, open_page, settle, turn, whole_window

RIGS = {
    "desktop": (DESKTOP, ("films",)),
    "laptop": (rigs.laptop(), ("coding",)),
    "old server": (rigs.old_server(), ("serve-a-team",)),
    "strix": (rigs.strix_halo(), ("pictures", "fine-tune-lora")),
}
"""Each with workloads beside chat."""


@pytest.fixture
def shown(qapp: QApplication, tmp_path: Path) -> Iterator[Callable[[Machine], MainWindow]]:
    """Opens the window on a machine."""
    opened = []

    def start(machine: Machine) -> MainWindow:
        script = Script(tmp_path / "script")
        script.read(machine)
        opened.append(whole_window(qapp, tmp_path / "data", script))
        window = opened[-1].__enter__()
        settle(window)
        return window

    yield start
    for one in opened:
        one.__exit__(None, None, None)


def ask(window: MainWindow, workload: str) -> None:
    asking = sure(window.findChild(Session)).asking
    asking.turn("workload", workload)
    asking.answer()
    settle(window)


def on_pages(window: MainWindow, *names: str) -> set[str]:
    return {f"{name}: {line}" for name in names for line in long_lines(open_page(window, name))}


def on_paper(window: MainWindow) -> set[str]:
    """The first page of the report of what is shown."""
    answer, worth = window.findChildren(WillItRunPage)[0]._view, window.findChildren(UpgradePage)[0]._view
    my_rig, day = sure(window.my_rig._view), datetime.date(2026, 11, 23)
    found = report(my_rig=my_rig, will_it_run=answer, worth=worth, date=day, version="1")
    return {f"report: {line}" for line in long_lines_of_first_page(found)}


@pytest.mark.broad
@pytest.mark.parametrize("rig", RIGS)
def test_every_page_and_the_first_page_on_paper_are_read_at_a_glance(
    rig: str, shown: Callable[[Machine], MainWindow]
) -> None:
    found_machine, workloads = RIGS[rig]
    window = shown(found_machine)
    found = on_pages(window, "overview", "my_rig", "what_can_i_run", "will_it_run", "upgrade") | on_paper(window)
    for workload in workloads:
        ask(window, workload)
        found |= on_pages(window, "will_it_run", "upgrade") | on_paper(window)
    assert not found, "\n".join(sorted(found))


@pytest.mark.broad
def test_every_dialog_is_read_at_a_glance(shown: Callable[[Machine], MainWindow]) -> None:
    window = shown(machine(gpus=(nvidia_card(),)))
    button, answer = window.settings_button, window.findChildren(WillItRunPage)[0]
    open_page(window, "my_rig")
    facts, typed = next((one, row) for one in window.my_rig.findChildren(FactList) for row in one._rows if row.typed)
    open_page(window, "will_it_run")
    opens = {
        "settings": button.settings_requested.emit,
        "help": button.shortcuts_requested.emit,
        "about": button.about_requested.emit,
        "edit": lambda: facts.correct_requested.emit(typed),
        "run": answer.run_requested.emit,
        "typing": answer.typing_requested.emit,
        "check": answer.check_requested.emit,
    }
    found = set()
    for name, opened in opens.items():
        opened()
        settle(window)
        dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())
        found |= {f"{name}: {line}" for line in long_lines(dialog)}
        dialog.close()
        turn()
    assert not found, "\n".join(sorted(found))


def test_names_are_one_word_and_each_line_counts_for_itself() -> None:
    eight = "No GPU in the comparison is any faster"
    assert not list(too_long(f"{eight}\n{eight}", is_title=True))
    assert list(too_long(f"{eight} here", is_title=True)) == [f"9 words: {eight} here"]
    assert not list(too_long("Chats with Gemma 4 26B-A4B on RTX 4070 SUPER right now", is_title=True))
    assert not list(too_long(f"•  {eight} {eight} one two three four"))
