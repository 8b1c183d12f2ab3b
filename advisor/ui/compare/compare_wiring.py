"""The list of rigs that page Compare shows, and its connections with the page, the question and what is kept."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from advisor.advice.comparison import Asked, Entry, SavedRigs, compare_steps
from advisor.answer.money.prices import Prices
from advisor.facts.asked.question import Edit
from advisor.facts.kept.profile import Profile
from advisor.facts.values.local_time import local_today
from advisor.present.words.words import say
from advisor.ui.compare.page_compare import ComparePage
from advisor.ui.state.changes import Change, Changes
from advisor.ui.state.session import Session
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import PROFILE_FILES, REPORT_FILES, elsewhere, save_profile, turning, while_open
from advisor.ui.work.file_opening import FileOpening
from advisor.ui.work.looked_at import LookedAt


class RigList(LookedAt):
    """Asks all anew when the list or the question is another; `files_changed` carries the saved rigs in the list."""

    offers_changed = Signal(object)
    systems_changed = Signal(object)
    files_changed = Signal(object)
    said = Signal(str)

    def __init__(
        self,
        parent: QObject,
        asked: Callable[[], Asked | None],
        files: Sequence[str],
        changes: Changes,
        command: Callable[..., Sequence[str]],
    ) -> None:
        super().__init__(parent, slice_s=0.0)
        self._opening, self._waiting = FileOpening(self, command), deque[tuple[str, bool]]()
        self._is_reading = False
        self._opening.machine_read.connect(lambda path, opened: self._put(str(path), opened.profile))
        self._opening.refused.connect(lambda path, sentence, _: self._put(str(path), sentence))
        self._asked, self._changes, self._saved = asked, changes, SavedRigs()
        self.entries: tuple[Entry, ...] = tuple(Entry(path) for path in files)
        """The list without the rig shown, which always comes first."""

    def add_files(self, paths: Sequence[Path]) -> None:
        """Put saved rigs at the end of the list; a file that holds none is refused in a sentence."""
        self._read([(str(path), True) for path in paths])

    def add_edits(self, edits: tuple[Edit, ...]) -> None:
        """Put the rig shown, with these edits, at the end of the list."""
        if edits:
            self._add([Entry(edits=edits)])

    def add_system(self, system_id: str) -> None:
        """Put a server that is sold as one at the end of the list."""
        self._add([Entry(system=system_id)])

    def remove(self, entry_id: str) -> None:
        """Take one out of the list."""
        self._keep(tuple(one for one in self.entries if one.id != entry_id))

    def ask_all(self) -> None:
        """Ask all anew: what was found for another question is dropped."""
        self.ask(self._steps)

    def stop(self) -> None:
        """The window closes."""
        super().stop()
        self._waiting.clear()
        self._opening.end_now()

    def _steps(self) -> Iterator[object | None]:
        asked, unread = self._asked(), self._saved.unread(self.entries)
        if unread:  # all is asked once they are
            self._read([(path, False) for path in unread])
        elif asked is not None:
            self.offers_changed.emit(asked.offers)
            self.systems_changed.emit(asked.systems)
            yield from compare_steps(asked, self.entries, self._saved)

    def _read(self, files: Sequence[tuple[str, bool]]) -> None:
        """Read files in a child, one after the other; what is wished joins the list."""
        self._waiting.extend(files)
        if not self._is_reading and self._waiting:
            self._is_reading = True
            self._opening.open(Path(self._waiting[0][0]), ("machine",))

    def _put(self, path: str, found: Profile | str) -> None:
        """What a child says of the first file that waits."""
        _, is_wished = self._waiting.popleft()
        self._is_reading = False
        self._saved.take(path, found)
        self._read(())
        if is_wished and isinstance(found, str):
            self.said.emit(found)
        elif is_wished:
            self._add([Entry(path)])
        elif not self._is_reading:
            self.ask_all()

    def _add(self, new: Sequence[Entry]) -> None:
        """Those that are in the list already stay where they are, and are read anew."""
        self._keep((*self.entries, *(one for one in new if one.id not in {entry.id for entry in self.entries})))

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        before = self.entries
        self._show_list(entries)
        if entries != before:
            words = say("list of rigs")
            change = Change("list", words, lambda: self._show_list(before), lambda: self._show_list(entries))
            self._changes.note(change)

    def _show_list(self, entries: tuple[Entry, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self.files_changed.emit(tuple(one.path for one in entries if one.path))
        self.ask_all()


PAGE = "compare"


def connect_compare(window: MainWindow, page: ComparePage, session: Session) -> None:
    """The comparison follows question and rig, and works only while its page is open."""

    def asked() -> Asked | None:
        present, real = session.asking.asked, session.shown.real
        if present is None or real is None:
            return None
        question, known = present
        today = local_today()
        prices = Prices(known.catalog, session.settings.now.money, today)
        return Asked(question.now, known, real, session.shown.name, prices)

    changes = session.changes
    rigs = RigList(page, asked, session.settings.now.compared_files, changes, session.command)
    turn = turning(page, session)

    def compare() -> None:
        rigs.add_edits(session.shown.edits)
        window.open_page(PAGE)

    page.turned.connect(turn)
    page.add_requested.connect(lambda: rigs.add_files(_ask_for_files(window)))
    page.dropped.connect(rigs.add_files)
    page.tried.connect(lambda edit: rigs.add_edits((edit,)))
    page.system_chosen.connect(rigs.add_system)
    page.removed.connect(rigs.remove)
    page.undone.connect(changes.undo)
    page.share_requested.connect(lambda: save_profile(window, session))
    window.my_rig.what_if.compare_requested.connect(compare)
    rigs.changed.connect(page.show_view)
    changes.changed.connect(lambda: page.set_undo(changes.last.words if changes.last else ""))
    rigs.offers_changed.connect(page.show_offers)
    rigs.systems_changed.connect(page.show_systems)
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
