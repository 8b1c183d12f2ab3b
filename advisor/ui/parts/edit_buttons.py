"""Buttons for what can be tried on a rig: a stick, another card by its name, more memory."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from advisor.present.words.words import say
from advisor.ui.parts.boxes import beside, fill
from advisor.ui.parts.model_search import ModelSearch
from advisor.ui.parts.panel import push_button

if TYPE_CHECKING:
    from advisor.present.rig.edit_text import WhatIfView

SEARCH_HEIGHTS = 15
"""Width of the search box in font heights."""


class EditButtons(QWidget):
    """Offers only what the rig can take; emits the edit a person wishes for."""

    tried = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._view: WhatIfView | None = None
        self.stick = push_button(say("Add a stick"), self._add_stick)
        self.card = push_button(say("Try another GPU"), self._search)
        self.memory = push_button(say("More memory"), lambda: None)
        self._sizes = QMenu(self.memory)
        self.memory.setMenu(self._sizes)
        self.search = ModelSearch(say("Another GPU"), say("Type the name of a GPU"))
        self.search.setMinimumWidth(SEARCH_HEIGHTS * self.fontMetrics().height())
        self.search.chosen.connect(self._try_card)
        self.search.editingFinished.connect(self._leave_search)
        parts = (self.stick, self.card, self.search, self.memory)
        for widget in parts:
            widget.hide()
        fill(self, beside(*parts))

    @property
    def offers_any(self) -> bool:
        """Whether anything can be tried."""
        view = self._view
        return view is not None and bool(view.stick or view.cards or view.sizes)

    def show_view(self, view: "WhatIfView") -> None:
        """Offer this."""
        from advisor.facts.asked.question import Edit  # too slow for the first paint

        if view == self._view:
            return  # a list that is open stays open
        self._view = view
        self.stick.setText(view.stick)
        self.stick.setAccessibleName(view.stick)
        self.stick.setVisible(bool(view.stick))
        self.search.set_choices(view.cards, "")
        self.search.hide()
        self.card.setVisible(bool(view.cards))
        self._sizes.clear()
        for choice in view.sizes:
            edit = Edit(kind="memory", memory_bytes=int(choice.id))
            self._sizes.addAction(choice.text, partial(self.tried.emit, edit))
        self.memory.setVisible(bool(view.sizes))

    def _add_stick(self) -> None:
        if self._view is not None:
            self.tried.emit(self._view.stick_edit)

    def _search(self) -> None:
        """The box takes the place of the button until a card is chosen."""
        self.card.hide()
        self.search.show()
        self.search.setFocus()
        self.search.completer().complete()

    def _leave_search(self) -> None:
        """Nothing was chosen."""
        if self.search.isVisible() and not self.search.is_open:
            self.search.hide()
            self.card.show()

    def _try_card(self, choice_id: str) -> None:
        self.search.hide()
        self.card.show()
        self.card.setFocus()
        from advisor.present.rig.edit_text import card_edit  # too slow for the first paint

        self.tried.emit(card_edit(choice_id))
