"""The file of prices that is counted with: its name and day, a button that adds one and one that removes it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import pack_sentence
from advisor.present.words.words import say
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.panel import push_button, text_label


class PricePackBar(QWidget):
    """Emits that a file is to be chosen, and the amounts without the one there is."""

    add_requested = Signal()
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._money = Money()
        self.said = text_label("soft")
        self._add = push_button(say("Add prices …"), self.add_requested.emit)
        self._add.setToolTip(say("A TOML or CSV file of prices; it can be dropped here, too"))
        self.remove = push_button(say("Remove these prices"), self._remove)
        layout = add(QVBoxLayout(self), self.said, add(beside(self._add, self.remove), None))
        layout.setContentsMargins(0, 0, 0, 0)
        self.show_money(Money())

    def show_money(self, money: Money) -> None:
        """Show which file is counted with."""
        self._money = money
        self.said.setText(pack_sentence(money))
        self.said.setVisible(money.pack is not None)
        self.remove.setVisible(money.pack is not None)

    def _remove(self) -> None:
        self.removed.emit(self._money.changed(pack=None))
