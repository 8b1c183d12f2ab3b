"""Speeds that nothing can exceed (docs/physics.md 8.1), and whether a claimed or measured one can be true (1.4).

Bytes read per second above the bandwidth, or arithmetic above the peak rate, cannot. Far below what is expected
something is wrong with the machine or with the claim.
"""

from dataclasses import replace
from typing import Literal, NamedTuple

from advisor.facts.machine.measurement import ABOVE_PAPER
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import TERA
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.rates.disturbed import FAR_BELOW
from advisor.predict.rates.rates import physical_bandwidth, physical_peak


def step_bytes(subject: Subject, run: Run, *, depth_tokens: float | None = None) -> float:
    """Bytes that one step of generation reads at least: W once, and KV(n) of each of the B sequences.

    At best all sequences share their experts. `depth_tokens` where it is another than that of the run.
    """
    depth = run.depth_tokens if depth_tokens is None else depth_tokens
    cached = kv_bytes_read(subject.shape, subject.groups, depth_tokens=depth, setup=run.cache, blocks=subject.blocks)
    return subject.bytes_per_token + run.batch * cached


def decode_ceiling(
    processor: Processor, subject: Subject, run: Run, *, depth_tokens: float | None = None
) -> float | None:
    """Tokens per second of all sequences if reading alone took time: B x bandwidth / bytes; None where unknown.

    Different cards read their parts one after another. `depth_tokens` as `step_bytes` takes them.
    """
    if run.cards:
        alone = run.of_one
        each = [
            (one.share, decode_ceiling(one.processor, subject, alone, depth_tokens=depth_tokens)) for one in run.cards
        ]
        seconds = [share / ceiling for share, ceiling in each if ceiling]
        return 1 / sum(seconds) if len(seconds) == len(each) else None
    nominal = physical_bandwidth(processor)
    return (
        None
        if nominal is None
        else run.batch * nominal.value * run.parallel / step_bytes(subject, run, depth_tokens=depth_tokens)
    )


def prefill_ceiling(processor: Processor, subject: Subject, run: Run) -> float | None:
    """Tokens per second of a prompt if arithmetic alone took time: peak x devices / FLOP per token; None where unknown.

    All devices count: micro batches of a prompt follow each other through them. Of different cards the one that takes
    longest with its part holds the others up.
    """
    if run.cards:
        alone = replace(run.of_one, devices=1)
        ceilings = [(one.share, prefill_ceiling(one.processor, subject, alone)) for one in run.cards if one.share]
        rates = [ceiling / share for share, ceiling in ceilings if ceiling]
        return min(rates) if len(rates) == len(ceilings) else None
    peak = physical_peak(processor, main_type=subject.weights.main_type)
    return None if peak is None else peak.value * run.devices / prompt_work(subject).total_flop


_MATRIX_CORE_FLOP_PER_S, _VECTOR_CORE_FLOP_PER_S = 10 * TERA, 2 * TERA
"""More than a core computes: 1,024 int8 products per clock in the matrix units of Intel (AMX), 128 in two vector units
of 512 bits (AVX-512 VNNI)."""


class Finding(NamedTuple):
    """What is wrong with a speed: `rate` in bytes or FLOP per second against the `limit` it breaks or stays below.

    `impossible` rejects it; `far_below` is a hint only.
    """

    verdict: Literal["impossible", "far_below"]
    quantity: Literal["bandwidth", "compute"]
    rate: float
    limit: float


def broken_limit(
    *, bytes_per_s: float, bandwidth: float | None, flop_per_s: float, peak: float | None
) -> Finding | None:
    """The limit of physics that a rate exceeds by more than 5 %, None where it may be true or no limit is known."""
    if bandwidth is not None and bytes_per_s > ABOVE_PAPER * bandwidth:
        return Finding("impossible", "bandwidth", bytes_per_s, bandwidth)
    if peak is not None and flop_per_s > ABOVE_PAPER * peak:
        return Finding("impossible", "compute", flop_per_s, peak)
    return None


class Fastest(NamedTuple):
    """The highest rates of any device there is: what bounds one whose own are not known."""

    bandwidth: float | None = None
    peak: float | None = None


NOT_KNOWN = Fastest()


def decode_finding(
    tokens_per_s: float,
    processor: Processor,
    subject: Subject,
    run: Run,
    *,
    expected_tokens_per_s: float | None = None,
    fastest: Fastest = NOT_KNOWN,
) -> Finding | None:
    """What is wrong with a speed of generation, tokens/s of all sequences together; None where nothing is.

    `expected_tokens_per_s` is the prediction: far below it is remarked on. `fastest` bounds a device of unknown rates.
    """
    bandwidth, peak = physical_bandwidth(processor), physical_peak(processor, main_type=subject.weights.main_type)
    rate = step_bytes(subject, run) * tokens_per_s / run.batch
    limit = bandwidth.value * run.parallel if bandwidth else None
    broken = broken_limit(
        bytes_per_s=rate,
        bandwidth=limit or fastest.bandwidth,
        flop_per_s=flop_per_token(subject.weights) * tokens_per_s,
        peak=peak.value * run.devices if peak else None,
    )
    if broken is None and limit is not None and _is_far_below(tokens_per_s, expected_tokens_per_s):
        return Finding("far_below", "bandwidth", rate, limit)
    return broken


def prefill_finding(
    tokens_per_s: float,
    processor: Processor,
    subject: Subject,
    run: Run,
    *,
    expected_tokens_per_s: float | None = None,
    fastest: Fastest = NOT_KNOWN,
) -> Finding | None:
    """What is wrong with a speed of reading a prompt, tokens/s; None where nothing is. Likewise."""
    peak = physical_peak(processor, main_type=subject.weights.main_type)
    rate, limit = prompt_work(subject).total_flop * tokens_per_s, peak.value * run.devices if peak else None
    peak_or_more = limit or _most_of_cores(processor) or fastest.peak
    broken = broken_limit(bytes_per_s=0.0, bandwidth=None, flop_per_s=rate, peak=peak_or_more)
    if broken is None and limit is not None and _is_far_below(tokens_per_s, expected_tokens_per_s):
        return Finding("far_below", "compute", rate, limit)
    return broken


def _most_of_cores(processor: Processor) -> float | None:
    """What no CPU of so many cores exceeds; None where their number is not known."""
    cores = processor.cores.value
    if processor.kind != "cpu" or not cores:
        return None
    each = _MATRIX_CORE_FLOP_PER_S if processor.vendor in ("intel", "apple") else _VECTOR_CORE_FLOP_PER_S
    return (cores + processor.slow_cores) * each


def _is_far_below(tokens_per_s: float, expected_tokens_per_s: float | None) -> bool:
    return expected_tokens_per_s is not None and tokens_per_s < FAR_BELOW * expected_tokens_per_s
