"""A rig with one part swapped in thought: which edits are possible, and the machine and the rig they make."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from advisor.answer.money.prices import Prices, is_board
from advisor.answer.what_if.changed_rig import doubled_gpu, with_gpu, with_memory, with_second_gpu
from advisor.answer.what_if.memory_upgrades import STEP_SIZES_GIB, stick_upgrades
from advisor.answer.what_if.upgrade import Upgrade
from advisor.answer.what_if.upgrade_limits import UpgradeLimits, upgrade_limits
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.facts.answers.worth import Price
from advisor.facts.asked.question import Edit
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import KnownRig, Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB

_MOST_SIZES = 4
_WHAT_IF = reason("what_if")
_NOT_HERE = reason("not_in_this_computer")


@dataclass(frozen=True)
class EditOffers:
    """What can be tried on a rig; empty where nothing can go in.

    `channels` is how many would be full with more sticks, `cards` are ids, `sizes_bytes` those of memory.
    """

    channels: int | None = None
    second_card: str | None = None
    cards: tuple[str, ...] = ()
    sizes_bytes: tuple[int, ...] = ()


def edit_offers(now: KnownRig, prices: Prices) -> EditOffers:
    """What the rig as it is now can take: nothing in a virtual machine, and no stick where memory is soldered."""
    catalog = prices.catalog
    limits = upgrade_limits(now.machine, now.rig, catalog)
    total = now.machine.memory.installed_bytes.value or now.rig.processors[0].memory_total_bytes.value
    sizes = [one * GIB for one in STEP_SIZES_GIB if total and one * GIB > total] if limits.sticks else []
    first = doubled_gpu(now.rig) if limits.cards else None
    return EditOffers(
        channels=limits.most_channels if _more_sticks(now.rig, limits, prices) else None,
        second_card=first.card if first else None,
        cards=board_ids(catalog) if limits.cards else (),
        sizes_bytes=tuple(sizes[:_MOST_SIZES]),
    )


@lru_cache(maxsize=2)
def board_ids(catalog: Catalog) -> tuple[str, ...]:
    """All cards that go into a slot of a computer at home, those with the most memory first."""
    boards = [(card_id, card) for card_id, card in catalog.gpus.items() if is_board(card) and card.memory_gib]
    boards.sort(key=lambda item: (-(item[1].memory_gib or 0), item[1].name))
    return tuple(card_id for card_id, _ in boards)


def edited(now: KnownRig, edits: Sequence[Edit], prices: Prices) -> KnownRig:
    """The rig with all edits, one after the other; what is not possible is left out."""
    for edit in edits:
        now = _edited(now, edit, prices)
    return now


def edits_price(now: KnownRig, edits: Sequence[Edit], prices: Prices) -> Price | None:
    """What the edits cost together; None where the price of one is not known."""
    found = []
    for edit in edits:
        first = doubled_gpu(now.rig)
        own = (first.card if first else None) or ""
        found.append(prices.bought(own if edit.kind == "second_card" else edit.card or edit.kind))
        now = _edited(now, edit, prices)
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    if len(known) == 1:
        return known[0]
    return Price(
        usd=reduce(Range.plus, (one.usd for one in known)),
        as_of=min((one.as_of for one in known if one.as_of), default=None),
        is_old=any(one.is_old for one in known),
        source=reason("several_sources", sources=tuple(dict.fromkeys(one.source for one in known))),
    )


def _edited(now: KnownRig, edit: Edit, prices: Prices) -> KnownRig:
    catalog, machine, rig = prices.catalog, now.machine, now.rig
    limits = upgrade_limits(machine, rig, catalog)
    if edit.kind == "sticks":
        more = _more_sticks(rig, limits, prices)
        if more is None or not limits.most_channels:
            return now
        rate = more.rig.processors[0].bandwidth_bytes_per_s
        return _numbered(_with_more_sticks(machine, channels=limits.most_channels, rate=rate), more.rig)
    if edit.kind == "memory":
        total = rig.processors[0].memory_total_bytes.value
        installed = machine.memory.installed_bytes.value or total
        if not (limits.sticks and edit.memory_bytes and total and installed):
            return now
        grown = edit.memory_bytes / installed
        return _numbered(_with_larger_sticks(machine, grown=grown), with_memory(rig, grown=grown))
    first = doubled_gpu(rig)
    if not limits.cards or (edit.kind == "second_card" and first is None):
        return now
    if edit.kind == "second_card" and first is not None:
        return _numbered(_with_gpu_again(machine, again=_gpu_place(rig, first.id)), with_second_gpu(rig, first))
    if edit.card is None or edit.card not in catalog.gpus:
        return now
    old = next((one for one in rig.processors if one.pool == "vram"), None)
    changed = with_gpu(rig, edit.card, catalog)
    new = _with_new_gpu(machine, changed.processors[-1], catalog, instead=_gpu_place(rig, old.id) if old else None)
    return _numbered(new, changed)


def _more_sticks(rig: Rig, limits: UpgradeLimits, prices: Prices) -> Upgrade | None:
    """Sticks for free channels."""
    return next((one for one in stick_upgrades(rig, limits, prices) if one.id == "sticks"), None)


def _gpu_place(rig: Rig, processor_id: str) -> int:
    """The place of a graphics processor among those of the machine."""
    return [one.id for one in rig.processors[1:]].index(processor_id)


def _numbered(machine: Machine, rig: Rig) -> KnownRig:
    """Graphics processors get the ids that detection gives to those at their places."""
    cpu, *gpus = rig.processors
    numbered = (one.changed(id=f"gpu{index}") for index, one in enumerate(gpus))
    return KnownRig(machine, rig.changed(processors=(cpu, *numbered)))


def _with_more_sticks(machine: Machine, *, channels: int, rate: Fact[float]) -> Machine:
    """Sticks like those that are there in all channels; `rate` is what the memory then gives."""
    memory = machine.memory
    modules, before = memory.modules.value or (), memory.channels.value or 1
    new = tuple(
        modules[index % len(modules)].changed(slot="new", channel=None)
        for index in range(len(modules), len(modules) * channels // before)
    )
    return _with_memory(
        machine,
        grown=channels / before,
        modules=known((*modules, *new), origin="estimated", source=_WHAT_IF),
        channels=known(channels, origin="estimated", source=_WHAT_IF),
        theoretical_bytes_per_s=rate,
    )


def _with_larger_sticks(machine: Machine, *, grown: float) -> Machine:
    """Sticks so many times as large in the place of those that are there."""
    modules = tuple(one.changed(bytes=round(one.bytes * grown)) for one in machine.memory.modules.value or ())
    return _with_memory(machine, grown=grown, modules=known(modules, origin="estimated", source=_WHAT_IF))


def _with_new_gpu(machine: Machine, card: Processor, catalog: Catalog, *, instead: int | None) -> Machine:
    """A card of the catalog as the last one, in place of the one at the place `instead`."""
    gpus = tuple(gpu for index, gpu in enumerate(machine.gpus) if index != instead)
    gaps = tuple(gap for gap in machine.gaps if not gap.fact.startswith("gpus"))
    new = carded_gpu(card.card or "", catalog, why=_NOT_HERE)
    return machine.changed(gpus=(*gpus, new), gaps=gaps)


def _with_gpu_again(machine: Machine, *, again: int) -> Machine:
    """One of its cards a second time, which comes last."""
    first = machine.gpus[again]
    second = first.changed(memory_free_bytes=first.memory_total_bytes, pci_address=unknown(_NOT_HERE))
    return machine.changed(gpus=(*machine.gpus, second))


def _with_memory(machine: Machine, *, grown: float, **facts: Fact) -> Machine:  # type: ignore[type-arg]
    """The machine with so many times as much memory; what is held of it stays the same."""
    memory = machine.memory
    installed, usable, free = (
        fact.value for fact in (memory.installed_bytes, memory.usable_bytes, memory.available_bytes)
    )
    more = round((usable or 0) * (grown - 1))
    sizes = {
        name: known(value, origin="estimated", source=_WHAT_IF)
        for name, value in (
            ("installed_bytes", installed and round(installed * grown)),
            ("usable_bytes", None if usable is None else usable + more),
            ("available_bytes", None if free is None else free + more),
        )
        if value is not None
    }
    return machine.changed(memory=memory.changed(**sizes, **facts))
