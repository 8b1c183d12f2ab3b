"""The part of the settings about models on this computer: folders of a person, beside those of programs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from advisor.facts.values.plain_text import plain_text
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, fill
from advisor.ui.parts.panel import clear, push_button, setting_panel, text_label
from advisor.ui.parts.shortened import ShortenedLabel


class FolderSettings(QWidget):
    """Emits all folders anew after each change; what lies in them stays as it is."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._folders: tuple[str, ...] = ()
        card = setting_panel(say("Models on this computer"))
        card.body.addWidget(text_label("soft", say("The folders of known programs are searched automatically.")))
        self._rows = QVBoxLayout()
        card.body.addLayout(self._rows)
        self.add = push_button(say("Add folder …"), self._ask)
        card.body.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        fill(self, add(QVBoxLayout(), card))

    def show_folders(self, folders: tuple[str, ...]) -> None:
        """Show these."""
        self._folders = folders
        clear(self._rows)
        for one in folders:
            self._rows.addWidget(self._row(one))

    def _row(self, folder: str) -> QWidget:
        row = QWidget()
        remove = push_button(
            say("Remove from list"), lambda: self._take(tuple(x for x in self._folders if x != folder))
        )
        remove.setAccessibleDescription(plain_text(folder))
        name = ShortenedLabel()
        name.show_text(plain_text(folder))
        add(fill(row, QHBoxLayout()), (name, 1), remove)
        return row

    def _ask(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, say("Add folder …"))
        if folder:
            self._take(tuple(dict.fromkeys((*self._folders, folder))))

    def _take(self, folders: tuple[str, ...]) -> None:
        if folders != self._folders:
            self.show_folders(folders)
            self.chosen.emit(folders)
