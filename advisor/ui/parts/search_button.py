"""A button in whose place a search box stands until something is chosen."""

from functools import cached_property

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from advisor.charts.plain import plain_tip
from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.boxes import beside, fill
from advisor.ui.parts.model_search import LIST_HEIGHTS, Described, ModelSearch, room_around
from advisor.ui.parts.panel import push_button


class SearchButton(QWidget):
    """Emits the id of what was chosen. The box is made when it is first needed."""

    chosen = Signal(str)

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self.otherwise: Choice | None = None
        """What is offered where a text finds nothing."""
        self._described: Described | None = None
        self._choices: tuple[Choice, ...] = ()
        self._text, self._hint, self._is_open = text, hint, False
        self.button = push_button(text, self._search)
        self.button.setToolTip(plain_tip(hint))
        self._line = fill(self, beside(self.button))

    @cached_property
    def search(self) -> ModelSearch:
        """The box, beside the button and hidden."""
        box = ModelSearch(self._text, self._hint, nothing=say("Nothing of that name is known"))
        box.forgive(self.otherwise, self._described)
        box.chosen.connect(self._choose)
        box.editingFinished.connect(self._leave)
        box.hide()
        self._line.addWidget(box)
        return box

    def describe_by(self, described: Described) -> None:
        """What a text describes is offered first; said before the box is first needed."""
        self._described = described

    def offer(self, choices: tuple[Choice, ...]) -> None:
        """Offer these; hidden where there are none."""
        if choices != self._choices:  # a list that is open stays open
            self._choices = choices
            self._close()
        self.setVisible(bool(choices))

    def _search(self) -> None:
        self.button.hide()
        self._is_open = True
        self.search.set_choices(self._choices, "")
        wide = LIST_HEIGHTS * self.search.fontMetrics().height()
        self.search.setMinimumWidth(min(wide, room_around(self).width()))
        self.search.show()
        self.search.setFocus()
        QTimer.singleShot(0, self.search, self._show_all)  # once the box has its place

    def _show_all(self) -> None:
        """Nothing is typed yet."""
        if self._is_open and not self.search.isModified():
            self.search.completer().complete()

    def _leave(self) -> None:
        """Nothing was chosen."""
        if self.search.isVisible() and not self.search.is_open:
            self._close()

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            self.search.hide()
            self.button.show()

    def _choose(self, choice_id: str) -> None:
        self._close()
        self.button.setFocus()
        self.chosen.emit(choice_id)
