"""Results of the micro-benchmark: the document `rig-advisor bench --json` prints."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.fact import Fact, known, unknown
from advisor.facts.own_run import OwnRun
from advisor.facts.record import Record
from advisor.facts.units import EIB, MEGA, TERA

ABOVE_PAPER = 1.05
"""How far above a data sheet's rate a figure may be: clocks and rounding. Beyond it one of the two is wrong."""

Stability = Literal["stable", "noisy"]

Figure = Annotated[float, Field(gt=0, le=MEGA * TERA)]
"""A measured time or rate in base units."""

Amount = Annotated[float, Field(ge=0, le=MEGA * TERA)]
"""A figure that may be nothing."""

Points = Annotated[tuple[tuple[Annotated[int, Field(gt=0, le=EIB)], Figure], ...], Field(min_length=1)]
"""A curve: (bytes of the working set, rate) each, the smallest set first."""


class Measurement(Record):
    """One measured figure: the median over blocks, in base units; `cache_curve` has points for its value.

    `device` is the id of the processor in the rig (`cpu`, `gpu0`), of one kind of its cores `cpu:P` or `cpu:E`.
    `spread` is (max - min) / value over the block medians; above 0.03 the result is `noisy`.
    `method` is versioned (`numpy_dot_xy/1`): results of different methods are never compared. `tried` holds what
    other thread counts reached where the best one was looked for: (threads, value) each.
    """

    name: str
    device: str
    value: Figure | Points
    unit: str
    spread: Amount
    stability: Stability
    method: str
    duration_s: Amount
    warnings: tuple[str, ...] = ()
    samples: Annotated[int, Field(gt=0)]
    block_medians: tuple[Figure, ...]
    p10: Amount
    p90: Amount
    threads: Annotated[int, Field(gt=0, le=MEGA)] | None
    tried: tuple[tuple[int, Amount], ...] = ()
    buffer_bytes: Annotated[int, Field(ge=0, le=EIB)] | None
    work_per_sample: Amount
    app_version: str
    started_at: str
    on_battery: bool = False
    device_name: str | None = None
    driver: str | None = None

    @property
    def figure(self) -> float:
        """The value as one figure; of a curve the rate of its largest working set."""
        return self.value[-1][1] if isinstance(self.value, tuple) else self.value


class MeasurementFailure(Record):
    """A measurement that gave no figure, and why; `device` where only that one gave none."""

    name: str
    reason: str
    device: str | None = None


class Measurements(Record):
    """One run of the micro-benchmark, or all that was measured on a machine: then with the runs people did there."""

    schema_version: Literal[1] = 1
    results: tuple[Measurement, ...]
    failures: tuple[MeasurementFailure, ...] = ()
    own_runs: tuple[OwnRun, ...] = ()


def measured(measurements: Measurements | None, name: str, *, device: str) -> Fact[float]:
    """The measured value of that name on that device, or why there is none."""
    for result in measurements.results if measurements else ():
        if (result.name, result.device) == (name, device):
            return known(result.figure, origin="measured", source=f"{result.method}, {result.started_at}")
    return unknown("not measured yet")
