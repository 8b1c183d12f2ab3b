"""A card index of cards of one kind, found by id or by any of their names."""

import pickle
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, TypeVar, get_args

from advisor.catalog.cards.name_key import spellings, without_active, without_form, without_quant, without_size
from advisor.catalog.cards.packed import packed
from advisor.facts.cards.card import Sourced

_LONGEST_NAME = 80
"""No name is longer; comparing takes time with the square of it."""

_TELLING = 3
"""Letters and digits from which on a name within a name tells something."""

_ALIKE = 0.8
"""Share of two names that has to be the same; at 0.75 `N100`, a processor, looks like `A100`."""

_SIZE_WORD = re.compile(r"[ae]?\d+(?:\.\d+)?[bm]")
"""A number of parameters in the name of a model: `119b`, `a6b`, `e4b`."""

_PART = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
"""A number or a word of a name."""

_FAMILY_AND_SIZE = 2
"""Words of a name that tells no more."""

_NAMES_KEPT = 1024

Card = TypeVar("Card", bound=Sourced)

Filed = dict[str, list[str]]
"""Ids of cards by the key of a name."""

Spelling = Literal["as_written", "short", "without_size", "without_form"]
"""How names are written that cards are filed under."""


class CardIndex(Mapping[str, Card], Generic[Card]):
    """Cards by id; the id is the path of the card's file.

    Packed cards, and the names they are found by, are unpacked when first looked at.
    """

    def __init__(
        self, cards: Mapping[str, Card], key: Callable[[str], str], short: Callable[[str], str] | None = None
    ) -> None:
        """`short` makes a shorter name that a card also goes by where no other card claims it."""
        self._given, self._packed = dict(cards), b""
        self._names: dict[Spelling, Filed | bytes] = {}
        self._key = key
        self._short = short

    def with_card(self, card_id: str, card: Card) -> "CardIndex[Card]":
        """The same with another card in the place of one."""
        return CardIndex({**self._cards, card_id: card}, self._key, self._short)

    def __getstate__(self) -> dict[str, Any]:
        names = {spelling: pickle.dumps(self._filed(spelling)) for spelling in get_args(Spelling)}
        return {"_packed": packed(self._cards), "_names": names, "_key": self._key, "_short": self._short}

    @cached_property
    def _cards(self) -> dict[str, Card]:
        found, self._packed = self._packed, b""
        return pickle.loads(found) if found else self._given

    def _filed(self, spelling: Spelling) -> Filed:
        """Ids by the keys of names written so; filed or unpacked when first asked for: most are not needed."""
        found = self._names.get(spelling)
        if not isinstance(found, dict):
            found = self._names[spelling] = self._file(spelling) if found is None else pickle.loads(found)
        return found

    def _spelled(self, name: str, spelling: Spelling) -> tuple[str, ...]:
        """A card's name written so."""
        if spelling == "short":
            return (self._short(name),) if self._short is not None else ()
        if spelling == "without_size":
            return (without_size(name),)
        if spelling == "without_form":
            return without_form(name), without_size(without_form(name))
        return (name,)

    @cached_property
    def _first_words(self) -> dict[str, list[tuple[str, list[str]]]]:
        """By the first word of a name, its card and all its words."""
        filed: dict[str, list[tuple[str, list[str]]]] = {}
        for card_id, card in self._cards.items():
            for words in map(_words, (card.name, *card.aliases)):
                filed.setdefault(words[0], []).append((card_id, words))
        return filed

    def __getitem__(self, card_id: str) -> Card:
        return self._cards[card_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def only(self, wanted: Callable[[Card], bool]) -> "CardIndex[Card]":
        """A card index of some of these cards."""
        return CardIndex(
            {card_id: card for card_id, card in self._cards.items() if wanted(card)}, self._key, self._short
        )

    def laid_over(self, cards: Mapping[str, Card], *, without: Collection[str] = ()) -> "CardIndex[Card]":
        """A card index with these in place of those of the same ids, and without some."""
        ours = {card_id: card for card_id, card in self._cards.items() if card_id not in without}
        return CardIndex({**ours, **cards}, self._key, self._short)

    def named(self, name: str) -> tuple[str, ...]:
        """The ids of all cards that go by exactly this name."""
        return tuple(self._filed("as_written").get(self._key(name), ()))

    def find(self, name: str) -> str | None:
        """The id of the card with this id, name or alias; None when there is none or more than one."""
        return name if name in self._cards else self._found(name)

    @cached_property
    def _found(self) -> Callable[[str], str | None]:
        """What names were found to mean: one question asks for the same ones again and again."""
        return lru_cache(maxsize=_NAMES_KEPT)(self._find)

    def _find(self, name: str) -> str | None:
        written, short = self._filed("as_written"), self._filed("short")
        for text in spellings(name):
            key = self._key(text)
            ids = written.get(key) or short.get(key, [])
            if len(ids) == 1 and not (self._short is not None and self._splits_numbers(text, ids[0])):
                return ids[0]
        return self._completed(name) if self._short is not None else None

    def _completed(self, name: str) -> str | None:
        """The one card whose name goes on with nothing but sizes: `SmolLM3` -> `SmolLM3 3B`, `gemma 3 27` -> `27B`."""
        typed = _words(name)
        known = (*self._first_words.get(typed[0], ()), *self._first_words.get(f"{typed[0]}b", ()))
        found = {card_id for card_id, words in known if _is_completed(typed, words)}
        return found.pop() if len(found) == 1 else None

    def _splits_numbers(self, typed: str, card_id: str) -> bool:
        """Whether a model's names have the digits that were typed as other numbers: `qwen 27b` is no Qwen2 7B."""
        card = self._cards[card_id]
        names = (card.name, *card.aliases, card_id.rsplit("/", 1)[-1])
        return all(_are_other_numbers(without_quant(typed), name) for name in names)

    def newest(self, name: str) -> str | None:
        """The id of the newest card of a family and a size: `qwen 27b` -> Qwen3.8 27B; None for any other name.

        One whose name says no more goes before variants; a file type behind it (`qwen 27b q8`) tells nothing of that.
        """
        name = without_quant(name)
        typed = _words(name)
        if len(typed) != _FAMILY_AND_SIZE or not typed[0].isalpha() or not _SIZE_WORD.fullmatch(typed[1]):
            return None
        wanted = _PART.findall(name.lower())
        found = [
            (len(words) - len(_letters(wanted)), place, one)
            for place, one in enumerate(self._holding(name))
            if (words := _letters(_PART.findall(without_active(self._cards[one].name.lower()))))[0] == typed[0]
        ]
        return min(found)[2] if found else None

    def variants(self, name: str) -> tuple[str, ...]:
        """Ids of cards named like `name` but for a memory size (`RTX 3080` -> 10 GB and 12 GB)."""
        return self._first("without_size", name)

    def members(self, name: str) -> tuple[str, ...]:
        """Ids of cards named like `name` but for their form or memory size (`A100` -> PCIe and SXM, 40 and 80 GB)."""
        return self._first("without_form", name)

    def _first(self, spelling: Spelling, name: str) -> tuple[str, ...]:
        """What is filed under the first of a system tool's names for it that is known."""
        ids = self._filed(spelling)
        found = (ids.get(self._key(text)) for text in spellings(name))
        return tuple(next((one for one in found if one), ()))

    def nearest(self, name: str, count: int = 3) -> tuple[str, ...]:
        """Display names of the cards with all its words and numbers, the latest first, then of those much like it.

        So "qwen 27" means Qwen3.8 27B before Qwen2 7B.
        """
        import difflib  # here: names that are known need it not

        typed, ids = self._key(name[:_LONGEST_NAME]), self._filed("as_written")
        longer = [key for key in ids if typed in key and len(typed) >= _TELLING]
        shorter = [key for key in ids if key in typed and len(key) >= _TELLING]
        alike = difflib.get_close_matches(typed, list(ids), n=3 * count, cutoff=_ALIKE)
        begun = self._of_keys(sorted(longer, key=lambda key: (not key.startswith(typed), len(key))))
        others = self._of_keys((*sorted(shorter, key=len)[::-1], *alike))
        names = dict.fromkeys(self._cards[one].name for one in (*self._holding(name), *begun, *others))
        return tuple(names)[:count]

    def _of_keys(self, keys: Iterable[str]) -> list[str]:
        return [card_id for key in keys for card_id in self._filed("as_written")[key]]

    def _holding(self, name: str) -> list[str]:
        """Ids of the cards whose name has all words and numbers of another, the latest first."""
        wanted = Counter(_PART.findall(name[:_LONGEST_NAME].lower()))
        held = (one for one, card in self._cards.items() if wanted and _is_in(wanted, (card.name, *card.aliases)))
        return sorted(held, key=lambda one: str(getattr(self._cards[one], "released", "")), reverse=True)

    def _file(self, spelling: Spelling) -> Filed:
        ids: Filed = {}
        for card_id, card in self._cards.items():
            names = dict.fromkeys((card.name, *card.aliases, card_id.rsplit("/", 1)[-1]))
            texts = dict.fromkeys(text for name in names for text in self._spelled(name, spelling))
            for key in dict.fromkeys(map(self._key, texts)):
                if key:
                    ids.setdefault(key, []).append(card_id)
        return ids


def _words(name: str) -> list[str]:
    return re.split(r"[\s_/-]+", name.lower().strip()[:_LONGEST_NAME])


def _letters(parts: Iterable[str]) -> list[str]:
    return [part for part in parts if part.isalpha()]


def _are_other_numbers(one: str, other: str) -> bool:
    """Whether digits of one are divided otherwise in the other: `27` in place of `2` and `7`."""
    first, second = ([part for part in _PART.findall(text.lower()) if part[0].isdigit()] for text in (one, other))
    left, right = Counter(first) - Counter(second), Counter(second) - Counter(first)
    mine, theirs = (
        "".join(part for part in parts if part in counts) for parts, counts in ((first, left), (second, right))
    )
    return bool(mine) and mine == theirs


def _is_completed(typed: list[str], known: list[str]) -> bool:
    """Whether what was typed is the beginning of a name, and only sizes follow."""
    *first, last = typed
    rest = known[len(typed) :]
    same = known[: len(first)] == first and len(known) >= len(typed) and known[len(first)] in (last, f"{last}b")
    return same and all(map(_SIZE_WORD.fullmatch, rest)) and len(last) + len(first) > 1


def _is_in(wanted: Counter[str], names: Iterable[str]) -> bool:
    return any(wanted <= Counter(_PART.findall(name.lower())) for name in names)
