"""What a person changed, to be taken back and done again, and what was chosen, kept for the next start."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.facts.values.frozen import frozen
from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from advisor.store.settings import SETTINGS, keep_choices

Kind = Literal["what_if", "fact", "question", "list"]
MOST = 100
"""Changes that are remembered."""
REST_MS = 500
"""When nothing was turned for so long, what was chosen is written."""


@frozen
class Change:
    """One change in words, and the way there and back; several of one `row`, as a slider makes them, are one."""

    kind: Kind
    words: str
    undo: Callable[[], None]
    redo: Callable[[], None]
    row: str = ""


class Changes(QObject):
    """All changes of one window; `changed` when another one is the last."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._done: list[Change] = []
        self._undone: list[Change] = []

    @property
    def last(self) -> Change | None:
        """What would be taken back."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Change | None:
        """What would be done again."""
        return self._undone[-1] if self._undone else None

    def note(self, change: Change) -> None:
        """Remember what was just changed."""
        last = self.last
        if last is not None and change.row and last.row == change.row and not self._undone:
            self._done[-1] = replace(change, undo=last.undo)
        else:
            self._done = [*self._done, change][-MOST:]
        self._undone.clear()
        self.changed.emit()

    def undo(self) -> None:
        """Take the last change back."""
        if self._done:
            change = self._done.pop()
            self._undone.append(change)
            change.undo()
            self.changed.emit()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self._undone:
            change = self._undone.pop()
            self._done.append(change)
            change.redo()
            self.changed.emit()

    def clear(self) -> None:
        """Nothing can be taken back: what was changed is no longer there."""
        if self._done or self._undone:
            self._done, self._undone = [], []
            self.changed.emit()


class KeptSettings(QObject):
    """The settings as they are `now`; `note` says what of those before could not be read."""

    changed = Signal()
    said = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        kept = SETTINGS.read()
        self.now, self.note = kept.record, kept.note
        self._written, self._unwritten = self.now, dict[str, object]()
        self._own_board: tuple[int | None, float | None] | None = None
        """Slots and power supply of this computer, while another one is looked at."""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.write)

    def look_at(self, *, is_own: bool) -> None:
        """Another computer is looked at: slots and power supply are of one alone, and those of others are not kept."""
        if is_own and self._own_board is None:
            return
        self.write()
        money = self.now.money
        own = self._own_board or (money.slots, money.psu_w)
        slots, psu_w = own if is_own else (None, None)
        self._own_board = None if is_own else own
        self.now = self._written = self.now.changed(money=money.changed(slots=slots, psu_w=psu_w))
        self.changed.emit()

    def keep(self, **values: object) -> None:
        """Remember choices for the next start, beside what other windows kept."""
        self.keep_soon(**values)
        self.write()

    def keep_soon(self, **values: object) -> None:
        """The same of what is turned to and fro: a disk takes its time, and nobody shall wait for it at each step."""
        self.now = self.now.changed(**values)
        self._unwritten |= values
        self._rest.start()
        self.changed.emit()

    def write(self) -> None:
        """Write what is not written yet; a full disk is no reason to stop."""
        self._rest.stop()
        before, values = self._written, self._unwritten
        self._written, self._unwritten = self.now, {}
        if "money" in values and self._own_board is not None:
            values["money"] = self.now.money.changed(slots=before.money.slots, psu_w=before.money.psu_w)
        try:
            if values:
                keep_choices(before, values)
        except StoreError as error:
            self.said.emit(in_words(error.reason))
