"""The part of the settings about the programs of llama.cpp: where they are, if they are not found."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from advisor.engines.programs import programs_in
from advisor.facts.values.plain_text import plain_text
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, fill
from advisor.ui.parts.panel import push_button, setting_panel, text_label
from advisor.ui.parts.shortened import ShortenedLabel


class EngineSettings(QWidget):
    """Emits the folder that is chosen, None where it is forgotten."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        card = setting_panel("llama.cpp")
        self.said = text_label("soft", "")
        card.body.addWidget(self.said)
        self._name = ShortenedLabel()
        self.add = push_button(say("Add folder …"), self._ask)
        self.remove = push_button(say("Remove from list"), lambda: self._take(None))
        card.body.addLayout(add(QHBoxLayout(), (self._name, 1), self.add, self.remove))
        fill(self, add(QVBoxLayout(), card))

    def show_folder(self, folder: str | None) -> None:
        """Show this one."""
        self.said.setText(say("Used by Try it now; usually found automatically."))
        self._name.show_text(plain_text(folder or ""))
        self.add.setVisible(folder is None)
        self.remove.setVisible(folder is not None)
        self.remove.setAccessibleDescription(plain_text(folder or ""))

    def _ask(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, say("Add folder …"))
        if folder and programs_in(folder):
            self._take(folder)
        elif folder:
            self.said.setText(say("This folder has no llama-bench or llama-server."))

    def _take(self, folder: str | None) -> None:
        self.show_folder(folder)
        self.chosen.emit(folder)
