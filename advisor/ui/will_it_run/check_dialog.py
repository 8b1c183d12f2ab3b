"""Check this prediction: paste what a program printed, see it beside the prediction, keep it or not."""

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QComboBox, QFormLayout, QPlainTextEdit, QWidget

from advisor.present.check.imported_text import CheckView, ImportedView
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, beside, fill
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.panel import INSIDE, Panel, ScrollDialog, clear, push_button, text_label

WAIT_MS = 250
"""After the last key: a pasted text comes at once."""
TEXT_LINES = 7


SIZE_HEIGHTS = 48, 40


class CheckDialog(ScrollDialog):
    """Emits wishes; `show_*` say what came of them."""

    read_requested = Signal(str, str, str)
    """A text, and the ids of the model and device that the person chose, empty where the text is to say it."""
    file_requested = Signal()
    keep_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self, view: CheckView, parent: QWidget) -> None:
        super().__init__(parent, say("Check this prediction"), size_heights=SIZE_HEIGHTS)
        self._text = QPlainTextEdit()
        self._text.setAccessibleName(say("What the program printed"))
        self._text.setAccessibleDescription(view.accepted)
        self._text.setTabChangesFocus(True)
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setFixedHeight(TEXT_LINES * self.fontMetrics().lineSpacing() + 2 * INSIDE)
        self._model = self._choice(say("Model"), view.models)
        self._device = self._choice(say("Ran on"), view.devices)
        self._keep = push_button(say("Keep"), self.keep_requested.emit)
        self._keep.setObjectName("primary")
        self._keep.setDefault(True)
        self._discard = push_button(say("Discard"), self.discard)
        self._found, self._kept = Panel(), Panel()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._ask)
        self._text.textChanged.connect(self._wait.start)
        for choice in (self._model, self._device):
            choice.currentIndexChanged.connect(lambda _: self._wait.start())
        self._lay_out(view.accepted)
        self._clear_found()
        self.show_kept(view.kept)

    def take_text(self, text: str) -> None:
        """The text of a file that was opened."""
        self._text.setPlainText(text)

    def show_found(self, found: ImportedView) -> None:
        """What was understood."""
        self._clear_found()
        self._found.body.addWidget(text_label("heading", found.heading))
        for row in found.rows:
            self._found.body.addWidget(text_label("large", row.what))
            self._found.body.addWidget(text_label("soft" if row.is_kept else "trouble", row.sentence))
        self._found.setAccessibleName(found.heading)
        self._found.show()
        self._keep.setEnabled(found.can_keep)
        self._discard.setEnabled(True)

    def show_refused(self, sentence: str) -> None:
        """Why nothing was understood, or could not be kept."""
        self._clear_found()
        self._found.body.addWidget(text_label("trouble", sentence))
        self._found.setAccessibleName(sentence)
        self._found.show()
        self._discard.setEnabled(True)

    def show_kept(self, kept: tuple[str, ...]) -> None:
        """The runs that are kept now; what was pasted is done with."""
        self.discard()
        clear(self._kept.body)
        self._kept.body.addWidget(text_label("heading", say("Kept runs on this computer")))
        if not kept:
            self._kept.body.addWidget(text_label("soft", say("None yet.")))
        for number, words in enumerate(kept):
            remove = push_button(say("Remove"), partial(self.remove_requested.emit, number))
            remove.setAutoDefault(False)
            remove.setAccessibleName(say("Remove {run}", run=words))
            line = QWidget()
            fill(line, beside((text_label("soft", words), 1), remove, spacing=-1))
            self._kept.body.addWidget(line)

    def discard(self) -> None:
        """Forget the text and what was understood of it."""
        self._text.clear()
        self._wait.stop()
        self._clear_found()

    def _ask(self) -> None:
        text = self._text.toPlainText()
        if text.strip():
            self.read_requested.emit(text, self._model.currentData(), self._device.currentData())
        else:
            self._clear_found()

    def _clear_found(self) -> None:
        clear(self._found.body)
        self._found.hide()
        self._keep.setEnabled(False)
        self._discard.setEnabled(False)

    def _choice(self, name: str, choices: tuple[Choice, ...]) -> QComboBox:
        box = ListField()
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for one in choices:
            box.addItem(one.text, one.id)
        return box

    def _lay_out(self, accepted: str) -> None:
        self.body.setSpacing(INSIDE)
        form = QFormLayout()
        form.addRow(say("Model"), self._model)
        form.addRow(say("Ran on"), self._device)
        file = push_button(say("Open file"), self.file_requested.emit)
        for button in (file, self._keep, self._discard):
            button.setAutoDefault(button is self._keep)
        buttons = beside(file, self._keep, self._discard, None, spacing=-1)
        add(self.body, text_label("soft", accepted), self._text, form, buttons, self._found, self._kept)
