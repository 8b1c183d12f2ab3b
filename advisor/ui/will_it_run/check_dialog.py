"""Check this prediction: paste what a program printed, see it beside the prediction, keep it or not."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from advisor.present.check.imported_text import CheckView, ImportedView
from advisor.present.words.view import Choice
from advisor.present.words.words import say
from advisor.ui.parts.panel import INSIDE, Panel, push_button, text_label

WAIT_MS = 250
"""After the last key: a pasted text comes at once."""
TEXT_LINES = 7


class CheckDialog(QDialog):
    """Emits wishes; `show_*` say what came of them."""

    read_requested = Signal(str, str, str)
    """A text, and the ids of the model and device that the person chose, empty where the text is to say it."""
    file_requested = Signal()
    keep_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self, view: CheckView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(say("Check this prediction"))
        self._text = QPlainTextEdit()
        self._text.setAccessibleName(say("What the program printed"))
        self._accepted = view.accepted
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
        self._lay_out()
        self._clear_found()
        self.show_kept(view.kept)
        self.resize(760, 640)

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
        _clear(self._kept)
        self._kept.body.addWidget(text_label("heading", say("Kept runs on this computer")))
        if not kept:
            self._kept.body.addWidget(text_label("soft", say("None yet.")))
        for number, words in enumerate(kept):
            remove = push_button(say("Remove"), partial(self.remove_requested.emit, number))
            remove.setAutoDefault(False)
            remove.setAccessibleName(say("Remove {run}", run=words))
            line = QHBoxLayout()
            line.addWidget(text_label("soft", words), 1)
            line.addWidget(remove)
            holder = QWidget()
            holder.setLayout(line)
            line.setContentsMargins(0, 0, 0, 0)
            self._kept.body.addWidget(holder)

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
        _clear(self._found)
        self._found.hide()
        self._keep.setEnabled(False)
        self._discard.setEnabled(False)

    def _choice(self, name: str, choices: tuple[Choice, ...]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for one in choices:
            box.addItem(one.text, one.id)
        return box

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("inside")
        body = QVBoxLayout(inside)
        body.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        body.setSpacing(INSIDE)
        body.addWidget(text_label("soft", self._accepted))
        body.addWidget(self._text)
        form = QFormLayout()
        form.addRow(say("Model"), self._model)
        form.addRow(say("Ran on"), self._device)
        body.addLayout(form)
        buttons = QHBoxLayout()
        file = push_button(say("Open file"), self.file_requested.emit)
        for button in (file, self._keep, self._discard):
            button.setAutoDefault(button is self._keep)
            buttons.addWidget(button)
        buttons.addStretch(1)
        body.addLayout(buttons)
        for card in (self._found, self._kept):
            body.addWidget(card)
        body.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, INSIDE)
        layout.addWidget(area)
        footer = QVBoxLayout()
        footer.setContentsMargins(INSIDE, 0, INSIDE, 0)
        footer.addWidget(close)
        layout.addLayout(footer)


def _clear(card: Panel) -> None:
    """Take all widgets out of a card and delete them."""
    while (item := card.body.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.setParent(None)
            widget.deleteLater()
