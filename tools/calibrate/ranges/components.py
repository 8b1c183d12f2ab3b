"""The parts of a range by source, machine and model, each hardware's own as far as its rows tell them.

Scales (`scales`) say how much of the spread comes from where; quantiles of all causes together say how far the tenths
below and above really lie. Both are pulled to what is true of all hardware.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import exp, hypot, log, sqrt
from statistics import median
from typing import Self

from scipy.stats import t as student_t

from advisor.facts.cards.calibration import Spread, Spreads
from advisor.facts.values.os_name import OsName
from tools.calibrate.quantiles import Weighted, quantile_between
from tools.calibrate.ranges.deviations import GROUPS, OWN_MEMORY, Deviation, Group
from tools.calibrate.ranges.scales import GROSS, PULL, TENTH, Scales, scales, shared_scales
from tools.calibrate.refit.cases import SPREAD_KINDS
from tools.calibrate.speed_rows import Phase

OUTSIDE = 0.08
"""Of the speeds that lie below a range, and above it. A tenth would be outside if those to come were like those seen;
of sources left out, a little more is outside than of the others.
"""
NARROWEST = 0.02
"""No part of a range is narrower: repeated runs differ by as much."""
FEWEST_SOURCES = 4
"""Of machines with a system, for it to be told apart."""
FEWEST_ROWS = 4
"""Of one machine, for its models to be told apart from it."""
FIFTH = 0.2
PHASES: tuple[Phase, ...] = ("decode", "prefill")
OS_NAMES: tuple[OsName, ...] = ("linux", "windows", "macos")

Ends = tuple[float, float]
Key = tuple[Group, Phase]


def components(rows: Sequence[Deviation]) -> dict[Key, Spreads]:
    """The spreads of every kind of hardware and phase: what rows of one device and sequence say, of both tables."""
    return {(group, phase): one for phase in PHASES for group, one in components_of(phase, rows).items()}


def components_of(phase: Phase, rows: Sequence[Deviation]) -> dict[Group, Spreads]:
    """Those of one phase."""
    fit = PhaseFit.of(phase, rows)
    return {group: fit.spreads(group) for group in GROUPS}


class PhaseFit:
    """Scales and tails of one phase. The system tells machines apart in generation alone: prompts wait less for it."""

    def __init__(
        self, phase: Phase, rows: Sequence[Deviation], own: Mapping[Group, Scales], several: Sequence[Deviation]
    ) -> None:
        self.rows, self._own, self._several = rows, own, several
        self._by_os = _os_factors(rows) if phase == "decode" else {}
        self._model_tails = self._tails_of_models()
        self._everywhere = _tails(self, rows)
        self._phase = phase

    @classmethod
    def of(cls, phase: Phase, rows: Sequence[Deviation]) -> Self:
        """The fit of rows of one device and sequence, but for those that are off beyond belief."""
        believed = [row for row in rows if row.phase == phase and abs(row.off) < log(GROSS)]
        told = [row for row in believed if row.is_alone]
        shared = shared_scales(told)
        several = [row for row in believed if row.knowledge.devices > 1]
        return cls(phase, told, {group: scales(_of(group, told), shared) for group in GROUPS}, several)

    def without(self, left_out: Collection[Deviation]) -> Self:
        """The same without some rows: fitted anew for all hardware together, and for theirs."""
        names = {id(row) for row in left_out}
        told, several = ([row for row in rows if id(row) not in names] for rows in (self.rows, self._several))
        shared, touched = shared_scales(told), {row.group for row in left_out}
        own = {group: scales(_of(group, told), shared) if group in touched else one for group, one in self._own.items()}
        return type(self)(self._phase, told, own, several)

    def sigmas(self, row: Deviation, side: int) -> float:
        """How far a row lies below (`side` 0) or above the prediction, its doubts and model aside; 0 on the other side.

        In distances of the tenths of a normal distribution of sources and machines.
        """
        own, off = self._own[row.group], max(0.0, (-row.off, row.off)[side])
        by_model = _reach(own.model(row.kind), self._model_tails)[side]
        return sqrt(max(0.0, off**2 - row.doubt[side] ** 2 - by_model**2)) / (TENTH * hypot(own.source, own.machine))

    def tails(self, group: Group) -> Ends:
        """Where the tenths outside lie, in the same distances: pulled to those of all, the more, the fewer sources."""
        rows = _of(group, self.rows)
        sources = len({row.source for row in rows})
        low, high = (
            (sources * one + PULL * other) / (sources + PULL)
            for one, other in zip(_tails(self, rows), self._everywhere, strict=True)
        )
        return low * unseen_factor(sources + PULL), high * unseen_factor(sources + PULL)

    def spreads(self, group: Group) -> Spreads:
        """The parts of a range, and how much of it holds for several devices."""
        return self._of_one(group).changed(several=self._several_share)

    @cached_property
    def _several_share(self) -> float:
        """Of the reach of one device, how far four of five speeds of several lie off; pulled to 1."""
        ends = {group: self._of_one(group) for group in {row.group for row in self._several}}
        reached = [_reached(row, ends[row.group]) for row in self._several]
        sources = len({row.source for row in self._several})
        if not sources:
            return 1.0
        pairs = zip(reached, source_weights(self._several), strict=True)
        own = quantile_between(pairs, 1 - 2 * OUTSIDE) * unseen_factor(sources + PULL)
        return round(min(1.0, (sources * own + PULL) / (sources + PULL)), 2)

    def _of_one(self, group: Group) -> Spreads:
        """The parts of a range of one device."""
        by_os = self._by_os if group in OWN_MEMORY else {}
        own, tails = self._own[group], self.tails(group)
        source, machine = _reach(own.source, tails), _reach(own.machine, tails)
        parts = {"source": source, "machine": machine}
        parts |= {kind: _reach(own.model(kind), self._model_tails) for kind in SPREAD_KINDS}
        for name, factors in by_os.items():
            sides = zip(source, machine, factors, strict=True)
            parts[name] = _ends(sqrt(max(0.0, (hypot(of, at) * factor) ** 2 - of**2)) for of, at, factor in sides)
        return Spreads.model_validate({name: _spread(reach) for name, reach in parts.items()})

    def _tails_of_models(self) -> Ends:
        """The distance of the tenths outside among the rows of one machine, from their median."""
        machines: dict[tuple[str, str], list[Deviation]] = defaultdict(list)
        for row in self.rows:
            machines[row.source, row.machine].append(row)
        offs: list[Weighted] = []
        for found in machines.values():
            if len(found) >= FEWEST_ROWS:
                middle = median(row.off for row in found)
                scale = [TENTH * hypot(self._own[row.group].model(row.kind), *row.doubt) for row in found]
                pairs = zip(found, scale, strict=True)
                offs += [((row.off - middle) / one, 1 / sqrt(len(found))) for row, one in pairs]
        return max(0.5, -quantile_between(offs, OUTSIDE)), max(0.5, quantile_between(offs, 1 - OUTSIDE))


def unseen_factor(sources: float) -> float:
    """How much further the tenths of a source to come lie than those of so few that were seen.

    The interval of a further draw of a normal distribution whose spread so many draws told: Student's t.
    """
    return float(student_t.ppf(0.9, max(1.0, sources - 1))) * sqrt(1 + 1 / max(1.0, sources)) / TENTH


def _reached(row: Deviation, spreads: Spreads) -> float:
    """How far a speed lies off, in reaches of its range to its side."""
    low, high = row.ends(spreads)
    return row.off / low if row.off < 0 else row.off / high


def _os_factors(rows: Sequence[Deviation]) -> dict[OsName, Ends]:
    """How much further the slow and the fast fifth of machines lie with a system than with any that is stated.

    By the middle of each machine, all alike, because a system is a matter of machines (one site has those of many
    people), and by fifths, because few state it; pulled to 1.
    """
    middles: dict[tuple[str, str, OsName], list[float]] = defaultdict(list)
    for row in rows:
        if row.group in OWN_MEMORY and row.os:
            middles[row.source, row.machine, row.os].append(row.off)
    found: dict[OsName, Ends] = {}
    for name in OS_NAMES:
        own = {key: offs for key, offs in middles.items() if key[2] == name}
        if len({source for source, _, _ in own}) >= FEWEST_SOURCES:
            pairs = zip(_fifths(own), _fifths(middles), strict=True)
            found[name] = _ends((len(own) * one / other + PULL) / (len(own) + PULL) for one, other in pairs)
    return found


def _fifths(middles: Mapping[tuple[str, str, OsName], Sequence[float]]) -> Ends:
    """How far the fifths outside lie below and above the prediction, each machine alike."""
    offs = [(median(found), 1.0) for found in middles.values()]
    return max(NARROWEST, -quantile_between(offs, FIFTH)), max(NARROWEST, quantile_between(offs, 1 - FIFTH))


def _of(group: Group, rows: Iterable[Deviation]) -> list[Deviation]:
    return [row for row in rows if row.group == group]


def _tails(fit: PhaseFit, rows: Sequence[Deviation]) -> Ends:
    """The distance of the tenths outside, below and above."""
    weights = source_weights(rows)
    return _ends(
        quantile_between([(fit.sigmas(row, side), one) for row, one in zip(rows, weights, strict=True)], 1 - OUTSIDE)
        for side in (0, 1)
    )


def source_weights(rows: Sequence[Deviation]) -> list[float]:
    """Each source counts alike, and so do its machines, however many rows they have."""
    per_machine = Counter((row.source, row.machine) for row in rows)
    per_source = Counter(source for source, _ in per_machine)
    return [1 / per_machine[row.source, row.machine] / per_source[row.source] for row in rows]


def _reach(scale: float, tails: Ends) -> Ends:
    """The logarithms below and above that a scale stands for."""
    return TENTH * scale * tails[0], TENTH * scale * tails[1]


def _spread(reach: Ends) -> Spread:
    low, high = (max(NARROWEST, one) for one in reach)
    return round(exp(-low), 3), round(exp(high), 3)


def _ends(both: Iterable[float]) -> Ends:
    low, high = both
    return low, high
