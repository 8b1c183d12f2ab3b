"""A model loaded with all of its layers on one processor, or on several equal ones (docs/physics.md 5)."""

from typing import NamedTuple

from advisor.facts.answers.estimate import Fit, MemoryNeed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.predict.memory.fit import budget_bytes, fit
from advisor.predict.memory.layout import Layout, layout
from advisor.predict.memory.memory_need import memory_need
from advisor.predict.memory.split import parts_of
from advisor.predict.model.subject import Run, Subject


class Load(NamedTuple):
    """What a model needs, where it lies, and whether that is there."""

    need: MemoryNeed
    layout: Layout
    fit: Fit


def load(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, host: Processor | None = None
) -> Load:
    """Need and fit of a model whose layers are all here; `host` takes what a card does not hold."""
    need = memory_need(subject, calibration, run)
    lies = _whole(need, processor, subject, run)
    return Load(need, lies, fit(need, processor, lies, devices=run.devices, host=host))


def spare_bytes(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> int | None:
    """Bytes to spare on the fullest device with all layers here, below 0 where they do not fit; None where unknown."""
    budget = budget_bytes(processor)
    if budget is None:
        return None
    return budget - _whole(memory_need(subject, calibration, run), processor, subject, run).fullest_bytes


def _whole(need: MemoryNeed, processor: Processor, subject: Subject, run: Run) -> Layout:
    """Where it lies: all in one memory, but for what llama.cpp keeps beside a graphics card."""
    beside = need.output_bytes + subject.weights.embedding_bytes
    if processor.pool != "vram" or not subject.is_gguf:
        beside = 0
    cards = need.total_bytes - beside
    if run.is_even:
        return Layout(cards, -(-cards // run.devices), beside)
    parts = parts_of(subject, run)
    return layout(need, parts, parts.everything, run, budget_bytes=budget_bytes(processor), is_gguf=beside > 0)
