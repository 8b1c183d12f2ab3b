"""The list of rigs that are compared: what comes into it and leaves it, and what all of them answer."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from advisor.advice.comparison import Asked, Entry, SavedRigs, compare_steps
from advisor.facts.asked.question import Edit
from advisor.present.words.words import say
from advisor.ui.state.changes import Change, Changes
from advisor.ui.work.looked_at import LookedAt


class RigList(LookedAt):
    """Asks all anew when the list or the question is another; `files_changed` carries the saved rigs in the list."""

    offers_changed = Signal(object)
    files_changed = Signal(object)
    said = Signal(str)

    def __init__(
        self, parent: QObject, asked: Callable[[], Asked | None], files: Sequence[str], changes: Changes
    ) -> None:
        super().__init__(parent, slice_s=0.0)
        self._asked, self._changes, self._saved = asked, changes, SavedRigs()
        self.entries: tuple[Entry, ...] = tuple(Entry(path) for path in files)
        """The list without the rig shown, which always comes first."""

    def add_files(self, paths: Sequence[Path]) -> None:
        """Put saved rigs at the end of the list; a file that holds none is refused in a sentence."""
        found = {str(path): self._saved.read(str(path)) for path in paths}
        self._add([Entry(path) for path, profile in found.items() if not isinstance(profile, str)])
        self.said.emit(" ".join(profile for profile in found.values() if isinstance(profile, str)))

    def add_edits(self, edits: tuple[Edit, ...]) -> None:
        """Put the rig shown, with these edits, at the end of the list."""
        if edits:
            self._add([Entry(edits=edits)])

    def remove(self, entry_id: str) -> None:
        """Take one out of the list."""
        self._keep(tuple(one for one in self.entries if one.id != entry_id))

    def ask_all(self) -> None:
        """Ask all anew: what was found for another question is dropped."""
        self.ask(self._steps)

    def _steps(self) -> Iterator[object | None]:
        asked = self._asked()
        if asked is not None:
            self.offers_changed.emit(asked.offers)
            yield from compare_steps(asked, self.entries, self._saved)

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
