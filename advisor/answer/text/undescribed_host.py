"""A model that a card holds barely or in part, in a computer that nobody described (docs/physics.md 6.6)."""

from dataclasses import replace

from advisor.facts.answers.estimate import Estimate, Speed
from advisor.facts.asked.request import PredictRequest
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.predict.memory.fit import free_bytes
from advisor.predict.memory.layout import uncertain_bytes
from advisor.predict.memory.load import memory_need
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty


def may_hold(
    request: PredictRequest, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> bool:
    """Whether the cards may just hold all of it, nothing left free, with the shortest context where none is stated.

    A backend that is told to be half of each does not.
    """
    if request.backend == "hybrid":
        return False
    if request.context_tokens is None:
        new_tokens = run.generated_tokens if request.phase == "decode" else run.prompt_tokens
        run = replace(run, context_tokens=run.depth_tokens + new_tokens)
    need = memory_need(subject, calibration, run)
    free = [free_bytes(one) or 0 for one in [one.processor for one in run.cards] or [processor] * run.devices]
    return need.total_bytes - uncertain_bytes(need) <= sum(free)


def whole_or_part(whole: Estimate, part: Estimate) -> Estimate:
    """The estimate with all of it on the card, its low ends those of a program that leaves a part to the processor."""
    return whole.changed(
        decode=_down_to(whole.decode, part.decode),
        prefill=_down_to(whole.prefill, part.prefill),
        notes=(*whole.notes, reason("may_just_fit")),
    )


def _down_to(whole: Speed, part: Speed) -> Speed:
    own, slower = whole.tokens_per_s, part.tokens_per_s
    if own is None or slower is None:
        return whole
    both = Range(min(own.low, slower.low), own.middle, own.high)
    known = Certainty((both.low / both.middle, both.high / both.middle))
    return whole.changed(tokens_per_s=both, confidence=known.confidence)
