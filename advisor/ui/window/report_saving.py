"""Asks where and as what to save the report: on which paper as PDF, or the same as Markdown or JSON."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from advisor.facts.kept.settings import Paper
from advisor.present.words.words import say
from advisor.report.paper import usual_paper
from advisor.ui.state.session import Session


class Kind(NamedTuple):
    """One kind of file: its words in the dialog, its ending, and its paper."""

    words: str
    ending: str
    paper: Paper | None = None


def save_report(window: QWidget, session: Session) -> None:
    """Ask, and write what was chosen; the paper is remembered."""
    kinds = report_kinds(session.settings.paper or usual_paper())
    dialog = QFileDialog(window, say("Save report"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([kind.words for kind in kinds])
    dialog.selectFile("rig-advisor")
    _end_with(dialog, kinds[0])
    dialog.filterSelected.connect(lambda words: _end_with(dialog, _named(words, kinds)))
    dialog.finished.connect(dialog.deleteLater)
    if not dialog.exec():
        return
    paper = _named(dialog.selectedNameFilter(), kinds).paper
    if paper is not None and paper != session.settings.paper:
        session.keep(paper=paper)
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        session.save_report(Path(dialog.selectedFiles()[0]), paper=paper)
    finally:
        QGuiApplication.restoreOverrideCursor()


def report_kinds(first: Paper) -> tuple[Kind, ...]:
    """All kinds, a PDF for the first paper before the others."""
    papers: dict[Paper, str] = {"a4": say("PDF, A4 (*.pdf)"), "letter": say("PDF, US Letter (*.pdf)")}
    ordered = sorted(papers, key=lambda paper: paper != first)
    return (
        *(Kind(papers[paper], "pdf", paper) for paper in ordered),
        Kind(say("Markdown (*.md)"), "md"),
        Kind(say("JSON (*.json)"), "json"),
    )


def _end_with(dialog: QFileDialog, kind: Kind) -> None:
    """The name in the dialog has the ending of the kind."""
    dialog.setDefaultSuffix(kind.ending)
    named = dialog.selectedFiles()
    if named:
        dialog.selectFile(str(Path(named[0]).with_suffix(f".{kind.ending}")))


def _named(words: str, kinds: tuple[Kind, ...]) -> Kind:
    return next((kind for kind in kinds if kind.words == words), kinds[0])
