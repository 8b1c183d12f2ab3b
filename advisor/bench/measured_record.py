"""From the blocks of one figure to the record that is kept, and from what a run says to all of them."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import cast

from advisor.bench.slot import Group
from advisor.bench.statistics import STABLE_SPREAD, summary
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.measurement import (
    Conditions,
    Measurement,
    MeasurementFailure,
    MeasurementName,
    Measurements,
    Soak,
)
from advisor.facts.values.message import Failure, Message, Result
from advisor.facts.values.reason import Reason, reason
from advisor.version import __version__

_SOAK_SPAN_S = 10.0
"""How much of a soak's begin and end its two figures are taken from."""


def collected(messages: Iterable[Message]) -> Measurements:
    """What a run gave, put together from its messages; what was measured again takes the place of what was before."""
    soaks, failures = [], []
    results: dict[tuple[str, str], Measurement] = {}
    for message in messages:
        if isinstance(message, Result) and message.kind == "measurement":
            found = message.record(Measurement)
            results[found.name, found.device] = found
        elif isinstance(message, Result) and message.kind == "soak":
            soaks.append(message.record(Soak))
        elif isinstance(message, Failure):
            failure = MeasurementFailure(name=message.code, reason=message.sentence, device=message.device)
            failures.append(failure)
    return Measurements(results=tuple(results.values()), failures=tuple(failures), soaks=tuple(soaks))


def measurement_of(group: Group, started_at: str, conditions: Conditions, warnings: Sequence[Reason]) -> Measurement:
    """One figure, or a curve: its spread is the middle one of its points, its blocks are those of the largest."""
    slots = sorted(group.slots, key=lambda slot: slot.variants[0].point_bytes or 0)
    figures = [summary(slot.blocks) for slot in slots]
    last, variant = figures[-1], slots[-1].variants[0]
    is_curve = variant.point_bytes is not None
    spread = median(figure.spread for figure in figures)
    points = tuple(
        (slot.variants[0].point_bytes or 0, figure.value) for slot, figure in zip(slots, figures, strict=True)
    )
    own = dict.fromkeys(text for slot in slots for text in slot.variants[0].warnings)
    if is_curve and group.reason:
        own[reason("points_missing", cause=group.reason)] = None
    found = Measurement(
        name=cast("MeasurementName", group.name),
        device=group.device,
        value=points if is_curve else last.value,
        unit=variant.unit,
        spread=spread,
        stability="stable" if spread <= STABLE_SPREAD else "noisy",
        method=variant.method,
        duration_s=sum(slot.spent_s for slot in slots),
        warnings=(*(() if is_curve else last.warnings), *own, *warnings),
        samples=sum(figure.samples for figure in figures),
        block_medians=last.block_medians,
        p10=last.p10,
        p90=last.p90,
        threads=variant.threads,
        tried=slots[-1].tried,
        buffer_bytes=variant.buffer_bytes,
        work_per_sample=variant.work_per_sample,
        app_version=__version__,
        started_at=started_at,
        on_battery=conditions.power_source == "battery",
        device_name=variant.device_name,
        driver=variant.driver,
        conditions=conditions,
    )
    disturbed = disturbance(found)
    return found.changed(disturbed_by=disturbed.reasons) if disturbed else found


def soak_of(group: Group, points: Sequence[tuple[float, float]], started_at: str, warnings: Sequence[Reason]) -> Soak:
    """The curve over time; of a soak shorter than twenty seconds begin and end are its halves."""
    variant = group.slots[0].variants[0]
    span_s = min(_SOAK_SPAN_S, points[-1][0] / 2)
    return Soak(
        name=cast("MeasurementName", group.name),
        device=group.device,
        unit=variant.unit,
        points=tuple(points),
        burst=median(value for at_s, value in points if at_s <= max(span_s, points[0][0])),
        sustained=median(value for at_s, value in points if at_s >= points[-1][0] - span_s),
        method=variant.method,
        started_at=started_at,
        warnings=(*variant.warnings, *warnings),
    )
