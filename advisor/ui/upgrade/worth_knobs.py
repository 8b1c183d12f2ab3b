"""What a person says about use, money and computer: fields that are taken over when they are left."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from advisor.facts.kept.settings import Money
from advisor.present.upgrade.form import UseField, UseForm, typed_use
from advisor.ui.parts.knob_control import small_label, titled
from advisor.ui.parts.text_field import TextField


class UseKnob(QWidget):
    """One field below its name; emits the amounts anew, or why they cannot be so."""

    typed = Signal(object)
    refused = Signal(str)

    def __init__(self, field: UseField) -> None:
        super().__init__()
        self.field: UseField = field
        self._money, self._text = Money(), ""
        self.control = TextField()
        self._label = small_label("")
        titled(self, self._label, self.control)
        self.control.editingFinished.connect(self._take)

    def show_form(self, form: UseForm, money: Money) -> None:
        """Show what is known; a text that is being typed stays."""
        self._money, self._text = money, form.text
        self._label.setText(form.label)
        self.control.setAccessibleName(form.label)
        self.control.setPlaceholderText(form.otherwise)
        self.control.setToolTip(form.otherwise if not form.text else "")
        if not (self.control.hasFocus() and self.control.isModified()):
            self.control.setText(form.text)

    def _take(self) -> None:
        text = self.control.text()
        self.control.setModified(False)
        if text == self._text:
            return
        money, trouble = typed_use(self._money, self.field, text)
        if money is None:
            self.control.setText(self._text)
            self.refused.emit(trouble)
        else:
            self.refused.emit("")
            self.typed.emit(money)


def show_forms(knobs: Sequence[UseKnob], forms: Sequence[UseForm], money: Money) -> None:
    """Each knob shows its form; one without a form is hidden."""
    by_field = {form.field: form for form in forms}
    for knob in knobs:
        form = by_field.get(knob.field)
        knob.setVisible(form is not None)
        if form is not None:
            knob.show_form(form, money)
