"""Computers that a plain question holds against each other: products by their name, and computers of named GPUs."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.plain_words import NamedPart, count_of, gpus_among, is_owned, runs
from advisor.facts.asked.request import DeviceFacts

_WORD = re.compile(r"[a-z]+|\d+")
_FEWEST_WORDS = 2


class Way(NamedTuple):
    """One computer that is meant: the option and its value that name it, and whose price it has, how often."""

    option: str
    value: str
    priced: str
    number: int = 1


class NamedComputer(NamedTuple):
    """A computer, or of a product that is sold in several sizes each of them, small ones first."""

    ways: tuple[Way, ...]
    is_owned: bool = False


def computers_among(words: Sequence[str], catalog: Catalog) -> tuple[list[NamedComputer], list[str]]:
    """The computers among the words in their order, and the other words."""
    found, left = list[tuple[int, NamedComputer]](), list(words)
    while (product := _product(left, catalog)) is not None:
        part, ways = product
        found.append((part.first, NamedComputer(ways)))
        left[part.first : part.last] = [""] * (part.last - part.first)
    for gpu in gpus_among(left, catalog):
        found.append((gpu.first, NamedComputer(_ways_of(gpu, catalog), is_owned(gpu, words))))
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


def _sold(catalog: Catalog) -> list[str]:
    return [one for one, card in catalog.computers.items() if not card.usual and card.memory_gib]


def _keys(computer_id: str, catalog: Catalog) -> list[str]:
    return _WORD.findall(catalog.computers[computer_id].name.lower())


def _ways_of(gpu: NamedPart, catalog: Catalog) -> tuple[Way, ...]:
    """The GPU in a usual computer; of a chip that shares its memory the computers that are sold with it."""
    number, name = count_of(gpu.name)
    card_id = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id or ""
    sold = [one for one in _sold(catalog) if catalog.computers[one].gpu == card_id]
    return _by_size(sold, catalog) if sold else (Way("gpu", gpu.name, card_id, number),)


def _by_size(ids: Sequence[str], catalog: Catalog) -> tuple[Way, ...]:
    sizes = sorted(ids, key=lambda one: catalog.computers[one].memory_gib or 0)
    return tuple(Way("machine", catalog.computers[one].name, one) for one in sizes)
