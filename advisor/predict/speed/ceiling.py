"""Speeds that nothing can exceed: all bytes at full bandwidth, all arithmetic at the peak (docs/physics.md 8.1)."""

from advisor.facts.rig.rig import Processor
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.peaks import physical_peak
from advisor.predict.rates.rates import physical_bandwidth


def step_bytes(subject: Subject, run: Run) -> float:
    """Bytes that one step of generation reads at least: W once, and KV(n) of each of the B sequences.

    At best all sequences share their experts.
    """
    cached = kv_bytes_read(
        subject.shape, subject.groups, depth_tokens=run.depth_tokens, setup=run.cache, blocks=subject.blocks
    )
    return subject.weights.bytes_per_token + run.batch * cached


def decode_ceiling(processor: Processor, subject: Subject, run: Run) -> float | None:
    """Tokens per second of all sequences if reading alone took time: B x bandwidth / bytes; None where unknown."""
    nominal = physical_bandwidth(processor)
    return None if nominal is None else run.batch * nominal.value * run.parallel / step_bytes(subject, run)


def prefill_ceiling(processor: Processor, subject: Subject, run: Run) -> float | None:
    """Tokens per second of a prompt if arithmetic alone took time: peak x devices / FLOP per token; None where unknown.

    All devices count: micro batches of a prompt follow each other through them.
    """
    peak = physical_peak(processor, main_type=subject.weights.main_type)
    return None if peak is None else peak.value * run.devices / prompt_work(subject).total_flop
