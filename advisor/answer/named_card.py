"""Finds the card a name means, where names leave out the memory size or the form a chip is sold in."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.shelf import Shelf
from advisor.facts.card import GpuCard
from advisor.facts.request import DeviceFacts

_ALIKE = 0.1
"""Cards of one name whose figures differ by less are answered as one."""


class NamedCard(NamedTuple):
    """The card a name means; `assumed` where it is one of several, `members` are their names where none can be told."""

    card_id: str | None = None
    notes: tuple[str, ...] = ()
    assumed: bool = False
    members: tuple[str, ...] = ()


def find_named_card(name: str, facts: DeviceFacts, gpus: Shelf[GpuCard]) -> NamedCard:
    """The card of exactly this name, else the one of several sizes or forms that stated figures or a rule pick."""
    if not any(letter.isalnum() for letter in name):
        return NamedCard()
    card_id = gpus.find(name)
    if card_id is not None:
        return NamedCard(card_id)
    sizes = gpus.variants(name)
    if sizes:
        return _of_sizes(name, sizes, facts, gpus)
    members = gpus.members(name) if facts == DeviceFacts() else ()
    return _of_members(name, members, gpus) if members else NamedCard()


def _of_sizes(name: str, ids: tuple[str, ...], facts: DeviceFacts, gpus: Shelf[GpuCard]) -> NamedCard:
    """The card of the stated size or bandwidth; without either the one with the most bandwidth, and that is said."""
    if facts.memory_gb:
        wanted_gb = facts.memory_gb
        return NamedCard(min(ids, key=lambda one: abs((gpus[one].memory_gib or 0) - wanted_gb)))
    if facts.memory_bandwidth_gb_per_s:
        wanted_rate = facts.memory_bandwidth_gb_per_s
        return NamedCard(min(ids, key=lambda one: abs((gpus[one].bandwidth_gb_per_s or 0) - wanted_rate)))
    card_id = max(ids, key=lambda one: (gpus[one].bandwidth_gb_per_s or 0, -(gpus[one].memory_gib or 0)))
    sizes = sorted({gpus[one].memory_gib or 0 for one in ids})
    if len(sizes) == 1:
        return NamedCard(card_id)
    listed = " and ".join(f"{size:g}" for size in sizes)
    note = f"{name} comes with {listed} GB: {gpus[card_id].memory_gib:g} GB assumed"
    return NamedCard(card_id, (note,), assumed=True)


def _of_members(name: str, ids: tuple[str, ...], gpus: Shelf[GpuCard]) -> NamedCard:
    """The one with the least bandwidth where all are alike; none, but their names, where they are not."""
    cards = [gpus[one] for one in ids]
    names = tuple(card.name for card in cards)
    figures = (
        [card.bandwidth_gb_per_s for card in cards],
        [card.memory_gib for card in cards],
        [card.fp16_dense_tflop_per_s for card in cards],
    )
    if not all(_is_alike(one) for one in figures):
        return NamedCard(members=names)
    card_id = min(ids, key=lambda one: gpus[one].bandwidth_gb_per_s or 0)
    if len(ids) == 1:
        return NamedCard(card_id, (f"{name} is {names[0]}",))
    note = f"{name} may be {' or '.join(names)}: {gpus[card_id].name} assumed"
    return NamedCard(card_id, (note,), assumed=True)


def _is_alike(figures: Sequence[float | None]) -> bool:
    """Whether all are known and the largest is little above the smallest."""
    known = [figure for figure in figures if figure is not None]
    return len(known) == len(figures) and max(known) < min(known) * (1 + _ALIKE)
