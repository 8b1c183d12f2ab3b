"""Which of the four articles a claim is from, by its number among those of all."""

from collections.abc import Mapping

from advisor.facts.answers.claim import ARTICLE_CLAIMS
from advisor.present.words.words import joined, say, to_say

_LEARN, _WHAT, _GLOSSARY, _WHY = (
    to_say("Learn: GPU"),
    to_say("What is a GPU?"),
    to_say("GPU glossary"),
    to_say("Why does AI need a GPU?"),
)
_CLAIMS: Mapping[str, tuple[int, ...]] = {
    _LEARN: (14, 15, 16, 17, 18, 24),
    _WHAT: (8, 12, 26, 27, 28, 29, 30, 31, 32, 35, 39),
    _GLOSSARY: (9, 13, 33, 36, 37),
    _WHY: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 19, 20, 21, 22, 23, 24, 25, 34, 37, 38, 40),
}


def article_words(number: int) -> str:
    """Where a claim of the articles stands: 'From "What is a GPU?" (claim 12 of 40)'."""
    titles = [say('"{title}"', title=say(title)) for title, numbers in _CLAIMS.items() if number in numbers]
    return say(
        "From {titles} (claim {number} of {all})",
        titles=joined(titles, ", "),
        number=number,
        all=ARTICLE_CLAIMS,
    )
