"""Help: the keys of the window, and how to read what it says."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QWidget

from advisor.charts.plain import plain_label
from advisor.present.words.words import say
from advisor.ui.parts.panel import PDF_KEYS, Panel, ScrollDialog, text_label
from advisor.ui.window.settings_button import HELP_KEYS, REDO_KEYS, SETTINGS_KEYS

SIZE_HEIGHTS = 40, 42


class HelpDialog(ScrollDialog):
    """Two cards; `pages` are the titles of the pages in their order."""

    def __init__(self, parent: QWidget, pages: tuple[str, ...]) -> None:
        super().__init__(parent, say("Keyboard and help"), size_heights=SIZE_HEIGHTS)
        self.body.addWidget(self._keys_panel(pages))
        self.body.addWidget(self._reading_panel())

    def shortcuts(self, pages: tuple[str, ...]) -> tuple[tuple[QKeySequence, str], ...]:
        """Every key of the window and what it does."""
        standard = QKeySequence.StandardKey
        return (
            *((QKeySequence(f"Ctrl+{number}"), title) for number, title in enumerate(pages, start=1)),
            (QKeySequence(standard.Open), say("Open a model's file or a saved machine")),
            (QKeySequence(standard.Save), say("Save this machine")),
            (QKeySequence(PDF_KEYS), say("Save the PDF")),
            (QKeySequence("Ctrl+R"), say("Measure (page My rig)")),
            (QKeySequence(standard.Refresh), say("Read the hardware again")),
            (QKeySequence(standard.Undo), say("Undo")),
            (QKeySequence(REDO_KEYS[0]), say("Redo")),
            (QKeySequence(standard.Find), say("Find a model")),
            (QKeySequence("Ctrl+Shift+C"), say("Copy the answer (page Will it run?)")),
            (QKeySequence("Ctrl++"), say("Zoom in on the picture (My rig); also Ctrl and wheel")),
            (QKeySequence("Ctrl+="), say("The same, without Shift")),
            (QKeySequence("Ctrl+-"), say("Zoom out")),
            (QKeySequence("Ctrl+0"), say("Reset zoom")),
            (QKeySequence(Qt.Key.Key_Return), say("Open the chosen model; show the figures of a chart as a table")),
            (QKeySequence("Shift+F10"), say("Chart menu: copy, save")),
            (QKeySequence(Qt.Key.Key_Escape), say("Cancel what is running; close a dialog")),
            (QKeySequence(SETTINGS_KEYS), say("Settings")),
            (QKeySequence(HELP_KEYS), say("This help")),
        )

    def _keys_panel(self, pages: tuple[str, ...]) -> Panel:
        card = Panel()
        card.body.addWidget(text_label("heading", say("Keys")))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        for row, (keys, words) in enumerate(self.shortcuts(pages)):
            key = plain_label(keys.toString(QKeySequence.SequenceFormat.NativeText), "soft")
            grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text_label("", words), row, 1)
        card.body.addLayout(grid)
        return card

    def _reading_panel(self) -> Panel:
        card = Panel()
        card.body.addWidget(text_label("heading", say("How to read the figures")))
        for text in (
            say("Brackets show the range where 80% of comparable runs land."),
            say("Each figure says its source: measured here, read from the system, data sheet, estimated or typed."),
            say("Why this number shows formula, inputs and what would change the answer."),
            say("A token is about three quarters of an English word. A person reads about 5 tokens a second."),
            say("All of this also works on the command line: rig-advisor --help"),
        ):
            card.body.addWidget(text_label("", text))
        return card
