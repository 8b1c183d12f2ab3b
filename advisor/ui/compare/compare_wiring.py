"""Connects page Compare with the comparison behind it, and the what-if of page My rig with both."""

import datetime
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from advisor.advice.comparison import Asked
from advisor.answer.money.prices import Prices
from advisor.present.words.words import say
from advisor.ui.compare.page_compare import ComparePage
from advisor.ui.compare.rig_list import RigList
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import PROFILE_FILES, REPORT_FILES, elsewhere, save_profile, turning, while_open

PAGE = "compare"


def connect_compare(window: MainWindow, page: ComparePage, session: Session) -> None:
    """The comparison follows question and rig, and works only while its page is open."""

    def asked() -> Asked | None:
        present, real = session.asking.asked, session.shown.real
        if present is None or real is None:
            return None
        question, known = present
        today = datetime.datetime.now().astimezone().date()
        prices = Prices(known.catalog, session.settings.now.money, today)
        return Asked(question.now, known, real, session.shown.name, prices)

    rigs, changes = RigList(page, asked, session.settings.now.compared_files, session.changes), session.changes
    turn = turning(page, session)

    def compare() -> None:
        rigs.add_edits(session.shown.edits)
        window.open_page(PAGE)

    page.turned.connect(turn)
    page.add_requested.connect(lambda: rigs.add_files(_ask_for_files(window)))
    page.dropped.connect(rigs.add_files)
    page.tried.connect(lambda edit: rigs.add_edits((edit,)))
    page.removed.connect(rigs.remove)
    page.undone.connect(changes.undo)
    page.share_requested.connect(lambda: save_profile(window, session))
    window.my_rig.what_if.compare_requested.connect(compare)
    rigs.changed.connect(page.show_view)
    changes.changed.connect(lambda: page.set_undo(changes.last.words if changes.last else ""))
    rigs.offers_changed.connect(page.show_offers)
    rigs.files_changed.connect(lambda files: session.settings.keep(compared_files=files))
    rigs.failed.connect(page.show_trouble)
    rigs.said.connect(session.said)
    while_open(window, PAGE, session.asking.knobs_changed, page.show_knobs)
    session.asking.asked_anew.connect(rigs.ask_all)
    session.settings.changed.connect(rigs.ask_all)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    window.page_opened.connect(lambda name: rigs.show(name == PAGE))
    window.closed.connect(rigs.stop)
    page.set_undo(changes.last.words if changes.last else "")


def _ask_for_files(window: MainWindow) -> tuple[Path, ...]:
    kinds = say("Machine profiles ({files})", files=f"{PROFILE_FILES} {REPORT_FILES}")
    paths, _ = QFileDialog.getOpenFileNames(window, say("Add saved rigs"), "", f"{kinds};;{say('All files (*)')}")
    return tuple(map(Path, paths))
