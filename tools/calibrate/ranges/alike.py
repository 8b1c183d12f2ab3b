"""How near anyone could come: machines of the same device, beside what this app says without having seen them.

Computers with the same device differ in cooling, drivers, programs and settings that nobody states. Whoever knew the
speeds of all others with that device, and nothing else, would still miss the next one by as much as `the others` tells.
Where this app is no further off, more cannot be known from the device.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from statistics import median
from typing import NamedTuple

from tools.calibrate.quantiles import quantile_between
from tools.calibrate.ranges.components import PHASES
from tools.calibrate.ranges.coverage import NAMES, Judged, shown_group
from tools.calibrate.ranges.deviations import GROUPS, Deviation

FEWEST_MACHINES = 3
"""With one device, for it to be counted: the others of each are then two."""
_SHARES = (0.5, 0.9)
HEAD = (
    f"{'':34}{'rows':>6}{'devices':>9}{'machines':>10}{'this app':>10}{'p90':>7}{'the others':>12}{'p90':>7}"
    f"{'the machine':>13}{'p90':>7}"
)

Device = tuple[str, str]
"""The card of a device, and the calibration that answers for it."""


class _Row(NamedTuple):
    """log(measured / predicted) of one row: as it is, by the others with its device, by others of its machine."""

    machine: str
    off: float
    by_others: float
    by_machine: float | None


def alike_lines(by_source: Sequence[Judged]) -> Iterator[str]:
    """A line per phase and kind of hardware where devices were run in several machines; each machine counts alike.

    Median and nine of ten errors: of this app with the source of each row left out; of the same with the median of the
    other machines with that device put right; of the same with the median of the machine's other rows put right.
    """
    yield HEAD
    for phase in PHASES:
        for group in GROUPS:
            rows = [one.row for one in by_source if one.row.phase == phase and shown_group(one.row) == group]
            devices = _devices(rows)
            found = [row for machines in devices.values() for row in _rows(machines)]
            if found:
                yield f"{f'{NAMES[phase]}, {group}':34}{len(found):>6}{len(devices):>9}{_figures(found)}"


def _devices(rows: Sequence[Deviation]) -> dict[Device, dict[str, list[float]]]:
    """What rows are off by, of each machine of each device that several machines have."""
    found: defaultdict[Device, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in rows:
        if one.seen.hardware:
            found[one.seen.hardware, one.calibration][one.machine].append(one.off)
    return {device: dict(ones) for device, ones in found.items() if len(ones) >= FEWEST_MACHINES}


def _rows(machines: Mapping[str, Sequence[float]]) -> Iterator[_Row]:
    middles = {name: median(offs) for name, offs in machines.items()}
    for name, offs in machines.items():
        others = median(middle for other, middle in middles.items() if other != name)
        for at, off in enumerate(offs):
            own = [*offs[:at], *offs[at + 1 :]]
            yield _Row(name, off, off - others, off - median(own) if own else None)


def _figures(rows: Sequence[_Row]) -> str:
    machines = {one.machine for one in rows}
    app = _errors([(one.machine, one.off) for one in rows])
    others = _errors([(one.machine, one.by_others) for one in rows])
    own = _errors([(one.machine, one.by_machine) for one in rows if one.by_machine is not None])
    return f"{len(machines):>10}{app[0]:>10.1%}{app[1]:>7.0%}{others[0]:>12.1%}{others[1]:>7.0%}" + (
        f"{own[0]:>13.1%}{own[1]:>7.0%}" if own else f"{'-':>13}"
    )


def _errors(offs: Sequence[tuple[str, float]]) -> list[float]:
    """Median and nine of ten errors of predictions that are off by so much, each machine alike."""
    counts = Counter(machine for machine, _ in offs)
    errors = [(abs(exp(-off) - 1), 1 / counts[machine]) for machine, off in offs]
    return [quantile_between(errors, share) for share in _SHARES] if errors else []
