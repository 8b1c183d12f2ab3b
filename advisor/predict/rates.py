"""The rates of a device that the speed formulas need, with where each comes from."""

from typing import NamedTuple

from advisor.facts.calibration import Calibration, Rates
from advisor.facts.fact import Fact, Origin, weakest
from advisor.facts.quant import PLAIN_TYPES
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA
from advisor.predict.subject import Run

_OTHER = "other"
"""Key of a calibration's rate for block types it does not name."""

_GEFORCE_FP16_TO_FP32 = (1.5, 3.0)
"""Cards with an fp16 rate of twice their fp32 rate accumulate in fp32 at half speed: with fp16 it is double."""

INLINE_ECC_SHARE = 15 / 16
"""What check bits leave of GDDR memory (NVIDIA's CUDA C++ Best Practices Guide: 6.25 %), and what reading loses at
least: with it the held-out error of CUDA fell from 6.3 to 4.2 % in the median.
"""

FURTHER_SOCKET_SHARE = 0.1
"""What each socket but the first adds to the rate that one program reads at, unless it is told of them (--numa).

Two EPYC 9175F gave 0.41 of the sum of both, 0.74 with the model spread over both before
(https://github.com/ggml-org/llama.cpp/issues/11744); two Xeon 5218 half of what one alone gave
(https://github.com/mozilla-ai/llamafile/issues/765).
"""

SERVER_CLOCK_SHARE = 0.62
"""The clock of servers to that of the desktop processors that most rates per core are from: 3.4 to 3.7 GHz at most,
2.75 (EPYC) and 2.4 (Xeon) at the least (median of specs/cpu-families), to 5.2 to 5.7.
"""

_SERVER_BYTES_PER_S, _SERVER_CORES = 150 * GIGA, 20
"""From this memory rate and number of cores on a processor is one for servers."""

_SLICE_BYTES_PER_S = 40 * GIGA
"""Six times the memory rate that processors have per core."""

FOUR_BIT_FLOATS = ("MXFP4", "NVFP4")
"""Block types that the newest matrix units multiply as they are stored."""

_WITH_MATRIX_UNITS = ("volta", "ampere", "ada", "hopper", "blackwell", "apple-m5", "apple-m6")
"""Architectures all of whose cards have matrix units (of Turing some have none)."""


class Rate(NamedTuple):
    """A value with its origin."""

    value: float
    origin: Origin
    source: str


def read_rate(processor: Processor, calibration: Calibration) -> Rate | None:
    """Bytes per second that reading weights reaches: measured, else the calibrated share of the theoretical rate."""
    measured = measured_bandwidth(processor)
    if measured is not None:
        return measured
    nominal = _rate(processor.bandwidth_bytes_per_s)
    if nominal is None:
        return None
    share = calibration.bandwidth_share * calibration.read_share.get(processor.architecture or "", 1.0)
    share *= (INLINE_ECC_SHARE if processor.inline_ecc else 1) * _sockets_share(processor)
    return _derived(nominal, nominal.value * share, f"{share:.3g} of the rate")


def _sockets_share(processor: Processor) -> float:
    """The share of the bandwidth of all sockets together that one program reaches."""
    return (1 + (processor.sockets - 1) * FURTHER_SOCKET_SHARE) / processor.sockets


def measured_bandwidth(processor: Processor) -> Rate | None:
    """What reading the memory was measured to reach, None before it is measured."""
    return _rate(processor.read_bytes_per_s)


def physical_bandwidth(processor: Processor) -> Rate | None:
    """The bandwidth nothing can exceed: the larger of the theoretical and the measured one."""
    known = [rate for rate in (_rate(processor.bandwidth_bytes_per_s), _rate(processor.read_bytes_per_s)) if rate]
    return max(known, key=lambda rate: rate.value) if known else None


def cache_rate(processor: Processor, calibration: Calibration) -> Rate | None:
    """Bytes per second of reading the KV cache, before the calibration's factor (fitted on theoretical bandwidths).

    Unmeasured the theoretical rate; measured, the theoretical rate that such a reading belongs to, within physics.
    """
    measured, physical = measured_bandwidth(processor), physical_bandwidth(processor)
    if physical is not None and measured is None and processor.sockets > 1:
        return _derived(physical, physical.value * _sockets_share(processor), "what one program reads at")
    if measured is None or physical is None:
        return physical
    implied = measured.value / calibration.bandwidth_share
    return physical if implied >= physical.value else _derived(measured, implied, "what such a reading belongs to")


def rate_of_type(rates: Rates, block_type: str) -> float | None:
    """A calibration's rate for one block type; BF16 goes by F16, and `other` stands for types without one."""
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
    """Cores at work: the threads asked for, at most the physical cores; all of them when nothing was asked."""
    cores = processor.cores.value
    if run.threads is not None and is_slice(processor, run):
        return max(1, run.threads // 2)
    if run.threads is None or cores is None:
        return run.threads or cores
    return min(run.threads, cores)


def matrix_peak(processor: Processor) -> Rate | None:
    """FLOP per second of the fastest fp16 matrix mode: fp16-accumulate where it is faster, else fp16, else fp32.

    The fp32 rate says nothing where an architecture has matrix units of several times that rate: then None.
    """
    fast, plain, single = (
        _rate(fact)
        for fact in (processor.fp16_accumulate16_flop_per_s, processor.fp16_flop_per_s, processor.fp32_flop_per_s)
    )
    if fast is not None or plain is None:
        return fast or (None if processor.architecture in _WITH_MATRIX_UNITS else single)
    low, high = _GEFORCE_FP16_TO_FP32
    if processor.vendor == "nvidia" and single is not None and low < plain.value / single.value < high:
        return _derived(plain, 2 * plain.value, "twice the rate of fp32 accumulation")
    return plain


def prompt_peak(processor: Processor, *, main_type: str) -> Rate | None:
    """The rate nothing exceeds on prompts: the matrix peak, or int8 for weights of fewer than 16 bits where that is it.

    Where fp16 is no faster than fp32 there are no matrix units, and quantized weights are multiplied in int8 (dp4a).
    """
    peak, whole = matrix_peak(processor), _rate(processor.int8_op_per_s)
    single = processor.fp32_flop_per_s.value
    if main_type in PLAIN_TYPES or whole is None or peak is None or single is None or peak.value > single:
        return peak
    return max(peak, whole, key=lambda rate: rate.value)


def physical_peak(processor: Processor, *, main_type: str) -> Rate | None:
    """The arithmetic rate that nothing can exceed on a prompt; None where the rate of a faster type is not known.

    Quantized weights may be multiplied in int8 at several times the fp16 rate, four-bit floats faster still; Apple's
    graphics units have no faster type than fp16.
    """
    if processor.kind == "cpu":
        return None
    peak, whole = matrix_peak(processor), _rate(processor.int8_op_per_s)
    if main_type in PLAIN_TYPES or processor.vendor == "apple":
        return peak
    if peak is None or whole is None or main_type in FOUR_BIT_FLOATS:
        return None
    return max(peak, whole, key=lambda rate: rate.value)


def _derived(rate: Rate, value: float, how: str) -> Rate:
    """A rate that a constant made of another: estimated at best."""
    return Rate(value, weakest(rate.origin, "estimated"), f"{rate.source}: {how}")


def _rate(fact: Fact[float]) -> Rate | None:
    if fact.value is None or fact.origin is None:
        return None
    return Rate(fact.value, fact.origin, fact.source or "")
