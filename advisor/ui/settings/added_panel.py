"""Settings: what a person added (packs, cards, prices, results of others), each with a button that removes it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.facts.kept.card_pack import CardList
from advisor.present.words.words import say, say_count
from advisor.ui.parts.boxes import add, beside
from advisor.ui.parts.panel import push_button, setting_panel, text_label


class AddedPanel(QWidget):
    """Emits the name of what is to be removed; of results the empty name."""

    remove_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[QWidget] = []
        self._panel = setting_panel(say("Added by you"))
        add(QVBoxLayout(self), self._panel).setContentsMargins(0, 0, 0, 0)

    def show_added(self, found: CardList, results: int) -> None:
        """One row for each pack, own card and file of prices, and one for all results."""
        for row in self._rows:
            row.deleteLater()
        rows = [(one.name, f"{one.name} · {one.date.isoformat()} · {one.about}") for one in found.packs]
        rows += ((one.full_id, one.name) for one in found.cards if one.where.startswith("cards/"))
        if found.prices is not None:
            count = say_count("{count} price", "{count} prices", found.prices.count)
            rows.append((found.prices.name, f"{found.prices.name} · {count}"))
        if results:
            rows.append(("", say_count("{count} result of others", "{count} results of others", results)))
        self._rows = [self._row(name, text) for name, text in rows]
        for row in self._rows:
            self._panel.body.addWidget(row)
        self.setVisible(bool(rows))

    def _row(self, name: str, text: str) -> QWidget:
        row = QWidget()
        button = push_button(say("Remove"), partial(self.remove_requested.emit, name))
        button.setAccessibleName(say("Remove {name}", name=text))
        line = add(beside((text_label("soft", text), 1)), button)
        line.setContentsMargins(0, 0, 0, 0)
        row.setLayout(line)
        return row
