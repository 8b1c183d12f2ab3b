"""What a speed is less sure of: a rate that was disturbed, or that is only usual for its kind (docs/physics.md 8.2)."""

from collections.abc import Iterator

from advisor.facts.cards.calibration import Doubt
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, Uncertainty, believed
from advisor.facts.values.reason import reason
from advisor.predict.rates.rates import believed_read, usual_share

FAR_BELOW, _NOT_AT_ITS_BEST = 0.5, (0.95, 1.4)
"""Below this share of what is expected something else than the formula is wrong: such a machine may not be at its best
(judged).
"""

_LEAST_LOW, _LEAST_HIGH = 0.99, 1.01
"""A spread has two ends, however little there is at one of them."""

_ARITHMETIC = ("fp16_accumulate16_flop_per_s", "fp16_flop_per_s", "int8_op_per_s", "fp32_flop_per_s")


def reading_doubts(processor: Processor) -> tuple[Doubt, ...]:
    """What is not sure of reading weights: the rate of the memory and, on a CPU, that of its cores."""
    read, paper = processor.read_bytes_per_s, processor.bandwidth_bytes_per_s
    facts = [believed_read(processor, usual_share(processor)) if read.value is not None else paper]
    found = [fact.uncertainty for fact in facts] + [processor.core.uncertainty, processor.cores.uncertainty]
    return _doubt(found) or tuple(_far_below(read, paper))


def arithmetic_doubts(processor: Processor) -> tuple[Doubt, ...]:
    """What is not sure of arithmetic: of the cores of a CPU, of any matrix mode of a card."""
    if processor.kind == "cpu":
        return _doubt([processor.core.uncertainty, processor.cores.uncertainty])
    facts: list[Fact[float]] = [getattr(processor, name) for name in _ARITHMETIC]
    return _doubt([believed(fact, fact.on_paper).uncertainty for fact in facts])


def rate_doubts(processor: Processor) -> tuple[Doubt, ...]:
    """Both, for work that goes by both."""
    found = (*reading_doubts(processor), *arithmetic_doubts(processor))
    return tuple({doubt.reason.code: doubt for doubt in found}.values())


def _doubt(found: list[Uncertainty | None]) -> tuple[Doubt, ...]:
    """One doubt for all that is uncertain: figures of one run were disturbed by the same."""
    doubted = [one for one in found if one is not None]
    if not doubted:
        return ()
    reasons = tuple({cause.code: cause for one in doubted for cause in one.reasons}.values())
    low, high = min(one.low for one in doubted), max(one.high for one in doubted)
    spread = min(_LEAST_LOW, low), max(_LEAST_HIGH, high)
    return (Doubt(reason=reason("figure_uncertain", causes=reasons), spread=spread),)


def _far_below(read: Fact[float], paper: Fact[float]) -> Iterator[Doubt]:
    if read.value and paper.value and paper.uncertainty is None and read.value < FAR_BELOW * paper.value:
        why = reason("reads_far_below_paper", share=read.value / paper.value)
        yield Doubt(reason=why, spread=_NOT_AT_ITS_BEST)
