"""The rates of a device that the speed formulas need, with where each comes from (docs/physics.md 12.1, 12.2, 12.4).

And what several devices send to each other in one step (12.5). Layer split: each hands the hidden states of its tokens
to the next. Tensor split: two sums over all devices per layer, of which each sends 2 (n - 1)/n of the hidden states. A
link of their own (NVLink, Infinity Fabric) serves as many devices as it joins; more, or those without one, go through
the computer.
"""

from typing import NamedTuple

from advisor.facts.answers.text_answer import PeakKind
from advisor.facts.cards.calibration import Calibration, Rates
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Origin, Source, believed, weakest
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIGA, MICROSECOND
from advisor.predict.model.subject import Run

_OTHER = "other"
"""Key of a calibration's rate for block types it does not name."""

INLINE_ECC_SHARE = 15 / 16
"""What check bits leave of GDDR memory (NVIDIA's CUDA C++ Best Practices Guide: 6.25 %), and what reading loses at
least: with it the held-out error of CUDA fell from 6.3 to 4.2 % in the median.
"""

FURTHER_SOCKET_SHARE, _FURTHER_INTEL, _LEAST_SOCKETS = 0.1, 0.0, 0.5
"""What each socket but the first adds to the rate that one program reads at, unless it is told of them (--numa).

Two EPYC 9175F gave 0.41 of the sum of both, 0.74 with the model spread over both before
(https://github.com/ggml-org/llama.cpp/issues/11744). Xeons: half of what one alone gave where nobody looked after it
(5218, https://github.com/mozilla-ai/llamafile/issues/765), as much where the program is kept to one socket (E5-2695 v4,
5.1 tokens/s of a 14B at Q4_K_M, https://www.hotmolts.com, Benchmarking LLMs on Server-CPU), 1.2 times with interleaved
memory (E5-2697A v4, 7.45 of Gemma 4 26B-A4B in BF16, https://github.com/ikawrakow/ik_llama.cpp/issues/2175).
"""

SERVER_CLOCK_SHARE = 0.62
"""The clock of servers to that of the desktop processors that most rates per core are from: 3.4 to 3.7 GHz at most,
2.75 (EPYC) and 2.4 (Xeon) at the least (median of specs/cpu-families), to 5.2 to 5.7.
"""

_SERVER_BYTES_PER_S, _SERVER_CORES = 150 * GIGA, 20
"""From this memory rate and number of cores on a processor is one for servers."""

_SLICE_BYTES_PER_S = 40 * GIGA
"""Six times the memory rate that processors have per core."""


class Rate(NamedTuple):
    """A rate in base units per second with its origin and source; an uncertain one is told with a ~."""

    value: float
    origin: Origin
    source: Source
    is_uncertain: bool = False


def read_rate(processor: Processor, calibration: Calibration, run: Run | None = None) -> Rate | None:
    """Bytes per second that reading weights reaches: measured, else the calibrated share of the theoretical rate.

    On a card whose kind is known to read at a usual share, what was measured says how healthy it is: the calibrated
    share holds, times that health. (The share was fitted on theoretical rates: with the measured one the loss would be
    counted twice.) Fewer threads than fill the memory read as much as each does alone. What was measured while
    something disturbed it only bounds the rate that is usual. None where neither rate is known (docs/physics.md 12.1).
    """
    nominal, measured = rate_of(processor.bandwidth_bytes_per_s), measured_bandwidth(processor)
    own = calibration.read_share.get(processor.microarchitecture or "", 1.0)
    own *= (INLINE_ECC_SHARE if processor.inline_ecc else 1) * sockets_share(processor, calibration)
    share = calibration.bandwidth_share * own
    if measured is not None:
        if processor.kind == "cpu":
            usual = calibration.bandwidth_share * sockets_share(processor, calibration)
            measured = rate_of(believed_read(processor, usual)) or measured
        health = read_health(processor, own_share=own)
        if health is None or nominal is None:
            one = next((rate.rate for rate in processor.core.read if rate.threads == 1), None)
            if run is None or run.threads is None or one is None or run.threads * one >= measured.value:
                return measured
            how = reason("threads_alone", source=measured.source, threads=run.threads)
            return Rate(run.threads * one, measured.origin, how, measured.is_uncertain)
        how = reason("read_by_health", source=nominal.source, share=share, health=health, measured=measured.source)
        return Rate(nominal.value * share * health, "measured", how, measured.is_uncertain)
    if nominal is None:
        return None
    return derived(nominal, nominal.value * share, reason("share_of_rate", source=nominal.source, share=share))


def sockets_share(processor: Processor, calibration: Calibration | None = None) -> float:
    """The share of the bandwidth of all sockets together that one program reaches, as most do where none is meant."""
    usual = _FURTHER_INTEL if processor.vendor == "intel" else FURTHER_SOCKET_SHARE
    own = calibration.further_socket_share if calibration is not None else None
    further = usual if own is None else own
    return max(_LEAST_SOCKETS, 1 + (processor.sockets - 1) * further) / processor.sockets


def believed_read(processor: Processor, share: float | None) -> Fact[float]:
    """What reading its memory was measured to reach: disturbed, that share of paper within its ends.

    What is only usual for its kind stands in place of a figure of which twice may be true, of no other.
    """
    read, paper = processor.read_bytes_per_s, processor.bandwidth_bytes_per_s
    usual = paper.value or (read.on_paper if read.is_poor else None)
    if usual is None or (paper.uncertainty is not None and not read.is_poor):
        return read
    return believed(read, usual * (1.0 if share is None else share))


def measured_bandwidth(processor: Processor) -> Rate | None:
    """Bytes per second that reading the memory was measured to reach, None before it is measured."""
    return rate_of(processor.read_bytes_per_s)


def known_bandwidth(processor: Processor) -> Rate | None:
    """Bytes per second of its memory at best: the larger of the theoretical and the measured rate; None without."""
    return _larger(processor.bandwidth_bytes_per_s, processor.read_bytes_per_s)


def physical_bandwidth(processor: Processor) -> Rate | None:
    """Bytes per second that nothing exceeds: as known, but by data sheets and quiet readings alone; None without."""
    sure = (one for one in (processor.bandwidth_bytes_per_s, processor.read_bytes_per_s) if one.uncertainty is None)
    return _larger(*sure)


def _larger(*facts: Fact[float]) -> Rate | None:
    """The first of the largest that are known."""
    known = [fact for fact in facts if fact.value is not None]
    return rate_of(max(known, key=lambda fact: fact.value or 0.0)) if known else None


def cache_rate(processor: Processor, calibration: Calibration) -> Rate | None:
    """Bytes per second of reading the KV cache, before the calibration's factor (fitted on theoretical bandwidths).

    Unmeasured the theoretical rate; measured, the theoretical rate that such a reading belongs to, within physics.
    """
    physical = known_bandwidth(processor)
    if processor.read_bytes_per_s.value is None:
        if physical is not None and processor.sockets > 1:
            how = reason("one_program_reads", source=physical.source)
            return derived(physical, physical.value * sockets_share(processor, calibration), how)
        return physical
    measured = read_rate(processor, calibration)
    if measured is None or physical is None:
        return physical
    implied = measured.value / calibration.bandwidth_share
    how = reason("reading_belongs_to", source=measured.source)
    return physical if implied >= physical.value else derived(measured, implied, how)


def rate_of_type(rates: Rates, block_type: str) -> float | None:
    """A calibration's rate for one block type, None without; BF16 goes by F16, types without one by `other`."""
    stored = "F16" if block_type == "BF16" and "BF16" not in rates else block_type
    return rates.get(stored, rates.get(_OTHER))


def is_server(processor: Processor) -> bool:
    """Whether a CPU is made for servers, by its memory channels and cores."""
    rate, cores = processor.bandwidth_bytes_per_s.value, processor.cores.value
    is_large = rate is not None and rate / processor.sockets >= _SERVER_BYTES_PER_S
    return (
        processor.kind == "cpu" and processor.pool == "ram" and is_large and (cores or _SERVER_CORES) >= _SERVER_CORES
    )


def is_slice(processor: Processor, run: Run) -> bool:
    """Whether so few threads of a server are asked for that they are a virtual machine of some provider.

    Its threads are two per core (https://azurealan.ie/2020/01/21/azure-vcpus-and-hyper-threading/) but on ARM. Of a
    computer that was looked at the cores are known.
    """
    if processor.cores.origin in ("detected", "user"):
        return False
    rate, is_x86 = processor.bandwidth_bytes_per_s.value, processor.vendor in ("amd", "intel")
    few = run.threads is not None and rate is not None and rate / run.threads >= _SLICE_BYTES_PER_S
    return few and is_x86 and is_server(processor)


def used_cores(processor: Processor, run: Run) -> int | None:
    """Cores at work: the threads asked for, at most the physical cores, all when nothing was asked; None if unknown."""
    cores = processor.cores.value
    if run.threads is not None and is_slice(processor, run):
        return max(1, run.threads // 2)
    if run.threads is None or cores is None:
        return run.threads or cores
    return min(run.threads, cores)


def derived(rate: Rate, value: float, how: Reason) -> Rate:
    """A rate that a constant made of another: estimated at best."""
    return Rate(value, weakest(rate.origin, "estimated"), how, rate.is_uncertain)


def rate_of(fact: Fact[float]) -> Rate | None:
    """A known fact as a rate, None for an unknown one."""
    if fact.value is None or fact.origin is None:
        return None
    return Rate(fact.value, fact.origin, fact.source or "", fact.uncertainty is not None)


_ALIKE = 0.07
"""As near to the usual share as this is as usual: the shares of kinds and backends lie so far apart."""

_LEAST, _MOST = 0.3, 1.05


def read_health(processor: Processor, *, own_share: float = 1.0) -> float | None:
    """Measured read rate over the usual one of its kind: 1 where it is as usual; None where the kind is not known.

    `own_share` is what this one reads less than its kind in any case (check bits, older memory). A graphics processor
    inside another chip has no kind of its own, but for Apple's.
    """
    measured, paper = processor.read_bytes_per_s.value, processor.bandwidth_bytes_per_s.value
    share = usual_share(processor)
    if measured is None or paper is None or share is None:
        return None
    usual_bytes_per_s = paper * share * own_share
    health = (believed(processor.read_bytes_per_s, usual_bytes_per_s).value or measured) / usual_bytes_per_s
    return 1.0 if abs(health - 1) <= _ALIKE else min(max(health, _LEAST), _MOST)


def usual_share(processor: Processor) -> float | None:
    """Of the data sheet, what reading the memory of such a card reaches; None for a kind that is not known."""
    is_inside = processor.pool == "unified" and processor.vendor != "apple"
    return None if processor.kind == "cpu" or is_inside else processor.traits.usual_read_share


KERNEL_SHARE = 0.95
"""Of the peak, what the measurement's straight chains of products reach (docs/physics.md 12.2)."""

_SINGLE_SHARE, _DUAL_ISSUE_SHARE = 0.94, 0.57
"""The same in fp32: the middle of 61 cards, and of those whose data sheets count instructions in pairs."""

_VECTOR_FP16_TO_FP32 = 2.1
"""At most so many times as fast as fp32 is fp16 on NVIDIA cards without matrix units."""

_GEFORCE_FP16_TO_FP32 = (1.5, 3.0)
"""Cards with an fp16 rate of twice their fp32 rate accumulate in fp32 at half speed: with fp16 it is double."""

_MATRIX_TIMES = 2.5
"""Only matrix units calculate in fp16 more than so many times as fast as in fp32; without them it is twice at most."""

FOUR_BIT_FLOATS = ("MXFP4", "NVFP4")
"""Block types that the newest matrix units multiply as they are stored."""


def matrix_peak(
    processor: Processor, *, reached: bool = False, limit: bool = False, is_bf16: bool = False
) -> Rate | None:
    """FLOP per second of the fastest fp16 matrix mode: fp16-accumulate where it is faster, else fp16, else fp32.

    The fp32 rate says nothing where an architecture has matrix units of several times that rate: then None. With
    `reached` what was measured stands as it is, else for the peak that it belongs to: over 0.95 (docs/physics.md 12.2).
    There are no sums in bf16: where those in 32 bits are known, such weights go by them. With `limit` it is what
    nothing exceeds: the larger of the data sheet and a quiet reading.
    """
    plain = _peak(processor.fp16_flop_per_s, reached=reached, limit=limit)
    if is_bf16 and plain is not None:
        return plain
    fast = _peak(processor.fp16_accumulate16_flop_per_s, reached=reached, limit=limit)
    single = _single(processor, reached=reached, limit=limit)
    if fast is not None or plain is None:
        return fast or (single if processor.traits.fp32_stands_for_matrix else None)
    low, high = _GEFORCE_FP16_TO_FP32
    if processor.vendor == "nvidia" and single is not None and low < plain.value / single.value < high:
        return derived(plain, 2 * plain.value, reason("twice_fp32_accumulation", source=plain.source))
    return plain


def prompt_peak(processor: Processor, *, main_type: str, reached: bool = False) -> Rate | None:
    """FLOP per second that nothing exceeds on prompts: the matrix peak, or int8 for quantized weights where that is it.

    Where fp16 is no faster than fp32, with NVIDIA twice as fast (GeForce GTX 16), there are no matrix units, and
    quantized weights are multiplied in int8 (dp4a).
    """
    peak = matrix_peak(processor, reached=reached, is_bf16=main_type == "BF16")
    whole, single = _peak(processor.int8_op_per_s, reached=reached), _single(processor, reached=reached)
    if main_type in PLAIN_TYPES or whole is None or peak is None or single is None:
        return peak
    if peak.value > single.value * (_VECTOR_FP16_TO_FP32 if processor.vendor == "nvidia" else 1):
        return peak
    return max(peak, whole, key=lambda rate: rate.value)


def prompt_peak_kind(processor: Processor, *, main_type: str, reached: bool = False) -> PeakKind | None:
    """What `prompt_peak` counts; None where there is none."""
    peak = prompt_peak(processor, main_type=main_type, reached=reached)
    if peak is None:
        return None
    matrix = matrix_peak(processor, reached=reached, is_bf16=main_type == "BF16")
    if peak != matrix:
        return "int8"
    single = _single(processor, reached=reached)
    if single is None:
        return "fp16"
    if peak.value > _MATRIX_TIMES * single.value:
        return "matrix"
    return "fp32" if peak == single else "fp16"


def physical_peak(processor: Processor, *, main_type: str) -> Rate | None:
    """The arithmetic rate that nothing can exceed on a prompt; None where the rate of a faster type is not known.

    Quantized weights may be multiplied in int8 at several times the fp16 rate, four-bit floats faster still; Apple's
    graphics units have no faster type than fp16.
    """
    if processor.kind == "cpu":
        return None
    peak, whole = matrix_peak(processor, limit=True), _peak(processor.int8_op_per_s, reached=False, limit=True)
    if main_type in PLAIN_TYPES or processor.vendor == "apple":
        return peak
    if peak is None or whole is None or main_type in FOUR_BIT_FLOATS:
        return None
    return max(peak, whole, key=lambda rate: rate.value)


def _single(processor: Processor, *, reached: bool, limit: bool = False) -> Rate | None:
    share = _DUAL_ISSUE_SHARE if processor.traits.fp32_counts_pairs else _SINGLE_SHARE
    return _peak(processor.fp32_flop_per_s, reached=reached, limit=limit, share=share)


def _peak(fact: Fact[float], *, reached: bool, limit: bool = False, share: float = KERNEL_SHARE) -> Rate | None:
    """The peak that a rate belongs to; of a disturbed reading the one on paper, as far as the reading allows it."""
    rate, paper = rate_of(fact), fact.on_paper
    if rate is None or rate.origin != "measured" or reached:
        return rate
    peak = rate.value / share
    if fact.uncertainty is not None:
        if limit and paper is None:
            return None
        peak = believed(fact.changed(value=peak, on_paper=None), paper).value or peak
    if limit:
        peak = max(peak, paper or 0.0)
    return rate._replace(value=peak, source=reason("measured_over_share", source=rate.source, share=share))


CORE_BYTES_PER_S = 7 * GIGA
"""Memory bandwidth per processor core: the median of the cards in specs/cpus, half of them between 5.5 and 9.5 GB/s."""

VENDOR_RIDGES_FLOP_PER_BYTE: dict[str, float] = {"nvidia": 139, "amd": 64, "intel": 196, "apple": 31, "other": 60}
"""FLOP of the fastest fp16 mode per byte of memory bandwidth, the median of all cards of a maker, for an architecture
that is not known; of other makers a low guess.
"""


def typical_peak(processor: Processor) -> Rate | None:
    """FLOP per second of matrices: bandwidth x FLOP per byte of this architecture, else maker; None without."""
    bandwidth, ridge = known_bandwidth(processor), ridge_flop_per_byte(processor)
    if bandwidth is None or ridge is None:
        return None
    how = reason("typical_rate", ridge=ridge, whose=processor.architecture or processor.vendor)
    return Rate(bandwidth.value * ridge, weakest(bandwidth.origin, "estimated"), how)


def ridge_flop_per_byte(processor: Processor) -> float | None:
    """What its architecture, else its maker, has of arithmetic per byte of memory bandwidth."""
    return processor.traits.flop_per_byte or VENDOR_RIDGES_FLOP_PER_BYTE.get(processor.vendor)


def typical_cores(processor: Processor) -> float | None:
    """The cores that go with the bandwidth, at 7 GB/s each; None where that is unknown."""
    bandwidth = known_bandwidth(processor)
    return bandwidth.value / CORE_BYTES_PER_S if bandwidth else None


BOUNDARY_S = 200 * MICROSECOND
"""Handing a token from one card to the next in a layer split: 0.1 to 0.35 ms, fitted on rows of 1 to 8 cards."""

ALL_REDUCE_S = 20 * MICROSECOND
"""One exchange between cards in a tensor split over PCIe: 10 to 30 us, two per layer."""

_THROUGH_HOST_SHARE = 0.225
"""What cards reach through the computer of what a slot carries: 5 to 6 GB/s in rows of 2 to 8 cards, PCIe 4.0 x16."""

_STATE_BYTES = 2
_SUMS_PER_LAYER = 2


def between_bytes_per_s(processor: Processor, devices: int) -> float | None:
    """Bytes per second that one device sends to the others; None where no link is known."""
    own = processor.to_peers_bytes_per_s(devices)
    if own is not None:
        return own
    slot = processor.link_bytes_per_s.value
    return slot * _THROUGH_HOST_SHARE if slot else None


def exchange_s(processor: Processor, run: Run, *, layers: int, hidden: int) -> float:
    """Seconds of one decoding step between devices, 0 on one: the waits, and the bytes of all sequences but one.

    Layer split: (n - 1) x (200 us + bytes / rate). Tensor split: 2 L x (20 us + 2 (n - 1)/n x bytes / rate), with
    (B - 1) x `hidden` x 2 bytes. Bytes count where the link is known; the waits hold the state of one sequence.
    """
    if run.devices == 1:
        return 0.0
    rate = between_bytes_per_s(processor, run.devices)
    state_bytes = (run.batch - 1) * hidden * _STATE_BYTES
    if run.split == "layer":
        return (run.devices - 1) * (BOUNDARY_S + (state_bytes / rate if rate else 0.0))
    sent_bytes = 2 * (run.devices - 1) / run.devices * state_bytes
    return _SUMS_PER_LAYER * layers * (ALL_REDUCE_S + (sent_bytes / rate if rate else 0.0))
