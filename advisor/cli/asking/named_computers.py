"""Computers that a plain question holds against each other: products by their name, and computers of named GPUs."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.plain_words import NamedPart, are_together, count_of, gpus_among, is_owned, runs
from advisor.facts.asked.request import DeviceFacts

_WORD = re.compile(r"[a-z]+|\d+")
_FEWEST_WORDS = 2
TOGETHER = " + "
"""Between GPUs of one computer."""


class Way(NamedTuple):
    """One computer that is meant: the option and its value that name it, and whose price it has, how often.

    Of the option `ram` it is a CPU alone, with that RAM.
    """

    option: str
    value: str
    priced: str
    number: int = 1
    ram: str = ""


class NamedComputer(NamedTuple):
    """A computer, or of a product that is sold in several sizes each of them, small ones first."""

    ways: tuple[Way, ...]
    is_owned: bool = False


def computers_among(words: Sequence[str], catalog: Catalog) -> tuple[list[NamedComputer], list[str]]:
    """The computers among the words in their order, and the other words."""
    found, left, owned = list[tuple[int, NamedComputer]](), list(words), set[int]()
    while (product := _product(left, catalog)) is not None:
        part, ways = product
        chip = _chip_behind(part, left, catalog)
        if chip is None or any(catalog.computers[one.priced].gpu == _card_id(chip, catalog) for one in ways):
            ways = tuple(one for one in ways if chip is None or _has(chip, one, catalog))
            found.append((part.first, NamedComputer(ways, is_owned(part, words))))
            if chip is not None:
                part = part._replace(first=min(part.first, chip.first), last=max(part.last, chip.last))
        elif is_owned(part, words):
            owned.add(chip.first)
        left[part.first : part.last] = [""] * (part.last - part.first)
    gpus = gpus_among(left, catalog)
    for some in [gpus] if are_together(gpus, words) else [[one] for one in gpus]:
        found.append(
            (some[0].first, NamedComputer(_ways_of(some, catalog), some[0].first in owned or is_owned(some[0], words)))
        )
    for gpu in gpus:
        left[gpu.first : gpu.last] = [""] * (gpu.last - gpu.first)
    return [one for _, one in sorted(found, key=lambda one: one[0])], [one for one in left if one]


def _product(words: Sequence[str], catalog: Catalog) -> tuple[NamedPart, tuple[Way, ...]] | None:
    """The longest run of words that begins the names of computers that are sold, and those."""
    for first, last in runs(len(words)):
        run = " ".join(words[first:last])
        if last - first < _FEWEST_WORDS or "" in words[first:last]:
            continue
        exact = catalog.computers.find(run)
        key = _WORD.findall(run.lower())
        ids = [exact] if exact else [one for one in _sold(catalog) if _keys(one, catalog)[: len(key)] == key]
        if ids:
            return NamedPart(run, first, last), _by_size(ids, catalog)
    return None


def _chip_behind(part: NamedPart, words: Sequence[str], catalog: Catalog) -> NamedPart | None:
    """The chip that is named beside its product: "MacBook Air M2 8GB", "Mac Studio with M3 Ultra", "M1 MacBook Air"."""
    gpus = gpus_among(words, catalog)
    before = next((one for one in gpus if one.last == part.first), None)
    behind = before or next((one for one in gpus if one.first >= part.last), None)
    between = words[part.last : behind.first] if behind is not None else ()
    if behind is None or len(between) > 1 or (between and between[0].lower() != "with"):
        return None
    if catalog.gpus[_card_id(behind, catalog)].memory_kind == "dedicated":
        return None
    return behind


def _has(chip: NamedPart, way: Way, catalog: Catalog) -> bool:
    return catalog.computers[way.priced].gpu == _card_id(chip, catalog)


def _card_id(gpu: NamedPart, catalog: Catalog) -> str:
    return find_named_gpu(count_of(gpu.name)[1], DeviceFacts(), catalog.gpus).card_id or ""


def _sold(catalog: Catalog) -> list[str]:
    return [one for one, card in catalog.computers.items() if not card.usual and card.memory_gib]


def _keys(computer_id: str, catalog: Catalog) -> list[str]:
    return _WORD.findall(catalog.computers[computer_id].name.lower())


def _ways_of(gpus: Sequence[NamedPart], catalog: Catalog) -> tuple[Way, ...]:
    """The GPUs in a usual computer; of a chip that shares its memory the computers that are sold with it."""
    card_id, number = _card_id(gpus[0], catalog), count_of(gpus[0].name)[0]
    sold = [one for one in _sold(catalog) if catalog.computers[one].gpu == card_id]
    return _by_size(sold, catalog) if sold else (Way("gpu", TOGETHER.join(one.name for one in gpus), card_id, number),)


def _by_size(ids: Sequence[str], catalog: Catalog) -> tuple[Way, ...]:
    sizes = sorted(ids, key=lambda one: catalog.computers[one].memory_gib or 0)
    return tuple(Way("machine", catalog.computers[one].name, one) for one in sizes)
