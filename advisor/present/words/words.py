"""Texts in the language in force. English is what stands in the code: `say("Fits with {spare} to spare", spare=...)`.

A text is looked up as it stands, with its placeholders, and filled in afterwards; so a whole sentence is one text, and
its parts can change places. What is made while a module is loaded is marked with `to_say` and said where it is shown.
Names, units, file names and what a person typed are no texts. This room knows no Qt: the window brings the look-up.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter


@dataclass(frozen=True)
class Language:
    """How a text is found, and what stands in numbers for the signs of English (as `str.translate` takes them).

    `retell` is for sentences that arrive filled in (`retold`), `code` is how others call it (BCP 47).
    """

    look_up: Callable[[str], str] = str
    signs: Mapping[int, str] = field(default_factory=dict)
    retell: Callable[[str], str] = str
    code: str = "en-US"


ENGLISH = Language()


def say(text: str, /, **values: object) -> str:
    """The text in the language in force, filled in."""
    spoken = _in_force[-1]
    if spoken is ENGLISH:
        return text.format(**values) if values else text
    found = _found.get(text)
    if found is None:
        found = _found[text] = spoken.look_up(text)
    if not values:
        return found
    try:
        return _LOCAL.vformat(found, (), values)
    except (KeyError, IndexError, ValueError):
        return _LOCAL.vformat(text, (), values)


def to_say(text: str) -> str:
    """A text as it stands, to be said where it is shown; it is found for translation by this mark."""
    return text


def local_number(number: str) -> str:
    """A number as English writes it ("1,234.5") with the signs of the language in force."""
    return number.translate(_in_force[-1].signs) if _in_force[-1].signs else number


def plain_number(typed: str) -> str:
    """A number that was typed with the decimal sign of the language in force, or with the point of English."""
    decimal = _in_force[-1].signs.get(ord("."))
    return typed.replace(decimal, ".") if decimal and typed.count(decimal) == 1 and "." not in typed else typed


def language() -> Language:
    """The language in force."""
    return _in_force[-1]


def speak(chosen: Language) -> None:
    """Put a language in force; texts that are shown already stay as they are."""
    _in_force[:] = [chosen]
    _found.clear()


class _LocalFormatter(Formatter):
    """Fills placeholders in with numbers as the language in force writes them."""

    def format_field(self, value: object, format_spec: str) -> str:
        """One value as text."""
        text: str = format(value, format_spec)
        return local_number(text) if isinstance(value, int | float) else text


_in_force = [ENGLISH]
_found: dict[str, str] = {}
_LOCAL = _LocalFormatter()


def capital(text: str) -> str:
    """The text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]
