"""Sentences of the rooms below, in the language in force: reasons, notes and warnings arrive filled in.

They come from probes, measurements and answers, also out of other processes and files, so they are data, and English.
Each is recognized by its template, and its parts, which may be sentences as well, are said in turn.
"""

import re
from collections.abc import Sequence

from advisor.present.words.words import language, say

_MOST = 2000
"""Longer texts are no sentences."""
_BETWEEN = ("; ", ". ", ": ", ", ")
"""What stands between several of them."""


def retold(text: str) -> str:
    """A finished English sentence in the language in force; as it stands where nobody knows it."""
    return language().retell(text)


class Sentences:
    """Knows sentences by their templates, in which gaps are called {part0}, {part1} and so on."""

    def __init__(self, templates: Sequence[str]) -> None:
        gaps = sorted((one for one in templates if "{part0}" in one), key=_told, reverse=True)
        self._gaps = tuple((re.compile(_pattern(one), re.DOTALL), one) for one in gaps)
        self._found: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text in the language in force."""
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = self._retold(text)
        return found

    def _retold(self, text: str) -> str:
        said = say(text)
        if said != text or len(text) > _MOST:
            return said
        for pattern, template in self._gaps:
            match = pattern.fullmatch(text)
            if match:
                parts = enumerate(match.groups())
                return say(template, **{f"part{number}": self(part) for number, part in parts})
        return self._pieces(text)

    def _pieces(self, text: str) -> str:
        """Several sentences, or one with another beginning or end."""
        for sign in _BETWEEN:
            if sign in text:
                return sign.join(self(part) for part in text.split(sign))
        lowered = f"{text[:1].lower()}{text[1:]}"
        said = say(lowered)
        if said != lowered:
            return f"{said[:1].upper()}{said[1:]}"
        return f"{self(text[:-1])}." if text.endswith(".") else text


def _told(template: str) -> int:
    """How much of a sentence a template tells."""
    return len(re.sub(r"\{part\d+\}", "", template))


def _pattern(template: str) -> str:
    return re.sub(r"\\\{part\d+\\\}", "(.*)", re.escape(template))
