"""How names are found by what a person types: every word counts, exact numbers win."""

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from advisor.present.words.quantity import params

if TYPE_CHECKING:  # too slow for the first paint
    from advisor.facts.cards.model import ModelCard

_PART = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_BETWEEN = re.compile(r"[\W_]+")

_CORES, _OF_CORES = re.compile(r"\d+(?=-core\b)"), "core"
"""How many cores a chip has is seldom what a number means: "mac 64" asks for 64 GB."""

_LONGEST = 200

Place = tuple[int, ...]
"""How far a name is from what was typed; smaller is nearer."""


class Typed(NamedTuple):
    """What was typed: its words without signs, all of them joined, and the numbers among them."""

    words: tuple[str, ...]
    joined: str
    numbers: tuple[str, ...]


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A text as it is searched: letters and digits, in lower case."""
    return _BETWEEN.sub("", text.lower())


@lru_cache(maxsize=64)
def typed(text: str) -> Typed:
    """What was typed, ready to be looked for; signs alone are nothing, nor is what no name goes on with."""
    text = text[:_LONGEST]
    words = tuple(word for word in text.lower().split() if plain(word))
    numbers = tuple(part for part in _parts(text) if part[0].isdigit())
    return Typed(words, plain(text), numbers)


def place(name: str, more: str, what: Typed) -> Place | None:
    """How near a thing of that name is; `more` are its other names, a line each, and a line of words. None: not found.

    Nearest is the very name or another one, then names that hold all numbers as they were typed (3 is no part of 3.5,
    nor 27 of 270), then those that hold all words, then those in which they follow each other, then those that begin
    so.
    """
    if not what.words:
        return ()
    whole, letters = _searched(name, more)
    if not all(_holds(whole, letters, word) for word in what.words):
        return None
    short = plain(name)
    left = list(_parts(name if _OF_CORES in what.joined else _CORES.sub("", name)))
    missing = 0
    for number in what.numbers:
        if number in left:
            left.remove(number)
        else:
            missing += 1
    return (
        what.joined != short and what.joined not in _lines(more),
        missing,
        sum(plain(word) not in short for word in what.words),
        sum(plain(one + other) not in short for one, other in pairwise(what.words)),
        not short.startswith(what.joined),
        not short.startswith(plain(what.words[0])),
    )


def model_words(model_id: str, card: "ModelCard") -> str:
    """What a model is found by beside its name: other names, a line each, then words that are no name of it."""
    words = " · ".join((card.maker, card.family, params(card.params).replace(" ", ""), card.license or ""))
    return "\n".join((model_id, *card.aliases, words)).lower()


T = TypeVar("T")


def nearest_first(rows: Iterable[tuple[T, str, str]], text: str, *, may_be_mistyped: bool = True) -> tuple[T, ...]:
    """Those of (thing, its name, other words) that what was typed finds, the nearest first, of equals as they came.

    Where nothing holds it, what it finds with the words of names that it is nearest to: "gema 3" finds Gemma 3.
    """
    rows = tuple(rows)
    found = _found(rows, text)
    return _found(rows, _spelled(rows, text)) if may_be_mistyped and not found else found


def _found(rows: Sequence[tuple[T, str, str]], text: str) -> tuple[T, ...]:
    what = typed(text)
    found = [(where, thing) for thing, name, more in rows if (where := place(name, more, what)) is not None]
    found.sort(key=lambda pair: pair[0])
    return tuple(thing for _, thing in found)


def _spelled(rows: Sequence[tuple[object, str, str]], text: str) -> str:
    """What was typed with its unknown words as the nearest of names; as it is where one of them is near none.

    Further names that things are found by are known, too. A number is near one of the same digits: 3600 and 3060.
    """
    names = {part for _, name, _ in rows for part in _parts(name) if len(part) >= _LEAST_LETTERS}
    beside = {more for _, _, more in rows if len(more) <= _MOST_OF_NAMES}
    others = {part for more in beside for part in _parts(more) if len(part) >= _LEAST_LETTERS}
    spelled = text.lower()
    for word in {one for one in _parts(text) if len(one) >= _LEAST_LETTERS}:
        if any(word in one for known in (names, others) for one in known):
            continue
        near = _near(word, names) or _near(word, others)
        if near is None:
            return text
        spelled = spelled.replace(word, near)
    return spelled


def _near(word: str, known: Collection[str]) -> str | None:
    """What is meant by a mistyped word, or by a number with its digits in another order."""
    if not word[0].isdigit():
        return next(iter(get_close_matches(word, known, n=1, cutoff=_NEAR)), None)
    alike = [one for one in known if one[0] == word[0] and sorted(one) == sorted(word)]
    return min(alike, default=None)


_LEAST_LETTERS, _NEAR = 3, 0.75
"""A word of so many letters may be mistyped; so alike (`difflib`) is another one that is meant."""
_MOST_OF_NAMES = 120
"""So many letters beside a name are further names; longer they are prose, in which any word is near another."""


def nearest_of_some(rows: Iterable[tuple[T, str, str]], text: str) -> tuple[T, ...]:
    """The same; where nothing holds every word, what most of them that stand together find: those of the end go first.

    So "RTX 4070 12GB" finds the card, which nobody sells with another memory, "2x RTX 3090" that of which two are used.
    """
    rows, words = tuple(rows), text.split()
    if not words:
        return nearest_first(rows, text)
    for count in range(len(words), 0, -1):
        for begin in range(len(words) - count + 1):
            some = " ".join(words[begin : begin + count])
            if (typed(some).numbers or count == len(words)) and (found := _found(rows, some)):
                return found
    return _found(rows, _spelled(rows, text))


def surely_meant(rows: Iterable[tuple[T, str, str]], text: str) -> T | None:
    """The one thing that what was typed names: by its very name, by the end of it, or as all that is found by it."""
    rows = tuple(rows)
    found = nearest_first(((row, row[1], row[2]) for row in rows), text)
    what = typed(text).joined
    names = [(thing, _lines(f"{name}\n{more}")) for thing, name, more in found]
    exact = [thing for thing, lines in names if what in lines]
    ending = [thing for thing, lines in names if any(one.endswith(what) for one in lines)]
    ways = (exact, ending if len(what) >= _LEAST_LETTERS else [], [thing for thing, _ in names])
    return next((few[0] for few in ways if len(few) == 1), None) if what else None


@lru_cache(maxsize=4096)
def _lines(text: str) -> frozenset[str]:
    return frozenset(map(plain, text.splitlines()))


@lru_cache(maxsize=8192)
def _parts(text: str) -> tuple[str, ...]:
    """Numbers and runs of letters: qwen, 3.6, 35, b, a, 3, b of Qwen3.6 35B-A3B."""
    return tuple(_PART.findall(text.lower()))


@lru_cache(maxsize=4096)
def _searched(name: str, more: str) -> tuple[str, str]:
    """A name with its other words, in lower case as it is and as letters and digits alone."""
    text = f"{name} {more}".lower()
    return text, plain(text)


def _holds(text: str, letters: str, word: str) -> bool:
    """Whether a word stands in a text, whatever signs are between; a number only from its first digit on."""
    if word[0].isdigit():
        return re.search(rf"(?<![\d.]){re.escape(word)}", text) is not None
    return plain(word) in letters
