"""How well a speed is known: the spread of its calibration, widened by what is not known (docs/physics.md 8.1, 8.2)."""

from math import exp, hypot, log, log2
from typing import NamedTuple

from advisor.facts.answers.estimate import Confidence, Speed
from advisor.facts.cards.calibration import Calibration, Doubt, OwnScale, Spread, Spreads
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.rates import is_slice, prompt_peak

DEEP_TOKENS = 16384
"""Where a context is deep: from half to twice as many tokens the range widens, so that no step shows in a chart."""

_NARROWEST: tuple[tuple[float, Confidence], ...] = ((1.15, "A"), (1.35, "B"), (1.6, "C"), (2.2, "D"))
"""The widest high / low of each class; wider is E."""


class Certainty(NamedTuple):
    """How well a speed is known: its range as factors of the estimate, and what widens it."""

    spread: Spread
    doubts: tuple[Reason, ...] = ()

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


UNLISTED = Doubt(reason=reason("card_not_in_catalog"), spread=(0.93, 1.10))
UNLISTED_PROMPT = Doubt(reason=reason("card_not_in_catalog"), spread=(0.72, 1.20))
SIMILAR_SHAPE = Doubt(reason=reason("similar_layers"), spread=(0.88, 1.13))
SIMILAR_QUANT = Doubt(reason=reason("similar_quantization"), spread=(0.92, 1.13))
"""These four: how much further off the published rows were when card, model or file type were asked without names."""

LAPTOP = Doubt(reason=reason("laptop_power_unknown"), spread=(0.82, 1.10))
LAPTOP_PROMPT = Doubt(reason=reason("laptop_power_unknown"), spread=(0.65, 1.20))
"""One published row at 0.79; the same chip is sold with 80 to 175 W, which bounds prompts more than generation."""

STATE = Doubt(reason=reason("state_layers_vary"), spread=(0.84, 1.22))
"""80 published runs outside the fit, on 25 devices, lay between 0.84 and 1.26 of the formulas, a tenth on each side
further off; the rows of the fit are of few such models, and builds still change what these layers take.
"""

LAYER_SPLIT = Doubt(reason=reason("cards_take_turns"), spread=(0.95, 1.06))
TENSOR_SPLIT = Doubt(reason=reason("cards_share_layers"), spread=(0.75, 1.35))
SEVERAL_PROMPT = Doubt(reason=reason("cards_share_prompt"), spread=(0.90, 1.18))
"""These three: published rows of 2 to 16 cards (182 layer split, 9 tensor split), beyond the spread of one card."""

BATCHED = Doubt(reason=reason("several_sequences"), spread=(0.70, 1.40))
"""Five published rows, and docs/physics.md 6.5: -28 to +25 % on one unified chip."""

UNKNOWN_BUILD = Doubt(reason=reason("build_unknown"), spread=(0.80, 1.28))
"""Builds moved one card by a factor of 1.73 within a year, others by 1.04 to 1.12 (published pairs). Runs of others,
their build, clocks and caps unknown, are 20 % off in the median where known ones are 8 % (docs/physics.md 8.2).
"""

UNSEEN = Doubt(reason=reason("hardware_not_measured"), spread=(0.90, 1.12))
"""Half of what an unknown build adds: a build that is stated may still be another one than those measured elsewhere,
and clocks and caps are not told. With the spread of the calibration alone 69 % of 74 runs of others lay inside.
"""

TYPICAL_PEAK = Doubt(reason=reason("typical_rate_used"), spread=(0.60, 1.60))
NO_CORES = Doubt(reason=reason("core_count_unknown"), spread=(0.40, 1.10))
NO_UNITS = Doubt(reason=reason("unit_rate_unpublished"), spread=(0.40, 1.05))
BORROWED = Doubt(reason=reason("figures_of_other_program"), spread=(0.60, 1.50))
OTHER_CHIP = Doubt(reason=reason("figures_of_other_chip"), spread=(0.60, 1.50))
ASSUMED = Doubt(reason=reason("card_left_open"), spread=(0.80, 1.25))
"""Judged: slower where few threads run; backends and engines on one card differ by up to half, and so do chips that
share the computer's memory (three runs on three of them at 0.64 to 0.91 of the figures of one); cards of one maker and
age reach half to twice the typical rate per byte.
"""

SOCKETS = Doubt(reason=reason("sockets_left_open"), spread=(0.55, 1.70))
"""Published runs on two sockets: 0.45 of the figure to 1.8, the latter with the model spread over both."""

SLICE = Doubt(reason=reason("few_threads_assumed"), spread=(0.65, 1.90))
"""Judged: one thread per core where the processor was not divided; neighbors on it take of its memory and clock."""

BY_MODEL = {False: 0.6, True: 0.95}
"""Of the spread of a calibration (its logarithm) that which lies between models on one machine, dense ones and mixtures
of experts: after a run there four of five published speeds of other models lay inside (`refit --own-run`).
"""

DIVIDED = Doubt(reason=reason("partly_in_main_memory"), spread=(0.85, 1.10))
DIVIDED_PROMPT = Doubt(reason=reason("partly_in_main_memory"), spread=(0.35, 1.30))
"""Layers within 8 %, experts up to 13 % slower than both sides; prompts a third to all of it (docs/physics.md 6.6)."""


class Knowledge(NamedTuple):
    """What decides how well a speed is known, whatever the depth."""

    spreads: Spreads
    own: OwnScale | None
    is_sparse: bool
    doubts: tuple[Doubt, ...]

    def at(self, tokens: float) -> Certainty:
        """The range, as factors of the speed, with so many tokens in the context.

        A run on this machine takes the place of the calibration's spread and of all doubts (docs/physics.md 8.3).
        """
        kind = self.spreads.sparse if self.is_sparse else self.spreads.dense
        widening = depth_widening(tokens)
        if self.own is None:
            return certainty(deepened(kind, self.spreads.deep, widening=widening), self.doubts)
        share = 0.0 if self.own.same_model else BY_MODEL[self.is_sparse]
        return certainty(_own_spread(kind, self.spreads.deep, self.own, widening=widening, by_model=share))


def decode_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well a generation speed is known, halfway through the answer (docs/physics.md 8.1 to 8.3)."""
    return decode_knowledge(processor, subject, calibration, run).at(run.middle_tokens)


def decode_knowledge(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Knowledge:
    """What decides how well a generation speed is known."""
    several = TENSOR_SPLIT if run.split == "tensor" else LAYER_SPLIT
    doubts = (
        *_doubts(processor, subject, calibration, run),
        *_those(
            (_is_unlisted(processor), UNLISTED),
            (processor.is_laptop, LAPTOP),
            (any(attention.keeps_state for attention, _ in subject.groups), STATE),
            (run.devices > 1, several),
            (run.batch > 1, BATCHED),
        ),
    )
    spreads = calibration.decode_spread
    if processor.read_bytes_per_s.value is not None and calibration.measured_spread is not None:
        spreads = spreads.changed(dense=calibration.measured_spread)
    return Knowledge(spreads, calibration.own_decode, subject.is_sparse, doubts)


def prefill_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well the speed of reading a prompt is known, with all of it in the context."""
    is_typical = processor.kind == "gpu" and prompt_peak(processor, main_type=subject.weights.main_type) is None
    doubts = (
        *_doubts(processor, subject, calibration, run),
        *_those(
            (_is_unlisted(processor), UNLISTED_PROMPT),
            (processor.is_laptop, LAPTOP_PROMPT),
            (is_typical, TYPICAL_PEAK),
            (run.devices > 1, SEVERAL_PROMPT),
        ),
    )
    known = Knowledge(calibration.prefill_spread, calibration.own_prefill, subject.is_sparse, doubts)
    return known.at(run.depth_tokens + run.prompt_tokens)


def certainty_of(speed: Speed) -> Certainty:
    """How well a finished speed is known; its low end tells, for a ceiling may have cut the high one."""
    rate = speed.tokens_per_s
    if rate is None or not rate.low:
        return Certainty((1.0, 1.0))
    return Certainty((rate.low / rate.middle, rate.middle / rate.low))


def offload_certainty(card: Certainty, host: Certainty, *, host_share: float) -> Certainty:
    """How well the speed of a model in two memories is known: each side as far as it takes of the time."""
    both = averaged(((1 - host_share, card.spread), (host_share, host.spread)))
    made = certainty(both, (DIVIDED,))
    return Certainty(made.spread, tuple(dict.fromkeys((*card.doubts, *host.doubts, *made.doubts))))


def _own_spread(kind: Spread, deep: Spread, own: OwnScale, *, widening: float, by_model: float) -> Spread:
    """A run at one depth says less of another one, and less of other models where the formula is off by model."""
    spread = min(own.spread[0], kind[0] ** by_model), max(own.spread[1], kind[1] ** by_model)
    apart = abs(widening - depth_widening(own.depth_tokens))
    return deepened(spread, deepened(kind, deep, widening=1.0), widening=apart)


def _doubts(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> tuple[Doubt, ...]:
    """What is not known whatever the phase.

    Without a rate of its units a card unpacks and multiplies weights for nothing. A calibration of few chips with
    graphics may stand in for another one.
    """
    is_listed = processor.card is not None
    has_units = processor.shader_hz.value is not None or processor.fp32_flop_per_s.value is not None
    is_unseen = bool(calibration.seen) and processor.card not in calibration.seen
    return (
        *calibration.doubts,
        *_those(
            (processor.kind == "cpu" and processor.cores.value is None and run.threads is None, NO_CORES),
            (processor.kind == "gpu" and is_listed and not has_units, NO_UNITS),
            (not subject.shape_known, SIMILAR_SHAPE),
            (not subject.quant_known, SIMILAR_QUANT),
            (run.build_date is None, UNKNOWN_BUILD),
            (run.build_date is not None and is_listed and is_unseen, UNSEEN),
            (bool(calibration.pools) and is_unseen, OTHER_CHIP),
            (is_slice(processor, run), SLICE),
            (processor.sockets > 1 and processor.read_bytes_per_s.value is None, SOCKETS),
        ),
    )


def _is_unlisted(processor: Processor) -> bool:
    return processor.kind == "gpu" and processor.card is None


def _those(*doubts: tuple[bool, Doubt]) -> tuple[Doubt, ...]:
    """The doubts that there are."""
    return tuple(doubt for is_so, doubt in doubts if is_so)
