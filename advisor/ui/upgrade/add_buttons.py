"""Buttons for what can stand beside a rig: another computer, a saved rig, another GPU in it, more memory in it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from advisor.charts.plain import plain_tip
from advisor.present.rig.edit_text import WhatIfView, card_edit
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, add, beside, fill
from advisor.ui.parts.model_search import ModelSearch
from advisor.ui.parts.panel import push_button

SEARCH_HEIGHTS = 20
"""Width of a search box in font heights."""


class SearchButton(QWidget):
    """A button in whose place a search box stands until something is chosen; emits its id."""

    chosen = Signal(str)

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self._choices: tuple[Choice, ...] = ()
        self.button = push_button(text, self._search)
        self.button.setToolTip(plain_tip(hint))
        self.search = ModelSearch(text, hint)
        self.search.setMinimumWidth(SEARCH_HEIGHTS * self.fontMetrics().height())
        self.search.chosen.connect(self._choose)
        self.search.editingFinished.connect(self._leave)
        self.search.hide()
        fill(self, beside(self.button, self.search))

    def offer(self, choices: tuple[Choice, ...]) -> None:
        """Offer these; hidden where there are none."""
        if choices != self._choices:  # a list that is open stays open
            self._choices = choices
            self._close()
        self.setVisible(bool(choices))

    def _search(self) -> None:
        self.button.hide()
        self.search.set_choices(self._choices, "")
        self.search.show()
        self.search.setFocus()
        self.search.completer().complete()

    def _leave(self) -> None:
        """Nothing was chosen."""
        if self.search.isVisible() and not self.search.is_open:
            self._close()

    def _close(self) -> None:
        self.search.hide()
        self.button.show()

    def _choose(self, choice_id: str) -> None:
        self._close()
        self.button.setFocus()
        self.chosen.emit(choice_id)


class AddButtons(QWidget):
    """Offers only what the rig can take; emits the id of a computer, an edit, or that a file is to be chosen."""

    computer_chosen = Signal(str)
    edited = Signal(object)
    file_requested = Signal()
    card_requested = Signal(str)
    """The name of a GPU of which nothing is known."""

    def __init__(self) -> None:
        super().__init__()
        self._memory: tuple[object, ...] = ()
        self.computer = SearchButton(say("Add a rig"), say("Type the name of a computer, server or GPU"))
        self.computer.chosen.connect(self.computer_chosen)
        self.saved = push_button(say("Add a saved rig"), self.file_requested.emit)
        self.saved.setToolTip(say("A machine profile of another rig; it can also be dropped here"))
        self.card = SearchButton(say("Try another GPU"), say("Type the name of a GPU"))
        self.card.chosen.connect(lambda choice_id: self.edited.emit(card_edit(choice_id)))
        self.card.search.offer_card()
        self.card.search.card_requested.connect(self.card_requested)
        self.memory = push_button(say("More memory"), lambda: None)
        self.memory.setMenu(QMenu(self.memory))
        for widget in (self.computer, self.card, self.memory):
            widget.hide()
        self._line = fill(self, add(beside(self.computer, self.saved, self.card, self.memory, align=LEFT), None))

    def show_computers(self, computers: tuple[Choice, ...]) -> None:
        """Offer these."""
        self.computer.offer(computers)

    def show_offers(self, view: WhatIfView) -> None:
        """Offer what the rig can take."""
        self.card.offer(view.cards)
        self.memory.setVisible(bool(view.memory))
        if view.memory != self._memory:  # a menu that is open stays open
            self._memory = view.memory
            self.memory.menu().clear()
            for text, edit in view.memory:
                self.memory.menu().addAction(text, partial(self.edited.emit, edit))

    def stand(self, *, below_each_other: bool) -> None:
        """In a narrow window, or with large text, there is no room for a row of them."""
        direction = QBoxLayout.Direction
        self._line.setDirection(direction.TopToBottom if below_each_other else direction.LeftToRight)
