"""A rig with one part swapped in thought: which edits are possible, and the machine and the rig they make."""

from collections.abc import Sequence
from functools import lru_cache, reduce

from advisor.answer.money.prices import Prices, is_board
from advisor.answer.what_if.changed_rig import doubled_gpu, with_gpu, with_memory, with_second_gpu
from advisor.answer.what_if.memory_upgrades import STEP_SIZES_GIB, kit_of, more_sticks, stick_upgrades, with_kit
from advisor.answer.what_if.upgrade_limits import UpgradeLimits, upgrade_limits
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.facts.answers.worth import Price
from advisor.facts.asked.question import Edit, EditKind
from advisor.facts.cards.memory_kit import MemoryKit
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import KnownRig, Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB

_MOST_SIZES = 4
_WHAT_IF = reason("what_if")
_NOT_HERE = reason("not_in_this_computer")


@frozen
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
    more_sticks = (one for one in stick_upgrades(now.rig, limits, prices) if one.id == "sticks")
    return EditOffers(
        channels=limits.most_channels if any(more_sticks) else None,
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


def joined(tried: Sequence[Edit], more: Sequence[Edit]) -> tuple[Edit, ...]:
    """Edits and some more; another card, or another size of memory, takes the place of the one tried before."""
    swapped = {edit.kind for edit in more} & {"card", "memory"}
    return (*(edit for edit in tried if edit.kind not in swapped), *more)


def edited(now: KnownRig, edits: Sequence[Edit], prices: Prices) -> KnownRig:
    """The rig with all edits, one after the other; what is not possible is left out."""
    for edit in edits:
        now, _ = _edited(now, edit, prices)
    return now


def edits_price(now: KnownRig, edits: Sequence[Edit], prices: Prices) -> Price | None:
    """What the edits cost together; None where the price of one is not known."""
    found = []
    for edit in edits:
        now, price = _edited(now, edit, prices)
        found.append(price)
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


def _edited(now: KnownRig, edit: Edit, prices: Prices) -> tuple[KnownRig, Price | None]:
    """The rig with one edit, and what that costs."""
    limits = upgrade_limits(now.machine, now.rig, prices.catalog)
    if edit.kind in ("card", "second_card"):
        return _with_card(now, edit, prices) if limits.cards else (now, None)
    if edit.kind == "memory":
        return _with_size(now, edit.memory_bytes or 0, limits, prices)
    found = next((one for one in stick_upgrades(now.rig, limits, prices) if one.edits[0].kind == edit.kind), None)
    if found is None:
        return now, None
    rate = found.rig.processors[0].bandwidth_bytes_per_s
    if edit.kind == "sticks":
        machine = _with_more_sticks(now.machine, channels=limits.most_channels or 1, rate=rate)
    else:
        machine = _with_faster_sticks(now.machine, edit.kind, limits, rate=rate)
    return _numbered(machine, found.rig), found.price


def _with_size(now: KnownRig, size_bytes: int, limits: UpgradeLimits, prices: Prices) -> tuple[KnownRig, Price | None]:
    """Sticks of another size in all channels, where such are sold, else where sticks are now."""
    installed = sum(one.bytes for one in limits.modules)
    if not (limits.sticks and size_bytes and installed and now.rig.processors[0].memory_total_bytes.value):
        return now, None
    kit, grown, more = kit_of(limits, size_bytes), size_bytes / installed, more_sticks(now.rig, limits, prices)
    if more is not None and more.edits[0].memory_bytes == size_bytes:
        return _numbered(_with_larger_sticks(now.machine, grown=grown), more.rig), more.price
    rig = with_kit(now.rig, limits, kit)[0] if kit else with_memory(now.rig, grown=grown)
    machine = _with_larger_sticks(now.machine, grown=grown)
    channels = min(kit.sticks, limits.most_channels or kit.sticks) if kit else 0
    if kit is not None and limits.channels and channels > limits.channels:
        rate = rig.processors[0].bandwidth_bytes_per_s
        machine = _with_more_sticks(now.machine, channels=channels, rate=rate, kit=kit)
    return _numbered(machine, rig), (prices.bought(kit.id) if kit else None) or prices.bought("memory")


def _with_card(now: KnownRig, edit: Edit, prices: Prices) -> tuple[KnownRig, Price | None]:
    """Another card in place of the first one, beside all, or once more one that is there."""
    catalog, (machine, rig) = prices.catalog, now
    owned = [one for one in rig.processors if one.pool == "vram"]
    again = next((one for one in owned if one.card and one.card == edit.card), None)
    if edit.kind == "second_card" and (again is not None or edit.card is None):
        first = again or doubled_gpu(rig)
        if first is None:
            return now, None
        changed = _with_gpu_again(machine, again=_gpu_place(rig, first.id))
        return _numbered(changed, with_second_gpu(rig, first)), prices.bought(first.card or "")
    if edit.card is None or edit.card not in catalog.gpus:
        return now, None
    is_beside = edit.kind == "second_card"
    swapped = None if is_beside or not owned else _gpu_place(rig, owned[0].id)
    with_card = with_gpu(rig, edit.card, catalog, beside=is_beside)
    changed = _with_new_gpu(machine, with_card.processors[-1], catalog, instead=swapped)
    return _numbered(changed, with_card), prices.bought(edit.card)


def _gpu_place(rig: Rig, processor_id: str) -> int:
    """The place of a graphics processor among those of the machine."""
    return [one.id for one in rig.processors[1:]].index(processor_id)


def _numbered(machine: Machine, rig: Rig) -> KnownRig:
    """Graphics processors get the ids that detection gives to those at their places."""
    cpu, *gpus = rig.processors
    numbered = (one.changed(id=f"gpu{index}") for index, one in enumerate(gpus))
    return KnownRig(machine, rig.changed(processors=(cpu, *numbered)))


def _with_more_sticks(machine: Machine, *, channels: int, rate: Fact[float], kit: MemoryKit | None = None) -> Machine:
    """Sticks in all channels, like those that are there or those of a kit; `rate` is what they then give."""
    memory = machine.memory
    modules, before = memory.modules.value or (), memory.channels.value or 1
    count = kit.sticks if kit else len(modules) * channels // before
    sticks = [
        modules[index % len(modules)].changed(**({"slot": "new", "channel": None} if index >= len(modules) else {}))
        for index in range(count)
    ]
    if kit is not None:
        sticks = [one.changed(bytes=kit.stick_gib * GIB) for one in sticks]
    return _with_memory(
        machine,
        grown=sum(one.bytes for one in sticks) / sum(one.bytes for one in modules),
        modules=known(tuple(sticks), origin="estimated", source=_WHAT_IF),
        channels=known(channels, origin="estimated", source=_WHAT_IF),
        theoretical_bytes_per_s=rate,
    )


def _with_faster_sticks(machine: Machine, kind: EditKind, limits: UpgradeLimits, *, rate: Fact[float]) -> Machine:
    """Its sticks at the rate they are made for, or others in their place; no faster than the processor drives them."""
    sticks = []
    for one in machine.memory.modules.value or ():
        rated, most = one.rated_transfers_per_s, limits.most_transfers_per_s
        now = min(filter(None, (rated, most)), default=None) if kind == "memory_setting" else most
        faster = {"configured_transfers_per_s": now, "rated_transfers_per_s": max(rated or 0, now or 0) or None}
        sticks.append(one.changed(**faster))
    modules = known(tuple(sticks), origin="estimated", source=_WHAT_IF)
    return _with_memory(machine, grown=1.0, modules=modules, theoretical_bytes_per_s=rate)


def _with_larger_sticks(machine: Machine, *, grown: float) -> Machine:
    """Sticks so many times as large in the place of those that are there."""
    modules = tuple(one.changed(bytes=round(one.bytes * grown)) for one in machine.memory.modules.value or ())
    return _with_memory(machine, grown=grown, modules=known(modules, origin="estimated", source=_WHAT_IF))


def _with_new_gpu(machine: Machine, card: Processor, catalog: Catalog, *, instead: int | None) -> Machine:
    """A card of the catalog as the last one, in place of the one at the place `instead`."""
    gpus = tuple(gpu for index, gpu in enumerate(machine.gpus) if index != instead)
    gaps = tuple(gap for gap in machine.gaps if not gap.fact.startswith("gpus"))
    new = carded_gpu(card.card or "", catalog, host=machine.cpu.name.value or "", why=_NOT_HERE)
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
