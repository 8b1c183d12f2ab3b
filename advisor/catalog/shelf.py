"""A shelf of cards of one kind, found by id or by any of their names."""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from advisor.facts.card import Sourced

Card = TypeVar("Card", bound=Sourced)


class Shelf(Mapping[str, Card], Generic[Card]):
    """Cards by id; the id is the path of the card's file."""

    def __init__(self, cards: Mapping[str, Card], key: Callable[[str], str]) -> None:
        self._cards = dict(cards)
        self._key = key
        self._ids: dict[str, list[str]] = {}
        for card_id, card in self._cards.items():
            for name in {key(name) for name in (card.name, *card.aliases, card_id.rsplit("/", 1)[-1])} - {""}:
                self._ids.setdefault(name, []).append(card_id)

    def __getitem__(self, card_id: str) -> Card:
        return self._cards[card_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def find(self, name: str) -> str | None:
        """The id of the card with this id, name or alias; None when there is none or more than one."""
        if name in self._cards:
            return name
        for text in (name, re.sub(r"\s*\([^)]*\)", "", name)):
            ids = self._ids.get(self._key(text), [])
            if len(ids) == 1:
                return ids[0]
        return None

    def variants(self, name: str) -> tuple[str, ...]:
        """Ids of cards named like `name` but for a memory size at the end (`RTX 3080` -> 10 GB and 12 GB)."""
        start = self._key(name)
        if not start:
            return ()
        pattern = re.compile(re.escape(start) + r"\d+gb")
        return tuple(dict.fromkeys(one for key, ids in self._ids.items() if pattern.fullmatch(key) for one in ids))

    def nearest(self, name: str, count: int = 3) -> tuple[str, ...]:
        """Display names of the cards whose names look most like `name`."""
        keys = difflib.get_close_matches(self._key(name), list(self._ids), n=3 * count, cutoff=0.5)
        names = dict.fromkeys(self._cards[card_id].name for key in keys for card_id in self._ids[key])
        return tuple(names)[:count]

    def ambiguous(self) -> dict[str, tuple[str, ...]]:
        """Keys that more than one card claims: a fault in specs/."""
        return {key: tuple(ids) for key, ids in self._ids.items() if len(ids) > 1}
