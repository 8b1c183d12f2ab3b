"""Words on other pages that a card of Learn explains: which of them stand in a text, and where each leads."""

import re
from collections.abc import Iterable, Mapping

from advisor.facts.answers.claim import LearnCard
from advisor.present.words.view import Choice, MyRigView, WillItRunView
from advisor.present.words.words import say

MOST = 6
"""Of all that are found, as many as a line holds."""


class TermFinder:
    """The terms of all cards; several words that lead to one card count once, by the first that is found."""

    def __init__(self, cards: Mapping[str, LearnCard]) -> None:
        self._card_of = {say(term).casefold(): card_id for card_id, card in cards.items() for term in card.terms}
        longest_first = sorted(self._card_of, key=len, reverse=True)
        words = "|".join(re.escape(term) for term in longest_first) or r"(?!)"
        self._pattern = re.compile(rf"\b(?:{words})\b", re.IGNORECASE)

    def found(self, texts: Iterable[str]) -> tuple[Choice, ...]:
        """The terms in the order in which they are read, each with the id of its card."""
        result: dict[str, Choice] = {}
        for text in texts:
            for match in self._pattern.finditer(text):
                card_id = self._card_of[match.group().casefold()]
                result.setdefault(card_id, Choice(card_id, match.group()))
                if len(result) == MOST:
                    return tuple(result.values())
        return tuple(result.values())


def rig_texts(view: MyRigView) -> tuple[str, ...]:
    """What page My rig says, in the order in which it is read."""
    return (
        view.explanation,
        view.picture.description,
        *(f"{finding.title} {finding.text}" for finding in view.findings),
    )


def answer_texts(view: WillItRunView) -> tuple[str, ...]:
    """What page Will it run? says, in the order in which it is read."""
    charts = (view.fit, view.speed, view.compare, view.token_time, view.roofline)
    drawn = (f"{chart.title} {chart.subtitle} {chart.sentence}" for chart in charts if chart is not None)
    return (view.answer, view.detail, view.gpu_sentence, *drawn, *view.notes)
