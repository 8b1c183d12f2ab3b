"""The ways a rig can run one model: each processor, equal cards together, a card helped by the processor."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from advisor.answer.ask import estimate
from advisor.answer.calibration import find_calibration
from advisor.answer.divided import Host, divided
from advisor.answer.own_runs import calibrated, scaled_runs
from advisor.answer.problem import ProblemError
from advisor.answer.sweep import Helper
from advisor.catalog.catalog import Catalog
from advisor.facts.answer import AnswerError
from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Estimate, Fit
from advisor.facts.rig import Processor, Rig
from advisor.predict.load import load
from advisor.predict.own_run import ScaledRun
from advisor.predict.speed import decode_speed
from advisor.predict.subject import Run, Subject

ENGINE = "llama.cpp"
_ORDER = {"fits": 0, "tight": 0, "spills": 1, "unknown": 2, "too_big": 3}


@dataclass(frozen=True)
class Seat:
    """Where a model may run: one processor, or `devices` equal cards as one, with how the engine uses it.

    `host` is the processor whose memory takes what a card does not hold, `runs` what people ran there.
    """

    processor: Processor
    calibration: Calibration
    host: Processor | None = None
    devices: int = 1
    notes: tuple[str, ...] = ()
    runs: tuple[ScaledRun, ...] = ()


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
        known = self.mixed or self.corrected
        if known is not None:
            return known.fit
        seat = self.seat
        return load(seat.processor, self.subject, seat.calibration, self.run, host=seat.host).fit

    @cached_property
    def tokens_per_s(self) -> float | None:
        """The speed of generation, that of `result`."""
        known = self.mixed or self.corrected
        if known is not None:
            return known.decode.tokens_per_s
        return decode_speed(self.processor, self.subject, self.seat.calibration, self.run).tokens_per_s

    @property
    def rank(self) -> tuple[int, float]:
        """Smaller is better: what holds the model, whole or divided, before what does not, then the faster."""
        order = 0 if self.mixed else _ORDER[self.fit.verdict]
        return (order, -(self.tokens_per_s or 0.0))


class Ways(NamedTuple):
    """All ways: each processor `alone`, the processor, the best of the cards alone or together, the best of all."""

    alone: tuple[Way, ...]
    cpu: Way | None
    card: Way | None
    best: Way

    @property
    def shown(self) -> tuple[Way, ...]:
        """The best of the cards and the processor, as far as there are such."""
        return tuple(way for way in (self.card, self.cpu) if way is not None)


def rig_seats(rig: Rig, catalog: Catalog) -> tuple[Seat, ...]:
    """Every processor of a rig in its order, then equal cards together.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """
    if not rig.processors:
        raise ProblemError(AnswerError(code="bad_request", message="the rig has no processor"))
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    alone = tuple(_ran(seat(processor, catalog, host=host), rig, catalog) for processor in rig.processors)
    return (*alone, *_together(alone))


def seat(processor: Processor, catalog: Catalog, *, host: Processor | None) -> Seat:
    """One processor with the calibration that fits it best.

    Raises:
        ProblemError: the catalog has no engine.
    """
    found = find_calibration(processor, catalog, engine=ENGINE, backend=None)
    if found is None:
        raise ProblemError(AnswerError(code="bad_request", message="the catalog holds no engine"))
    calibration, notes = found
    if processor.blocked is not None:
        notes += (f"{processor.blocked}: this is what it would reach with one",)
    return Seat(processor, calibration, host, notes=notes)


def find_ways(seats: tuple[Seat, ...], subject: Subject, run: Run) -> Ways:
    """The ways to run one model on these seats."""
    ways = tuple(Way(_calibrated(one, subject), subject, replace(run, devices=one.devices)) for one in seats)
    cpu = next((way for way in ways if way.processor.kind == "cpu"), None)
    ways = tuple(_divided(way, cpu) for way in ways)
    cards = (way for way in ways if way.processor.kind == "gpu" and way.processor.blocked is None)
    card = min(cards, key=lambda way: way.rank, default=None)
    alone = tuple(way for way in ways if way.seat.devices == 1)
    best = min([way for way in (card, cpu) if way is not None] or alone, key=lambda way: way.rank)
    return Ways(alone, cpu, card, best)


def _ran(one: Seat, rig: Rig, catalog: Catalog) -> Seat:
    """The seat with what people ran there."""
    return replace(one, runs=scaled_runs(rig.own_runs, one.processor, one.calibration, catalog, engine=ENGINE))


def _calibrated(one: Seat, subject: Subject) -> Seat:
    """The seat as runs there correct it for this model."""
    return replace(one, calibration=calibrated(one.calibration, one.runs, subject)) if one.runs else one


def _together(alone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Several cards of one kind as one: the layers are divided among them, each with the memory of the fullest."""
    cards = [one for one in alone if one.processor.pool == "vram" and one.processor.blocked is None]
    counts = Counter(one.processor.name for one in cards)
    fullest = {one.processor.name: one for one in sorted(cards, key=_free_bytes, reverse=True)}
    return tuple(
        replace(
            fullest[name], processor=fullest[name].processor.changed(name=f"{count} x {name}"), devices=count, runs=()
        )
        for name, count in counts.items()
        if count > 1
    )


def _free_bytes(one: Seat) -> int:
    return one.processor.memory_free_bytes.value or one.processor.memory_total_bytes.value or 0


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
