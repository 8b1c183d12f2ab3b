"""A part of a server that is rented or shared: so many of its cores, and of its memory bandwidth what they can read."""

import re
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import most_channels
from advisor.catalog.cards.name_key import of_a_name
from advisor.facts.machine.machine import Machine
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason

_VCPUS = re.compile(r"[(,]?\s*\b(\d{1,3}) ?x? ?(?:v-?cpus?|virtual (?:cpus?|cores?))\b\s*\)?", re.IGNORECASE)
_RENTED = re.compile(r"\b(?:vps|vm|vserver|virtual (?:machine|server)|cloud server)\b", re.IGNORECASE)
_AS_A_MACHINE_SAYS = re.compile(
    r"\b(?:QEMU|KVM)\b|\b(?:Xeon|Core) Processor \(|\bEPYC(?:-\w+)? Processor\b", re.IGNORECASE
)
"""What a virtual machine calls its processor where it is not told the real name (QEMU, target/i386/cpu.c: model_id)."""
_DESIGN = re.compile(r"\bEPYC(?:-(\w+))? Processor\b", re.IGNORECASE)
_EPYCS = {"": "7001", "rome": "7002", "milan": "7003", "genoa": "9004", "turin": "9005"}
"""Families by the name that QEMU gives their design."""
_THREADS_PER_CORE = 2
_SERVER_CHANNELS = 4
"""From more memory channels on a processor is one for servers."""
_SMALLEST_STICK_GIB = 8
"""Registered sticks of less are hardly sold."""
_GIB_PER_VCPU = 2
"""What small virtual servers are mostly sold with (a judgment)."""


class Part(NamedTuple):
    """So many virtual processors, each a thread, of the processor of that name; empty where nobody named one."""

    name: str
    vcpus: int | None


@of_a_name
def part_of_name(text: str) -> Part | None:
    """What a name says of a part: `4 vCPU EPYC 7763`, `VPS 4 vCPU`, `VPS`; None where it means a whole processor.

    So do the names that virtual machines show: `AMD EPYC-Milan Processor` is a part of an EPYC 7003.
    """
    found = _VCPUS.search(text)
    if _AS_A_MACHINE_SAYS.search(text):
        epyc = _DESIGN.search(text)
        family = _EPYCS.get((epyc[1] or "").lower()) if epyc is not None else None
        return Part(f"EPYC {family}" if family else "", int(found[1]) if found else None)
    if found is None and not _RENTED.search(text):
        return None
    rest = _VCPUS.sub(" ", text, count=1) if found is not None else text
    return Part(
        re.sub(r"^(?:of|on)\b", "", _RENTED.sub(" ", rest).strip(" ,()")).strip(), int(found[1]) if found else None
    )


def usual_vcpus(memory_gib: float) -> int:
    """How many come with so much memory."""
    return max(1, round(memory_gib / _GIB_PER_VCPU))


def is_only_a_part(cpu_name: str, memory_gib: float, catalog: Catalog) -> bool:
    """Whether a server would not work so: its memory is less than a stick in each channel."""
    channels = most_channels(cpu_name, catalog) or 0
    return channels > _SERVER_CHANNELS and memory_gib < channels * _SMALLEST_STICK_GIB


def as_part(machine: Machine, vcpus: int, *, source: str) -> Machine:
    """The machine with so many threads of its processor; what it reads a second follows from its cores."""
    cores = max(1, vcpus // _THREADS_PER_CORE)
    cpu = machine.cpu.changed(
        cores=known(cores, origin="user", source=source),
        threads=known(vcpus, origin="user", source=source),
        sockets=known(1, origin="user", source=source),
        hypervisor=known("virtual server", origin="user", source=source),
    )
    memory = machine.memory.changed(theoretical_bytes_per_s=unknown(reason("no_modules_in_virtual_machine")))
    return machine.changed(cpu=cpu, memory=memory)
