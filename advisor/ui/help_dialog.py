"""Help: the keys of the window, and how to read what it says."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from advisor.ui.card import Card, text_label
from advisor.ui.scroll_dialog import ScrollDialog
from advisor.ui.settings_button import HELP_KEYS, SETTINGS_KEYS

SIZE_HEIGHTS = 40, 42


class HelpDialog(ScrollDialog):
    """Two cards; `pages` are the titles of the pages in their order."""

    def __init__(self, parent: QWidget, pages: tuple[str, ...]) -> None:
        super().__init__(
            parent, QCoreApplication.translate("HelpDialog", "Keyboard and help"), size_heights=SIZE_HEIGHTS
        )
        self.body.addWidget(self._keys_card(pages))
        self.body.addWidget(self._reading_card())

    def shortcuts(self, pages: tuple[str, ...]) -> tuple[tuple[QKeySequence, str], ...]:
        """Every key of the window and what it does."""
        standard = QKeySequence.StandardKey
        return (
            *((QKeySequence(f"Ctrl+{number}"), title) for number, title in enumerate(pages, start=1)),
            (QKeySequence(standard.Open), self.tr("Open a model's file or a saved machine")),
            (QKeySequence(standard.Save), self.tr("Save this machine")),
            (QKeySequence(self.tr("Ctrl+E")), self.tr("Save the PDF")),
            (QKeySequence(self.tr("Ctrl+R")), self.tr("Measure (page My rig)")),
            (QKeySequence(standard.Refresh), self.tr("Read the hardware again")),
            (QKeySequence(standard.Undo), self.tr("Take the last change back (pages My rig and Compare)")),
            (QKeySequence(standard.Find), self.tr("Find a model")),
            (QKeySequence(self.tr("Ctrl+Shift+C")), self.tr("Copy the answer (page Will it run?)")),
            (QKeySequence(Qt.Key.Key_Return), self.tr("Open the chosen model; show the figures of a chart as a table")),
            (QKeySequence("Shift+F10"), self.tr("What can be done with a chart: copy, save")),
            (QKeySequence(Qt.Key.Key_Escape), self.tr("Cancel what is running; close a dialog")),
            (QKeySequence(SETTINGS_KEYS), self.tr("Settings")),
            (QKeySequence(HELP_KEYS), self.tr("This help")),
        )

    def _keys_card(self, pages: tuple[str, ...]) -> Card:
        card = Card()
        card.body.addWidget(text_label("heading", self.tr("Keys")))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        for row, (keys, words) in enumerate(self.shortcuts(pages)):
            key = QLabel(keys.toString(QKeySequence.SequenceFormat.NativeText))
            key.setObjectName("soft")
            grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text_label("", words), row, 1)
        card.body.addLayout(grid)
        return card

    def _reading_card(self) -> Card:
        card = Card()
        card.body.addWidget(text_label("heading", self.tr("How to read it")))
        for text in (
            self.tr("Figures in brackets are the range in which four of five measured speeds lie."),
            self.tr(
                "Each figure says its source: measured here, read from the system, data sheet, estimated or typed."
            ),
            self.tr("Why this number shows the formula behind an answer, what goes into it, and what would change it."),
            self.tr("A token is about three quarters of an English word. A person reads about 5 tokens a second."),
            self.tr("The same answers stand in the command line: rig-advisor --help"),
        ):
            card.body.addWidget(text_label("", text))
        return card
