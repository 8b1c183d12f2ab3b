"""A model loaded with all of its layers on one processor, or on several equal ones (docs/physics.md 4.3, 5.1, 5.6).

A processor stores some weights a second time for its kernels, with rows side by side.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from advisor.facts.answers.estimate import Fit, MemoryNeed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.same import Same
from advisor.facts.values.units import MIB
from advisor.predict.memory.fit import budget_bytes, fit, granted_bytes
from advisor.predict.memory.layout import Layout, layout
from advisor.predict.memory.split import parts_of
from advisor.predict.model.buffers import BatchSetup, compute_bytes, output_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import CardShare, Run, Subject

_KEPT = 512
"""So many needs are kept: each model is asked about on one card after another."""


def memory_need(subject: Subject, calibration: Calibration, run: Run) -> MemoryNeed:
    """Bytes by part, of all devices together: weights, KV cache, output once; compute and runtime on each."""
    runtime = sum(runtime_bytes(one.calibration) for one in run.cards) or runtime_bytes(calibration) * run.devices
    each = run.context_tokens, run.devices, run.vision_bytes
    return _kept_need(Same(subject), *each, run.cache, run.batching, runtime)


@lru_cache(maxsize=_KEPT)
def _kept_need(
    of: Same[Subject],
    context_tokens: int,
    devices: int,
    vision_bytes: int,
    cache: CacheSetup,
    batching: BatchSetup,
    runtime: int,
) -> MemoryNeed:
    """The same on whatever holds it."""
    subject = of.one
    shape = subject.shape
    parts = {
        "weights_bytes": subject.weights.total_bytes,
        "kv_cache_bytes": kv_cache_bytes(
            shape,
            subject.groups,
            context_tokens=context_tokens,
            setup=cache,
            blocks=subject.blocks,
            flash_attention=batching.flash_attention,
        ),
        "compute_bytes": devices * compute_bytes(shape, context_tokens=context_tokens, batch=batching, setup=cache),
        "output_bytes": output_bytes(shape, sequences=cache.sequences),
        "runtime_bytes": runtime,
        "vision_bytes": vision_bytes,
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
    cards = tuple(one.processor for one in run.cards)
    return Load(need, lies, fit(need, processor, lies, devices=run.devices, host=host, cards=cards))


def on_cards(subject: Subject, run: Run, cards: Sequence[tuple[Processor, Calibration]]) -> Run:
    """The run with the layers dealt out to different cards, the first of them filled first (docs/physics.md 5.4).

    Where they do not hold all of it, each is full: its part is that of the budgets.
    """
    budgets = [budget_bytes(processor) for processor, _ in cards]
    even = [1 / len(cards)] * len(cards)
    run = replace(run, devices=len(cards), split="layer", cards=_shares(cards, budgets, even))
    need = memory_need(subject, cards[0][1], run)
    counts = _whole(need, cards[0][0], subject, run).tensor_split
    own = (need.compute_bytes + need.runtime_bytes) // len(cards)
    parts = [float(count) for count in counts] or [float(max(0, (budget or 0) - own)) for budget in budgets]
    whole = sum(parts)
    shares = [part / whole for part in parts] if whole else even
    return replace(run, cards=_shares(cards, budgets, shares))


def _shares(
    cards: Sequence[tuple[Processor, Calibration]], budgets: Sequence[int | None], shares: Sequence[float]
) -> tuple[CardShare, ...]:
    each = zip(cards, budgets, shares, strict=True)
    return tuple(CardShare(*card, budget_bytes=budget, share=share) for card, budget, share in each)


def spare_bytes(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> int | None:
    """Bytes to spare on the fullest device with all layers here, below 0 where they do not fit; None where unknown."""
    if run.cards:
        return load(processor, subject, calibration, run).fit.spare_bytes
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

    Where the run itself takes memory that other programs hold now, as macOS lets it, so may its context.
    The need grows nearly in proportion to the context: it is tried where a straight line reaches the budget, and by
    halves where that does not soon find it.
    """
    granted, budget = granted_bytes(processor), budget_bytes(processor)
    now = spare_bytes(processor, subject, calibration, run)
    more = 0 if granted is None or budget is None else granted - budget
    if now is None or not now < 0 <= now + more:
        more = 0

    def spare(steps: int) -> int:
        found = spare_bytes(processor, subject, calibration, replace(run, context_tokens=steps * STEP_TOKENS))
        return -1 if found is None else found + more

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


_X86 = frozenset({"Q4_0", "Q4_K", "IQ4_NL", "MXFP4"})
"""Block types with AVX2 (Q2_K needs AVX-512 and is left out)."""

_ARM = frozenset({"Q4_0", "Q4_K", "Q5_K", "Q6_K", "Q8_0", "IQ4_NL", "MXFP4"})
"""Block types with dot product instructions."""

_BY_VENDOR = {"intel": _X86, "amd": _X86, "apple": _ARM, "ampere": _ARM, "qualcomm": _ARM, "arm": _ARM, "nvidia": _ARM}
_BY_MACHINE = {"x86_64": _X86, "amd64": _X86, "aarch64": _ARM, "arm64": _ARM}


def reordered_bytes(processor: Processor, subject: Subject) -> int:
    """Bytes of the matrices that a processor stores once more, rows in eights, while it loads them.

    Block type and instruction set decide (ggml/src/ggml-cpu/repack.cpp, ggml_repack_get_optimal_repack_type); never
    the token embedding, nor layers left to the processor beside a card. 0 where the kind of processor is not known, and
    on one with few vector instructions.
    """
    if processor.kind != "cpu" or processor.vector is not None or not subject.is_gguf:
        return 0
    machine = (processor.architecture or "").lower()
    types = _BY_MACHINE.get(machine) or _BY_VENDOR.get(processor.vendor.lower(), frozenset())
    return sum(part.interleavable_bytes for part in subject.weights.by_type if part.block_type in types)
