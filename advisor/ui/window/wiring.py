"""Connects pages and session: views go to pages, wishes go to the session, file names are asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QWidget

from advisor.charts.first_place import first_place
from advisor.present.upgrade.side_by_side import computer_choices
from advisor.present.words.choice import Choice
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.store.atomic_file import StoreError
from advisor.ui.my_rig.another_computer import OWN_PARTS
from advisor.ui.my_rig.named_parts import named_computer, parts_by_id, parts_of
from advisor.ui.my_rig.own_parts import mac_machine, parts_machine, parts_name, usual_parts, viewable
from advisor.ui.parts.clipboard import clipboard_is_held
from advisor.ui.parts.knob_bar import KnobBar, QuestionBar
from advisor.ui.parts.panel import PDF_KEYS
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.picture_sharing import answer_picture, copy_picture, rig_picture, save_picture
from advisor.ui.window.report_saving import save_report
from advisor.ui.window.saved_files import say_saved

if TYPE_CHECKING:
    from advisor.catalog.cards.catalog import Catalog
    from advisor.present.check.imported_text import CheckView
    from advisor.ui.my_rig.own_parts import Parts
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage

PAGE = "will_it_run"
PROFILE_FILES = "*.rig *.json"
REPORT_FILES = "*.pdf"
"""A report has the machine with it."""
"""Of a saved machine: `.rig` is what the packages open by double click, `.json` was saved by earlier versions."""
PROFILE_ENDING, MODEL_FILES = ".rig", "*.gguf *.safetensors"
_NESTED = 8
"""So many parts lie around one of a page at most."""


class Measuring(Protocol):
    """A page from which this computer can be measured."""

    def set_busy(self, busy: bool, *, is_own: bool) -> None:
        """Whether something is at work, and whether the machine shown is this computer."""


def connect_my_rig(window: MainWindow, session: Session) -> None:
    """Page My rig, the running job, files and shortcuts."""
    page = window.my_rig
    session.rig.viewed.connect(page.show_view)
    session.rig.viewed.connect(lambda view: window.status.setText(view.status))
    for changed in (session.rig.viewed, session.own.job_changed, session.rig.failed):
        changed.connect(lambda _: page.set_busy(not session.is_free, is_own=session.shown.is_own))
    session.rig.failed.connect(page.show_trouble)
    session.own.job_changed.connect(window.job.show_job)
    session.said.connect(window.say)
    session.shown.opened.connect(window.show_banner)
    window.job.cancelled.connect(session.own.cancel)
    window.closed.connect(session.close)
    window.back_requested.connect(session.shown.go_back)
    window.files_dropped.connect(lambda paths: session.files.open([Path(path) for path in paths if path]))
    session.files.model_opened.connect(lambda: window.open_page(PAGE))
    page.measure_requested.connect(session.own.measure)
    page.soak_requested.connect(lambda: session.own.measure(soak=True))
    page.read_requested.connect(session.read_hardware)
    page.corrected.connect(session.shown.correct)
    page.pdf_requested.connect(lambda: save_report(window, session))
    page.picture_requested.connect(lambda: copy_picture(window, rig_picture(session)))
    page.picture_file_requested.connect(lambda: save_picture(window, rig_picture(session)))
    page.result_requested.connect(lambda: _share_result(window, session))
    page.card_requested.connect(lambda: _make_card(window, session))
    session.rig.viewed.connect(lambda _: page.offer_card(_is_gpu_unknown(session)))
    others = page.others, window.overview.others
    for one in others:
        one.chosen.connect(lambda computer_id: view_computer(computer_id, window, session))
        one.describe_by(lambda text: _named(text, session))

    def offer_computers(_: object) -> None:
        found = _computers(session)
        for one in others:
            one.offer(found)

    session.rig.viewed.connect(offer_computers)
    window.add_shortcut(QKeySequence.StandardKey.Open, lambda: _open_file(window, session))
    window.add_shortcut(QKeySequence.StandardKey.Save, lambda: save_profile(window, session))
    window.add_shortcut(QKeySequence(PDF_KEYS), lambda: save_report(window, session))
    window.add_shortcut(QKeySequence.StandardKey.Refresh, session.read_hardware)


def turning(page: QWidget, session: Session) -> Callable[[str, str], None]:
    """What a turned knob of a page does: it is taken at once, and all of one tick are answered together."""
    tick = QTimer(page)
    tick.setSingleShot(True)
    tick.setInterval(0)
    tick.timeout.connect(session.asking.answer)
    tick.timeout.connect(_lay_out)

    def turn(knob: str, choice: str) -> None:
        session.asking.turn(knob, choice)
        tick.start()

    return turn


def _lay_out() -> None:
    """Lay out what changed before any of it is painted: a chart lets all be painted that waits by then.

    Each round lays out what lies around the parts of the one before.
    """
    for _ in range(_NESTED):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def connect_picker(bar: QuestionBar, window: MainWindow, session: Session) -> None:
    """What a bar offers beside its knobs: the groups of its model picker, files, and Advanced as on other pages."""
    picker, picking = bar.model, session.picking
    picker.opened.connect(picking.open)
    picker.looked_at.connect(picking.look_at)
    picker.closed.connect(picking.close)
    picker.file_requested.connect(lambda: _open_file(window, session))
    picker.card_requested.connect(lambda name: make_named_card("models", name, window, session))
    picking.grouped.connect(picker.show_groups)
    picking.badged.connect(picker.show_badges)
    if isinstance(bar, KnobBar):
        bar.advanced_shown.connect(picking.show_advanced)
        picking.advanced_shown.connect(bar.open_advanced)
        bar.open_advanced(picking.is_advanced)


def while_open(window: MainWindow, name: str, changed: SignalInstance, take: Callable[[Any], None]) -> None:
    """A page takes what a signal carries while it is open; of what came before, the newest when it is opened."""
    waiting: list[object] = []

    def give() -> None:
        if waiting and window.page_name == name:
            take(waiting.pop())

    def keep(value: object) -> None:
        waiting[:] = [value]
        give()

    changed.connect(keep)
    window.page_opened.connect(lambda _: give())


def follow_work(page: Measuring, session: Session) -> None:
    """A page knows whether this computer can be measured now."""
    for changed in (session.rig.viewed, session.own.job_changed):
        changed.connect(lambda _: page.set_busy(not session.is_free, is_own=session.shown.is_own))


def elsewhere(show: Callable[[str], object]) -> Callable[[str], None]:
    """Shows what is the matter with the rig on a page that cannot mend it."""

    def shown(sentence: str) -> None:
        show(say("{sentence} Page My rig can try again.", sentence=sentence))

    return shown


def connect_will_it_run(window: MainWindow, page: "WillItRunPage", session: Session) -> None:
    """Page Will it run?: knob events are taken at once and answered together in the next tick."""
    from advisor.ui.will_it_run.answer_wiring import connect_answer  # with what it needs too slow for an early tick

    turn = turning(page, session)

    def open_model(model_id: str) -> None:
        turn("text_model", model_id)
        window.open_page(PAGE)

    page.turned.connect(turn)
    page.measure_requested.connect(session.own.measure)
    connect_answer(page, session)
    page.picture_requested.connect(lambda: copy_picture(window, answer_picture(session)))
    page.picture_file_requested.connect(lambda: save_picture(window, answer_picture(session)))
    page.ran.connect(session.runs.take)
    page.check_requested.connect(session.runs.open)
    page.result_requested.connect(lambda: _share_result(window, session))
    session.runs.opened.connect(lambda view: _open_check(window, page, session, view))
    page.models_requested.connect(session.asking.wish_models)
    page.models_requested.connect(lambda: window.open_page("what_can_i_run"))
    page.copied.connect(
        lambda is_there: window.confirm(say("The answer is on the clipboard.") if is_there else clipboard_is_held())
    )
    page.pdf_requested.connect(lambda: save_report(window, session))
    page.file_requested.connect(lambda: _open_file(window, session))
    connect_picker(page.knobs, window, session)
    follow_work(page, session)
    page.set_busy(not session.is_free, is_own=session.shown.is_own)
    while_open(window, PAGE, session.asking.knobs_changed, page.show_knobs)
    window.page_opened.connect(lambda name: session.asking.watch(name == PAGE))
    session.asking.watch(window.page_name == PAGE)
    session.asking.answered.connect(page.show_view)
    session.asking.noted.connect(window.confirm)
    session.asking.failed.connect(page.show_trouble)
    session.asking.best_found.connect(page.card.offer_instead)
    session.rig.failed.connect(elsewhere(page.show_trouble))
    window.my_rig.model_requested.connect(open_model)


def _open_check(window: MainWindow, page: "WillItRunPage", session: Session, view: "CheckView") -> None:
    """The dialog that compares a run with its prediction."""
    from advisor.ui.will_it_run.check_dialog import CheckDialog

    dialog, runs = CheckDialog(view, page), session.runs
    dialog.read_requested.connect(runs.read)
    dialog.keep_requested.connect(runs.keep)
    dialog.remove_requested.connect(runs.remove)
    dialog.file_requested.connect(lambda: _open_printed(window, session))
    runs.understood.connect(dialog.show_found)
    runs.refused.connect(dialog.show_refused)
    runs.file_read.connect(dialog.take_text)
    runs.kept.connect(dialog.show_kept)
    dialog.open()


def _share_result(window: MainWindow, session: Session) -> None:
    from advisor.ui.window.result_sharing import share_result

    share_result(window, session)


def _is_gpu_unknown(session: Session) -> bool:
    """Whether this computer has a GPU of which no card is known."""
    shown = session.shown.shown
    return bool(session.shown.is_own and shown and any(gpu.card.value is None for gpu in shown.machine.gpus))


def _computers(session: Session) -> tuple[Choice, ...]:
    """What may be looked at instead of this computer."""
    catalog = session.asking.catalog
    return () if catalog is None else viewable(computer_choices(catalog), catalog)


def _named(text: str, session: Session) -> Choice | None:
    """The computer that a text names by its parts."""
    catalog = session.asking.catalog
    return None if catalog is None else named_computer(text, catalog)


def view_computer(choice_id: str, window: MainWindow, session: Session) -> None:
    """Show another computer on all pages: of the catalog, with a GPU of it, or of parts that are asked for first."""
    catalog = session.asking.catalog
    if catalog is None:
        return
    if choice_id == OWN_PARTS:
        _ask_for_parts(window, session, catalog)
    elif (parts := parts_by_id(choice_id)) is not None:
        _view_parts(parts, window, session, catalog)
    elif choice_id in catalog.computers:
        session.shown.show_computer(choice_id, catalog)
        window.open_page("overview")
    elif (mac := mac_machine(choice_id, catalog)) is not None:
        session.shown.show_machine(*mac)
        window.open_page("overview")
    else:
        _view_parts(usual_parts(choice_id, catalog), window, session, catalog)


def _ask_for_parts(window: MainWindow, session: Session, catalog: "Catalog") -> None:
    from advisor.ui.my_rig.parts_dialog import PartsDialog

    begins = parts_of(session.shown.shown, catalog) or cast("Parts | None", session.named_parts)
    dialog = PartsDialog(catalog, window, begins)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.chosen.connect(lambda parts: _view_parts(parts, window, session, catalog))
    dialog.open()


def _view_parts(parts: "Parts", window: MainWindow, session: Session, catalog: "Catalog") -> None:
    session.named_parts = parts
    session.shown.show_machine(parts_name(parts, catalog), parts_machine(parts, catalog))
    window.open_page("overview")


def _make_card(window: MainWindow, session: Session) -> None:
    from advisor.ui.my_rig.card_making import make_card

    make_card(window, session)


def make_named_card(shelf: Literal["gpus", "models"], name: str, window: MainWindow, session: Session) -> None:
    """Begin a card for what a search did not find."""
    from advisor.ui.my_rig import card_making

    card_making.make_named_card(shelf, name, window, session)


def _open_printed(window: MainWindow, session: Session) -> None:
    path, _ = QFileDialog.getOpenFileName(window, say("Open what a program printed"), first_place())
    if path:
        session.runs.read_file(Path(path))


def save_profile(window: MainWindow, session: Session) -> None:
    """Ask where, and save the machine shown."""
    kinds = say("Machine profile ({files})", files=PROFILE_FILES)
    first = first_place(f"my-rig{PROFILE_ENDING}")
    name, _ = QFileDialog.getSaveFileName(window, say("Save machine profile"), first, kinds)
    path = Path(name)
    if name:
        path = path if path.suffix else path.with_name(f"{path.name}{PROFILE_ENDING}")
        try:
            session.shown.save_profile(path)
        except StoreError as error:
            window.say(in_words(error.reason), again=lambda: save_profile(window, session))
        else:
            say_saved(window, path)


def _open_file(window: MainWindow, session: Session) -> None:
    kinds = say("Model files and machine profiles ({files})", files=f"{MODEL_FILES} {PROFILE_FILES} {REPORT_FILES}")
    kinds = f"{kinds};;{say('All files (*)')}"
    paths, _ = QFileDialog.getOpenFileNames(window, say("Open files"), first_place(), kinds)
    if paths:
        session.files.open(tuple(map(Path, paths)))
