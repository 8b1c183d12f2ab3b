"""Time to process a prompt (docs/physics.md 7), and the wait for the first word (7.7).

Micro batches of a prompt follow each other through the devices of a layer split (7.6).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.facts.cards.calibration import Calibration, PrefillShare
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import BITS_PER_BYTE, GIGA, MICROSECOND
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.prompt_work import attention_flop, attention_scores, scanned_elements
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import bytes_read_by_type, expert_bytes_read
from advisor.predict.rates.arithmetic_rate import (
    arithmetic_flop_per_s,
    bounded_by_clock,
    expert_share,
    flash_share,
    prefill_share,
    tiled_types,
    unpacks,
    working_cores,
)
from advisor.predict.rates.overlap import overlapped_s
from advisor.predict.rates.rates import (
    between_bytes_per_s,
    cache_rate,
    matrix_peak,
    rate_of_type,
    read_rate,
    typical_peak,
    used_cores,
)
from advisor.predict.speed.columns import VECTOR_COLUMNS, is_by_vectors, matrix_s
from advisor.predict.speed.decode import (
    DecodeParts,
    cached_bytes_per_s,
    decode_parts,
    depth_rates,
    layer_s,
    unpack_bytes_per_s,
    with_tokens,
)

COPIES = 4
"""Micro batches under way at once (GGML_SCHED_MAX_COPIES of llama.cpp)."""

EVEN_AFTER = 24
"""Micro batches after which the rest follow in a pattern that repeats: every one, two, three or four of them."""

LAUNCH_QUEUE = 1024
"""Launches that a CUDA device takes in before the host waits."""

LAUNCHES_PER_LAYER = 56
SIXTEEN_BIT_LAUNCHES_PER_LAYER = 46
"""Kernels of one layer on a prompt, from where rows of 2 to 8 cards stop overlapping (13 to 20 layers per card)."""

WIDE_QUEUE_SINCE = "2026-02"
WIDE_QUEUE = 4
"""llama.cpp asks for four times the queue since then (pull request 19042)."""

EXPERTS_WAIT_UNTIL = "2025-05"
"""Before, the host read which experts to use in every layer, and so waited for each (pull request 13199)."""


def pipeline_steps(batches: int, *, devices: int, queued: float) -> float:
    """Until the last micro batch has left the last device, in times one device takes for one micro batch.

    Devices and batches without waiting make batches + devices - 1; `queued` batches of launches fit one device's queue.
    """
    if batches <= 2 * EVEN_AFTER:
        return _steps(batches, devices=devices, queued=queued)
    first, both = (_steps(number, devices=devices, queued=queued) for number in (EVEN_AFTER, 2 * EVEN_AFTER))
    return both + (batches - 2 * EVEN_AFTER) * (both - first) / EVEN_AFTER


def _steps(batches: int, *, devices: int, queued: float) -> float:
    """The same, followed batch by batch.

    One host thread hands out the work, device by device. It goes on when the launches that a device has not worked off
    yet fit its queue, which holds those of `queued` micro batches: with a short queue little overlaps.
    """
    host, starts = 0.0, [[0.0] * 0 for _ in range(devices)]
    for batch in range(batches):
        if batch >= COPIES:
            host = max(host, starts[-1][batch - COPIES] + 1)
        ready = 0.0
        for device in starts:
            device.append(max(host, ready, device[-1] + 1 if device else 0.0))
            ready = device[-1] + 1
            worked_off = batch + 1 - queued
            if worked_off > 0:
                last = min(int(worked_off), batch)
                host = max(host, device[last] + worked_off - last)
    return starts[-1][-1] + 1


def at_once(subject: Subject, run: Run, *, batches: int) -> float:
    """How many devices of a layer split are at work on the prompt at a time, on average.

    Layers are whole: the device with the most of them holds the others up wherever they overlap.
    """
    slots = subject.shape.layers + 1  # the head counts as one
    widest = -(-slots // run.devices) * run.devices / slots
    steps = pipeline_steps(batches, devices=run.devices, queued=queued_batches(subject, run))
    return batches * run.devices / (run.devices + (steps - run.devices) * widest)


def queued_batches(subject: Subject, run: Run) -> float:
    """How many micro batches of one device's layers its launch queue holds: queue / (launches a layer x layers)."""
    if subject.is_sparse and run.build_date is not None and run.build_date < EXPERTS_WAIT_UNTIL:
        return 0.0
    is_wide = run.build_date is None or run.build_date >= WIDE_QUEUE_SINCE
    return LAUNCH_QUEUE * (WIDE_QUEUE if is_wide else 1) * run.devices / _launches(subject)


def _launches(subject: Subject) -> int:
    """Kernels that a micro batch starts, in all layers."""
    is_sixteen = subject.weights.main_type in PLAIN_TYPES
    return subject.shape.layers * (SIXTEEN_BIT_LAUNCHES_PER_LAYER if is_sixteen else LAUNCHES_PER_LAYER)


_UNPACKED_BYTES = 16 // BITS_PER_BYTE
_STATE_BYTES = 32 // BITS_PER_BYTE

HAND_OVER_BYTES_PER_S = 6 * GIGA
"""Between cards through the host, where the link is not known: 5 to 6 GB/s in rows of 2 to 8 cards."""


class PrefillParts(NamedTuple):
    """Seconds of a whole prompt by cause; the sum is the time of the prompt."""

    compute_s: float
    weights_s: float
    unpack_s: float
    attention_s: float
    layers_s: float
    devices_s: float

    @property
    def total_s(self) -> float:
        """Seconds of the whole prompt."""
        return sum(self)


def prefill_parts(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> PrefillParts | None:
    """Seconds of a whole prompt by cause: over micro batches 4-norm(arithmetic, reading) + attention + fixed times.

    The weights that a micro batch touches are read once for it. All sequences of `run.batch` have a prompt. None where
    peak or bandwidth is unknown (docs/physics.md 7).
    """
    if run.cards:
        return _in_line(processor, subject, run)
    rate = read_rate(processor, calibration, run)
    arithmetic = arithmetic_flop_per_s(processor, subject, calibration, run)
    if rate is None or arithmetic is None:
        return None
    tokens = run.batch * run.prompt_tokens
    ubatch = min(run.batching.ubatch_tokens, run.batching.batch_tokens, tokens)
    batches = -(-tokens // ubatch)
    parallel = run.devices if run.is_even else at_once(subject, run, batches=batches)
    read_s = batches * sum(size for _, size in bytes_read_by_type(subject.weights, batch=ubatch)) / rate.value
    if is_by_vectors(subject, calibration, tokens=ubatch):
        compute_s = batches * (ubatch - 1) * _column_s(processor, subject, calibration, run, tokens=ubatch)
    else:
        experts = expert_share(calibration, processor=processor, run=run)
        one_by_one = _token_experts_s(processor, subject, calibration, run)
        one_s = matrix_s(
            subject, calibration, tokens=ubatch, flop_per_s=arithmetic, expert_share=experts, token_experts_s=one_by_one
        )
        compute_s = tokens / ubatch * one_s
    by_library = subject.weights.main_type in PLAIN_TYPES or unpacks(subject, calibration, run)
    is_hidden = calibration.column_share is None or by_library
    parts = PrefillParts(
        compute_s=compute_s / parallel,
        weights_s=(overlapped_s(compute_s, read_s) - compute_s if is_hidden else read_s) / parallel,
        unpack_s=_unpack_s(subject, calibration, run, batches=batches, rate=rate.value) / parallel,
        attention_s=(
            run.batch * _attention_s(processor, subject, calibration, run)
            + _scan_s(processor, subject, calibration, tokens=tokens)
        )
        / parallel,
        layers_s=(
            batches
            * subject.shape.layers
            * layer_s(calibration, run, sparse=subject.is_sparse, processor=processor, cores=used_cores(processor, run))
            + _rows_s(subject, calibration, tokens=tokens, rate=rate.value)
        )
        / parallel,
        devices_s=_hand_over_s(processor, subject, run, tokens=tokens) / parallel,
    )
    is_few = ubatch <= VECTOR_COLUMNS
    started_s = 0.0 if is_few else batches * _launches(subject) * calibration.launch_us * MICROSECOND
    parts = parts._replace(layers_s=parts.layers_s + overlapped_s(parts.total_s, started_s) - parts.total_s)
    return parts if processor.kind != "cpu" else _no_slower_than_writing(parts, processor, subject, calibration, run)


def _no_slower_than_writing(
    parts: PrefillParts, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> PrefillParts:
    """The same, neither its products nor all of it longer than steps of writing, one for each of their tokens.

    A processor multiplies no token twice: where nothing better is at hand, tokens are multiplied one after another.
    """
    middle_tokens = run.depth_tokens + run.prompt_tokens / 2
    step = decode_parts(processor, subject, calibration, run.written, middle_tokens=middle_tokens)
    if step is None:
        return parts
    products_s = parts.compute_s + parts.weights_s + parts.unpack_s
    most_s = run.prompt_tokens * (step.compute_s + step.weights_s + step.unpack_s)
    share = min(1.0, most_s / products_s) if products_s else 1.0
    least = parts._replace(
        compute_s=share * parts.compute_s, weights_s=share * parts.weights_s, unpack_s=share * parts.unpack_s
    )
    beyond_s = max(0.0, least.total_s - run.prompt_tokens * step.total_s)
    return least._replace(attention_s=max(0.0, least.attention_s - beyond_s))


def _in_line(processor: Processor, subject: Subject, run: Run) -> PrefillParts | None:
    """Seconds of a prompt on different cards: each works on its part of the layers, some of them at the same time."""
    alone = replace(run.of_one, devices=1)
    each = [prefill_parts(one.processor, subject, one.calibration, alone) for one in run.cards]
    known = [one for one in each if one is not None]
    if len(known) < len(each):
        return None
    shares = [one.share for one in run.cards]
    causes = zip(*known, strict=True)
    seconds = [sum(share * s for share, s in zip(shares, cause, strict=True)) for cause in causes]
    stages = [share * one.total_s for share, one in zip(shares, known, strict=True)]
    tokens = run.batch * run.prompt_tokens
    batches = -(-tokens // min(run.batching.ubatch_tokens, run.batching.batch_tokens, tokens))
    faster = _overlap(stages, batches=batches, queued=queued_batches(subject, run))
    whole = PrefillParts(*seconds)._replace(devices_s=_hand_over_s(processor, subject, run, tokens=tokens))
    return PrefillParts(*(s / faster for s in whole))


def _overlap(stages: Sequence[float], *, batches: int, queued: float) -> float:
    """How many times as fast as one after another cards are that take so long with their parts of a prompt.

    At best all but the slowest wait: first batch + (batches - 1) x slowest. As much of that is reached as equal cards
    reach of theirs.
    """
    whole, devices = sum(stages), len(stages)
    most = batches * devices - (batches + devices - 1)
    if not most or not whole:
        return 1.0
    reached = (batches * devices - pipeline_steps(batches, devices=devices, queued=queued)) / most
    at_best = (1 + (batches - 1) * max(stages) / whole) / batches
    return 1 / (1 - reached * (1 - at_best))


def _column_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, tokens: int) -> float:
    """Seconds of one further token in a micro batch of so few that vector instructions multiply them."""
    caps_s = 0.0
    for block_type, size_bytes in bytes_read_by_type(subject.weights, batch=tokens):
        cap = unpack_bytes_per_s(processor, calibration, run, block_type=block_type)
        caps_s += size_bytes / cap if cap else 0.0
    return (calibration.column_share or 0.0) * caps_s


def _token_experts_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float:
    """Seconds of one token's experts where an engine multiplies them with one token at a time; 0 where it does not."""
    if not calibration.experts_by_token or not subject.is_sparse:
        return 0.0
    tiled, total_s = tiled_types(processor, calibration, run), 0.0
    for block_type, size_bytes in expert_bytes_read(subject.weights).items():
        rate = cached_bytes_per_s(processor, calibration, run, block_type=block_type)
        total_s += size_bytes / rate if rate and block_type not in tiled else 0.0
    return total_s


def _rows_s(subject: Subject, calibration: Calibration, *, tokens: int, rate: float) -> float:
    """Seconds of norms, rotations, activations and sums: rows of hidden states read and written between products."""
    row_bytes = subject.shape.hidden * _STATE_BYTES
    return tokens * subject.shape.layers * calibration.row_passes * row_bytes / rate


def _unpack_s(subject: Subject, calibration: Calibration, run: Run, *, batches: int, rate: float) -> float:
    """Seconds of writing quantized weights as 16 bit, once per micro batch."""
    if not unpacks(subject, calibration, run):
        return 0.0
    return batches * subject.weights.params * _UNPACKED_BYTES / rate


def _scan_s(processor: Processor, subject: Subject, calibration: Calibration, *, tokens: int) -> float:
    """Seconds of changing the states of recurrent layers token by token; 0 where the rate is not known."""
    unit_hz, per_clock = processor.shader_hz.value, calibration.state_per_clock
    if not unit_hz or not per_clock:
        return 0.0
    return tokens * scanned_elements(subject.shape, subject.groups) / (unit_hz * per_clock)


def _attention_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float:
    """Seconds of attention of one sequence: its arithmetic, and without flash attention moving the scores."""
    shape, groups, tokens, before = subject.shape, subject.groups, run.prompt_tokens, run.depth_tokens
    work = attention_flop(shape, groups, tokens=tokens, before=before)
    shares = prefill_share(calibration, processor=processor, run=run)
    if processor.kind == "cpu":
        per_core = calibration.attention_core_gflop_per_s * GIGA * (shares.flash if shares else 1.0)
        return work / (per_core * (working_cores(processor, run) or 1))
    peak, rate = matrix_peak(processor) or typical_peak(processor), cache_rate(processor, calibration)
    if peak is None or rate is None or shares is None:
        return 0.0
    if run.batching.flash_attention:
        tile = calibration.flash_tile_tokens
        cached = kv_bytes_read(shape, groups, depth_tokens=before + tokens / 2, setup=run.cache, blocks=subject.blocks)
        again_s = cached * tokens / (tile * rate.value) if tile else 0.0
        return _flash_s(processor, subject, shares, peak=peak.value, tokens=tokens, before=before) + again_s
    moved = attention_scores(shape, groups, tokens=tokens, before=before) * calibration.attention_score_bytes
    return work / (peak.value * (rate_of_type(shares.share, "F16") or shares.flash)) + moved / rate.value


def _flash_s(
    processor: Processor, subject: Subject, shares: PrefillShare, *, peak: float, tokens: int, before: int
) -> float:
    """Seconds of the arithmetic of flash attention: layers by the width of their heads, of latent rows as a whole."""
    shape, total = subject.shape, 0.0
    for attention, count in subject.groups:
        width = attention.key_elements if shape.kv_lora_rank else attention.head_dim
        work = attention_flop(shape, ((attention, count),), tokens=tokens, before=before)
        reached = peak * flash_share(shares, head_width=width)
        total += work / bounded_by_clock(processor, reached, shares.flash_flop_per_clock)
    return total


def _hand_over_s(processor: Processor, subject: Subject, run: Run, *, tokens: int) -> float:
    """Seconds of handing the hidden states of all tokens from card to card."""
    rate = between_bytes_per_s(processor, run.devices) or HAND_OVER_BYTES_PER_S
    passes = run.devices - 1 if run.split == "layer" else 2 * subject.shape.layers * (run.devices > 1)
    return passes * tokens * subject.shape.hidden * _STATE_BYTES / rate


def first_step(
    step: DecodeParts | None, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> DecodeParts | None:
    """The step that writes the first token: it attends to all of the prompt, and to nothing that is generated.

    `step` is one in the middle of the answer. Different cards take their shares of it each.
    """
    tokens = run.depth_tokens + run.prompt_tokens
    if step is None or run.cards:
        return decode_parts(processor, subject, calibration, run, middle_tokens=tokens)
    return with_tokens(step, depth_rates(processor, subject, calibration, run), subject, run, tokens=tokens)


def time_to_first_token_s(*, prefill_s: float | None, step_s: float | None) -> float | None:
    """Seconds from a loaded model and a free queue to the first token: prompt + one step; None where one is unknown.

    Tokens already in the cache are not read again; the new ones and the step attend to them.
    """
    return None if prefill_s is None or step_s is None else prefill_s + step_s
