"""Measurements of the machines this data folder has seen, with their history."""

import functools
import hashlib
from collections.abc import Callable

from advisor.catalog.hardware.machine_cards import in_its_host, outdated, stamped
from advisor.facts.kept.history import History, MachineHistory
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurement, Measurements, OwnRun
from advisor.facts.values.units import GIB
from advisor.store.kept_file import Kept, KeptFile
from advisor.store.versions import joined_history, second_history

MOST_RUNS, MOST_MACHINES = 50, 100
"""Kept per machine, and machines; those that were measured longest ago go first."""
_MEASUREMENTS = KeptFile("measurements.json", History.model_construct(), joined_history, {1: second_history})


def machine_key(machine: Machine) -> str:
    """A short text that is the same as long as processor, memory and graphics cards are; holds no serial number."""
    memory_bytes = machine.memory.installed_bytes.value or machine.memory.usable_bytes.value
    memory_gib = "" if memory_bytes is None else str(round(memory_bytes / GIB))
    gpus = sorted(gpu.pci_id.value or gpu.name.value or "" for gpu in machine.gpus)
    parts = "\n".join((machine.cpu.name.value or "", memory_gib, *gpus))
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def load_history() -> Kept[History]:
    """All kept measurements; empty, with a note, where there are none to be read.

    Fifty runs take a tenth of a second to read: a file that was read before and is still the same is not read again.
    """
    try:
        found = _MEASUREMENTS.path.stat()
    except OSError:
        return _MEASUREMENTS.read()
    return _read(_MEASUREMENTS.path, found.st_ino, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=1)
def _read(*_state: object) -> Kept[History]:
    return _MEASUREMENTS.read()


def save_run(machine: Machine, run: Measurements) -> None:
    """Add one run to the history of this machine; a run without results is not kept. StoreError when that fails.

    Each result keeps the memory modules and the graphics driver of the machine as it is now.
    """
    if not run.results and not run.soaks:
        return
    _change(machine, lambda own: own.changed(runs=(*own.runs, stamped(run, machine))[-MOST_RUNS:]))


def save_own_run(machine: Machine, *runs: OwnRun) -> None:
    """Add what a person ran to the history of this machine, the same run once. StoreError when that fails."""
    _change(machine, lambda own: own.changed(own_runs=tuple(dict.fromkeys((*own.own_runs, *runs)))[-MOST_RUNS:]))


def remove_own_run(machine: Machine, run: OwnRun) -> None:
    """Forget a run that a person no longer wants to count. StoreError when that fails."""
    _change(machine, lambda own: own.changed(own_runs=tuple(one for one in own.own_runs if one != run)))


def machine_history(history: History, machine: Machine) -> MachineHistory:
    """What is kept of this machine; nothing where it is new."""
    key = machine_key(machine)
    return next((one for one in history.machines if one.key == key), MachineHistory(key=key, runs=()))


def latest_results(history: History, machine: Machine) -> Measurements | None:
    """The newest result of each measurement on this machine, and what people ran on it.

    A result on battery never hides one on mains, one of another program none of this, and a disturbed one no quiet one
    of the same memory and driver.
    """
    own = machine_history(history, machine)
    runs = [in_its_host(run, machine) for run in own.runs]
    newest: dict[tuple[str, str], Measurement] = {}
    for result in (result for run in runs for result in run.results):
        before = newest.get((result.name, result.device))
        if before is None or _rank(result, machine) >= _rank(before, machine):
            newest[result.name, result.device] = result
    soaks = {(soak.name, soak.device): soak for run in own.runs for soak in run.soaks}
    if not newest and not own.own_runs and not soaks:
        return None
    return Measurements(results=tuple(newest.values()), own_runs=own.own_runs, soaks=tuple(soaks.values()))


def is_hidden(result: Measurement, kept: Measurements) -> bool:
    """Whether a disturbed result stands behind a quiet one that is kept."""
    same = (one for one in kept.results if (one.name, one.device) == (result.name, result.device))
    return disturbance(result) is not None and any(disturbance(one) is None for one in same)


def _rank(result: Measurement, machine: Machine) -> tuple[bool, ...]:
    """Larger hides smaller."""
    changed = outdated(result, machine)
    is_of_now = changed is None or changed.what == "power"
    return result.program is None, not result.on_battery, is_of_now, disturbance(result) is None


def _change(machine: Machine, changed: Callable[[MachineHistory], MachineHistory]) -> None:
    def joined(history: History) -> History:
        own = machine_history(history, machine)
        others = tuple(one for one in history.machines if one.key != own.key)
        return History(machines=(*others, changed(own))[-MOST_MACHINES:])

    _MEASUREMENTS.change(joined)
    _read.cache_clear()
