"""A whole computer by its name: one of the catalog, the only or the least of that name, or a chip with its memory."""

import datetime
import re
from typing import Literal, NamedTuple

from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import hardware_key, stated_gib, without_size
from advisor.catalog.hardware.computer_machine import computer_machine, machine_of
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.machine.machine import Machine
from advisor.facts.values.reason import Reason

_CORES = re.compile(r" \((\d+)-core GPU\)")
How = Literal["named", "only", "least", "chip"]


class NamedMachine(NamedTuple):
    """A computer, what it is called in full, and `how` the name means it.

    `named`: exactly; `only`: there is no other of that name; `least`: of several that differ in the cores of their chip
    the one with the fewest; `chip`: a chip that shares its memory, with `memory_gib` of it.

    `notes` say what was assumed.
    """

    machine: Machine
    name: str
    how: How
    memory_gib: float | None = None
    notes: tuple[Reason, ...] = ()


def named_machine(name: str, catalog: Catalog) -> NamedMachine | None:
    """The computer that is meant; None where nobody can tell."""
    computers = catalog.computers
    sold = computers.variants(name)
    ways: tuple[tuple[How, str | None], ...] = (
        ("named", computers.find(name)),
        ("only", sold[0] if len(sold) == 1 else None),
        ("least", _least_of_name(name, catalog)),
    )
    for how, computer_id in ways:
        if computer_id is not None:
            return NamedMachine(computer_machine(computer_id, catalog), computers[computer_id].name, how)
    return _chip(name, catalog)


def _least_of_name(name: str, catalog: Catalog) -> str | None:
    """Of computers that differ in the cores of their chip alone the id of the one with the fewest."""
    key, computers = hardware_key(name), catalog.computers
    alike = [one for one in computers if hardware_key(_CORES.sub("", computers[one].name)) == key]
    return min(alike, key=lambda one: _cores(computers[one])) if alike else None


def _cores(computer: ComputerCard) -> int:
    found = _CORES.search(computer.name)
    return int(found[1]) if found else 0


def _chip(name: str, catalog: Catalog) -> NamedMachine | None:
    """A chip with its memory (`M4 Max 64GB`), but of a computer that is sold, though not with so much."""
    plain, size_gib = without_size(name), stated_gib(name)
    named = find_named_gpu(plain, DeviceFacts(), catalog.gpus)
    card_id = named.card_id
    card = catalog.gpus[card_id] if card_id is not None else None
    if card is None or card.memory_kind != "unified" or size_gib is None or catalog.computers.variants(plain):
        return None
    if card.memory_gib and size_gib > card.memory_gib:
        return None
    computer = ComputerCard(
        name=name,
        form="desktop",
        gpu=card_id,
        memory_gib=size_gib,
        os="macos" if card.vendor == "apple" else None,
        source=name,
        checked=datetime.date.min,
    )
    notes = named.notes if named.assumed else ()
    return NamedMachine(
        machine_of(computer, name, catalog), f"{card.name}, {size_gib:g} GB RAM", "chip", size_gib, notes
    )
