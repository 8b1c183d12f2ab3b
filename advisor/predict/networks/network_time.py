"""Arithmetic and seconds of one pass of a network that writes no text (docs/physics.md 11.1, 11.2).

The arithmetic follows from what its card states. A transformer: a part that grows with the tokens and attention,
4 x layers x width x tokens squared. A network of convolutions: with the pixels; where two sizes are stated, the part
that grows with their square tells its attention.

On a graphics processor t = (g^4 + h^4)^(1/4) with g what the device takes and h what the program takes to start the
kernels: g = FLOP/(F s) + bytes/(BW b) + small kernels, where F s is bounded by power x FLOP per joule (4-norm), and
reading hides behind arithmetic in networks of convolutions (4-norm in the place of the sum). On a processor FLOP over
cores x the rate of one.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from advisor.facts.cards.pipeline import Network, NetworkCard, Pipeline, Work
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import BITS_PER_BYTE, GIGA, MICROSECOND, TERA
from advisor.predict.rates.core_rate import cores_flop_per_s
from advisor.predict.rates.formats import format_flop_per_s, has_format
from advisor.predict.rates.overlap import lower_rate, overlapped_s
from advisor.predict.rates.rates import known_bandwidth

_ATTENTION = 4.0
_KEPT = 512
"""So many passes are not counted anew: the same are asked of one device after another."""


class Size(NamedTuple):
    """What one item is: a picture or film of so many pixels and frames, or text of so many tokens."""

    width: int = 0
    height: int = 0
    frames: int = 1
    tokens: int = 0

    @property
    def pixels(self) -> int:
        """Pixels of all frames."""
        return self.width * self.height * self.frames


def tokens_of(network: Network, pipeline: Pipeline, size: Size) -> int:
    """Tokens that a transformer works on: those of its own, of the picture with those of the prompt, or of the text.

    A picture to start from has as many as the result, where it joins them.
    """
    if network.tokens is not None:
        return network.tokens
    side = pipeline.pixels_per_token
    if side is None or not size.width or network.role not in ("denoiser", "backbone"):
        return size.tokens
    times = 1
    if pipeline.frames_per_token:
        times = 1 + -(-(size.frames - 1) // pipeline.frames_per_token)
    is_denoiser = network.role == "denoiser"
    times *= 2 if pipeline.joins_start and is_denoiser else 1
    text = pipeline.text_tokens or 0 if is_denoiser else 1
    return max(1, size.width // side) * max(1, size.height // side) * times + text


@lru_cache(maxsize=_KEPT)
def pass_flop(network: Network, pipeline: Pipeline, size: Size) -> float | None:
    """FLOP of one pass on one item; None where neither stated work nor parameters per token tell.

    Transformers: a T + 4 L d T^2; convolutions: by pixels, and their square where two sizes are stated.
    """
    stated = [work for work in pipeline.work if _is_of(work, network, pipeline)]
    tokens = tokens_of(network, pipeline, size)
    if network.layers and network.hidden and tokens:
        attention = _ATTENTION * network.layers * network.hidden
        if stated:
            alone = pipeline.changed(joins_start=False)  # work is stated without the picture to start from
            near = min(stated, key=lambda work: abs(tokens_of(network, alone, _size(work)) - tokens))
            known = tokens_of(network, alone, _size(near))
            linear = max(0.0, _flop(near) - attention * known**2) / known
            return linear * tokens + attention * tokens**2
        per_token = network.token_params or (network.params if network.role != "autoencoder" else None)
        return 2.0 * per_token * tokens + attention * tokens**2 if per_token else None
    if stated:
        return _by_pixels(stated, size)
    return 2.0 * (network.token_params or network.params) * tokens if tokens else None


def attention_flop(network: Network, pipeline: Pipeline, size: Size) -> float:
    """FLOP of one pass that no weights take part in: what each token says to each; 0 where layers are not listed."""
    if not network.layers or not network.hidden:
        return 0.0
    return _ATTENTION * network.layers * network.hidden * tokens_of(network, pipeline, size) ** 2


def _by_pixels(stated: list[Work], size: Size) -> float:
    """A x pixels + b x pixels squared through the smallest and the largest stated size, else in proportion."""
    ordered = sorted(stated, key=lambda work: _size(work).pixels)
    (least, most) = (ordered[0], ordered[-1])
    small, large, pixels = _size(least).pixels, _size(most).pixels, size.pixels
    if not small or not pixels:
        return _flop(most)
    if large == small:
        return _flop(most) * pixels / large
    square = (_flop(most) / large - _flop(least) / small) / (large - small)
    linear = _flop(least) / small - square * small
    if linear <= 0 or square < 0:
        near = min(stated, key=lambda work: abs(_size(work).pixels - pixels))
        return _flop(near) * pixels / _size(near).pixels
    return linear * pixels + square * pixels**2


def _is_of(work: Work, network: Network, pipeline: Pipeline) -> bool:
    """Whether stated work is that of a network: of its role, else of the first one."""
    return work.role == network.role if work.role is not None else network is pipeline.networks[0]


def _flop(work: Work) -> float:
    return work.gflop * GIGA


def _size(work: Work) -> Size:
    return Size(work.width or 0, work.height or 0, work.frames or 1, work.tokens or 0)


_WHOLE_BITS = 32


@frozen
class Program:
    """How a program runs a network: bits of one factor of its products and of what it stores between them.

    `compiled`: kernels fused and started together; `accumulate16`: sums in fp16, faster on GeForce cards.
    """

    bits: int = 16
    weight_bits: float = 16
    compiled: bool = False
    accumulate16: bool = False
    threads: int | None = None

    @property
    def value_bytes(self) -> float:
        """Bytes of one value between products."""
        return (_WHOLE_BITS if self.bits == _WHOLE_BITS else 16) / BITS_PER_BYTE


_PROGRAMS = tuple(
    Program(bits=bits, compiled=compiled, accumulate16=True) for bits in (32, 16, 8, 4) for compiled in (False, True)
)
"""All that differ in how fast they compute, in the formats in which they do that fastest."""


@frozen
class PassTime:
    """Seconds of one pass by cause. `start_s` is what starting kernels adds."""

    arithmetic_s: float
    memory_s: float
    start_s: float

    @property
    def total_s(self) -> float:
        """Seconds of one pass."""
        return self.arithmetic_s + self.memory_s + self.start_s


def pass_time(
    processor: Processor,
    network: Network,
    card: NetworkCard,
    program: Program,
    *,
    flop: float,
    tokens: float,
    attention: float = 0.0,
) -> PassTime | None:
    """Seconds of one pass over a batch: `flop` and `tokens` of all its items; None where a rate is unknown.

    `attention` is the part of `flop` without weights: programs compute it in 16 bits, also where weights have fewer.
    """
    rate = arithmetic_flop_per_s(processor, card, program)
    half_rate = arithmetic_flop_per_s(processor, card, replace(program, bits=max(16, program.bits)))
    if rate is None or half_rate is None:
        return None
    half = min(flop, attention)
    arithmetic_s = (flop - half) / rate + half / half_rate
    if processor.kind == "cpu":
        return PassTime(arithmetic_s, 0.0, _started_s(network, card, program))
    bandwidth = known_bandwidth(processor)
    if bandwidth is None:
        return None
    memory_s = _moved_bytes(network, card, program, flop=flop, tokens=tokens) / (bandwidth.value * card.bandwidth_share)
    if card.overlaps:
        memory_s = max(0.0, overlapped_s(arithmetic_s, memory_s) - arithmetic_s)
    tail_s = card.tail_us * MICROSECOND
    busy_s = arithmetic_s + memory_s + tail_s
    whole_s = overlapped_s(busy_s, _started_s(network, card, program))
    return PassTime(arithmetic_s, memory_s, max(0.0, whole_s - arithmetic_s - memory_s))


def arithmetic_flop_per_s(processor: Processor, card: NetworkCard, program: Program) -> float | None:
    """FLOP per second of one device in networks of this kind: 4-norm of peak x share and power x FLOP per joule.

    CPU: cores x the rate of one by its vector instructions. None where peak or cores are not known.
    """
    if processor.kind == "cpu":
        return cores_flop_per_s(processor, card.core_gflop_per_s, gflop_per_j=card.gflop_per_j, threads=program.threads)
    half = program.accumulate16 and card.half_accumulate
    peak = format_flop_per_s(processor, program.bits, accumulate16=half)
    if peak is None:
        return None
    used = program.bits if has_format(processor, program.bits) else 16
    makers: dict[Any, float] = card.maker_share
    factors: dict[Any, float] = card.bits_factor
    of_maker = makers.get(processor.vendor, card.share)
    share = card.architecture_share.get(processor.architecture or "", of_maker)
    share = min(1.0, share * (card.compiled_factor if program.compiled else 1.0))
    factor = factors.get(str(used), 1.0)
    per_joule = card.tflop_per_j.get(processor.architecture or "")
    power = processor.power_w.value
    if per_joule is None or power is None or used == _WHOLE_BITS:
        return peak * share
    most = power * per_joule * TERA * factor * (card.compiled_factor if program.compiled else 1.0)
    return lower_rate(peak * share, most)


def most_flop_per_s(processor: Processor, card: NetworkCard) -> float | None:
    """The same in the program that computes fastest; None where that of none is known."""
    rates = (arithmetic_flop_per_s(processor, card, program) for program in _PROGRAMS)
    return max((rate for rate in rates if rate is not None), default=None)


def _moved_bytes(network: Network, card: NetworkCard, program: Program, *, flop: float, tokens: float) -> float:
    """Bytes of values between the products of one pass that pass through memory."""
    if network.layers and network.hidden and tokens:
        passes = card.compiled_passes if program.compiled else card.passes
        return passes * network.layers * network.hidden * tokens * program.value_bytes
    is_fused = program.compiled and card.compiled_bytes_per_flop is not None
    each = card.compiled_bytes_per_flop if is_fused else card.bytes_per_flop
    return (each or 0.0) * flop * program.value_bytes / 2


def _started_s(network: Network, card: NetworkCard, program: Program) -> float:
    """Seconds in which a program starts the kernels of one pass."""
    each_us = card.compiled_launch_us if program.compiled else card.launch_us
    return each_us * (network.layers or 1) * MICROSECOND
