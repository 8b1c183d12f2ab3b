"""A measured figure beside the one on paper: which is doubted (docs/detection.md 4.4, docs/measuring.md 11)."""

from typing import NamedTuple

from advisor.facts.machine.measurement import ABOVE_PAPER, Measurement, MeasurementName, Measurements, measured
from advisor.facts.rig.rig import Judgement, Verdict
from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.reason import reason

CACHE = "measured faster than this memory can be: a cache answered, so the figure is not used"
WRONG_LAYOUT = "measured faster than this layout allows, so what is known of the layout is wrong"
HIGH, FAR_BELOW = 1.02, 0.5
"""Above and below these shares of the figure on paper a measured one is remarked on."""


class JudgedRate(NamedTuple):
    """The figure on paper and the measured one; the one that cannot be true is unknown with its reason."""

    paper: Fact[float]
    read: Fact[float]

    @property
    def verdict(self) -> Verdict:
        """What becomes of the measured figure."""
        if self.read.value is None:
            return "impossible"
        if self.paper.value is None:
            return "layout" if self.paper.reason == reason(WRONG_LAYOUT) else "no_reference"
        share = self.read.value / self.paper.value
        return "high" if share > HIGH else "far_below" if share < FAR_BELOW else "good"

    @property
    def best(self) -> Fact[float]:
        """The measured figure where it holds, else the one on paper."""
        return self.read if self.read.value is not None else self.paper


def judged_rate(paper: Fact[float], read: Fact[float], *, is_virtual: bool = False) -> JudgedRate:
    """Both figures, one of them dropped where the measured one is more than there can be.

    A layout that was inferred, or that a virtual machine shows, is proven wrong by it. One that firmware, driver or
    data sheet state stands, and so does what a person typed: then the measurement was not one of this memory.
    """
    if paper.value is None or read.value is None or read.value <= ABOVE_PAPER * paper.value:
        return JudgedRate(paper, read)
    stands = paper.origin == "user" or (paper.origin != "estimated" and not is_virtual)
    return JudgedRate(paper, unknown(CACHE)) if stands else JudgedRate(unknown(WRONG_LAYOUT), read)


class Judge:
    """Takes measured figures for a rig one by one, and keeps what became of each in `judgements`."""

    def __init__(self, measurements: Measurements | None) -> None:
        self._measurements = measurements
        self.judgements: list[Judgement] = []

    def result(self, name: MeasurementName, *, device: str) -> Measurement | None:
        """The measurement of that name on that device."""
        results = self._measurements.results if self._measurements else ()
        return next((one for one in results if (one.name, one.device) == (name, device)), None)

    def is_impossible(self, name: MeasurementName, *, device: str) -> bool:
        """Whether the figure of that name, taken before, was more than there can be."""
        return any((one.name, one.device, one.verdict) == (name, device, "impossible") for one in self.judgements)

    def rate(
        self,
        name: MeasurementName,
        *,
        device: str,
        paper: Fact[float],
        is_virtual: bool = False,
        is_lower_bound: bool = False,
    ) -> JudgedRate:
        """A measured figure and the one on paper. A lower bound never takes the place of a higher one on paper."""
        both = judged_rate(paper, measured(self._measurements, name, device=device), is_virtual=is_virtual)
        result = self.result(name, device=device)
        if result is None:
            return both
        is_low = is_lower_bound and both.read.value is not None and both.read.value < (paper.value or 0.0)
        verdict: Verdict = "lower_bound" if is_low else both.verdict
        self.judgements.append(Judgement(name=name, device=device, verdict=verdict, paper=paper))
        return JudgedRate(paper, unknown("measured as a lower bound only")) if is_low else both
