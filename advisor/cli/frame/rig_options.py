"""The computer that a command is about: this one, a saved one, one by name, or one put together of named parts."""

import argparse
import datetime
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from advisor.answer.request.named_machine import NamedMachine, named_machine
from advisor.answer.request.named_place import counted_name
from advisor.answer.request.part_of_server import as_part, is_only_a_part, part_of_name, usual_vcpus
from advisor.answer.what_if.upgrade_limits import SOLDERED
from advisor.answer.what_if.usual_sticks import Sticks, named_sticks, with_sticks
from advisor.answer.which_device.device import USUAL_GB_PER_S, usual_memory_bytes
from advisor.answer.which_device.named_gpu import NamedGpu, find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu, graphics_of, most_channels
from advisor.catalog.cards.cpu_words import cpu_and_rest
from advisor.catalog.cards.name_key import one_of, stated_gib, without_size
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.catalog.hardware.computer_machine import machine_of
from advisor.catalog.hardware.memory_of_its_time import type_of_its_time
from advisor.catalog.hardware.named_memory import LEAST_GIB, MOST_GIB, NamedMemory, named_memory
from advisor.catalog.hardware.own_rate import with_own_rate, with_rate
from advisor.catalog.hardware.usual_size import usual_size
from advisor.cli.frame.assumed_sticks import assumed_sticks
from advisor.cli.frame.command import UsageError
from advisor.cli.frame.gpus_in_place import are_gpus
from advisor.cli.frame.option_words import OF_A_RIG, names_parts, option_words
from advisor.cli.frame.profile import named_profile, read_profile, this_computer
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine
from advisor.facts.values.fact import known
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB, GIGA
from advisor.present.words.processor_name import grouped
from advisor.present.words.quantity import bandwidth
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.shell_words import command

NO_GPU = "none"
_MOST_GPUS = 16
_TYPED = "the command line"
_GB_PER_S = {"DDR4": 51.2, "DDR3": 25.6}
"""Two channels of the memory of usual desktops of its time: DDR4-3200, DDR3-1600."""


class AskedRig(NamedTuple):
    """A computer with what it is called, in words what was assumed of it, and whether it is the one this runs on.

    `wants_cpu`: nobody said which CPU it has. `read` says when it was read, if not now. `sticks` is what was assumed of
    those that hold its memory, in words; `misread` what was not understood. `options` name it in a command, with a
    space before them, `parts` are they without cards of one's own; empty for this computer.
    """

    profile: Profile
    name: str = ""
    assumed: tuple[str, ...] = ()
    is_here: bool = False
    wants_cpu: bool = False
    read: str = ""
    sticks: str = ""
    misread: str = ""
    options: str = ""
    parts: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What was assumed, also of its RAM, and not understood, as sentences, or when it was read; empty for none."""
        return self.note_on(with_ram=True)

    def note_on(self, *, with_ram: bool) -> str:
        """The same; without what was assumed of RAM for an answer that does not rest on its speed."""
        assumed = (*self.assumed, *((self.sticks,) if self.sticks and with_ram else ()))
        told = f"Assumed: {'; '.join(assumed)}." if assumed else self.read
        return " ".join(filter(None, (self.misread, told)))


class _NamedCard(NamedTuple):
    """One of the GPUs that were named: its card, how many of it, and the memory where its name states one to share."""

    card_id: str
    number: int
    memory_gib: int | None


USUAL_RAM_GB = 32
_USUAL_RAM_GB = ((24, USUAL_RAM_GB), (48, 64))
"""RAM of private computers beside so much VRAM: 40 % of those who play have 16 GB, most others 32 (Steam hardware
survey, January 2026), and who runs models has rather more than less (a judgment)."""
_DESKTOP_CHANNELS, _SERVER_STICK_GB = 2, 16
"""Servers and workstations have more channels, and mostly a stick of so much on each at least (a judgment)."""


def add_rig_options(parser: argparse.ArgumentParser, *, machine: bool = True) -> None:
    """Add `--machine` and the parts of a computer that is not here."""
    if machine:
        said = 'a saved machine, or a computer like "Mac mini M4 Pro 64GB", instead of this one'
        parser.add_argument("--machine", type=Path, metavar="FILE", help=said)
    parts = parser.add_argument_group("a computer by its parts, instead of this one")
    said = 'a GPU, several as "2x RTX 3090" or by repeating this; "none" for a computer without one'
    parts.add_argument("--gpu", action="append", metavar="NAME", help=said)
    parts.add_argument("--cpu", metavar="NAME", help="its CPU, for example Ryzen 7 5800X")
    said = 'its RAM, or the memory that CPU and GPU share: 32, or with its sticks "2x16 DDR5-6000"'
    parts.add_argument("--ram", type=_memory, metavar="GB", help=said)
    parts.add_argument("--unified", action="store_true", help="CPU and GPU share the memory, as in a Mac")


def asked_rig(arguments: argparse.Namespace, catalog: Catalog, *, anew: bool = False) -> AskedRig:
    """The computer that the options name; `anew`: this one is read now, whatever was read before.

    Raises:
        UsageError: no such part, or parts that do not go together.
        StoreError: the file of a machine holds none.
    """
    parts = option_words(arguments, *OF_A_RIG)
    words = [*parts, *option_words(arguments, "cards")]
    options = f" {command(words, 'windows' if os.name == 'nt' else 'linux')}" if words else ""
    return _asked_rig(arguments, catalog, anew=anew)._replace(options=options, parts=tuple(parts))


def _asked_rig(arguments: argparse.Namespace, catalog: Catalog, *, anew: bool) -> AskedRig:
    machine = getattr(arguments, "machine", None)
    if not names_parts(arguments):
        if machine is not None:
            return _named_rig(machine, arguments, catalog)
        own, read = (read_profile(None, catalog), "") if anew else this_computer(catalog)
        return AskedRig(own, is_here=True, read=read)
    if machine is not None:
        raise UsageError("--machine names a whole computer: leave out --gpu, --cpu, --ram and --unified")
    return _Parts(arguments, catalog).rig()


def _is_cpu_alone(name: str, catalog: Catalog) -> bool:
    """Whether it names a CPU and is like no name of a computer."""
    computers = catalog.computers
    return catalog.cpus.find(name) is not None and not (computers.variants(name) or computers.nearest(name))


def _named_rig(machine: Path, arguments: argparse.Namespace, catalog: Catalog) -> AskedRig:
    """The computer of a file or a name: one of the catalog, the only one of that name, or a chip with its memory.

    Raises:
        StoreError: there is none.
    """
    named = None if machine.exists() else named_machine(str(machine), catalog)
    if named is None and not machine.exists() and are_gpus(str(machine), catalog):
        raise UsageError(f'{machine} names GPUs, not a computer: say --gpu "{machine}" in place of --machine')
    if named is None and not machine.exists() and _is_cpu_alone(str(machine), catalog):
        raise UsageError(f'{machine} names a CPU, not a computer: say --cpu "{machine}" in place of --machine')
    if named is None:
        return AskedRig(named_profile(machine, catalog))
    name = named.name if named.how == "chip" else ""
    return AskedRig(Profile(machine=named.machine), name, tuple(_assumed_of(str(machine), named)))


def _assumed_of(name: str, named: NamedMachine) -> Iterator[str]:
    """What was assumed of a computer that was named."""
    if named.how == "chip":
        yield f'{name} as --gpu "{without_size(name)}" --ram {named.memory_gib:g} --unified'
        yield from map(in_words, named.notes)
    elif named.how != "named":
        yield named.name if named.how == "only" else f"{named.name}, the least of that name"


class _Parts:
    """A computer of the named parts; what is not named is assumed, and said."""

    def __init__(self, arguments: argparse.Namespace, catalog: Catalog) -> None:
        self.catalog, self.ram = catalog, arguments.ram or NamedMemory()
        self.assumed: list[str] = []
        self.misread = ""
        names = [one.strip() for text in arguments.gpu or () for one in text.split(" + ")]
        self.has_none = any(one.lower() == NO_GPU for one in names)
        self.part = None if arguments.cpu is None else part_of_name(arguments.cpu)
        named = arguments.cpu if self.part is None else self.part.name or None
        self.cpu = None if named is None else self._cpu(named)
        if self.has_none and (len(names) > 1 or arguments.unified):
            raise UsageError(f"--gpu {NO_GPU} says that there is no GPU: leave out the others and --unified")
        self.has_own = not names and self.cpu is not None and self.part is None
        self.cards = [] if self.has_none else self._own() if self.has_own else [self._card(one) for one in names]
        shared = [one for one in self.cards if catalog.gpus[one.card_id].memory_kind != "dedicated"]
        self.shared = shared[0] if shared else None
        if len(shared) > 1 or (self.shared and self.shared.number > 1):
            raise UsageError("--gpu: a computer has one GPU that shares its memory")
        if arguments.unified and (self.shared is None or not self._is_unified(self.shared.card_id)):
            told = "no chip is named"
            if self.cards:
                card = catalog.gpus[(self.shared or self.cards[0]).card_id]
                own = f"{card.name} has memory of its own"
                told = f"{card.name} uses the RAM beside it, leave it out" if self.shared else own
            raise UsageError(f'--unified is for chips whose GPU shares all memory, like --gpu "M4 Max": {told}')

    def rig(self) -> AskedRig:
        """The computer."""
        catalog, gib = self.catalog, self._memory_gib()
        vcpus = self._vcpus(gib)
        own = self.shared.card_id if self.shared and self._is_unified(self.shared.card_id) else None
        listed = None if self.cpu is None else find_cpu(self.cpu, catalog)
        card = listed[0].card if listed is not None and one_of(self.cpu or "")[0] == 1 else None
        computer = ComputerCard(
            name=_TYPED,
            form="desktop",
            gpu=own,
            cpu=card,
            processor=None if card else (self.cpu or (None if own else "CPU")),
            sockets=one_of(self.cpu or "")[0],
            memory_gib=gib,
            os="macos" if own and catalog.gpus[own].vendor == "apple" else None if vcpus is None else "linux",
            **self._soldered(gib),
            source=_TYPED,
            checked=datetime.date.min,
        )
        machine, host = machine_of(computer, _TYPED, catalog), self.cpu or ""
        cards = [(carded_gpu(one.card_id, catalog, host=host, memory_gib=gib),) * one.number for one in self.cards]
        machine = machine.changed(gpus=tuple(chain.from_iterable(cards)))
        if vcpus is not None:
            machine = as_part(machine, vcpus, source=_TYPED)
            rig = AskedRig(Profile(machine=machine), self._name, tuple(self.assumed), wants_cpu=self.cpu is None)
            return rig._replace(misread=self.misread)
        if own is not None and not self.ram.is_only_a_size:
            raise UsageError(f"--ram: {catalog.gpus[own].name} has no sticks, only give the size: --ram {gib:g}")
        self.ram = self._of_its_time()
        sticks = named_sticks(machine, self.ram, catalog)
        machine = self._with_usual_rate(machine, sticks)
        if sticks is not None:
            machine = with_sticks(machine, sticks)
        return AskedRig(
            Profile(machine=machine),
            self._name,
            tuple(self.assumed),
            wants_cpu=self.cpu is None and own is None,
            sticks=assumed_sticks(sticks, with_rate=self.cpu is not None),
            misread=self.misread,
        )

    def _soldered(self, gib: float) -> dict[str, Any]:
        """The memory that is soldered beside a chip: none of it comes in sticks."""
        card = self.catalog.gpus[self.shared.card_id] if self.shared else None
        if card is None or card.memory_kind != "shared" or card.memory_gib != gib or not self.ram.is_only_a_size:
            return {}
        if not (card.memory_type or "").startswith(SOLDERED):
            return {}
        return {"memory_type": card.memory_type, "memory_modules": 1}

    def _vcpus(self, gib: float) -> int | None:
        """How many virtual processors it has; None for a computer of one's own."""
        is_size = bool(self.ram.gib) and self.ram.is_only_a_size
        is_part = is_size and not self.cards and self.cpu and is_only_a_part(self.cpu, gib, self.catalog)
        if self.part is None and not is_part:
            return None
        vcpus = (self.part.vcpus if self.part else None) or usual_vcpus(gib)
        name = f"{vcpus} vCPU {self.cpu or ''}".strip()
        if self.part is None:
            channels = most_channels(self.cpu or "", self.catalog)
            self.assumed.append(f'a rented part, as {gib:g} GB cannot fill {channels} memory channels (--cpu "{name}")')
        elif self.part.vcpus is None:
            self.assumed.append(f'{vcpus} vCPUs (--cpu "{name}")')
        self.assumed.append("its share of the server's memory speed, which other tenants decide")
        return vcpus

    @property
    def _name(self) -> str:
        named = [] if self.has_own and self.shared and not self._is_unified(self.shared.card_id) else self.cards
        gpus = [grouped(self.catalog.gpus[one.card_id].name, one.number) for one in named]
        memory = [f"{self.ram.gib:g} GB RAM"] if self.ram.gib else []
        return ", ".join((*gpus, *([self.cpu] if self.cpu and self.cpu not in gpus else []), *memory)) or "no GPU"

    def _memory_gib(self) -> float:
        """What was said, else what the chip is sold with at least, else what is usual beside such cards."""
        shared = self.shared
        card = self.catalog.gpus[shared.card_id] if shared else None
        said = self.ram.gib or (shared.memory_gib if shared else None)
        if said and card is not None and card.memory_kind == "unified" and card.memory_gib and said > card.memory_gib:
            raise UsageError(f"{card.name} is sold with at most {card.memory_gib:g} GB, not with {said:g}")
        if said:
            return float(said)
        if shared is not None and card is not None and card.memory_kind == "unified":
            computers = self.catalog.computers.values()
            sold = [one.memory_gib for one in computers if one.gpu == shared.card_id and one.memory_gib]
            assumed = usual_size(sold) or card.least_memory_gib or card.memory_gib
            if assumed is None:
                raise UsageError(f"say with --ram how many GB of memory the computer with {card.name} has")
            if stated_gib(card.name) != assumed:  # its name says so
                is_least = assumed == min(sold, default=assumed)
                why = f"the least that {card.name} is sold with" if is_least else f"as most with {card.name} have"
                self.assumed.append(f"{assumed:g} GB of memory, {why} (--ram)")
            return assumed
        if card is not None and card.memory_gib:  # soldered beside a chip that is sold with one size
            return card.memory_gib
        cards = sum((self.catalog.gpus[one.card_id].memory_gib or 0) * one.number for one in self.cards)
        usual = next(
            (ram for vram, ram in _USUAL_RAM_GB if cards <= vram), usual_memory_bytes(round(cards * GIB)) / GIB
        )
        if self.cpu and (channels := most_channels(one_of(self.cpu)[1], self.catalog) or 0) > _DESKTOP_CHANNELS:
            usual = max(usual, one_of(self.cpu)[0] * channels * _SERVER_STICK_GB)
        self.assumed.append(f"{usual:g} GB of RAM (--ram)")
        return usual

    def _of_its_time(self) -> NamedMemory:
        """The RAM; of no named type beside old cards alone that of their time."""
        if self.cpu is not None or self.ram.type or self.ram.mt_per_s or self.shared:
            return self.ram
        return self.ram._replace(type=type_of_its_time((one.card_id for one in self.cards), self.catalog))

    def _with_usual_rate(self, machine: Machine, sticks: Sticks | None) -> Machine:
        """With the memory of a usual desktop where nothing is known of the CPU, nor is it a chip's own."""
        if self.cpu is not None or self.ram.mt_per_s or machine.memory.theoretical_bytes_per_s.value is not None:
            return machine
        if self.shared and (own := self.catalog.gpus[self.shared.card_id]).memory_gib:
            return with_own_rate(machine, own)
        gb_per_s = _GB_PER_S.get(self.ram.type or "", USUAL_GB_PER_S) * (sticks.share if sticks is not None else 1.0)
        self.assumed.append(f"RAM at {bandwidth(gb_per_s * GIGA)} (--cpu)")
        return with_rate(machine, known(gb_per_s * GIGA, origin="estimated", source=reason("family_memory_differs")))

    def _is_unified(self, card: str | NamedGpu) -> bool:
        card_id = card.card_id if isinstance(card, NamedGpu) else card
        return card_id is not None and self.catalog.gpus[card_id].memory_kind == "unified"

    def _own(self) -> list[_NamedCard]:
        """What a CPU that was named brings: the chip that it is, or the graphics in it."""
        name = self.cpu or ""
        if self._is_unified(find_named_gpu(name, DeviceFacts(), self.catalog.gpus)):
            return [self._card(name)]
        card_id = graphics_of(name, self.catalog)
        return [_NamedCard(card_id, 1, None)] if card_id is not None else []

    def _card(self, text: str) -> _NamedCard:
        """The card that a name means, and how many of it."""
        whole = plain_text(text)
        count, name = (None, whole) if self.catalog.gpus.find(whole) else counted_name(whole)
        if count is not None and not 1 <= count <= _MOST_GPUS:
            raise UsageError(f"--gpu: 1 to {_MOST_GPUS} GPUs, not {count}")
        gpus = self.catalog.gpus
        found = find_named_gpu(name, DeviceFacts(), gpus) if name else NamedGpu()
        if found.card_id is None and found.members:
            raise UsageError(f"--gpu: {name!r} may be several: {', '.join(found.members)}")
        if found.card_id is None:
            raise UsageError(f"--gpu: no GPU is known as {name[:80]!r}{_nearest(gpus.nearest(name))}")
        if found.assumed:
            self.assumed += [in_words(one) for one in found.notes]
        self.assumed += self._memory_of(found.card_id)
        return _NamedCard(found.card_id, count or 1, found.memory_gib)

    def _memory_of(self, card_id: str) -> list[str]:
        """Of a card that is sold with several kinds of memory the one that is taken to be meant."""
        card, cards = self.catalog.gpus[card_id], self.catalog.gpus
        alike = [cards[one] for one in cards.variants(card.name) if one != card_id]
        others = [one.memory_type for one in alike if one.memory_gib == card.memory_gib and one.memory_type]
        told = f"{card.name} with {card.memory_type} memory; it is also sold with {' and '.join(others)}"
        return [told] if others else []

    def _cpu(self, text: str) -> str:
        """What a CPU is called whose card or family is known; what stands behind its name says something of its RAM."""
        name, rest = cpu_and_rest(plain_text(text).strip(), self.catalog)
        told = named_memory(rest) if rest else None
        if told is not None:
            self.ram = self.ram.filled_from(told)
        elif rest:
            self.misread = f'Not understood behind the CPU\'s name and left out: "{rest[:80]}".'
        found = find_cpu(name, self.catalog) if name else None
        if found is None:
            near = _nearest(self.catalog.cpus.nearest(name)) or "; without --cpu a usual one is assumed"
            raise UsageError(f"--cpu: no CPU is known as {name[:80]!r}{near}")
        return found[0].name


def _nearest(names: tuple[str, ...]) -> str:
    return f"; nearest known: {', '.join(names)}" if names else ""


def _memory(text: str) -> NamedMemory:
    """Its size, with its sticks and their speed where these are said; RAM is sold in binary units, however called."""
    found = named_memory(text)
    if found is None or found.gib is None:
        sizes = f"must be {LEAST_GIB} to {MOST_GIB} GB"
        raise argparse.ArgumentTypeError(f'{sizes}, for example 32, or sticks, for example "2x16 DDR5-6000"')
    return found
