"""A language nobody speaks: every text accented and 40 % longer, placeholders kept, to see what is not translated."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).parents[2]
LONGER = 0.42
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "åƀçďéƒğĥíĵķĺɱñöþǫŕšťüṽŵẋýžÅƁÇĎÉƑĞĤÍĴĶĹṀÑÖÞǪŔŠŤÜṼŴẊÝŽ"
LETTERS = dict(zip(_PLAIN, _ACCENTED, strict=True))
_KEPT = re.compile(r"(\{[^{}]*\}|\(\*[^)]*\)|&(?=\w)|;;|\w+://\S+|\w+(?:\.\w+)+/\S*)")
"""Placeholders, endings of files, keys of menus, what parts kinds of files, and addresses."""


def translate_module() -> ModuleType:
    """`.ci/translate.py`, which lies in no package."""
    if "translate" not in sys.modules:
        spec = importlib.util.spec_from_file_location("translate", REPOSITORY / ".ci" / "translate.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules["translate"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["translate"])
    return sys.modules["translate"]


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
    translate = translate_module()
    texts = translate.texts()
    translate.write(folder / f"{translate.STEM}_{code}.ts", texts, code, {text: pseudo(text) for text in texts})
    translate.build(folder)
