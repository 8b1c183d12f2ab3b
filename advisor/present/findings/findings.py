"""Findings: what about a machine is worth acting on, worst first, each with its evidence, its cost and its remedy."""

from advisor.answer.findings.findings import machine_findings
from advisor.facts.machine.machine import Finding, Machine
from advisor.facts.rig.rig import Rig
from advisor.present.words.origin import source_words
from advisor.present.words.quantity import count, power
from advisor.present.words.reasons.findings import FINDINGS
from advisor.present.words.reasons.in_words import filled
from advisor.present.words.words import capital, say, sentence

NOTES = (
    "graphics_memory_in_use",
    "no_graphics_card",
    "integrated_only",
    "macos_limit",
    "gpu_asleep",
    "virtual_machine",
    "half_rate",
    "backends",
)
"""Findings that are facts to know rather than faults to mend."""


def findings(machine: Machine, rig: Rig | None = None) -> tuple[Finding, ...]:
    """All findings, those that cost most speed first; with the rig made of the machine, in its own figures."""
    found = []
    for one in machine_findings(machine, rig):
        stands_out, seen, cost, remedy = (filled(text, one.parts) for text in FINDINGS[one.code])
        source = source_words(one.seen_in.source) if one.seen_in and one.seen_in.source else ""
        where = say(" ({remarks})", remarks=source) if source else ""
        evidence = sentence(f"{seen}{where}")
        found.append(Finding(code=one.code, sentence=capital(stands_out), evidence=evidence, cost=cost, remedy=remedy))
    return tuple(found)


def good_signs(machine: Machine, *, with_links: bool = True) -> tuple[tuple[str, str], ...]:
    """What is as it should be: (title, text), only where it was looked at; nothing of links where one is slow."""
    signs = []
    for gpu in machine.gpus if with_links else ():
        link = gpu.link.value
        if link and link.width_now and link.width_now == link.width_max:
            generation = f"PCIe {link.generation_max}.0 " if link.generation_max else "PCIe "
            limit = say(", {power} limit", power=power(gpu.power_limit_w.value)) if gpu.power_limit_w.value else ""
            signs.append((say("Full PCIe speed"), f"{generation}x{link.width_now}{limit}."))
    channels = machine.memory.channels.value
    if channels and channels > 1 and machine.memory.channels.origin != "estimated":
        sticks = len(machine.memory.modules.value or ())
        text = (
            say("{sticks} sticks in {channels} channels.", sticks=count(sticks), channels=count(channels))
            if sticks
            else say("{channels} channels.", channels=count(channels))
        )
        signs.append((say("Multi-channel memory is active"), text))
    return tuple(dict.fromkeys(signs))
