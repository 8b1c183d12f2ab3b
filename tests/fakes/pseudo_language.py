"""A language nobody speaks: every text accented and 40 % longer, placeholders kept, to see what is not translated."""

import re
from collections.abc import Callable, Mapping
from gettext import NullTranslations
from pathlib import Path

from tools.translate import compile_languages, po_file, renew

LONGER = 0.42
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "åƀçďéƒğĥíĵķĺɱñöþǫŕšťüṽŵẋýžÅƁÇĎÉƑĞĤÍĴĶĹṀÑÖÞǪŔŠŤÜṼŴẊÝŽ"
LETTERS = dict(zip(_PLAIN, _ACCENTED, strict=True))
_KEPT = re.compile(r"(\{[^{}]*\}|\(\*[^)]*\)|&(?=\w)|;;|\w+://\S+|\w+(?:\.\w+)+/\S*)")
"""Placeholders, endings of files, keys of menus, what parts kinds of files, and addresses."""


class Spoken(NullTranslations):
    """A language by what each text becomes; those that are left out of a table stay English."""

    def __init__(self, words: Callable[[str], str] | Mapping[str, str]) -> None:
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        return self._words.get(message, message) if isinstance(self._words, Mapping) else self._words(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def pseudo(text: str) -> str:
    """The text in that language."""
    found, owed = [], 0.0
    for part in _KEPT.split(text):
        if _KEPT.fullmatch(part):
            found.append(part)
            continue
        for letter in part:
            found.append(LETTERS.get(letter, letter))
            owed += LONGER * letter.isalpha()
            if owed >= 1 and letter in "aeiouy":
                found.append(LETTERS[letter] * int(owed))
                owed -= int(owed)
    return "".join(found)


def write_language(folder: Path, code: str) -> None:
    """The file that the app loads, as if `code` were that language."""
    from babel.messages.pofile import read_po, write_po

    file = po_file(code, folder)
    renew(code, folder)
    with file.open("rb") as opened:
        catalog = read_po(opened, code)
    for message in catalog:
        if message.id:
            one, many = (message.id, message.id) if isinstance(message.id, str) else message.id
            forms = (pseudo(one), *[pseudo(many)] * (catalog.num_plurals - 1))
            message.string = forms[0] if isinstance(message.id, str) else forms
    with file.open("wb") as opened:
        write_po(opened, catalog)
    assert not compile_languages(folder)
