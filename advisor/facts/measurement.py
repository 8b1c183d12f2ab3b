"""Results of the micro-benchmark: the document `rig-advisor bench --json` prints."""

from typing import Literal

from advisor.facts.record import Record

Stability = Literal["stable", "noisy"]


class Measurement(Record):
    """One measured figure: the median over blocks, in base units.

    `spread` is (max - min) / value over the block medians; above 0.03 the result is `noisy`.
    `method` is versioned (`numpy_dot_xy/1`): results of different methods are never compared. `tried` holds what
    other thread counts reached where the best one was looked for: (threads, value) each.
    """

    name: str
    device: str
    value: float
    unit: str
    spread: float
    stability: Stability
    method: str
    duration_s: float
    warnings: tuple[str, ...] = ()
    samples: int
    block_medians: tuple[float, ...]
    p10: float
    p90: float
    threads: int | None
    tried: tuple[tuple[int, float], ...] = ()
    buffer_bytes: int | None
    work_per_sample: float
    app_version: str
    started_at: str
    on_battery: bool = False


class MeasurementFailure(Record):
    """A measurement that gave no figure, and why."""

    name: str
    reason: str


class Measurements(Record):
    """One run of the micro-benchmark."""

    schema_version: Literal[1] = 1
    results: tuple[Measurement, ...]
    failures: tuple[MeasurementFailure, ...] = ()
