"""The part of the settings about money: currency, its rate to the dollar, the price of electricity."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from advisor.charts.plain import plain_label
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import CURRENCIES, MoneyField, money_sentences, money_text, typed_money
from advisor.present.words.money import average_words
from advisor.present.words.words import say
from advisor.ui.parts.fields import ListField
from advisor.ui.parts.panel import setting_panel, text_label


class MoneySettings(QWidget):
    """Emits the amounts anew after each one that can be understood; says why another cannot."""

    typed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._money = Money()
        self.currency, self.rate, self.electricity = ListField(), QLineEdit(), QLineEdit()
        self.currency.setEditable(True)
        self.currency.addItems(CURRENCIES)
        self.currency.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._rate_name, self._electricity_name = plain_label(), plain_label()
        self._said, self._trouble = text_label("soft"), text_label("trouble")
        self._trouble.setAccessibleName(say("Why this can't be saved"))
        card = setting_panel(
            say("Money"),
            (plain_label(say("Currency")), self.currency),
            (self._rate_name, self.rate),
            (self._electricity_name, self.electricity),
        )
        card.body.addWidget(self._said)
        card.body.addWidget(self._trouble)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(card)
        self.currency.activated.connect(lambda _: self._take("currency", self.currency.currentText()))
        for edit, field, text in self._edits():
            edit.editingFinished.connect(lambda field=field, text=text: self._take(field, text()))
        self.show_money(Money())

    def show_money(self, money: Money) -> None:
        """Show these amounts."""
        self._money = money
        self.currency.setCurrentText(money.currency)
        self.rate.setText(money_text(money.usd_rate))
        self.electricity.setText(money_text(money.electricity_per_kwh))
        self.electricity.setPlaceholderText(average_words(money))
        for part in (self._rate_name, self.rate):
            part.setVisible(money.currency != "USD")
        for label, control, text in (
            (self._rate_name, self.rate, say("US dollars for one {currency}")),
            (self._electricity_name, self.electricity, say("Electricity, {currency} per kWh")),
        ):
            label.setText(text.format(currency=money.currency))
            control.setAccessibleName(label.text())
        self._said.setText("\n".join(money_sentences(money)))
        self._trouble.hide()

    def _edits(self) -> tuple[tuple[QLineEdit, MoneyField, Callable[[], str]], ...]:
        code = self.currency.lineEdit()
        assert code is not None
        return (
            (code, "currency", code.text),
            (self.rate, "usd_rate", self.rate.text),
            (self.electricity, "electricity_per_kwh", self.electricity.text),
        )

    def _take(self, field: MoneyField, text: str) -> None:
        money, trouble = typed_money(self._money, field, text)
        if money is None:
            self._trouble.setText(trouble)
            self._trouble.show()
        elif money != self._money:
            self.show_money(money)
            self.typed.emit(money)
        else:
            self._trouble.hide()
