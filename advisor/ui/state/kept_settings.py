"""What was chosen before, and what is chosen now: kept for the next start."""

from PySide6.QtCore import QObject, Signal

from advisor.present.words.reasons.in_words import in_words
from advisor.store.atomic_file import StoreError
from advisor.store.settings import SETTINGS


class KeptSettings(QObject):
    """The settings as they are `now`; `note` says what of those before could not be read."""

    changed = Signal()
    said = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        kept = SETTINGS.read()
        self.now, self.note = kept.record, kept.note

    def keep(self, **values: object) -> None:
        """Remember choices for the next start; a full disk is no reason to stop."""
        self.now = self.now.changed(**values)
        self.changed.emit()
        try:
            SETTINGS.write(self.now)
        except StoreError as error:
            self.said.emit(in_words(error.reason))
