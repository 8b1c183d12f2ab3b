"""Asks where and as what to save the report: on which paper as PDF, or the same as Markdown or JSON."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from advisor.charts.first_place import first_place
from advisor.facts.kept.settings import Paper
from advisor.present.words.words import say
from advisor.report.document import usual_paper
from advisor.report.write import ReportError
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.saved_files import say_saved
from advisor.ui.work.looked_at import Ticks
from advisor.version import __version__

if TYPE_CHECKING:
    from advisor.present.rank.well_here import WellHere
    from advisor.present.report.report import About

RIG_PAGE, UPGRADE_PAGE, HEADLINE_WORK = "my_rig", "upgrade", "chat"


class Kind(NamedTuple):
    """One kind of file: its words in the dialog, its ending, and its paper."""

    words: str
    ending: str
    paper: Paper | None = None


def save_report(window: MainWindow, session: Session) -> None:
    """Ask, and write what was chosen, and say so; the paper is remembered.

    On page My rig it is about the rig, whose headline is about a chat: not where other work is asked about.
    """
    kept = session.settings.now.paper
    chosen = chosen_report(window, kept or usual_paper())
    if chosen is None:
        return
    path, paper = chosen
    if paper is not None and paper != kept:
        session.settings.keep(paper=paper)
    about = _about(window, session)

    def write(_: object = None) -> None:
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            write_shown(session, path, paper=paper, about=about)
            say_saved(window, path)
        except ReportError as error:
            window.say(str(error), again=lambda: save_report(window, session))
        finally:
            QGuiApplication.restoreOverrideCursor()
            work.deleteLater()

    work = Ticks(window, failed=write)
    window.closed.connect(work.finish)
    window.say(say("Saving {name} …", name=path.name))
    work.start(_prepared(session), done=write)


def _prepared(session: Session) -> Iterator[None]:
    """What takes long in a report, in short steps: which models run well for the work that is asked about."""
    asked, shown = session.asking.asked, session.shown.shown
    if asked is not None and shown is not None:
        from advisor.advice.ranking import well_steps

        question, known = asked
        yield from well_steps(shown.rig, known.catalog, question.now.workload_id)


def _about(window: MainWindow, session: Session) -> "About":
    """What a report is about that is saved on this page."""
    asked = session.asking.question
    if window.page_name == UPGRADE_PAGE:
        return "upgrade"
    is_headline = asked is None or asked.now.workload_id == HEADLINE_WORK
    return "rig" if window.page_name == RIG_PAGE and is_headline else "answer"


def write_shown(session: Session, path: Path, *, paper: Paper | None = None, about: "About" = "answer") -> None:
    """Write the report of what is shown, in the form the file's name asks for. Raises ReportError.

    One about the rig says nothing of another model than its title names, though that was looked at last.
    """
    my_rig, profile = session.rig.view, session.shown.profile
    if my_rig is None or profile is None:
        return
    session.asking.complete()
    from advisor.report.write import write_todays_report

    asked = session.asking.question
    is_apart = about == "rig" and asked is not None and asked.now.model_id not in {one.id for one in my_rig.links}
    write_todays_report(
        path,
        profile.changed(saved_at=None, app_version=__version__),
        my_rig=my_rig,
        will_it_run=None if is_apart else session.asking.view,
        worth=None if is_apart else session.verdict(),
        paper=paper or session.settings.now.paper,
        about=about,
        listed=_listed(session),
    )


def _listed(session: Session) -> "WellHere | None":
    """What runs well for the work that is asked about; nothing before there is an answer."""
    asked, shown = session.asking.asked, session.shown.shown
    if asked is None or shown is None or session.asking.view is None:
        return None
    from advisor.advice.ranking import runs_well

    question, known = asked
    return runs_well(shown.rig, known.catalog, question.now.workload_id)


def chosen_report(window: QWidget, first: Paper) -> tuple[Path, Paper | None] | None:
    """Where a person wants it, and the paper of a PDF, that of `first` offered before the others; None for nowhere."""
    kinds = report_kinds(first)
    dialog = QFileDialog(window, say("Save report"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([kind.words for kind in kinds])
    dialog.setDirectory(first_place())
    dialog.selectFile("rig-advisor")
    _end_with(dialog, kinds[0])
    dialog.filterSelected.connect(lambda words: _end_with(dialog, _named(words, kinds)))
    dialog.finished.connect(dialog.deleteLater)
    if not dialog.exec():
        return None
    return Path(dialog.selectedFiles()[0]), _named(dialog.selectedNameFilter(), kinds).paper


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
