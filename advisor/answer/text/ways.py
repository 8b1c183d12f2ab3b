"""The ways a rig can run one model: each processor, equal cards together, a card helped by the processor."""

from dataclasses import dataclass, replace
from functools import cached_property

from advisor.answer.text.ask import estimate
from advisor.answer.text.divided import Host, divided
from advisor.answer.text.own_runs import calibrated
from advisor.answer.text.seats import ENGINE, Seat
from advisor.answer.text.sweep import Helper
from advisor.facts.answers.estimate import Estimate, Fit, Speed
from advisor.facts.rig.rig import Processor
from advisor.predict.memory.load import load
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.ceiling import decode_ceiling
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.speed import decode_speed

_HOLDS_ALL = 0
_ORDER = {"fits": _HOLDS_ALL, "tight": _HOLDS_ALL, "spills": 1, "unknown": 2, "too_big": 3}


@dataclass(frozen=True)
class Way:
    """One model on one seat. Figures are computed when they are asked for: most ways lose by their fit alone.

    `mixed` is the estimate with the rest of the model on the `helper`, where one takes what the card does not hold;
    `corrected` the card's own, where what main memory holds changes it.
    """

    seat: Seat
    subject: Subject
    run: Run
    helper: Helper | None = None
    mixed: Estimate | None = None
    corrected: Estimate | None = None

    @property
    def processor(self) -> Processor:
        """What computes."""
        return self.seat.processor

    @property
    def is_card(self) -> bool:
        """Whether it computes on a graphics processor that can be used as it is."""
        return self.processor.kind == "gpu" and self.processor.blocked is None

    @cached_property
    def estimate(self) -> Estimate:
        """How the model runs on this seat alone."""
        if self.corrected is not None:
            return self.corrected
        seat = self.seat
        return estimate(seat.processor, self.subject, seat.calibration, self.run, host=seat.host, notes=seat.notes)

    @property
    def result(self) -> Estimate:
        """How the model runs this way."""
        return self.mixed or self.estimate

    @cached_property
    def fit(self) -> Fit:
        """Whether the model goes into the memory of the seat, or of seat and helper."""
        if self._known is not None:
            return self._known.fit
        seat = self.seat
        return load(seat.processor, self.subject, seat.calibration, self.run, host=seat.host).fit

    @property
    def decode(self) -> Speed:
        """The speed of generation."""
        if self._known is not None:
            return self._known.decode
        return decode_speed(self.processor, self.subject, self.seat.calibration, self.run)

    @cached_property
    def tokens_per_s(self) -> float | None:
        """The figure of `decode` without terms and range, which take longer."""
        if self._known is not None:
            return self._known.decode.tokens_per_s
        calibration = self.seat.calibration
        parts = decode_parts(self.processor, self.subject, calibration, self.run)
        if parts is None:
            return None
        rate = self.run.batch / scaled_parts(parts, calibration).total_s
        ceiling = decode_ceiling(self.processor, self.subject, self.run)
        return rate if ceiling is None else min(rate, ceiling)

    @property
    def _known(self) -> Estimate | None:
        """An estimate that is there already."""
        return self.mixed or self.corrected

    @property
    def holds(self) -> int:
        """How well the memory holds the model, whole or divided; smaller is better."""
        return _HOLDS_ALL if self.mixed else _ORDER[self.fit.verdict]


@dataclass(frozen=True)
class Ways:
    """All ways to run one model on a rig. A model is divided between card and processor only where no card holds it."""

    undivided: tuple[Way, ...]

    @cached_property
    def cpu(self) -> Way | None:
        """The processor."""
        return next((way for way in self.undivided if way.processor.kind == "cpu"), None)

    @cached_property
    def whole(self) -> tuple[Way, ...]:
        """Cards, alone or together, that hold all of it."""
        return tuple(way for way in self.undivided if way.is_card and way.holds == _HOLDS_ALL)

    @property
    def is_divided(self) -> bool:
        """Whether there are cards and none holds all of it."""
        return not self.whole and any(way.is_card for way in self.undivided)

    @cached_property
    def divided(self) -> tuple[Way, ...]:
        """The same ways, what spills from a card on the processor."""
        return tuple(_divided(way, self.cpu) for way in self.undivided)

    @property
    def alone(self) -> tuple[Way, ...]:
        """One way for each processor."""
        return tuple(way for way in self.divided if way.seat.devices == 1)

    @cached_property
    def card(self) -> Way | None:
        """The best of the cards, alone or together."""
        cards = self.whole or tuple(way for way in self.divided if way.is_card)
        return _best(cards) if cards else None

    @cached_property
    def best(self) -> Way:
        """The best of all."""
        return _best(self.shown or self.alone)

    @property
    def shown(self) -> tuple[Way, ...]:
        """The best of the cards and the processor, as far as there are such."""
        return tuple(way for way in (self.card, self.cpu) if way is not None)


def find_ways(seats: tuple[Seat, ...], subject: Subject, run: Run) -> Ways:
    """The ways to run one model on these seats."""
    runs = {devices: replace(run, devices=devices) for devices in {one.devices for one in seats}}
    return Ways(tuple(Way(_calibrated(one, subject), subject, runs[one.devices]) for one in seats))


def _best(ways: tuple[Way, ...]) -> Way:
    """What holds the model before what does not, then the faster."""
    best = min(way.holds for way in ways)
    equal = [way for way in ways if way.holds == best]
    return equal[0] if len(equal) == 1 else max(equal, key=lambda way: way.tokens_per_s or 0.0)


def _calibrated(one: Seat, subject: Subject) -> Seat:
    """The seat as runs there correct it for this model."""
    if not one.runs:
        return one
    return replace(one, calibration=calibrated(one.calibration, one.runs, subject, engine=ENGINE))


def _divided(way: Way, cpu: Way | None) -> Way:
    """The way with what spills from its card on the processor; too big where both together do not hold it."""
    if cpu is None or way.processor.pool != "vram" or way.fit.verdict != "spills":
        return way
    host = Host(cpu.processor, cpu.seat.calibration)
    result = divided(way.estimate, way.processor, host, way.subject, way.run)
    if result.placement is None:
        return replace(way, corrected=result.estimate)
    helper = Helper(cpu.processor, cpu.seat.calibration, result.placement)
    return replace(way, helper=helper, mixed=result.estimate)
