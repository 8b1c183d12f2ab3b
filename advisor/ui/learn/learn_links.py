"""A line of words that page Learn explains, each a link to its topic."""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel

from advisor.facts.answers.claim import LearnCard
from advisor.present.learn.text import TermFinder
from advisor.present.words.palette import Theme, color
from advisor.present.words.words import say

if TYPE_CHECKING:
    from advisor.present.words.view import Choice


class LearnLinks(QLabel):
    """Hidden where none of the words stand on the page. `opened` carries the id of the topic."""

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = "light"
        self._cards: Mapping[str, LearnCard] | None = None
        self._finder = TermFinder({})
        self._texts: tuple[str, ...] = ()
        self._found: tuple[Choice, ...] = ()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setAccessibleName(say("Explained on page Learn"))
        self.linkActivated.connect(self.opened)
        self.hide()

    def take_cards(self, cards: Mapping[str, LearnCard]) -> None:
        """The cards whose words are looked for."""
        if cards is not self._cards:
            self._cards, self._finder = cards, TermFinder(cards)
            self.show_texts(self._texts)

    def show_texts(self, texts: tuple[str, ...]) -> None:
        """Link to what explains the words of these texts."""
        self._texts = texts
        found = self._finder.found(texts)
        if found != self._found:
            self._found = found
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Recolor the links."""
        self._theme = theme
        self._show()

    def _show(self) -> None:
        style = f"color: {color('accent', self._theme)}"
        anchors = " · ".join(f'<a href="{one.id}" style="{style}">{escape(one.text)}</a>' for one in self._found)
        self.setText(say("Explained on page Learn: {words}", words=anchors))
        self.setVisible(bool(self._found))
