"""Main memory that runs faster, fills its channels or is larger: sticks of the type that the board takes."""

from collections.abc import Iterator
from typing import get_args

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.changed_rig import with_memory
from advisor.answer.what_if.upgrade import Asked, Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.facts.answers.worth import CandidateKind, Doubt, Price
from advisor.facts.asked.question import Edit, EditKind
from advisor.facts.cards.memory_kit import LARGEST_GIB, MEMORY_KITS, SERVER_CHANNELS, KitForm, KitType, MemoryKit
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.predict.memory.fit import SHARED_RESERVE_SHARE, budget_bytes

HARDLY = 1.1
"""What is less than a tenth more changes nothing."""

STEP_SIZES_GIB = (8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
"""What main memory comes in."""

_SIZES = 3
"""Steps of size that are compared."""


def free(source: ReasonCode) -> Price:
    """The price of what is there already."""
    return Price(usd=Range.exactly(0.0), origin="estimated", source=reason(source))


def stick_upgrades(rig: Rig, limits: UpgradeLimits, prices: Prices) -> Iterator[Upgrade]:
    """A setting that lets sticks run at their rate, sticks for empty channels, faster sticks."""
    now, channels, most = limits.transfers_per_s, limits.channels, limits.most_transfers_per_s
    if not limits.sticks or not channels or not now:
        return
    rated = min((one.rated_transfers_per_s or now for one in limits.modules), default=now)
    allowed = min(rated, most) if most else now
    if allowed > HARDLY * now:
        nothing = free("firmware_setting")
        yield _sticks(rig, limits, "setting", transfers_per_s=allowed, channels=channels, price=nothing)
    full = limits.most_channels
    if full and channels < full <= len(limits.modules):
        return  # the sticks are there, in slots of too few channels
    if full and channels < full and (full == 2 or limits.hindrance is None):
        price = prices.bought("sticks") or _price_of_more(limits, channels=full - channels, prices=prices)
        yield _sticks(rig, limits, "sticks", transfers_per_s=now, channels=full, price=price)
    elif most and most > HARDLY * max(now, allowed) and limits.hindrance is None:
        price = prices.bought("faster-sticks") or _price_of_same(limits, prices)
        yield _sticks(rig, limits, "sticks", transfers_per_s=most, channels=channels, price=price)


def _sticks(
    rig: Rig, limits: UpgradeLimits, kind: CandidateKind, *, transfers_per_s: int, channels: int, price: Price | None
) -> Upgrade:
    """The rig with its memory at another rate or on more channels, as fast as its processor takes it in."""
    rate, paper, doubts = _rates(rig, limits, transfers_per_s=transfers_per_s, channels=channels)
    added = limits.channels is not None and channels > limits.channels
    edit: EditKind = "memory_setting" if kind == "setting" else "sticks" if added else "faster_sticks"
    grown = channels / limits.channels if added and limits.channels else 1.0
    doubts += ("memory_slots_unknown",) if added else ()
    doubts += _soldered(limits)
    more: ReasonCode = "second_stick" if limits.channels == 1 else "sticks_in_all_channels"
    changed = with_memory(rig, rate=rate, paper=paper, grown=grown)
    name, edits = reason(more if added else "faster_sticks"), (Edit(kind=edit, channels=channels if added else None),)
    return Upgrade(edit.replace("_", "-"), kind, name, changed, price, doubts=doubts, edits=edits)


def _rates(
    rig: Rig, limits: UpgradeLimits, *, transfers_per_s: int, channels: int
) -> tuple[float, float, tuple[Doubt, ...]]:
    """How many times as fast memory is then, its rate on paper, and whether the processor takes in less than that.

    Memory that is taken to be slower than its sticks are on paper, for want of a processor, is so afterwards.
    """
    paper = channels_bytes_per_s(channels, transfers_per_s=transfers_per_s)
    old = rig.processors[0].bandwidth_bytes_per_s.value or paper
    now = channels_bytes_per_s(limits.channels or channels, transfers_per_s=limits.transfers_per_s or transfers_per_s)
    paper *= min(1.0, old / now)
    reached = paper if limits.die_bytes_per_s is None else max(old, min(paper, limits.die_bytes_per_s))
    return reached / old, reached, ("die_limits",) if reached < paper else ()


def memory_upgrades(rig: Rig, limits: UpgradeLimits, asked: Asked, prices: Prices) -> Iterator[Upgrade]:
    """Kits of larger sticks for all channels in place of those that are there: the sizes from what is needed on.

    What more sticks of the present size would hold is left to those. A size that was named is one of them.
    """
    cpu = rig.processors[0]
    total = cpu.memory_total_bytes.value
    if not limits.sticks or not total or cpu.pool != "ram":
        return
    filled = (limits.most_channels or 1) / (limits.channels or 1)
    wanted = HARDLY * total * max(1.0, filled)
    if asked.is_too_small:
        left = asked.need_bytes - _on_cards_bytes(rig)
        wanted = max(wanted, left / (1 - SHARED_RESERVE_SHARE) + total - _free_bytes(rig, total))
    more = more_sticks(rig, limits, prices)
    if more is not None and 2 * total >= wanted:
        yield more
    kits = [kit for kit in _kits(limits) if kit.gib * GIB >= wanted]
    for kit in (kit for place, kit in enumerate(kits) if place < _SIZES or kit.id in asked.named):
        changed, doubts = with_kit(rig, limits, kit)
        name = reason("kit_of_size", size_gib=kit.gib, type=kit.type.upper())
        edits = (Edit(kind="memory", memory_bytes=kit.gib * GIB),)
        price = prices.bought(kit.id) or (prices.bought("memory") if kit is kits[0] else None)
        slots: tuple[Doubt, ...] = ("memory_slots_unknown",) if kit.sticks > len(limits.modules) else ()
        doubts = ("most_memory_unknown", *slots, *_soldered(limits), *doubts)
        yield Upgrade(kit.id, "memory", name, changed, price, doubts=doubts, edits=edits)


def more_sticks(rig: Rig, limits: UpgradeLimits, prices: Prices) -> Upgrade | None:
    """As many sticks again, in the second slot of each channel that boards of desktops mostly have."""
    count = len(limits.modules)
    kit = _same_sticks(limits, count)
    is_equal = len({one.bytes for one in limits.modules}) == 1
    if kit is None or not _may_double(kit) or not is_equal or count != limits.most_channels:
        return None
    changed, name = with_memory(rig, grown=2.0), reason("more_sticks", size_gib=kit.gib, type=kit.type.upper())
    edits = (Edit(kind="memory", memory_bytes=2 * sum(one.bytes for one in limits.modules)),)
    return Upgrade(kit.id, "memory", name, changed, prices.memory(kit), doubts=("memory_slots_unknown",), edits=edits)


def _soldered(limits: UpgradeLimits) -> tuple[Doubt, ...]:
    return ("may_be_soldered",) if limits.may_be_soldered else ()


def kit_of(limits: UpgradeLimits, size_bytes: int) -> MemoryKit | None:
    """The kit of that size for all channels of the board; None where none is sold."""
    return next((kit for kit in _kits(limits) if kit.gib * GIB == size_bytes), None)


def with_kit(rig: Rig, limits: UpgradeLimits, kit: MemoryKit) -> tuple[Rig, tuple[Doubt, ...]]:
    """The rig with a kit in place of its sticks, and what is not known of that."""
    rate, paper, doubts = _rates_of_kit(rig, limits, kit)
    installed = sum(one.bytes for one in limits.modules)
    return with_memory(rig, rate=rate, paper=paper, grown=kit.gib * GIB / installed), doubts


def _rates_of_kit(rig: Rig, limits: UpgradeLimits, kit: MemoryKit) -> tuple[float, float | None, tuple[Doubt, ...]]:
    """The same for a kit at the rate of the sticks that are there; as it is where it fills no more channels."""
    now, channels = limits.transfers_per_s, min(kit.sticks, limits.most_channels or kit.sticks)
    if not now or not limits.channels or channels <= limits.channels:
        return 1.0, None, ()
    return _rates(rig, limits, transfers_per_s=now, channels=channels)


def _on_cards_bytes(rig: Rig) -> int:
    """What the graphics cards take of a model, of which the rest lies in main memory."""
    cards = (one for one in rig.processors if one.pool == "vram" and one.blocked is None)
    return sum(max(0, budget_bytes(one) or 0) for one in cards)


def _free_bytes(rig: Rig, total: int) -> int:
    free_bytes = rig.processors[0].memory_free_bytes.value
    return total if free_bytes is None else free_bytes


def _kits(limits: UpgradeLimits) -> list[MemoryKit]:
    """Kits that fill all channels of the board, the smallest first; twice as many sticks for what those do not hold."""
    form, channels = _form(limits), limits.most_channels or limits.channels or 0
    types = {(one.type or "").lower() for one in limits.modules}
    sold = [kit for kit in MEMORY_KITS.values() if kit.type in types and kit.form == form and _is_sold(kit)]
    found = sorted((kit for kit in sold if kit.sticks == channels), key=lambda kit: kit.gib)
    doubled = (kit for kit in sold if kit.sticks == 2 * channels and _may_double(kit))
    return [*found, *(kit for kit in doubled if kit.gib > max((one.gib for one in found), default=0))]


def _may_double(kit: MemoryKit) -> bool:
    """Whether boards mostly take two such sticks in a channel; DDR5 runs far slower so."""
    return kit.form == "dimm" and kit.type != "ddr5"


def _is_sold(kit: MemoryKit) -> bool:
    """Whether there are such sticks: before DDR5 their sizes double from one to the next."""
    is_power = kit.stick_gib & (kit.stick_gib - 1) == 0
    return kit.stick_gib <= LARGEST_GIB[kit.type, kit.form == "rdimm"] and (is_power or kit.type == "ddr5")


def _form(limits: UpgradeLimits) -> KitForm:
    if (limits.most_channels or 0) > SERVER_CHANNELS:
        return "rdimm"
    return "sodimm" if limits.hindrance == "mobile" else "dimm"


def _price_of_more(limits: UpgradeLimits, *, channels: int, prices: Prices) -> Price | None:
    """Sticks like those that are there for so many more channels."""
    each = len(limits.modules) // (limits.channels or 1)
    return _kit_price(limits, sticks=each * channels, prices=prices)


def _price_of_same(limits: UpgradeLimits, prices: Prices) -> Price | None:
    """As many sticks of the same size anew."""
    return _kit_price(limits, sticks=len(limits.modules), prices=prices)


def _kit_price(limits: UpgradeLimits, *, sticks: int, prices: Prices) -> Price | None:
    """So many sticks of the size that is there."""
    kit = _same_sticks(limits, sticks)
    return None if kit is None else prices.memory(kit)


def _same_sticks(limits: UpgradeLimits, count: int) -> MemoryKit | None:
    """So many sticks like those that are there; None for types that nobody names."""
    one = limits.modules[0]
    kind = next((kind for kind in get_args(KitType) if kind == (one.type or "").lower()), None)
    return None if kind is None else MemoryKit(kind, _form(limits), count, one.bytes // GIB)
