"""Thirty rigs of all kinds, and a few models, which questions to the whole adviser are asked about."""

import dataclasses

from advisor.advice.assembled import assembled
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.name_key import model_key, without_active
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Conditions, Measurements
from advisor.facts.values.fact import unknown
from advisor.facts.values.units import GB
from tests.fakes.measurements import measurement, measurements
from tests.fakes.rigs import RIGS, gaming_pc

CATALOG = load_catalog()
_NAMED = (
    "DGX A100", "DGX H100", "MacBook Air M4 16GB", "Raspberry Pi 5 16GB", "Mac mini M4 Pro 64GB",
)  # fmt: skip
_MODELS = (
    "gpt2/gpt2", "llama/llama-3.2-1b", "llama/llama-3.1-8b", "qwen/qwen3-8b", "gpt-oss/gpt-oss-20b",
    "mistral/mistral-small-3.2-24b", "gemma/gemma-3-27b", "qwen/qwen3-30b-a3b", "llama/llama-3.3-70b",
    "gpt-oss/gpt-oss-120b", "qwen/qwen3-235b-a22b",
)  # fmt: skip
_FEW = {one: CATALOG.models[one] for one in _MODELS}
FEW = dataclasses.replace(CATALOG, models=CardIndex(_FEW, model_key, without_active))
"""The catalog with a few models of every size: all of them take minutes."""


def _computers() -> dict[str, str]:
    usual = {card.name: one for one, card in CATALOG.computers.items() if card.usual}
    return usual | {name: one for name in _NAMED if (one := CATALOG.computers.find(name)) is not None}


def _disturbed() -> tuple[Machine, Measurements]:
    """Other programs kept it busy while it was measured."""
    slow = measurement(value=14 * GB, conditions=Conditions(others_during=0.6))
    return gaming_pc(), measurements(slow)


def _memory_unknown() -> tuple[Machine, None]:
    """Neither main memory nor that of the card could be read."""
    machine, nothing = gaming_pc(), unknown("not_told")
    card = machine.gpus[0].changed(memory_total_bytes=nothing, memory_free_bytes=nothing)
    memory = machine.memory.changed(
        installed_bytes=nothing, usable_bytes=nothing, available_bytes=nothing, modules=nothing
    )
    return machine.changed(gpus=(card,), memory=memory), None


_FOUND = {**RIGS, "disturbed": _disturbed(), "memory unknown": _memory_unknown()}
MEASURED = {name: found for name, (_, found) in _FOUND.items()}
_PROFILES = {name: Profile(machine=machine, measurements=found) for name, (machine, found) in _FOUND.items()}
_PROFILES |= {name: Profile(machine=computer_machine(one, CATALOG)) for name, one in _computers().items()}
KNOWN = {name: assembled(one, CATALOG, name=name) for name, one in _PROFILES.items()}
