"""Buttons for what can stand beside a rig: another computer, a saved rig, another GPU in it, more memory in it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from advisor.present.rig.edit_text import WhatIfView, card_edit
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import LEFT, add, beside, fill
from advisor.ui.parts.panel import push_button
from advisor.ui.parts.search_button import SearchButton


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
