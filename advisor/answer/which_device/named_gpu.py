"""Finds the card a name means, where names leave out the memory size or the form a chip is sold in."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.name_key import alternatives, hardware_key, stated_gib, without_size
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.cards.card import GpuCard, month_of
from advisor.facts.values.reason import Reason, reason

_ALIKE = 0.1
"""Cards of one name whose figures differ by less are answered as one."""

_SAME = 0.06
"""A stated figure means a card's own up to this difference: 2039 and 2000 GB/s are both printed for one card."""


class NamedGpu(NamedTuple):
    """The card a name means; `assumed` where it is one of several, `members` are their names where none can be told.

    `memory_gib` is the size that the name states of a part whose memory is sold in several sizes, `slowest_share` the
    bandwidth of the slowest card that may be meant over that of the one assumed. `stated_first`: stated figures replace
    those of the card.
    """

    card_id: str | None = None
    notes: tuple[Reason, ...] = ()
    assumed: bool = False
    members: tuple[str, ...] = ()
    memory_gib: int | None = None
    slowest_share: float = 1.0
    stated_first: bool = False


def find_named_gpu(name: str, facts: DeviceFacts, gpus: CardIndex[GpuCard]) -> NamedGpu:
    """The card of exactly this name, else the one of several sizes or forms that stated figures or a rule pick."""
    if not any(letter.isalnum() for letter in name):
        return NamedGpu()
    card_id = gpus.find(name)
    if card_id is not None:
        return NamedGpu(card_id, () if facts.memory_bandwidth_gb_per_s else _of_other_memory(name, card_id, gpus))
    sized = _of_stated_size(name, gpus)
    if sized is not None:
        return sized
    sizes = gpus.variants(name)
    if sizes:
        return _of_sizes(name, sizes, facts, gpus)
    members = gpus.members(name) or _holding(name, gpus) or _listed(name, gpus)
    if facts.memory_gb is None and facts.memory_bandwidth_gb_per_s is None:
        usual = _standing_for(name, members, gpus)
        return usual if usual.card_id or not members else _of_members(name, members, gpus)
    apart = {one: _apart(gpus[one], facts) for one in members}
    nearest = min(apart.values(), default=inf)
    agreeing = tuple(one for one in members if apart[one] == nearest <= _SAME)
    if len(agreeing) == 1:
        return NamedGpu(agreeing[0])
    return _of_members(name, agreeing, gpus) if agreeing else _unlisted_form(name, members, gpus)


def _of_other_memory(name: str, card_id: str, gpus: CardIndex[GpuCard]) -> tuple[Reason, ...]:
    """What to say of a card that was later sold under the same name with as much memory of another kind."""
    card = gpus[card_id]
    alike = (gpus[one] for one in gpus.variants(name) if one != card_id)
    names = tuple(one.name for one in alike if one.memory_gib == card.memory_gib)
    return (reason("card_may_also_be", name=name, names=names, assumed=card.name),) if names else ()


def _of_stated_size(name: str, gpus: CardIndex[GpuCard]) -> NamedGpu | None:
    """The card named without the size that `name` states, where it has or can have that size."""
    size_gib = stated_gib(name)
    card_id = gpus.find(without_size(name)) if size_gib else None
    if card_id is None or size_gib is None or not _can_have(gpus[card_id], size_gib):
        return None
    return NamedGpu(card_id, memory_gib=None if gpus[card_id].memory_kind == "dedicated" else size_gib)


def _can_have(card: GpuCard, size_gib: int) -> bool:
    """Whether a card has that memory, or a part that shares its memory can be bought with it."""
    if card.memory_kind == "dedicated":
        return card.memory_gib == size_gib
    return card.memory_gib is None or size_gib <= card.memory_gib


def _holding(name: str, gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """The forms of a part that can have the memory which its name states: of two M4 Max one goes beyond 36 GB."""
    size_gib = stated_gib(name)
    members = gpus.members(without_size(name)) if size_gib else ()
    return tuple(one for one in members if size_gib is None or _can_have(gpus[one], size_gib))


def _listed(name: str, gpus: CardIndex[GpuCard]) -> tuple[str, ...]:
    """The cards of a list of names, as system tools print for a PCI id that several share, or people for a table."""
    found: list[str] = []
    for one in alternatives(name):
        card_id = gpus.find(one)
        found += [card_id] if card_id is not None else gpus.variants(one) or gpus.members(one)
    return tuple(dict.fromkeys(found))


def _unlisted_form(name: str, members: tuple[str, ...], gpus: CardIndex[GpuCard]) -> NamedGpu:
    """A form of a part for servers whose stated memory no card has: all but that is of the form most are built of."""
    if not members or any(gpus[one].form != "server" for one in members):
        return NamedGpu()
    like = gpus[_largest(name, members, gpus).card_id or members[0]]
    note = reason("stated_memory_unlisted", name=name, like=like.name)
    return NamedGpu(gpus.find(like.name), (note,), assumed=True, stated_first=True)


def _apart(card: GpuCard, facts: DeviceFacts) -> float:
    """How far a card is from the stated memory and bandwidth, the larger relative difference of the two.

    What shares the computer's memory can be bought with any size up to the card's.
    """
    size_gib = card.memory_gib
    if card.memory_kind != "dedicated" and facts.memory_gb and (size_gib is None or facts.memory_gb <= size_gib):
        size_gib = facts.memory_gb
    pairs = ((facts.memory_gb, size_gib), (facts.memory_bandwidth_gb_per_s, card.bandwidth_gb_per_s))
    return max((abs(value / own - 1) if own else inf for value, own in pairs if value), default=inf)


def _of_sizes(name: str, ids: tuple[str, ...], facts: DeviceFacts, gpus: CardIndex[GpuCard]) -> NamedGpu:
    """The card of the stated size or bandwidth; without either the one that came first, and that is said."""
    if facts.memory_gb:
        wanted_gb = facts.memory_gb
        return NamedGpu(min(ids, key=lambda one: abs((gpus[one].memory_gib or 0) - wanted_gb)))
    if facts.memory_bandwidth_gb_per_s:
        wanted_rate = facts.memory_bandwidth_gb_per_s
        return NamedGpu(min(ids, key=lambda one: abs((gpus[one].bandwidth_gb_per_s or 0) - wanted_rate)))
    card_id = min(ids, key=lambda one: _first_sold(gpus[one]))
    if len(ids) == 1:
        return NamedGpu(card_id)
    sizes = sorted({gpus[one].memory_gib or 0 for one in ids})
    if len(sizes) == 1:
        names = tuple(gpus[one].name for one in ids)
        note = reason("card_assumed", name=name, names=names, assumed=gpus[card_id].name)
        return NamedGpu(card_id, (note,), assumed=True)
    listed = tuple(f"{size:g}" for size in sizes)
    note = reason("size_assumed", name=name, sizes=listed, assumed=f"{gpus[card_id].memory_gib:g}")
    return NamedGpu(card_id, (note,), assumed=True)


def _first_sold(card: GpuCard) -> tuple[int, float, float]:
    """What sorts variants of one name: the earlier, then the faster, then the smaller.

    Of boards for a slot the larger instead: it is what those own who ask about models, and the note tells of the other
    (a judgment; of an Arc A770 the maker's own board has 16 GB, an RX 580 was advertised with 8 GB).
    """
    size = card.memory_gib or 0
    return (month_of(card.released), -(card.bandwidth_gb_per_s or 0), -size if card.form == "desktop" else size)


def _of_members(name: str, ids: tuple[str, ...], gpus: CardIndex[GpuCard]) -> NamedGpu:
    """The smallest where all are equally fast; none, but their names, where they are not."""
    cards = [gpus[one] for one in ids]
    names = tuple(card.name for card in cards)
    if len(ids) == 1:
        size_gib = stated_gib(name) if cards[0].memory_kind != "dedicated" else None
        return NamedGpu(ids[0], (reason("name_means", name=name, card=names[0]),), memory_gib=size_gib)
    rates = ([card.bandwidth_gb_per_s for card in cards], [card.fp16_dense_tflop_per_s for card in cards])
    if not all(_is_alike(one) for one in rates):
        if all(card.memory_kind == "shared" for card in cards) and not _is_brand_of_cards(name, len(ids), gpus):
            return _middle(name, ids, gpus)  # all read the memory of the computer: they differ little
        forms = [card.form for card in cards]  # an A800 for workstations does not make "A800" anything at home
        is_server = set(forms) <= {"server", "workstation"} and 2 * forms.count("server") > len(forms)
        return _largest(name, ids, gpus) if is_server else NamedGpu(members=names)
    card_id = min(ids, key=lambda one: (gpus[one].memory_gib or 0, gpus[one].bandwidth_gb_per_s or 0))
    note = reason("card_assumed", name=name, names=names, assumed=gpus[card_id].name)
    return NamedGpu(card_id, (note,), assumed=True)


def _is_brand_of_cards(name: str, members: int, gpus: CardIndex[GpuCard]) -> bool:
    """Whether more cards with a memory of their own are called so than graphics inside processors: Arc."""
    key = hardware_key(name)
    dedicated = (card for card in gpus.values() if card.memory_kind == "dedicated")
    return sum(hardware_key(card.name).startswith(key) for card in dedicated) > members


def _middle(name: str, ids: tuple[str, ...], gpus: CardIndex[GpuCard]) -> NamedGpu:
    """Of graphics inside processors the one with the middle rate of arithmetic."""
    by_rate = sorted(ids, key=lambda one: (gpus[one].fp32_tflop_per_s or 0.0, gpus[one].compute_units or 0))
    card_id = by_rate[len(by_rate) // 2]
    others = tuple(gpus[one].name for one in ids if one != card_id)
    note = reason("card_may_also_be", name=name, names=others, assumed=gpus[card_id].name)
    return NamedGpu(card_id, (note,), assumed=True)


def _largest(name: str, ids: tuple[str, ...], gpus: CardIndex[GpuCard]) -> NamedGpu:
    """Of the forms of a part for servers the one with the most power and the fastest memory: of it most are built."""

    def rank(one: str) -> tuple[float, float, float]:
        card = gpus[one]
        return (card.power_w or 0, card.bandwidth_gb_per_s or 0, -(card.memory_gib or 0))

    card_id = max(ids, key=rank)
    others = tuple(gpus[one].name for one in ids if one != card_id)
    rates = [rate for one in ids if (rate := gpus[one].bandwidth_gb_per_s)]
    own = gpus[card_id].bandwidth_gb_per_s
    note = reason("card_may_also_be", name=name, names=others, assumed=gpus[card_id].name)
    return NamedGpu(card_id, (note,), assumed=True, slowest_share=min(rates) / own if own else 1.0)


def _standing_for(name: str, members: Sequence[str], gpus: CardIndex[GpuCard]) -> NamedGpu:
    """The card that a name of several cards means where nothing tells which; the slowest may be of its design only."""
    key = hardware_key(name)
    for card_id, card in gpus.items():
        if key in map(hardware_key, card.stands_for):
            alike = [gpus[one] for one in members if gpus[one].architecture == card.architecture]
            rates = [one.bandwidth_gb_per_s for one in alike if one.bandwidth_gb_per_s]
            own = card.bandwidth_gb_per_s
            note = reason("one_of_several_assumed", name=name, assumed=card.name)
            names = tuple(gpus[one].name for one in members)
            share = min(rates) / own if rates and own else 1.0
            return NamedGpu(card_id, (note,), assumed=True, members=names, slowest_share=share)
    return NamedGpu()


def _is_alike(figures: Sequence[float | None]) -> bool:
    """Whether all are known and the largest is little above the smallest."""
    known = [figure for figure in figures if figure is not None]
    return len(known) == len(figures) and max(known) < min(known) * (1 + _ALIKE)
