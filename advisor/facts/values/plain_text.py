"""The one door for texts from outside: what people read holds nothing that moves, hides or turns what is beside it.

A character that cannot be printed (a control, a mark of direction, half a character) is shown as a question mark.
"""

import json
import re
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from advisor.facts.values.record import Record  # a window that only paints its bars loads no records

R = TypeVar("R", bound="Record")
LONGEST, LONGEST_VALUE = 200, 2000
"""Characters of a name in a line, and of any text in a document."""
_ODD = re.compile(rf'\\[bfnrtu]|"[^"]{{{LONGEST_VALUE},}}"')
"""Controls as JSON writes them, and texts that are too long."""
_MOST_NAMES, _LONGEST_NAME = 5, 80
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t")
_SIGNED = re.compile(r"[+-]?\d[\d.,]*(?: ?[%a-zA-Z/]{1,12})?")


def plain_text(text: str, *, longest: int = LONGEST) -> str:
    """The text as one line, cut to a length."""
    text = text[:longest]
    return (text if text.isprintable() else "".join(map(_plain, text))).strip()


def plain_document(found: Any) -> Any:
    """A JSON document with every key and text in it plain."""
    if isinstance(found, str):
        return plain_text(found, longest=LONGEST_VALUE)
    if isinstance(found, dict):
        return {plain_document(key): plain_document(value) for key, value in found.items()}
    return [plain_document(one) for one in found] if isinstance(found, list) else found


def with_plain_texts(record: R) -> R:
    """The record with every text in it plain."""
    written = record.model_dump_json()
    is_plain = written.isprintable() and not _ODD.search(written)
    return record if is_plain else type(record).model_validate_json(json.dumps(plain_document(json.loads(written))))


def some_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The first of many names of strangers, short and plain."""
    more = ("...",) if len(names) > _MOST_NAMES else ()
    return (*(plain_text(name, longest=_LONGEST_NAME) for name in names[:_MOST_NAMES]), *more)


def plain_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula; a number with a sign is none."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) and not _SIGNED.fullmatch(text) else text


def _plain(letter: str) -> str:
    return letter if letter.isprintable() else "?"
