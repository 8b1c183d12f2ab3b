"""Findings about what the machine runs in and on: virtual machines, WSL, power, heat."""

from advisor.facts.machine import Finding, Machine
from advisor.present.finding_words import evidence
from advisor.present.quantity import capacity

_WSL = "WSL"
_SAVING = ("power saver", "power-saver", "low power", "low-power", "low power mode", "power")
"""Plans that slow a computer down, as systems name them. `powersave` does not: it is the usual rule of some kernels."""


def system_findings(machine: Machine) -> tuple[Finding, ...]:
    """All of them."""
    checks = (_virtual(machine), _battery(machine), _saving(machine), _throttled(machine))
    return tuple(found for found in checks if found)


def _virtual(machine: Machine) -> Finding | None:
    hypervisor = machine.cpu.hypervisor.value
    if hypervisor is None:
        return None
    if _WSL in hypervisor:
        return Finding(
            code="wsl",
            sentence=f"This is Linux inside Windows, with {capacity(machine.memory.usable_bytes.value)} of its memory",
            evidence=evidence(machine.cpu.hypervisor, "the kernel is that of WSL"),
            cost="By default it gets half of the computer's memory, and a larger model is ended by the system.",
            remedy="Raise memory= in .wslconfig in your Windows user folder, or run Rig Advisor in Windows.",
        )
    return Finding(
        code="virtual_machine",
        sentence=f"This is a virtual machine ({hypervisor})",
        evidence=evidence(machine.cpu.hypervisor, "its processor says so"),
        cost="Memory sticks and links cannot be seen, and speed varies with what the host does.",
        remedy="Trust measured figures here, and measure more than once.",
    )


def _battery(machine: Machine) -> Finding | None:
    source = machine.os.power_source
    if source.value != "battery":
        return None
    return Finding(
        code="on_battery",
        sentence="This computer runs on its battery",
        evidence=evidence(source, "the system says so"),
        cost="Most computers slow processor and graphics down on battery; the figures here are those on mains.",
        remedy="Plug it in before you run a model or measure.",
    )


def _saving(machine: Machine) -> Finding | None:
    plan = machine.os.power_plan
    if plan.value is None or plan.value.lower() not in _SAVING:
        return None
    return Finding(
        code="power_saving",
        sentence=f"The power plan saves energy ({plan.value})",
        evidence=evidence(plan, "it is the plan in use"),
        cost="Processor and graphics are held below their usual clocks; measuring shows by how much.",
        remedy="Choose a balanced or fast plan in the power settings while a model runs.",
    )


def _throttled(machine: Machine) -> Finding | None:
    if not machine.cpu.throttled.value:
        return None
    return Finding(
        code="throttled",
        sentence="Heat slows the processor down",
        evidence=evidence(machine.cpu.throttled, "the processor counts it"),
        cost="Models on the processor, prompts above all, run slower than the figures here while it is hot.",
        remedy="Clean the fans, let air in, and measure again when it is cool.",
    )
