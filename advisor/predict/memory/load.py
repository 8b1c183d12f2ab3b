"""A model loaded with all of its layers on one processor, or on several equal ones (docs/physics.md 4.3, 5.1, 5.7)."""

from typing import NamedTuple

from advisor.facts.answers.estimate import Fit, MemoryNeed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import MIB
from advisor.predict.memory.fit import budget_bytes, fit
from advisor.predict.memory.layout import Layout, layout
from advisor.predict.memory.split import parts_of
from advisor.predict.model.buffers import compute_bytes, output_bytes
from advisor.predict.model.kv_cache import kv_cache_bytes
from advisor.predict.model.subject import Run, Subject, with_context


def memory_need(subject: Subject, calibration: Calibration, run: Run) -> MemoryNeed:
    """Bytes by part, of all devices together: weights, KV cache, output once; compute and runtime on each."""
    shape = subject.shape
    cache = kv_cache_bytes(
        shape,
        subject.groups,
        context_tokens=run.context_tokens,
        setup=run.cache,
        blocks=subject.blocks,
        flash_attention=run.batching.flash_attention,
    )
    compute = compute_bytes(shape, context_tokens=run.context_tokens, batch=run.batching, setup=run.cache)
    parts = {
        "weights_bytes": subject.weights.total_bytes,
        "kv_cache_bytes": cache,
        "compute_bytes": compute * run.devices,
        "output_bytes": output_bytes(shape, sequences=run.cache.sequences),
        "runtime_bytes": runtime_bytes(calibration) * run.devices,
    }
    exact = subject.weights.exact and subject.shape_known
    return MemoryNeed(**parts, total_bytes=sum(parts.values()), exact=exact)


def runtime_bytes(calibration: Calibration) -> int:
    """Bytes of the driver context and libraries on one device: the calibration's `runtime_mib`."""
    return round(calibration.runtime_mib * MIB)


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


STEP_TOKENS = 256
"""Caches come in steps of so many tokens."""

MOST_LINES = 6
"""Two are enough nearly always."""


def largest_context_tokens(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, most_tokens: int
) -> int | None:
    """The largest multiple of 256 tokens up to `most_tokens` whose need is within the budget; None when not even 256.

    The need grows nearly in proportion to the context: it is tried where a straight line reaches the budget, and by
    halves where that does not soon find it.
    """

    def spare(steps: int) -> int:
        found = spare_bytes(processor, subject, calibration, with_context(run, steps * STEP_TOKENS))
        return -1 if found is None else found

    low, high = 1, max(1, most_tokens // STEP_TOKENS)
    too_much = spare(high)
    if too_much >= 0:
        return high * STEP_TOKENS
    left = spare(low)
    if left < 0:
        return None
    tries = 0
    while high - low > 1:  # `low` fits, `high` does not
        tries += 1
        share = left / (left - too_much) if tries <= MOST_LINES else 0.5
        middle = min(max(low + int((high - low) * share), low + 1), high - 1)
        found = spare(middle)
        if found >= 0:
            low, left = middle, found
        else:
            high, too_much = middle, found
    return low * STEP_TOKENS
