"""The dialog in which a person describes a GPU or a model that is not known."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from advisor.advice.new_card import NewCard, faults_of
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add
from advisor.ui.parts.panel import INSIDE, push_button, text_label

SIZE_HEIGHTS = 38, 30
LOOK_MS = 300
_MOST_TOLD = 4


class CardDialog(QDialog):
    """Shows the beginning of a card, says at each pause what is wrong with it, and emits the sound one."""

    kept = Signal(object)

    def __init__(self, card: NewCard, parent: QWidget) -> None:
        super().__init__(parent)
        self._full_id = card.full_id
        self.setWindowTitle(say("Make a card"))
        high = self.fontMetrics().height()
        self.resize(SIZE_HEIGHTS[0] * high, SIZE_HEIGHTS[1] * high)
        self.text = QPlainTextEdit(card.text)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(say("Text of the card"))
        self.text.setTabChangesFocus(True)
        self.trouble = text_label("trouble")
        self.trouble.setAccessibleName(say("Why this can't be saved"))
        self.keep = push_button(say("Keep"), self._keep)
        self.keep.setObjectName("primary")
        buttons = QDialogButtonBox()
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setIcon(QIcon())
        cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        hint = text_label("soft", say("Fill in what the data sheet or model page says; leave out the rest."))
        add(layout, hint, (self.text, 1), self.trouble, buttons)
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.setInterval(LOOK_MS)
        self._look.timeout.connect(self.check)
        self.text.textChanged.connect(self._look.start)
        self.check()

    @property
    def card(self) -> NewCard:
        """The card as it is typed now."""
        return NewCard(self._full_id, self.text.toPlainText())

    def check(self) -> bool:
        """Say what is wrong; whether nothing is."""
        faults = faults_of(self.card)
        self.trouble.setText("\n".join(map(in_words, faults[:_MOST_TOLD])))
        self.trouble.setVisible(bool(faults))
        self.keep.setEnabled(not faults)
        return not faults

    def _keep(self) -> None:
        if self.check():
            self.kept.emit(self.card)
            self.accept()
