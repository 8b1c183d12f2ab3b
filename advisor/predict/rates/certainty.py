"""How well a speed is known: the spread of its calibration, widened by what is not known (docs/physics.md 8.1, 8.2)."""

from collections.abc import Sequence
from math import exp, hypot, log, log2, sqrt
from typing import NamedTuple

from advisor.facts.answers.estimate import Confidence
from advisor.facts.cards.calibration import Calibration, Doubt, OwnScale, Seen, Spread, Spreads
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact
from advisor.facts.values.os_name import OsName
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.disturbed import arithmetic_doubts, reading_doubts
from advisor.predict.rates.doubts import (
    BATCHED,
    DIFFERENT_CARDS,
    DIVIDED,
    LAPTOP,
    LAPTOP_PROMPT,
    NO_CORES,
    NO_UNITS,
    OTHER_CHIP,
    SIMILAR_QUANT,
    SIMILAR_SHAPE,
    SLICE,
    SOCKETS,
    STATE,
    TENSOR_SPLIT,
    TYPICAL_PEAK,
    UNLISTED,
    UNLISTED_PROMPT,
    UNSEEN,
    UNSEEN_ARCHITECTURE,
    UNSEEN_ARCHITECTURE_PROMPT,
    UNSEEN_TYPE,
    YOUNG_MONTHS,
    months_since,
    young,
)
from advisor.predict.rates.measured_core import prompt_share
from advisor.predict.rates.rates import is_slice, prompt_peak

DEEP_TOKENS = 16384
"""Where a context is deep: from half to twice as many tokens the range widens, so that no step shows in a chart."""

_NARROWEST: tuple[tuple[float, Confidence], ...] = ((1.15, "A"), (1.35, "B"), (1.6, "C"), (2.2, "D"))
"""The widest high / low of each class; wider is E."""


class Certainty(NamedTuple):
    """How well a speed is known: its range as factors of the estimate, what widens it, and what narrowed it."""

    spread: Spread
    doubts: tuple[Reason, ...] = ()
    narrowed: tuple[Reason, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """The class that says it in one letter."""
        width = self.spread[1] / self.spread[0]
        return next((name for widest, name in _NARROWEST if width <= widest), "E")


def certainty(known: Spread, doubts: tuple[Doubt, ...] = ()) -> Certainty:
    """The spread of what is known, widened by all that is not: quadrature on the logarithm."""
    return Certainty(combined(known, *(doubt.spread for doubt in doubts)), tuple(doubt.reason for doubt in doubts))


def combined(*spreads: Spread) -> Spread:
    """Independent causes together: the root of the sum of squares of their logarithms, either end on its own."""
    lows, highs = zip(*spreads, strict=True)
    return exp(-hypot(*map(log, lows))), exp(hypot(*map(log, highs)))


def averaged(spreads: tuple[tuple[float, Spread], ...]) -> Spread:
    """The spread of a time that is a sum: of parts with these shares and spreads, each as likely off as the others."""
    low = hypot(*(share * log(spread[0]) for share, spread in spreads))
    high = hypot(*(share * log(spread[1]) for share, spread in spreads))
    return exp(-low), exp(high)


def deepened(shallow: Spread, deep: Spread, *, widening: float) -> Spread:
    """The spread between a short context (`widening` 0) and a deep one (1): what depth adds comes in steadily."""
    (low, high), (deep_low, deep_high) = shallow, deep
    return low * min(1.0, deep_low / low) ** widening, high * max(1.0, deep_high / high) ** widening


def depth_widening(tokens: float) -> float:
    """Between 0 and 1: log2(tokens / 16,384) / 2 + 1/2, so 0 up to half of that and 1 from twice that on."""
    return min(1.0, max(0.0, log2(max(tokens, 1.0) / DEEP_TOKENS) / 2 + 0.5))


def speed_range(middle: float, *, certainty: Certainty, ceiling: float | None) -> Range:
    """Tokens per second: middle x the factors; the high end never exceeds the physical ceiling."""
    low, high = middle * certainty.spread[0], middle * certainty.spread[1]
    return Range(low, middle, max(low, min(high, ceiling)) if ceiling is not None else high)


MEASURED_HERE: Spread = (0.95, 1.05)
"""What is left of a machine's part once its rates were measured on it: repetitions lie within 5 % (judged)."""


class Knowledge(NamedTuple):
    """What decides how well a speed is known, whatever the depth.

    `os` is the system that it runs on, None where it is not known; `is_measured` where the rates that the speed goes by
    were measured on the machine itself. Of several `devices` some are slower than usual and others are not.
    """

    spreads: Spreads
    own: OwnScale | None
    is_sparse: bool
    doubts: tuple[Doubt, ...]
    os: OsName | None = None
    is_measured: bool = False
    devices: int = 1

    def at(self, tokens: float) -> Certainty:
        """The range, as factors of the speed, with so many tokens in the context."""
        return self.widened(depth_widening(tokens))

    def widened(self, widening: float) -> Certainty:
        """The same at a depth that widens it so far, between 0 and 1.

        It is that of a new source, machine and model together. A machine that was measured is none of the unknown ones;
        a run on it takes the place of source, machine and all doubts (docs/physics.md 8.3).
        """
        kind = self.spreads.sparse if self.is_sparse else self.spreads.dense
        if self.own is None:
            others = self.spreads.source, deepened(kind, self.spreads.deep, widening=widening)
            found = certainty(self._of_several(combined(self.of_machine, *others)), self.doubts)
            if not self.is_measured:
                return found
            before = certainty(self._of_several(combined(self._of_any_machine, *others)), self.doubts)
            return found._replace(narrowed=(reason("measured_narrows", before=_width(before), after=_width(found)),))
        return certainty(_own_spread(kind, self.spreads.deep, self.own, widening=widening))

    def _of_several(self, known: Spread) -> Spread:
        """What is known of one device, brought to how far several lie off that work in turn: no row shares layers."""
        is_in_turn = self.devices > 1 and TENSOR_SPLIT not in self.doubts
        share = self.spreads.several if is_in_turn else 1.0
        return known[0] ** share, known[1] ** share

    @property
    def of_machine(self) -> Spread:
        """The part of the machine."""
        known = self._of_any_machine
        if not self.is_measured:
            return known
        return max(known[0], MEASURED_HERE[0]), min(known[1], MEASURED_HERE[1])

    @property
    def _of_any_machine(self) -> Spread:
        """The part of one that was not measured: what its devices differ by evens out by the root of their number."""
        low, high = self.spreads.of_machine(self.os)
        evened = 1 / sqrt(self.devices)
        return low**evened, high**evened


def _width(known: Certainty) -> float:
    low, high = known.spread
    return high / low


def decode_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well a generation speed is known, halfway through the answer (docs/physics.md 8.1 to 8.3)."""
    return decode_knowledge(processor, subject, calibration, run).at(run.middle_tokens)


def decode_knowledge(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Knowledge:
    """What decides how well a generation speed is known; of different cards that of the one that takes most layers."""
    if run.cards:
        return _of_cards(
            run, [decode_knowledge(one.processor, subject, one.calibration, run.of_one) for one in run.cards]
        )
    months = months_since(processor.released, run.build_date)
    doubts = (
        *_doubts(processor, subject, calibration, run),
        *reading_doubts(processor),
        *_unseen(processor, subject, calibration.decode_seen, UNSEEN_ARCHITECTURE),
        *_those(
            (_is_unlisted(processor), UNLISTED),
            (processor.is_laptop, LAPTOP),
            (any(attention.keeps_state for attention, _ in subject.groups), STATE),
            (run.devices > 1 and run.split == "tensor", TENSOR_SPLIT),
            (months is not None and months < YOUNG_MONTHS, young(months or 0)),
            (run.batch > 1, BATCHED),
        ),
    )
    is_started = processor.pool != "vram" or _is_sure(processor.launch_s)
    is_measured = _is_sure(processor.read_bytes_per_s) and is_started and processor.core.uncertainty is None
    spreads, own = calibration.decode_spread, calibration.own_decode
    return Knowledge(spreads, own, subject.is_sparse, doubts, processor.os, is_measured, run.devices)


def prefill_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well the speed of reading a prompt is known, with all of it in the context."""
    return prefill_knowledge(processor, subject, calibration, run).at(run.depth_tokens + run.prompt_tokens)


def prefill_knowledge(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Knowledge:
    """What decides how well the speed of reading a prompt is known; of different cards likewise."""
    if run.cards:
        return _of_cards(
            run, [prefill_knowledge(one.processor, subject, one.calibration, run.of_one) for one in run.cards]
        )
    main_type, months = subject.weights.main_type, months_since(processor.released, run.build_date)
    peak = prompt_peak(processor, main_type=main_type) if processor.kind == "gpu" else None
    doubts = (
        *_doubts(processor, subject, calibration, run),
        *arithmetic_doubts(processor),
        *_unseen(processor, subject, calibration.prefill_seen, UNSEEN_ARCHITECTURE_PROMPT),
        *_those(
            (_is_unlisted(processor), UNLISTED_PROMPT),
            (processor.is_laptop, LAPTOP_PROMPT),
            (processor.kind == "gpu" and peak is None, TYPICAL_PEAK),
            (months is not None and months < YOUNG_MONTHS, young(months or 0)),
        ),
    )
    is_measured = (
        peak.origin == "measured" if peak else prompt_share(processor, calibration, main_type=main_type) is not None
    ) and not arithmetic_doubts(processor)
    spreads, own = calibration.prefill_spread, calibration.own_prefill
    return Knowledge(spreads, own, subject.is_sparse, doubts, processor.os, is_measured, run.devices)


def certainty_of(rate: Range | None) -> Certainty:
    """How well a finished speed is known; its low end tells, for a ceiling may have cut the high one."""
    if rate is None or not rate.low:
        return Certainty((1.0, 1.0))
    return Certainty((rate.low / rate.middle, rate.middle / rate.low))


def _of_cards(run: Run, each: Sequence[Knowledge]) -> Knowledge:
    most, _ = max(zip(each, run.cards, strict=True), key=lambda pair: pair[1].share)
    return most._replace(doubts=(*most.doubts, DIFFERENT_CARDS), is_measured=all(one.is_measured for one in each))


def offload_certainty(card: Certainty, host: Certainty, *, host_share: float) -> Certainty:
    """How well the speed of a model in two memories is known: each side as far as it takes of the time."""
    both = averaged(((1 - host_share, card.spread), (host_share, host.spread)))
    made = certainty(both, (DIVIDED,))
    return Certainty(made.spread, tuple(dict.fromkeys((*card.doubts, *host.doubts, *made.doubts))))


def _own_spread(kind: Spread, deep: Spread, own: OwnScale, *, widening: float) -> Spread:
    """A run at one depth says less of another one, and of other models no more than models lie apart."""
    spread = own.spread if own.same_model else (min(own.spread[0], kind[0]), max(own.spread[1], kind[1]))
    apart = abs(widening - depth_widening(own.depth_tokens))
    return deepened(spread, deepened(kind, deep, widening=1.0), widening=apart)


def _doubts(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> tuple[Doubt, ...]:
    """What is not known whatever the phase.

    Without a rate of its units a card unpacks and multiplies weights for nothing. A calibration of few chips with
    graphics may stand in for another one.
    """
    is_listed = processor.card is not None
    has_units = processor.shader_hz.value is not None or processor.fp32_flop_per_s.value is not None
    seen = (*calibration.decode_seen.hardware, *calibration.prefill_seen.hardware)
    is_other = bool(seen) and processor.card not in seen
    return (
        *calibration.doubts,
        *_those(
            (processor.kind == "cpu" and processor.cores.value is None and run.threads is None, NO_CORES),
            (processor.kind == "gpu" and is_listed and not has_units, NO_UNITS),
            (not subject.shape_known, SIMILAR_SHAPE),
            (not subject.quant_known, SIMILAR_QUANT),
            (bool(calibration.pools) and is_other, OTHER_CHIP),
            (is_slice(processor, run), SLICE),
            (processor.sockets > 1 and processor.read_bytes_per_s.value is None, SOCKETS),
        ),
    )


def _unseen(processor: Processor, subject: Subject, seen: Seen, architecture: Doubt) -> tuple[Doubt, ...]:
    """What no row of the phase was of: the architecture, else the card, and the main type of the weights.

    A share of the peak that was measured in one phase says nothing of the other.
    """
    is_new = processor.kind == "gpu" and bool(seen.architectures) and processor.architecture not in seen.architectures
    is_other = bool(seen.hardware) and processor.card is not None and processor.card not in seen.hardware
    is_new_type = bool(seen.types) and subject.weights.main_type not in seen.types
    return _those((is_new, architecture), (is_other and not is_new, UNSEEN), (is_new_type, UNSEEN_TYPE))


def _is_sure(fact: Fact[float]) -> bool:
    return fact.value is not None and fact.uncertainty is None


def _is_unlisted(processor: Processor) -> bool:
    return processor.kind == "gpu" and processor.card is None


def _those(*doubts: tuple[bool, Doubt]) -> tuple[Doubt, ...]:
    """The doubts that there are."""
    return tuple(doubt for is_so, doubt in doubts if is_so)
