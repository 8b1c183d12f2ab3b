"""All findings of a machine, worst first; also those about what it runs in and on: virtual machines, power, heat."""

from collections.abc import Iterator
from typing import get_args

from advisor.answer.findings.graphics import graphics_findings
from advisor.answer.findings.memory import memory_findings
from advisor.answer.findings.noticed import Noticed, known, noticed
from advisor.facts.machine.machine import FindingCode, Machine
from advisor.facts.rig.rig import Rig

_SAVING = ("power saver", "power-saver", "low power", "low-power", "low power mode", "power")
"""Plans that slow a computer down, as systems name them. `powersave` does not: it is the usual rule of some kernels."""


def machine_findings(machine: Machine, rig: Rig | None = None) -> tuple[Noticed, ...]:
    """Those that cost most speed first; with the rig made of the machine, in its own figures."""
    found = (*graphics_findings(machine, rig), *memory_findings(machine, rig), *_of_the_system(machine))
    return tuple(sorted(found, key=lambda one: get_args(FindingCode).index(one.code)))


def _of_the_system(machine: Machine) -> Iterator[Noticed]:
    cpu, system = machine.cpu, machine.os
    if cpu.hypervisor.value is not None and "WSL" in cpu.hypervisor.value:
        yield noticed("wsl", cpu.hypervisor, size=known(machine.memory.usable_bytes.value))
    elif cpu.hypervisor.value is not None:
        yield noticed("virtual_machine", cpu.hypervisor, name=cpu.hypervisor.value)
    if system.power_source.value == "battery":
        yield noticed("on_battery", system.power_source)
    if system.power_plan.value is not None and system.power_plan.value.lower() in _SAVING:
        yield noticed("power_saving", system.power_plan, plan=system.power_plan.value)
    if cpu.throttled.value:
        yield noticed("throttled", cpu.throttled)
