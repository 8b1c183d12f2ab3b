"""The sticks of a computer of which only the size of its memory was told: what such a board is mostly filled with."""

from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id, family_of, family_rate
from advisor.facts.cards.memory_kit import SERVER_CHANNELS, STICK_GIB, largest_stick_gib
from advisor.facts.machine.machine import Machine, MemoryModule
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB, MEGA

_SOURCE = "usual sticks"


class Sticks(NamedTuple):
    """So many equal sticks on so many channels."""

    number: int
    each_gib: int
    type: str
    transfers_mt_per_s: int
    channels: int


_OF_A_DESKTOP = ("DDR5", 4800, 2)
"""Type, rate and channels where nobody named a processor."""


def usual_sticks(machine: Machine, catalog: Catalog) -> Sticks | None:
    """Equal sticks in all channels, twice as many where none is so large; None where memory is soldered, or none fits.

    Type and rate are those that the processor is made for.
    """
    installed = machine.memory.installed_bytes.value
    told = _OF_A_DESKTOP if machine.cpu.name.value == "CPU" else _made_for(machine.cpu.name.value or "", catalog)
    if installed is None or told is None or machine.memory.unified.value or machine.memory.modules.value:
        return None
    kind, rate, channels = told
    channels *= machine.cpu.sockets.value or 1
    largest = largest_stick_gib(kind, is_server=channels > SERVER_CHANNELS)
    for count in (channels, 2 * channels):
        each, rest = divmod(installed, count * GIB)
        if largest is not None and not rest and each in STICK_GIB and each <= largest:
            return Sticks(count, each, kind, rate, channels)
    return None


def with_sticks(machine: Machine, sticks: Sticks) -> Machine:
    """The machine with those in it; its memory is as fast as it was."""
    rate = sticks.transfers_mt_per_s * MEGA
    modules = tuple(
        MemoryModule(
            slot=str(number + 1),
            bytes=sticks.each_gib * GIB,
            type=sticks.type,
            rated_transfers_per_s=rate,
            configured_transfers_per_s=rate,
            channel=str(number % sticks.channels + 1),
        )
        for number in range(sticks.number)
    )
    memory = machine.memory.changed(
        modules=known(modules, origin="estimated", source=_SOURCE),
        channels=known(sticks.channels, origin="estimated", source=_SOURCE),
    )
    return machine.changed(memory=memory)


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
