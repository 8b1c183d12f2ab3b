"""Findings about what the machine runs in and on: virtual machines, WSL, power, heat."""

from advisor.facts.machine.machine import Finding, Machine
from advisor.present.words.finding_words import evidence
from advisor.present.words.quantity import capacity
from advisor.present.words.words import say

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
            sentence=say(
                "This is Linux inside Windows, with {size} of its memory",
                size=capacity(machine.memory.usable_bytes.value),
            ),
            evidence=evidence(machine.cpu.hypervisor, say("the kernel is that of WSL")),
            cost=say("By default it gets half of the computer's memory, and a larger model is ended by the system."),
            remedy=say("Raise memory= in .wslconfig in your Windows user folder, or run Rig Advisor in Windows."),
        )
    return Finding(
        code="virtual_machine",
        sentence=say("This is a virtual machine ({hypervisor})", hypervisor=hypervisor),
        evidence=evidence(machine.cpu.hypervisor, say("its processor says so")),
        cost=say("Memory sticks and links cannot be seen, and speed varies with what the host does."),
        remedy=say("Trust measured figures here, and measure more than once."),
    )


def _battery(machine: Machine) -> Finding | None:
    source = machine.os.power_source
    if source.value != "battery":
        return None
    return Finding(
        code="on_battery",
        sentence=say("This computer runs on its battery"),
        evidence=evidence(source, say("the system says so")),
        cost=say("Most computers slow processor and graphics down on battery; the figures here are those on mains."),
        remedy=say("Plug it in before you run a model or measure."),
    )


def _saving(machine: Machine) -> Finding | None:
    plan = machine.os.power_plan
    if plan.value is None or plan.value.lower() not in _SAVING:
        return None
    return Finding(
        code="power_saving",
        sentence=say("The power plan saves energy ({value})", value=plan.value),
        evidence=evidence(plan, say("it is the plan in use")),
        cost=say("Processor and graphics are held below their usual clocks; measuring shows by how much."),
        remedy=say("Choose a balanced or fast plan in the power settings while a model runs."),
    )


def _throttled(machine: Machine) -> Finding | None:
    if not machine.cpu.throttled.value:
        return None
    return Finding(
        code="throttled",
        sentence=say("Heat slows the processor down"),
        evidence=evidence(machine.cpu.throttled, say("the processor counts it")),
        cost=say("Models on the processor, prompts above all, run slower than the figures here while it is hot."),
        remedy=say("Clean the fans, let air in, and measure again when it is cool."),
    )
