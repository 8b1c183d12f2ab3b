"""Texts in the language in force. English is what stands in the code: `say("Fits with {spare} to spare", spare=...)`.

A text is looked up as it stands, with its placeholders, and filled in afterwards; so a whole sentence is one text, and
its parts can change places. Where a number decides between two texts, `say_count` asks how many forms the language has.
What is made while a module is loaded is marked with `to_say` or `to_say_count` and said where it is shown. Names,
units, file names and what a person typed are no texts. This room knows no Qt: the window brings the translations.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import lru_cache, reduce, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from advisor.facts.values.frozen import frozen

if TYPE_CHECKING:  # English starts without it
    from gettext import NullTranslations


Asked = ParamSpec("Asked")
Found = TypeVar("Found")


@frozen(eq=False)
class Language:
    """Translations as gettext keeps them, and what stands in numbers for the signs of English (`str.translate`).

    `code` is how others call the language (BCP 47).
    """

    texts: "NullTranslations | None" = None
    signs: Mapping[int, str] = field(default_factory=dict)
    code: str = "en-US"


ENGLISH = Language()
Plural = tuple[str, str]
"""What is said of one, and of any other number."""


def say(text: str, /, **values: object) -> str:
    """The text in the language in force, filled in."""
    spoken = _in_force[-1]
    if spoken is ENGLISH:
        return text.format(**values) if values else text
    found = spoken.texts.gettext(text) if spoken.texts and text else text  # gettext has its header under the empty text
    return _filled(found, text, values) if values else found


def say_count(one: str, many: str, number: float, /, **values: object) -> str:
    """The text of that many in the language in force, filled in; `{count}` is the number where no value says otherwise.

    A fraction takes the form of two.
    """
    text = one if number == 1 else many
    values = {"count": number, **values}
    spoken = _in_force[-1]
    if spoken is ENGLISH:
        return text.format(**values)
    whole = int(number) if number == int(number) else 2
    return _filled(spoken.texts.ngettext(one, many, whole) if spoken.texts else text, text, values)


def to_say(text: str) -> str:
    """A text as it stands, to be said where it is shown; it is found for translation by this mark."""
    return text


def to_say_count(one: str, many: str) -> Plural:
    """The same for the two texts of a number."""
    return one, many


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


def kept_by_language(most: int) -> Callable[[Callable[Asked, Found]], Callable[Asked, Found]]:
    """As `lru_cache`, for what holds texts: kept apart for each language."""

    def keeping(make: Callable[Asked, Found]) -> Callable[Asked, Found]:
        @lru_cache(maxsize=most)
        def kept(_: Language, *asked: Asked.args, **named: Asked.kwargs) -> Found:
            return make(*asked, **named)

        @wraps(make)
        def in_language(*asked: Asked.args, **named: Asked.kwargs) -> Found:
            return kept(language(), *asked, **named)  # type: ignore[arg-type]  # they can be hashed

        return in_language

    return keeping


def speak(chosen: Language) -> None:
    """Put a language in force; texts that are shown already stay as they are."""
    _in_force[:] = [chosen]


def _filled(found: str, english: str, values: Mapping[str, object]) -> str:
    """A translation with its values; English where it names others."""
    local = {name: _Number(one) if isinstance(one, int | float) else one for name, one in values.items()}
    try:
        return found.format(**local)
    except (KeyError, IndexError, ValueError):
        return english.format(**local)


@frozen
class _Number:
    """Fills a gap as the language in force writes numbers."""

    value: float

    def __format__(self, form: str) -> str:
        return local_number(format(self.value, form))


_in_force = [ENGLISH]


_JOINS = {
    " ": to_say("{one} {other}"),
    ", ": to_say("{one}, {other}"),
    "; ": to_say("{one}; {other}"),
    ": ": to_say("{one}: {other}"),
}
_ENDS = tuple(".!?\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH EXCLAMATION MARK}\N{FULLWIDTH QUESTION MARK}")


def joined(parts: Iterable[str], sign: str = " ") -> str:
    """What is not empty of the parts, put together as the language in force does where English has that sign.

    Signs that all languages share, a new line or a dot in the middle, stay as they are.
    """
    given = filter(None, parts)
    if _in_force[-1] is ENGLISH or sign not in _JOINS:
        return sign.join(given)
    return reduce(lambda one, other: say(_JOINS[sign], one=one, other=other) if one else other, given, "")


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return ended(capital(text))


def ended(text: str) -> str:
    """A text with a full stop, its first letter as it is: a file's name stays."""
    return text if text.endswith(_ENDS) else say("{text}.", text=text)


def is_wide(letter: str) -> bool:
    """Whether a letter is of East Asia: as wide as it is high, and nothing stands between words of such."""
    return letter >= "\N{CJK RADICAL REPEAT}"


def capital(text: str) -> str:
    """The text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """The text with a small first letter; not so abbreviations (VRAM, CPU) and German, whose nouns have capitals."""
    keeps = text[1:2].isupper() or _in_force[-1].code.startswith("de")
    return text if keeps else text[:1].lower() + text[1:]
