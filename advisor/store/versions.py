"""Files of other versions of this program: earlier ones step by step in today's form, newer ones joined with ours.

A newer version's file is set aside when an older one is installed again; with the newer version it is taken back, and
nothing of it or of what was kept since is lost.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from advisor.facts.kept.history import CrashFile, History, MachineHistory
from advisor.facts.kept.profile import CorrectionFile, MachineCorrections
from advisor.facts.kept.settings import Settings
from advisor.facts.machine.measurement import Measurements, OwnRun
from advisor.facts.values.record import Record

_GONE_FROM_SETTINGS = ("theme", "page", "window", "processor_id", "recent_model_ids", "last_folder")
"""The window keeps its own place and look since."""
T = TypeVar("T")
R = TypeVar("R", bound=Record)


def second_settings(found: dict[str, Any]) -> dict[str, Any]:
    """Settings without what they no longer hold."""
    return {name: value for name, value in found.items() if name not in _GONE_FROM_SETTINGS}


def second_history(found: dict[str, Any]) -> dict[str, Any]:
    """A history whose measurements name the processor as the rig does."""
    machines = [
        {**machine, "runs": [with_present_devices(run) for run in machine["runs"]]}
        for machine in found.get("machines", [])
    ]
    return {**found, "machines": machines}


def with_present_devices(run: dict[str, Any]) -> dict[str, Any]:
    """The first measurements called the processor CPU; it is cpu since."""
    results = [
        {**result, "device": "cpu"} if result.get("device") == "CPU" else result for result in run.get("results", [])
    ]
    return {**run, "results": results}


def joined_settings(newer: Settings, own: Settings) -> Settings:
    """What was chosen since counts; all else is as it was chosen before."""
    return _filled(newer, own)


def joined_history(newer: History, own: History) -> History:
    """The runs of both, each once."""
    return History(machines=_together(newer.machines, own.machines, lambda one: one.key, _both_histories))


def joined_crashes(newer: CrashFile, own: CrashFile) -> CrashFile:
    """The crashes of both; of the same one the later."""
    crashes = _together(newer.crashes, own.crashes, lambda one: (one.part, one.what), lambda _, later: later)
    return CrashFile(crashes=crashes)


def joined_corrections(newer: CorrectionFile, own: CorrectionFile) -> CorrectionFile:
    """The corrections of both; of the same fact the later."""
    return CorrectionFile(machines=_together(newer.machines, own.machines, lambda one: one.parts, _both_corrections))


def _both_histories(newer: MachineHistory, own: MachineHistory) -> MachineHistory:
    runs = _together(newer.runs, own.runs, _when, lambda first, _: first)
    return newer.changed(runs=runs, own_runs=_together(newer.own_runs, own.own_runs, _what_ran, lambda first, _: first))


def _both_corrections(newer: MachineCorrections, own: MachineCorrections) -> MachineCorrections:
    facts = _together(newer.corrections, own.corrections, lambda one: one.fact, lambda _, later: later)
    return own.changed(corrections=facts)


def _when(run: Measurements) -> Hashable:
    """Tells runs apart, also where a newer version knew more of one."""
    return tuple((one.name, one.device, one.started_at) for one in run.results), tuple(
        (soak.name, soak.device, soak.started_at) for soak in run.soaks
    )


def _what_ran(run: OwnRun) -> Hashable:
    return run.model_id, run.quant, run.processor, run.phase, run.depth_tokens, run.tokens_per_s, run.ran_on


def _together(
    newer: Iterable[T], own: Iterable[T], identity: Callable[[T], Hashable], both: Callable[[T, T], T]
) -> tuple[T, ...]:
    """Those of both, in the order of their time; `both` makes one of two that are the same thing."""
    found = {identity(one): one for one in newer}
    for one in own:
        key = identity(one)
        found[key] = both(found[key], one) if key in found else one
    return tuple(found.values())


def _filled(newer: R, own: R) -> R:
    """The record `newer` with every field of `own` that is not the usual one."""
    usual = type(own)()
    values: dict[str, object] = {}
    for name in type(own).annotated:
        value, before = getattr(own, name), getattr(newer, name)
        if value != getattr(usual, name):
            values[name] = _filled(before, value) if isinstance(value, Record) else value
    return newer.changed(**values)
