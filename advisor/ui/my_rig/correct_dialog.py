"""The small dialog in which a person puts one fact right."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from advisor.present.words.typed_form import typed_answer
from advisor.present.words.view import FactRow, TypedForm
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.panel import INSIDE, push_button, text_label

WIDTH_HEIGHTS = 30
"""Width in font heights."""


class CorrectDialog(QDialog):
    """Shows what is known, takes what is typed, and says in one sentence why it cannot be."""

    corrected = Signal(object, object)
    """The facts, and their value in base units; None goes back to what was read."""

    def __init__(self, row: FactRow, form: TypedForm, parent: QWidget) -> None:
        super().__init__(parent)
        self._form = form
        self.setWindowTitle(say("Edit a fact"))
        self.setMinimumWidth(WIDTH_HEIGHTS * self.fontMetrics().height())
        self._field = QLineEdit(form.text)
        self._field.setAccessibleName(row.name)
        self._field.setAccessibleDescription(form.hint)
        self._field.selectAll()
        self._choice = ListField()
        self._choice.setAccessibleName(row.name)
        for value, words in form.choices:
            self._choice.addItem(words, value)
        self._choice.setCurrentIndex(max(0, self._choice.findData(form.text)))
        self._trouble = text_label("trouble")
        self._trouble.setAccessibleName(say("Why this can't be saved"))
        self._trouble.hide()
        now = " · ".join(part for part in (row.text, row.origin) if part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
        self._hint = text_label("small", form.hint)
        said = text_label("heading", row.name), text_label("soft", say("Now: {fact}", fact=now))
        add(layout, *said, self._line(), self._hint, self._trouble, self._buttons())

    def _line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.addWidget(self._choice if self._form.choices else self._field, 1)
        if self._form.unit:
            unit = text_label("soft", self._form.unit)
            unit.setWordWrap(False)
            line.addWidget(unit)
        return line

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        keep = push_button(say("Keep"), self._keep)
        keep.setObjectName("primary")
        keep.setDefault(True)
        if self._form.is_typed:
            buttons.addButton(push_button(say("Reset"), self._reset), QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(keep, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setIcon(QIcon())
        cancel.clicked.connect(self.reject)
        return buttons

    def _keep(self) -> None:
        words = str(self._choice.currentData()) if self._form.choices else self._field.text()
        value, trouble = typed_answer(self._form, words)
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        self._hint.setVisible(not trouble)
        if value is None:
            self._field.setFocus()
            return
        self.corrected.emit(self._form.facts, value)
        self.accept()

    def _reset(self) -> None:
        self.corrected.emit(self._form.facts, None)
        self.accept()
