"""A line of words that page Learn explains, each a link to its topic."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from advisor.facts.answers.claim import LearnCard
from advisor.present.learn.text import TermFinder
from advisor.present.words.words import say
from advisor.ui.parts.toned_panel import LinkLabel

if TYPE_CHECKING:
    from advisor.present.words.view import Choice


class LearnLinks(LinkLabel):
    """Hidden where none of the words stand on the page. `opened` carries the id of the topic."""

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__(say("Explained on page Learn: {words}", words="{links}"), between=" · ")
        self._cards: Mapping[str, LearnCard] | None = None
        self._finder = TermFinder({})
        self._texts: tuple[str, ...] = ()
        self._found: tuple[Choice, ...] = ()
        self.setAccessibleName(say("Explained on page Learn"))
        self.linkActivated.connect(self.opened)

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
            self.show_links(found)
