"""The tests of a child put in order: which are ways to one figure, which are points of one curve."""

import errno
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from advisor.bench.part import CannotMeasure, Test
from advisor.bench.statistics import is_too_wide
from advisor.facts.values.reason import Reason, reason

Clock = Callable[[], float]
TOO_LITTLE_MEMORY = reason("too_little_memory")
_NO_MEMORY_WINDOWS = (8, 14, 1455)
"""Windows's numbers for no memory left, the last one with its paging file used up."""
_POINT_WEIGHT = 0.25
"""The share of a block that a point of a curve gets: there are many."""
steady_clock: Clock = time.perf_counter
BLOCK_S = 0.2
LEAST_BLOCK_S = 0.02
_STEP = 0.85
"""Blocks are shortened by this until they fit."""


@dataclass
class Slot:
    """What is sampled in turn for one figure: the ways to get it, of which `choose` leaves the fastest."""

    variants: list[Test]
    blocks: list[list[float]] = field(default_factory=list)
    tried: tuple[tuple[int, float], ...] = ()
    spent_s: float = 0.0
    sample_s: float = 0.0
    """How long one sample takes."""

    @property
    def weight(self) -> float:
        """How much of a block it gets."""
        return 1.0 if self.variants[0].point_bytes is None else _POINT_WEIGHT

    def cost_s(self, block_s: float) -> float:
        """How long a block takes: it has one sample at least, and one that has begun is ended."""
        wanted_s = self.weight * block_s
        return self.sample_s if wanted_s <= self.sample_s else wanted_s + self.sample_s / 2

    def sampled(self, variant: Test, block_s: float, clock: Clock) -> list[float]:
        """Samples of one way for `block_s` seconds, at least one; CannotMeasure says why there are none."""
        began_s = clock()
        samples: list[float] = []
        while not samples or clock() < began_s + block_s:
            samples.append(_sample(variant))
        took_s = clock() - began_s
        self.sample_s = took_s / len(samples)
        self.spent_s += took_s
        return samples

    def choose(self, tries: Sequence[tuple[Test, list[float]]]) -> None:
        """Keep the fastest of the ways that are left; `tries` has samples of each."""
        values = [(variant, median(samples)) for variant, samples in tries if samples and variant in self.variants]
        best, _ = (min if self.variants[0].unit == "s" else max)(values, key=lambda one: one[1])
        self.tried = tuple(
            (variant.threads, value) for variant, value in values if variant is not best and variant.threads is not None
        )
        self.variants = [best]


@dataclass
class Group:
    """All slots of one figure of one device: one, or the points of a curve."""

    name: str
    device: str
    rank: int
    slots: list[Slot]
    reason: Reason | None = None
    """Why it has no slots any more."""

    @property
    def rounds(self) -> int:
        """How many blocks each of its slots has."""
        return min((len(slot.blocks) for slot in self.slots), default=0)

    def lose(self, slot: Slot, variant: Test, why: Reason) -> None:
        """Take out a way that cannot be sampled; a slot without ways is gone."""
        self.reason = why
        slot.variants.remove(variant)
        if not slot.variants:
            self.slots.remove(slot)

    @property
    def is_wide(self) -> bool:
        """Whether more blocks are worth their time; a curve shows by itself how it varies."""
        return len(self.slots) == 1 and self.rounds > 0 and is_too_wide(self.slots[0].blocks)


def groups_of(tests: Iterable[Test], only: Sequence[str] = ()) -> list[Group]:
    """The tests that are asked for (empty: all), in their order."""
    found: dict[tuple[str, str], dict[int | None, Slot]] = {}
    for test in tests:
        if not only or test.name in only:
            points = found.setdefault((test.name, test.device), {})
            points.setdefault(test.point_bytes, Slot([])).variants.append(test)
    return [
        Group(
            name,
            device,
            min(variant.rank for slot in points.values() for variant in slot.variants),
            list(points.values()),
        )
        for (name, device), points in found.items()
    ]


def _sample(variant: Test) -> float:
    try:
        value = variant.sample()
    except CannotMeasure:
        raise
    except Exception as error:
        raise CannotMeasure(unexpected(error)) from error
    if not math.isfinite(value) or value <= 0:
        raise CannotMeasure("no_figure")
    return value


def unexpected(error: Exception) -> Reason:
    """The reason for an error that nobody thought of, or that has a plain reason."""
    if isinstance(error, MemoryError) or _no_memory(error):
        return TOO_LITTLE_MEMORY
    words = f"{type(error).__name__}: {error}".rstrip(".: ")
    return reason("test_error", error=words)


def _no_memory(error: Exception) -> bool:
    if getattr(error, "winerror", None) in _NO_MEMORY_WINDOWS:
        return True
    return isinstance(error, OSError) and error.errno == errno.ENOMEM


def cost_s(groups: Sequence[Group], *, rounds: int, block_s: float) -> float:
    """How long so many rounds over all slots take."""
    return rounds * sum(slot.cost_s(block_s) for group in groups for slot in group.slots)


def fitting_block_s(groups: Sequence[Group], *, rounds: int, left_s: float) -> float:
    """The longest block that fits, at least the least one."""
    block_s = BLOCK_S
    while block_s > LEAST_BLOCK_S and cost_s(groups, rounds=rounds, block_s=block_s) > left_s:
        block_s *= _STEP
    return max(block_s, LEAST_BLOCK_S)


def left_out(groups: Sequence[Group], *, rounds: int, left_s: float) -> tuple[Group, ...]:
    """What does not fit even with the shortest blocks: the highest ranks, never rank 0."""
    kept, out = list(groups), []
    while cost_s(kept, rounds=rounds, block_s=LEAST_BLOCK_S) > left_s:
        last = max(kept, key=lambda group: group.rank, default=None)
        if last is None or last.rank == 0:
            break
        kept.remove(last)
        out.append(last)
    return tuple(out)


def affordable_rounds(groups: Sequence[Group], *, left_s: float) -> int:
    """How many rounds of whole blocks fit."""
    return int(left_s / max(cost_s(groups, rounds=1, block_s=BLOCK_S), LEAST_BLOCK_S))
