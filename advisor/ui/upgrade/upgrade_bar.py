"""What page Upgrade is asked: model, workload, hours and budget first, the rest as `more`."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from advisor.charts.plain import plain_tip
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import (
    CURRENCIES,
    MoneyField,
    MoneyForm,
    cloud_knob,
    money_forms,
    typed_money,
    with_cloud,
)
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.view import Knobs
from advisor.present.words.words import say
from advisor.ui.parts.boxes import fill, stacked
from advisor.ui.parts.knob_bar import ListKnob, QuestionBar, small_label
from advisor.ui.parts.panel import FlowGrid, TextField, text_label


class UseKnob(QWidget):
    """One field below its name; emits the amounts anew, or says below it why they cannot be so."""

    typed = Signal(object)

    def __init__(self, field: MoneyField) -> None:
        super().__init__()
        self.field: MoneyField = field
        self._money, self._text = Money(), ""
        self.control = TextField()
        self._label = small_label("")
        self._trouble = text_label("trouble")
        self._trouble.setAccessibleName(say("Why this can't be used"))
        self._trouble.hide()
        self._label.setBuddy(self.control)
        fill(self, stacked(self._label, self.control, self._trouble, None, spacing=4))
        self.control.editingFinished.connect(self._take)
        self.control.textEdited.connect(self._trouble.hide)

    def show_form(self, form: MoneyForm, money: Money) -> None:
        """Show what is known; a text that is being typed stays, and so does one that was refused."""
        self._money, self._text = money, form.text
        self._label.setText(form.label)
        self.control.setAccessibleName(form.label)
        self.control.setPlaceholderText(form.otherwise)
        self.control.setToolTip(plain_tip(form.otherwise if not form.text else ""))
        if self._trouble.isHidden() and not (self.control.hasFocus() and self.control.isModified()):
            self.control.setText(form.text)

    def forget(self) -> None:
        """What was refused is not asked about any more."""
        if not self._trouble.isHidden():
            self._trouble.hide()
            self.control.setText(self._text)

    def _take(self) -> None:
        text = self.control.text()
        self.control.setModified(False)
        if text == self._text:
            self._trouble.hide()
            return
        money, trouble = typed_money(self._money, self.field, text)
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        if money is not None:
            self.typed.emit(money)


def show_forms(knobs: Sequence[UseKnob], forms: Sequence[MoneyForm], money: Money) -> None:
    """Each knob shows its form; one without a form is hidden."""
    by_field = {form.field: form for form in forms}
    for knob in knobs:
        form = by_field.get(knob.field)
        knob.setVisible(form is not None)
        if form is not None:
            knob.show_form(form, money)


_FIRST: tuple[MoneyField, ...] = ("hours_per_day", "budget_usd", "users", "tokens_per_day")
_OF_PARTS: tuple[MoneyField, ...] = ("slots", "psu_w")
_MORE: tuple[MoneyField, ...] = ("electricity_per_kwh", "usd_rate", *_OF_PARTS)


class UpgradeBar(QuestionBar):
    """Emits the name of a knob and the id chosen, or the amounts with one thing said anew."""

    typed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._money = Money()
        self._knobs: Knobs | None = None
        self._takes_parts = True
        self.fields = {field: UseKnob(field) for field in (*_FIRST, *_MORE)}
        for knob in self.fields.values():
            knob.typed.connect(self.typed)
        self._cloud = ListKnob(say("Compare with the cloud"))
        self._cloud.turned.connect(lambda choice: self.typed.emit(with_cloud(self._money, choice)))
        self._currency = ListKnob(say("Currency"))
        self._currency.turned.connect(self._choose_currency)
        self.set_widgets([*self.first, *(self.fields[field] for field in _FIRST)])
        self.more = FlowGrid(column_heights=12, most_columns=6, is_even=True)
        self.more.set_widgets([self._cloud, self._currency, *(self.fields[field] for field in _MORE)])

    @property
    def currency(self) -> QComboBox:
        """What the currency is chosen from."""
        return self._currency.control

    def show_knobs(self, knobs: Knobs) -> None:
        """Offer these choices, and the fields that belong to the chosen workload."""
        super().show_knobs(knobs)
        self._knobs = knobs
        self._show_fields()

    def show_money(self, money: Money) -> None:
        """Show what a person said."""
        self._money = money
        codes = tuple(dict.fromkeys((*CURRENCIES, money.currency)))
        self._currency.show_knob(Knob("currency", "", tuple(Choice(code, code) for code in codes), money.currency))
        self._cloud.show_knob(cloud_knob(money))
        self._show_fields()

    def show_takes_parts(self, takes_parts: bool) -> None:
        """Ask for slots and a power supply only where a GPU could be put in."""
        if takes_parts != self._takes_parts:
            self._takes_parts = takes_parts
            self._show_fields()

    def forget(self) -> None:
        """What was refused is not asked about any more."""
        for field in self.fields.values():
            field.forget()

    def _show_fields(self) -> None:
        forms = money_forms(self._money, self._knobs)
        forms = forms if self._takes_parts else tuple(one for one in forms if one.field not in _OF_PARTS)
        show_forms(tuple(self.fields.values()), forms, self._money)
        self.arrange()
        self.more.arrange()

    def _choose_currency(self, code: str) -> None:
        money, _ = typed_money(self._money, "currency", code)
        if money is not None:
            self.typed.emit(money)
