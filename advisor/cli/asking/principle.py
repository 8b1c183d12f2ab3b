"""The answer in short to a question on a principle: what page Learn says, by the phrases of its cards."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog

_WORD = re.compile(r"\w+(?:[.-]\w+)*")


class Principle(NamedTuple):
    """The id and the title of a topic of page Learn, what it says in short, and the words by which it was asked."""

    topic: str
    title: str
    answer: str
    phrase: str = ""


def principle(text: str, catalog: Catalog) -> Principle | None:
    """What a text asks by the phrase with the most words; None where no phrase of a card is in it."""
    words = _WORD.findall(text.lower())
    most, found = 0, None
    for topic, card in catalog.learn.items():
        for short in card.short:
            for phrase in short.asked:
                if phrase.count(" ") + 1 > most and _is_in(phrase, words):
                    most, found = phrase.count(" ") + 1, Principle(topic, card.name, short.answer, phrase)
    return found


def _is_in(phrase: str, words: Sequence[str]) -> bool:
    """Whether each word of a phrase begins a word of a text, in their order; others may stand between."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in phrase.split())
