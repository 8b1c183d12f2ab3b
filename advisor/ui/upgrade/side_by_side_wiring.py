"""The rigs that stand side by side on page Upgrade: their list, and its connections with the page and what is kept."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from advisor.advice.comparison import Asked, Entry, SavedRigs, compare_steps
from advisor.advice.purchase import PurchaseAsked
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import joined
from advisor.charts.first_place import first_place
from advisor.facts.kept.profile import Profile
from advisor.facts.values.local_time import local_today
from advisor.present.upgrade.rows import WorthRow
from advisor.present.upgrade.side_by_side import computer_choices
from advisor.present.words.words import say
from advisor.ui.state.changes import Change, Changes
from advisor.ui.state.session import Session
from advisor.ui.upgrade.page_upgrade import UpgradePage
from advisor.ui.window.main_window import MainWindow
from advisor.ui.window.wiring import PROFILE_FILES, REPORT_FILES, make_named_card, save_profile, view_computer
from advisor.ui.work.file_opening import FileOpening
from advisor.ui.work.looked_at import LookedAt


class RigList(LookedAt):
    """Asks all anew when the list or the question is another, and nothing while it is empty.

    `listed` carries the list whenever it changes, `offers_changed` what can be put into it.
    """

    offers_changed = Signal(object)
    computers_changed = Signal(object)
    listed = Signal(object)
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
        self._is_reading, self._files_read = False, 0
        self._opening.machine_read.connect(lambda path, opened: self._put(str(path), opened.profile))
        self._opening.refused.connect(lambda path, sentence, _: self._put(str(path), sentence))
        self._asked, self._changes, self._saved = asked, changes, SavedRigs()
        self.entries: tuple[Entry, ...] = tuple(Entry(path) for path in files)
        """The list without the rig shown, which always comes first."""

    def add_files(self, paths: Sequence[Path]) -> None:
        """Put saved rigs at the end of the list; a file that holds none is refused in a sentence."""
        self._read([(str(path), True) for path in paths])

    def add(self, *new: Entry) -> None:
        """Put these at the end of the list; those that are in it already stay where they are, and are read anew."""
        self._keep((*self.entries, *(one for one in new if one not in self.entries)))

    def remove(self, entry_id: str) -> None:
        """Take one out of the list."""
        self._keep(tuple(one for one in self.entries if one.id != entry_id))

    def take_machine(self) -> None:
        """Another machine is shown: what was tried on the one before is no part of it."""
        self._show_list(tuple(one for one in self.entries if not one.edits))

    def entry(self, entry_id: str) -> Entry:
        """One of the list; for another id the rig as it is."""
        return next((one for one in self.entries if one.id == entry_id), Entry())

    def ask_all(self) -> None:
        """Ask all anew where something else decides: what was found for another question is dropped."""
        asked = self._asked()
        self.ask(lambda: self._steps(asked), about=(asked and asked.about, self.entries, self._files_read))

    def stop(self) -> None:
        """The window closes."""
        super().stop()
        self._waiting.clear()
        self._opening.end_now()

    def _steps(self, asked: Asked | None) -> Iterator[object | None]:
        unread = self._saved.unread(self.entries)
        if asked is not None:
            self.offers_changed.emit(asked.offers)
            self.computers_changed.emit(computer_choices(asked.known.catalog, asked.prices))
        if unread:  # all is asked once they are
            self._read([(path, False) for path in unread])
        elif asked is not None and self.entries:
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
        self._files_read += 1
        self._read(())
        if is_wished and isinstance(found, str):
            self.said.emit(found)
        elif is_wished:
            self.add(Entry(path))
        elif not self._is_reading:
            self.ask_all()

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
            self.listed.emit(entries)
        self.ask_all()


def connect_side_by_side(
    window: MainWindow, page: UpgradePage, session: Session, purchase: Callable[[], PurchaseAsked | None]
) -> RigList:
    """The list follows rows that are ticked, buttons and files; what stands in it is asked what the page asks."""
    shown, side, changes = session.shown, page.side, session.changes

    def asked() -> Asked | None:
        present, real, now = session.asking.asked, shown.real, purchase()
        if present is None or real is None or now is None:
            return None
        question, known = present
        prices = Prices(known.catalog, session.settings.now.money, local_today())
        return Asked(now, question.now, known, real, shown.name, prices)

    rigs = RigList(page, asked, session.settings.now.compared_files, changes, session.command)

    def show_undo() -> None:
        """Only of what is changed here: what was turned or corrected elsewhere is taken back by keys."""
        last = changes.last
        side.set_undo(last.words if last is not None and last.kind in ("what_if", "list") else "")

    side.adding.file_requested.connect(lambda: rigs.add_files(_ask_for_files(window)))
    side.adding.card_requested.connect(lambda name: make_named_card("gpus", name, window, session))
    side.adding.edited.connect(lambda edit: rigs.add(Entry(edits=(edit,))))
    side.adding.computer_chosen.connect(lambda computer_id: rigs.add(Entry(computer=computer_id)))
    page.rigs_dropped.connect(rigs.add_files)
    side.rigs.removed.connect(rigs.remove)
    side.undone.connect(changes.undo)
    side.share_requested.connect(lambda: save_profile(window, session))
    changes.changed.connect(show_undo)
    rigs.changed.connect(side.show_view)
    rigs.offers_changed.connect(side.adding.show_offers)
    rigs.computers_changed.connect(side.adding.show_computers)
    for said in (rigs.failed, rigs.said):
        said.connect(session.said)
    shown.replaced.connect(rigs.take_machine)
    session.asking.asked_anew.connect(rigs.ask_all)
    session.settings.changed.connect(rigs.ask_all)
    show_undo()
    _connect_rows(page, window, session, rigs)
    return rigs


def _connect_rows(page: UpgradePage, window: MainWindow, session: Session, rigs: RigList) -> None:
    """Options are ticked where they stand in the list; they, and rigs of the list, are tried on and taken off."""
    shown, side = session.shown, page.side

    def entry_of(row: WorthRow) -> Entry:
        return Entry(computer=row.computer, edits=joined(shown.edits, row.edits) if row.edits else ())

    def tick(row: WorthRow) -> None:
        entry = entry_of(row)
        if entry in rigs.entries:
            rigs.remove(entry.id)
        else:
            rigs.add(entry)

    def show_ticks() -> None:
        page.rows.show_ticked(frozenset(row.way_id for row in page.rows.rows if entry_of(row) in rigs.entries))

    def show_list(entries: tuple[Entry, ...]) -> None:
        session.settings.keep(compared_files=tuple(one.path for one in entries if one.path))
        show_ticks()
        if not entries:
            side.clear()

    def try_row(row: WorthRow) -> None:
        entry = entry_of(row)
        rigs.add(entry)
        shown.try_edits(entry.edits)

    def try_rig(rig_id: str) -> None:
        entry = rigs.entry(rig_id)
        if entry.computer:
            view_computer(entry.computer, window, session)
            return
        if entry.path:
            session.files.open((Path(entry.path),))
            return
        edits = entry.edits
        shown.try_edits(() if edits == shown.edits else edits)

    page.rows.ticked.connect(tick)
    page.rows.modelReset.connect(show_ticks)
    page.tried.connect(try_row)
    side.rigs.tried.connect(try_rig)
    shown.changed.connect(lambda: side.rigs.show_tried(Entry(edits=shown.edits).id))
    rigs.listed.connect(show_list)


def _ask_for_files(window: MainWindow) -> tuple[Path, ...]:
    kinds = say("Machine profiles ({files})", files=f"{PROFILE_FILES} {REPORT_FILES}")
    kinds = f"{kinds};;{say('All files (*)')}"
    paths, _ = QFileDialog.getOpenFileNames(window, say("Add saved rigs"), first_place(), kinds)
    return tuple(map(Path, paths))
