"""Time of one generated token on one kind of processor (docs/physics.md 6.2).

t = sum over block types ((W/(BW e))^4 + (W/(SC a))^4)^(1/4) + kv x KV(n)/BW + A(n)/(SC h) + L c m, with W weight bytes
read per step, BW theoretical bandwidth, e the share of it that reading reaches, SC compute units x clock, a bytes of
weights and h attention elements A per clock and unit, c seconds per layer, m a factor for mixtures of experts; layers
with a recurrent state count several times.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from advisor.facts.answers.estimate import TermName
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA, MICROSECOND
from advisor.predict.model.kv_cache import attention_elements, kv_bytes_read
from advisor.predict.model.layers import sparse_layers
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import bytes_read_by_type, expert_bytes_read, flop_per_token
from advisor.predict.rates.arithmetic_rate import arithmetic_flop_per_s, expert_share, is_before
from advisor.predict.rates.measured_core import attention_rates, hides_behind_memory, measured_unpack_bytes_per_s
from advisor.predict.rates.overlap import overlapped_s
from advisor.predict.rates.rates import (
    SERVER_CLOCK_SHARE,
    cache_rate,
    exchange_s,
    is_server,
    rate_of_type,
    read_rate,
    used_cores,
)
from advisor.predict.speed.columns import is_by_vectors, matrix_s, sequences_s
from advisor.predict.speed.power_limit import beyond_limit_s

_ONE_PART = 0.5
"""Of the fixed time of a layer, where a layer is a mixer or a feed-forward part alone (Nemotron-H, Nemotron 3)."""

USUAL_HZ = 2.5 * GIGA
"""The clock at which `layer_us` holds."""

DECODE_TERMS: tuple[TermName, ...] = (
    "weights", "unpacking", "kv_cache", "attention", "overhead", "arithmetic", "interconnect"
)  # fmt: skip
"""What the parts of a step are called, in their order."""


class DecodeParts(NamedTuple):
    """Seconds of one decoding step by cause; the sum is the time of the step."""

    weights_s: float
    unpack_s: float
    kv_cache_s: float
    attention_s: float
    layers_s: float
    compute_s: float
    devices_s: float

    @property
    def total_s(self) -> float:
        """Seconds of one step."""
        return sum(self)


def decode_parts(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, middle_tokens: float | None = None
) -> DecodeParts | None:
    """Seconds of one step of `run.batch` sequences by cause; None where even the bandwidth is unknown.

    `middle_tokens` takes the place of the tokens in the context halfway through generation. Devices of a tensor split
    read and compute at once, those of a layer split in turn; different cards each take their part of the time that the
    whole model would take on them (docs/physics.md 6.2, 6.5).
    """
    if run.cards:
        each = [
            decode_parts(one.processor, subject, one.calibration, run.of_one, middle_tokens=middle_tokens)
            for one in run.cards
        ]
        return summed([one.share for one in run.cards], each)
    rate = read_rate(processor, calibration, run)
    if rate is None:
        return None
    memory_s, caps_s, unpack_s = 0.0, 0.0, 0.0
    read = bytes_read_by_type(subject.weights, batch=run.batch)
    experts = expert_bytes_read(subject.weights, batch=run.batch)
    for block_type, size_bytes in read:
        alone_s = size_bytes / (rate.value * run.parallel)
        slower = 1 / calibration.expert_cap_share.get(block_type, 1.0) - 1
        cap = unpack_bytes_per_s(processor, calibration, run, block_type=block_type)
        cap_s = (size_bytes + experts[block_type] * slower) / (cap * run.parallel) if cap else 0.0
        memory_s += alone_s
        unpack_s += overlapped_s(alone_s, cap_s) - alone_s
        caps_s += cap_s
    layers_s = _layers_s(subject, calibration, run, processor=processor)
    size_bytes = sum(size for _, size in read)
    limited_s = beyond_limit_s(
        processor,
        calibration,
        step_s=memory_s + unpack_s + layers_s,
        size_bytes=size_bytes,
        weights=subject.weights.active_params * size_bytes / max(subject.bytes_per_token, 1),
        devices=run.devices,
    )
    step = DecodeParts(
        weights_s=memory_s + limited_s,
        unpack_s=unpack_s,
        kv_cache_s=0.0,
        attention_s=0.0,
        layers_s=layers_s,
        compute_s=_arithmetic_s(processor, subject, calibration, run, read_s=memory_s + unpack_s, caps_s=caps_s),
        devices_s=exchange_s(processor, run, layers=subject.shape.layers, hidden=subject.shape.hidden),
    )
    tokens = run.middle_tokens if middle_tokens is None else middle_tokens
    return with_tokens(step, depth_rates(processor, subject, calibration, run), subject, run, tokens=tokens)


def summed(shares: Sequence[float], each: Sequence[DecodeParts | None]) -> DecodeParts | None:
    """One step in which each of several cards takes its share of its own seconds; None where one is not known."""
    known = [one for one in each if one is not None]
    if len(known) < len(shares):
        return None
    causes = zip(*known, strict=True)
    return DecodeParts(*(sum(share * s for share, s in zip(shares, cause, strict=True)) for cause in causes))


class DepthRates(NamedTuple):
    """What tokens in the context take: factor x bytes of cache / rate, and factor x elements of attention / rate.

    A rate of 0 is not known; then nothing is counted. Heads narrower than `least_width` count as so wide.
    """

    cache_factor: float
    cache_bytes_per_s: float
    attention_factor: float
    attention_per_s: float
    least_width: int = 1


def depth_rates(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> DepthRates:
    """The rates of one processor, the same at every depth: per second, of all its units or cores.

    Without flash attention a latent cache is transposed anew in every step: read and written once more. Of different
    cards the rate at which all together get through, each with its part of the layers.
    """
    if run.cards:
        cards = [depth_rates(one.processor, subject, one.calibration, run.of_one) for one in run.cards]
        return _rates_in_turn(run, cards)
    factor = calibration.kv_factor_flash if run.batching.flash_attention else calibration.kv_factor_plain
    if calibration.latent_copy_share and subject.shape.kv_lora_rank and not run.batching.flash_attention:
        factor += 2 / calibration.latent_copy_share
    rate, cores = cache_rate(processor, calibration), used_cores(processor, run)
    measured = attention_rates(processor, calibration)
    cache = factor, rate.value * run.parallel if rate else 0.0
    if measured is not None and cores:
        cache = 1.0, measured.kv_bytes_per_s * cores
    if processor.kind == "cpu":
        each = measured.mac_per_s if measured else (calibration.attention_core_gmac_per_s or 0.0) * GIGA
        return DepthRates(*cache, 2.0, each * (cores or 0))
    per_clock, width = _attention_per_clock(calibration, run)
    return DepthRates(*cache, 1.0, (_unit_hz(processor, calibration) or 0.0) * per_clock, width)


def _rates_in_turn(run: Run, each: Sequence[DepthRates]) -> DepthRates:
    """1 / sum of share x factor / rate, of cache and attention; a card without a rate counts nothing."""
    pairs = list(zip([one.share for one in run.cards], each, strict=True))
    cache_s = sum(share * one.cache_factor / one.cache_bytes_per_s for share, one in pairs if one.cache_bytes_per_s)
    attention_s = sum(share * one.attention_factor / one.attention_per_s for share, one in pairs if one.attention_per_s)
    width = max(one.least_width for one in each)
    return DepthRates(1.0, 1 / cache_s if cache_s else 0.0, 1.0, 1 / attention_s if attention_s else 0.0, width)


def _attention_per_clock(calibration: Calibration, run: Run) -> tuple[float, int]:
    """Products of attention per unit and clock, 0 where unknown, and the width that narrower heads count as."""
    if run.batching.flash_attention:
        return calibration.attention_per_clock_flash or 0.0, 1
    old = calibration.old_attention
    if old is not None and is_before(run, old.before):
        return old.per_clock_plain, old.head_width
    return calibration.attention_per_clock_plain or 0.0, calibration.plain_head_width


def with_tokens(step: DecodeParts, rates: DepthRates, subject: Subject, run: Run, *, tokens: float) -> DecodeParts:
    """The same step with so many tokens in the context: only the seconds of cache and attention differ."""
    cached = kv_bytes_read(subject.shape, subject.groups, depth_tokens=tokens, setup=run.cache, blocks=subject.blocks)
    elements = attention_elements(subject.shape, subject.groups, depth_tokens=tokens, least_width=rates.least_width)
    cache_s = rates.cache_factor * cached / rates.cache_bytes_per_s if rates.cache_bytes_per_s else 0.0
    attention_s = rates.attention_factor * elements / rates.attention_per_s if rates.attention_per_s else 0.0
    return step._replace(kv_cache_s=run.batch * cache_s, attention_s=run.batch * attention_s / run.parallel)


def _layers_s(subject: Subject, calibration: Calibration, run: Run, *, processor: Processor) -> float:
    """Seconds of all layers whatever their size; those with a state run more, and smaller, steps each.

    A short convolution is one such step in the place of attention (models/lfm2.cpp of llama.cpp). Layers without
    experts route nothing: 29 of 52 in Nemotron 3 Nano, whose layers are each one part of a usual one.
    """
    shape = subject.shape
    usual_layers = shape.layers * (_ONE_PART if shape.single_part_layers else 1.0)
    is_long = subject.shape.recurrent != "short_convolution"
    recurrent = sum(count for attention, count in subject.groups if attention.keeps_state) if is_long else 0
    more = recurrent * (calibration.recurrent_layer_factor - 1)
    cores = used_cores(processor, run)
    dense_s = layer_s(calibration, run, sparse=False, processor=processor, cores=cores)
    each_s = layer_s(calibration, run, sparse=subject.is_sparse, processor=processor, cores=cores)
    routing = sparse_layers(shape) if subject.shape_known or shape.single_part_layers else shape.layers
    every_s = usual_layers * dense_s + routing * (each_s - dense_s)
    return every_s * (calibration.post_norm_layer_factor if subject.shape.post_norms else 1.0) + more * dense_s


def layer_s(
    calibration: Calibration, run: Run, *, sparse: bool, processor: Processor, cores: int | None = None
) -> float:
    """Seconds of one layer whatever its size: launches, waiting for all cores, routing to experts; c m.

    Old builds and some architectures have another c, bound by the host; else a part of it goes with the clock. Each
    core of a CPU adds to it.
    """
    old, is_old = calibration.old_builds, starts_each_kernel(calibration, run, architecture=processor.architecture)
    each_us = calibration.layer_us_on.get(processor.architecture or "", calibration.layer_us)
    new_us = each_us * _clock_factor(processor, calibration)
    layer_us = old.layer_us if old is not None and is_old else new_us
    layer_us += calibration.core_layer_us * (cores or 0)
    return layer_us * MICROSECOND * (calibration.sparse_layer_factor if sparse else 1.0)


def starts_each_kernel(calibration: Calibration, run: Run, *, architecture: str | None) -> bool:
    """Whether the host starts kernels one by one: in old builds, on some architectures and in some programs later."""
    old = calibration.old_builds
    if old is None:
        return False
    of_engine = old.engines_before.get(run.engine or "", old.before)
    before = max(of_engine, old.architectures_before.get(architecture or "", old.before))
    return architecture in old.architectures or is_before(run, before)


def _clock_factor(processor: Processor, calibration: Calibration) -> float:
    """What a layer takes on a card with stacked memory over what it takes on others: a part goes with its clock.

    1 where memory or clock is not known.
    """
    if processor.clock_hz is None or not (processor.memory_type or "").startswith("HBM"):
        return 1.0
    return 1 + calibration.clocked_layer_share * max(0.0, USUAL_HZ / processor.clock_hz - 1)


def _unit_hz(processor: Processor, calibration: Calibration) -> float | None:
    """Compute units x clock, as much as architecture and driver make of the calibration's rates per clock."""
    shader_hz = processor.shader_hz.value
    share = calibration.unit_share.get(processor.microarchitecture or "", 1.0)
    share *= calibration.system_share.get(processor.os, 1.0) if processor.os else 1.0
    return shader_hz * share if shader_hz else None


def unpack_bytes_per_s(processor: Processor, calibration: Calibration, run: Run, *, block_type: str) -> float | None:
    """Bytes of weights of one type that the arithmetic units take in per second; None where no rate is known.

    GPU: units x clock x bytes per clock, SC a. CPU: cores at work x the rate of one core, measured where it was
    (docs/physics.md 6.2, 6.4).
    """
    measured = measured_unpack_bytes_per_s(processor, calibration, run, block_type=block_type)
    doubt = processor.core.uncertainty
    if measured is not None and doubt is None:
        return measured
    if processor.kind == "cpu":
        usual = _usual_bytes_per_s(processor, calibration, run, block_type=block_type)
        return doubt.nearest(measured, usual=usual) if measured and usual and doubt else measured or usual
    per_clock, shader_hz = rate_of_type(calibration.cap_bytes_per_clock, block_type), _unit_hz(processor, calibration)
    return per_clock * shader_hz if per_clock and shader_hz else None


def _usual_bytes_per_s(processor: Processor, calibration: Calibration, run: Run, *, block_type: str) -> float | None:
    """What the cores at work take in where nothing of them was measured."""
    per_core, cores = rate_of_type(calibration.core_gb_per_s, block_type), used_cores(processor, run)
    share = calibration.vector_share.get(processor.vector, 1.0) if processor.vector else 1.0
    share *= SERVER_CLOCK_SHARE if is_server(processor) else 1.0
    share *= calibration.unit_share.get(processor.microarchitecture or "", 1.0)
    return per_core * share * GIGA * cores if per_core and cores else None


def cached_bytes_per_s(processor: Processor, calibration: Calibration, run: Run, *, block_type: str) -> float | None:
    """What the cores take in of weights that lie in a cache: what hid behind memory is at least what is usual."""
    rate = unpack_bytes_per_s(processor, calibration, run, block_type=block_type)
    if rate is None or not hides_behind_memory(processor, calibration, run, block_type=block_type):
        return rate
    return max(rate, _usual_bytes_per_s(processor, calibration, run, block_type=block_type) or 0.0)


def _arithmetic_s(
    processor: Processor, subject: Subject, calibration: Calibration, run: Run, *, read_s: float, caps_s: float
) -> float:
    """Seconds of arithmetic of several sequences beyond reading and unpacking once; 0 if unknown (docs/physics.md 6.5).

    A single sequence is left out: the fitted rates of unpacking hold its arithmetic. A CPU takes no longer than for one
    sequence after another.
    """
    if run.batch > 1 and is_by_vectors(subject, calibration, tokens=run.batch):
        return (run.batch - 1) * (calibration.column_share or 0.0) * caps_s
    rate = arithmetic_flop_per_s(processor, subject, calibration, run) if run.batch > 1 else None
    if rate is None:
        return 0.0
    if calibration.column_share is not None:
        experts = expert_share(calibration, processor=processor, run=run)
        at = rate * run.parallel
        return matrix_s(subject, calibration, tokens=run.batch, flop_per_s=at, expert_share=experts)
    if calibration.tile_tokens is not None:
        return sequences_s(subject, calibration, tokens=run.batch, flop_per_s=rate * run.parallel, read_s=read_s)
    beyond_s = max(0.0, flop_per_token(subject.weights) * run.batch / (rate * run.parallel) - read_s)
    one = decode_parts(processor, subject, calibration, replace(run, batch=1)) if processor.kind == "cpu" else None
    return beyond_s if one is None else min(beyond_s, run.batch * (one.weights_s + one.unpack_s) - read_s)
