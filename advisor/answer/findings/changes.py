"""What is faster or slower than it was measured before."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.measurement import Measurement

_LEAST_CHANGE = 0.05
"""Less is said of no measurement: other programs and heat make as much."""
_FRESH = timedelta(hours=12)
"""Measurements nearer to each other are of one sitting."""


class Change(NamedTuple):
    """The newest figure of a measurement, an earlier one of the same kind, and how much faster it is than that."""

    newest: Measurement
    earlier: Measurement
    faster: float


def changes(history: MachineHistory | None) -> tuple[Change, ...]:
    """What is faster or slower than it was, beyond what readings vary; only the same method and power source count."""
    found = map(_change, by_kind(history).values())
    return tuple(change for change in found if change is not None)


def by_kind(history: MachineHistory | None) -> dict[tuple[str, str, str, bool], list[Measurement]]:
    """Comparable results together, oldest first: one name, device, method and power source."""
    kinds: dict[tuple[str, str, str, bool], list[Measurement]] = {}
    for run in history.runs if history else ():
        for one in run.results:
            if measured_at(one) and not isinstance(one.value, tuple):
                kinds.setdefault((one.name, one.device, one.method, one.on_battery), []).append(one)
    return {key: sorted(results, key=dated) for key, results in kinds.items()}


def measured_at(one: Measurement) -> datetime | None:
    """When a figure was taken, None where it does not say: a file that another program wrote may hold any text."""
    try:
        return dated(one)
    except (ValueError, OverflowError, OSError):
        return None


def dated(one: Measurement) -> datetime:
    """The same of a figure that is dated."""
    return datetime.fromisoformat(one.started_at).astimezone()


def _change(results: Sequence[Measurement]) -> Change | None:
    """The newest beside the one before its sitting; what something disturbed tells of no change."""
    newest, quiet = results[-1], [one for one in results if disturbance(one) is None]
    if disturbance(newest) is not None:
        return None
    earlier = next((one for one in reversed(quiet) if dated(newest) - dated(one) >= _FRESH), None)
    if earlier is None:
        return None
    faster = newest.figure / earlier.figure if newest.unit != "s" else earlier.figure / newest.figure
    noise = max(_LEAST_CHANGE, newest.spread, earlier.spread)
    return Change(newest, earlier, faster) if abs(faster - 1) > noise else None
