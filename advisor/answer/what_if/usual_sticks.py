"""The sticks of a computer of which only the size of its memory was told: what such a board is mostly filled with."""

from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id, family_of, family_rate, full_rate
from advisor.catalog.cards.processor import channels_bytes_per_s
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.facts.cards.memory_kit import SERVER_CHANNELS, STICK_GIB, USUAL_MT_PER_S, is_dual_rank, largest_stick_gib
from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.values.fact import Origin, known
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, MEGA

_SOURCE, _TOLD = "usual sticks", reason("typed_by_you")


class Sticks(NamedTuple):
    """The sizes of sticks on so many of all channels, their type and rate; None where these are not known.

    `is_number_told` and `is_rate_told`: a person said so, it is not what is usual. `is_slowed`: two in each channel run
    slower than one.
    """

    sizes_gib: tuple[float, ...]
    type: str | None
    transfers_mt_per_s: int | None
    channels: int
    all_channels: int
    is_number_told: bool = False
    is_rate_told: bool = False
    is_slowed: bool = False

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.sizes_gib)

    @property
    def share(self) -> float:
        """The share of the channels that they fill."""
        return self.channels / self.all_channels


_OF_A_DESKTOP = ("DDR5", 4800, 2)
"""Type, rate and channels where nobody named a processor."""


def usual_sticks(machine: Machine, catalog: Catalog) -> Sticks | None:
    """Equal sticks in all channels, twice as many where none is so large; None where memory is soldered, or none fits.

    A server has some of its channels empty where no such stick fills all: 256 GB on twelve are 8 of 32. Type and rate
    are those that the processor is made for.
    """
    installed, made_for = machine.memory.installed_bytes.value, _slots(machine, catalog)
    if installed is None or made_for is None or machine.memory.unified.value or machine.memory.modules.value:
        return None
    kind, rate, channels = made_for
    is_server = channels > SERVER_CHANNELS
    largest = largest_stick_gib(kind, is_server=is_server)
    fewer = range(channels - 2, channels // 2 - 1, -2) if is_server else ()
    for count in (channels, 2 * channels, *fewer):
        each, rest = divmod(installed, count * GIB)
        if largest is not None and not rest and each in STICK_GIB and each <= largest:
            sticks = Sticks((each,) * count, kind, rate, min(count, channels), channels)
            return _slowed(sticks, machine, catalog)
    return None


def named_sticks(machine: Machine, told: NamedMemory, catalog: Catalog) -> Sticks | None:
    """The sticks that were named; what was not said of them is as usual. None where that is not known either.

    More sticks than channels share them; fewer leave channels empty.
    """
    usual, made_for = usual_sticks(machine, catalog), _slots(machine, catalog)
    if told.is_only_a_size:
        return usual
    kind, rate, channels = made_for or (None, None, None)
    sizes = told.sticks_gib or (usual.sizes_gib if usual is not None else ())
    if not sizes and told.gib and channels:
        sizes = (told.gib / channels,) * channels
    if told.type not in (None, kind):
        kind, rate = told.type, _rate_of_another(told.type, instead_of=kind, made_for_mt_per_s=rate)
    if not sizes:
        return None
    full, is_rate_told = min(len(sizes), channels or len(sizes)), told.mt_per_s is not None
    is_number_told, mt_per_s = told.sticks is not None, told.mt_per_s or rate
    sticks = Sticks(sizes, kind, mt_per_s, full, channels or full, is_number_told, is_rate_told)
    return sticks if is_rate_told else _slowed(sticks, machine, catalog)


def _rate_of_another(kind: str, *, instead_of: str | None, made_for_mt_per_s: int | None) -> int | None:
    """The rate of sticks of another type than is stated of a processor that takes both; None for a soldered one."""
    if kind not in USUAL_MT_PER_S or instead_of not in USUAL_MT_PER_S or made_for_mt_per_s is None:
        return None
    return min(USUAL_MT_PER_S[kind], made_for_mt_per_s)


def _slowed(sticks: Sticks, machine: Machine, catalog: Catalog) -> Sticks:
    """The sticks at the rate that the maker of the processor states for two in each channel."""
    rate = sticks.transfers_mt_per_s
    if sticks.type != "DDR5" or rate is None or sticks.number <= sticks.all_channels:
        return sticks
    name, is_dual = machine.cpu.name.value or "", any(map(is_dual_rank, sticks.sizes_gib))
    full = full_rate(name, catalog, is_dual_rank=is_dual)
    return sticks if full is None or full >= rate else sticks._replace(transfers_mt_per_s=full, is_slowed=True)


def with_sticks(machine: Machine, sticks: Sticks) -> Machine:
    """The machine with those in it; a rate that nobody told is as it was where one is known."""
    rate = sticks.transfers_mt_per_s and sticks.transfers_mt_per_s * MEGA
    modules = tuple(
        MemoryModule(
            slot=str(number + 1),
            bytes=round(size * GIB),
            type=sticks.type,
            rated_transfers_per_s=rate,
            configured_transfers_per_s=rate,
            channel=str(number % sticks.channels + 1),
        )
        for number, size in enumerate(sticks.sizes_gib)
    )
    is_told = sticks.is_number_told or sticks.is_rate_told
    origin: Origin = "user" if is_told else "estimated"
    source = _TOLD if is_told else _SOURCE
    memory = machine.memory.changed(
        modules=known(modules, origin=origin, source=source),
        channels=known(sticks.channels, origin=origin, source=source),
    )
    if rate and (sticks.is_rate_told or sticks.is_slowed or (is_told and memory.theoretical_bytes_per_s.value is None)):
        of_all = channels_bytes_per_s(sticks.channels, transfers_per_s=rate)
        both: Origin = "user" if sticks.is_number_told and sticks.is_rate_told else "estimated"
        memory = memory.changed(theoretical_bytes_per_s=known(of_all, origin=both, source=source))
    return machine.changed(memory=memory)


def _slots(machine: Machine, catalog: Catalog) -> tuple[str, int, int] | None:
    """Type and rate of the sticks that all its processors take, and on how many channels; None where not known."""
    name = machine.cpu.name.value or ""
    told = _OF_A_DESKTOP if name == "CPU" else _made_for(name, catalog)
    return told and (told[0], told[1], told[2] * (machine.cpu.sockets.value or 1))


def _made_for(name: str, catalog: Catalog) -> tuple[str, int, int] | None:
    """Type, rate and channels of the sticks that a processor takes; None where they are not known."""
    card_id, family_id = cpu_card_id(name, catalog), family_of(name, catalog.cpu_families)
    card, family = catalog.cpus.get(card_id or ""), catalog.cpu_families.get(family_id or "")
    rates = (
        card.memory_mt_per_s if card is not None else None,
        family_rate(name, family) if family is not None else None,
    )
    for one, rate in zip((card, family), rates, strict=True):
        if one is not None and one.memory_type and rate and one.memory_channels:
            return one.memory_type, rate, one.memory_channels
    return None
