"""Facts that a person put right, kept for the hardware they were typed for."""

import hashlib
from collections.abc import Sequence

from advisor.catalog.hardware.corrected import gpu_place
from advisor.facts.kept.profile import Correction, CorrectionFile, HardwarePart, MachineCorrections
from advisor.facts.machine.machine import Gpu, Machine, Memory
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import GIB
from advisor.store.kept_file import KeptFile
from advisor.store.versions import joined_corrections

MOST_MACHINES = 50
_SAME_MACHINE_SHARE = 0.5
"""A machine that keeps so much of its parts is still the same one."""
CORRECTIONS = KeptFile("corrections.json", CorrectionFile(), joined_corrections)
"""What was put right on all machines of this data folder."""


@frozen
class KeptCorrections:
    """What holds for this machine, and what was typed for hardware it no longer has."""

    corrections: tuple[Correction, ...] = ()
    outdated: tuple[Correction, ...] = ()
    note: Reason | None = None


def hardware_parts(machine: Machine) -> tuple[HardwarePart, ...]:
    """The parts of a machine as detected: processor, set of memory modules, each graphics card with its board."""
    cpu = HardwarePart(place="cpu", key=_key(machine.cpu.name.value or ""))
    memory = HardwarePart(place="memory", key=_key(*_memory_words(machine.memory)))
    gpus = (HardwarePart(place=gpu_place(gpu, at), key=_key(*_gpu_words(gpu))) for at, gpu in enumerate(machine.gpus))
    return (cpu, memory, *gpus)


def load_corrections(machine: Machine) -> KeptCorrections:
    """What was put right on this machine, given as detected."""
    kept = CORRECTIONS.read()
    own = _of_machine(kept.record, hardware_parts(machine))
    if own is None:
        return KeptCorrections(note=kept.note)
    places = {part.place for part in set(own.parts) & set(hardware_parts(machine))}
    holding = tuple(one for one in own.corrections if _part_under(one) in places)
    outdated = tuple(one for one in own.corrections if one not in holding)
    return KeptCorrections(holding, outdated, kept.note)


def save_corrections(machine: Machine, corrections: Sequence[Correction]) -> None:
    """Keep these for this machine in place of what was kept; StoreError when that fails."""
    parts = hardware_parts(machine)
    new = (MachineCorrections(parts=parts, corrections=tuple(corrections)),) if corrections else ()

    def joined(kept: CorrectionFile) -> CorrectionFile:
        own = _of_machine(kept, parts)
        others = tuple(one for one in kept.machines if one is not own)
        return CorrectionFile(machines=(*others, *new)[-MOST_MACHINES:])

    CORRECTIONS.change(joined)


def _of_machine(kept: CorrectionFile, parts: tuple[HardwarePart, ...]) -> MachineCorrections | None:
    """The entry that shares most parts with this machine, if enough of them."""

    def alike(one: MachineCorrections) -> float:
        return len(set(one.parts) & set(parts)) / max(len(one.parts), len(parts))

    best = max(kept.machines, key=alike, default=None)
    return best if best is not None and alike(best) >= _SAME_MACHINE_SHARE else None


def _part_under(correction: Correction) -> str:
    """The place of the hardware under a fact; that of the system counts as the processor."""
    place = correction.fact.rpartition(".")[0]
    return "cpu" if place == "os" else place


def _memory_words(memory: Memory) -> list[str]:
    """The modules that are in; where none are listed, what can be used of them in whole GiB."""
    if memory.modules.value is not None:
        return sorted(f"{one.slot} {one.bytes} {one.type}" for one in memory.modules.value)
    return [str(round((memory.usable_bytes.value or 0) / GIB))]


def _gpu_words(gpu: Gpu) -> tuple[str, ...]:
    return (gpu.pci_id.value or gpu.name.value or "", gpu.subsystem_id.value or "")


def _key(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
