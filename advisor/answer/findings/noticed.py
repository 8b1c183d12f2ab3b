"""What stands out about a machine, worst first: a code, the fact it was seen in, and the figures of its texts."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from advisor.facts.machine.machine import FindingCode
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Parameter, reason


@frozen
class Noticed:
    """One finding; `parts` fill the gaps of its texts, amounts in base units."""

    code: FindingCode
    seen_in: Fact[Any] | None = None
    parts: Mapping[str, Parameter] = field(default_factory=dict)


def noticed(code: FindingCode, seen_in: Fact[Any] | None = None, **parts: Parameter) -> Noticed:
    """A finding of that code."""
    return Noticed(code, seen_in, parts)


def processor_at(rig: Rig | None, index: int) -> Processor | None:
    """The processor with that number in a rig (0 is the CPU, then the graphics cards), None without a rig."""
    return rig.processors[index] if rig is not None and index < len(rig.processors) else None


def memory_rate(processor: Processor | None) -> float | None:
    """How fast its memory is read in bytes per second: measured, else on paper."""
    return processor.best_bytes_per_s.value if processor is not None else None


def known(amount: float | None) -> Parameter:
    """An amount for a gap, or that it is unknown."""
    return reason("not_known") if amount is None else amount


def rates_then(processor: Processor | None, factor: float) -> Parameter:
    """The rate of its memory now and so many times as fast; empty where it is unknown."""
    now = memory_rate(processor)
    return reason("rates_then", now=now, then=factor * now) if now else ""
