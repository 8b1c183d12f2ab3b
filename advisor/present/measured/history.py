"""What was measured before: how the newest figure differs from an earlier one, as sentences, rows and a chart."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.present.measured.text import MEASURED_NAMES, figure_text, measured_name
from advisor.present.words.quantity import percent
from advisor.present.words.series import Axis, Line, LineChart, Role, Table, linear_axis
from advisor.present.words.view import FactRow
from advisor.present.words.words import capital, say, say_count

_LEAST_CHANGE = 0.05
"""Less is said of no measurement: other programs and heat make as much."""
_FRESH = timedelta(hours=12)
"""Measurements nearer to each other are of one sitting."""
_MOST_ROWS = 40
_LINES: tuple[tuple[str, Role], ...] = (
    ("memory_read", "this_rig"),
    ("gpu_memory_read", "graphics_memory"),
    ("host_to_device", "buffers"),
    ("gpu_fp32", "processor"),
)


class Change(NamedTuple):
    """The newest figure of a measurement, an earlier one of the same kind, and how much faster it is than that."""

    newest: Measurement
    earlier: Measurement
    faster: float


def changes(history: MachineHistory | None) -> tuple[Change, ...]:
    """What is faster or slower than it was, beyond what readings vary; only the same method and power source count."""
    found = (_change(results) for results in _by_kind(history).values())
    return tuple(change for change in found if change is not None)


def change_words(change: Change) -> str:
    """One sentence with its period: "Reading main memory is 12% slower than last month: 37 GB/s, 42 GB/s on ..."."""
    return f"{change_title(change)}: {change_figures(change)}"


def change_title(change: Change) -> str:
    """What changed by how much: "Reading main memory is 12% slower than last month"."""
    name, share = measured_name(change.newest.name, device=change.newest.device), percent(abs(change.faster - 1))
    ago = _ago(_when(change.earlier), _when(change.newest))
    if change.faster < 1:
        return say("{name} is {share} slower than {ago}", name=name, share=share, ago=ago)
    return say("{name} is {share} faster than {ago}", name=name, share=share, ago=ago)


def change_figures(change: Change) -> str:
    """Both figures of a change with their day and driver, and a period."""
    return say(
        "{now}, {before} on {day:%Y-%m-%d}{driver}.",
        now=figure_text(change.newest),
        before=figure_text(change.earlier),
        day=_when(change.earlier),
        driver=_other_driver(change),
    )


def history_rows(history: MachineHistory | None, shown: Measurements | None = None) -> tuple[FactRow, ...]:
    """All kept figures but those that are `shown`, the newest first: when, what, by which method, driver and power."""
    runs = history.runs if history else ()
    present = {_key(one) for one in (shown.results if shown else ())}
    results = [one for run in reversed(runs) for one in run.results if one.name in MEASURED_NAMES and measured_at(one)]
    results = [one for one in results if _key(one) not in present]
    results.sort(key=_when, reverse=True)
    return tuple(
        FactRow(
            f"{_when(one):%Y-%m-%d %H:%M}",
            f"{measured_name(one.name, device=one.device)}: {figure_text(one)}",
            say("measured here"),
            ", ".join(_circumstances(one)),
        )
        for one in results[:_MOST_ROWS]
    )


def measured_at(one: Measurement) -> datetime | None:
    """When a figure was taken, None where it does not say: a file that another program wrote may hold any text."""
    try:
        return _when(one)
    except (ValueError, OverflowError, OSError):
        return None


def history_chart(history: MachineHistory | None) -> LineChart | None:
    """The main figures over time, each as a share of its first one; None before there are two of any."""
    kinds = _by_kind(history)
    wanted = [(kinds[key], role) for name, role in _LINES for key in kinds if key[0] == name and len(kinds[key]) > 1]
    if not wanted:
        return None
    begin = min(_when(results[0]) for results, _ in wanted)
    end = max(_when(results[-1]) for results, _ in wanted)
    lines = tuple(_line(results, role, begin) for results, role in wanted)
    changed = changes(history)
    said = [capital(change_words(change)) for change in changed]
    return LineChart(
        title=capital(change_title(changed[0])) if changed else say("This rig measures as it did before"),
        subtitle=say("Measured figures over time, in percent of the first"),
        sentence=" ".join(said) or say("All differences lie within what readings vary."),
        x_axis=_days_axis(begin, end),
        y_axis=linear_axis("%", largest=max(y for line in lines for y in line.ys)),
        lines=lines,
        marks=(),
        table=Table(
            (say("When"), say("Measurement"), say("Figure")),
            tuple(
                (f"{_when(one):%Y-%m-%d %H:%M}", measured_name(one.name, device=one.device), figure_text(one))
                for results, _ in wanted
                for one in results
            ),
        ),
    )


def _by_kind(history: MachineHistory | None) -> dict[tuple[str, str, str, bool], list[Measurement]]:
    """Comparable results together, oldest first: one name, device, method and power source."""
    kinds: dict[tuple[str, str, str, bool], list[Measurement]] = {}
    for run in history.runs if history else ():
        for one in run.results:
            if one.name in MEASURED_NAMES and measured_at(one) and not isinstance(one.value, tuple):
                kinds.setdefault((one.name, one.device, one.method, one.on_battery), []).append(one)
    return {key: sorted(results, key=_when) for key, results in kinds.items()}


def _change(results: Sequence[Measurement]) -> Change | None:
    """The newest beside the one before its sitting."""
    newest = results[-1]
    before = [one for one in results if _when(newest) - _when(one) >= _FRESH]
    if not before:
        return None
    earlier = before[-1]
    faster = newest.figure / earlier.figure if newest.unit != "s" else earlier.figure / newest.figure
    noise = max(_LEAST_CHANGE, newest.spread, earlier.spread)
    return Change(newest, earlier, faster) if abs(faster - 1) > noise else None


def _line(results: Sequence[Measurement], role: Role, begin: datetime) -> Line:
    name = measured_name(results[0].name, device=results[0].device)
    return Line(
        name=name,
        xs=tuple((_when(one) - begin) / timedelta(days=1) for one in results),
        ys=tuple(100 * one.figure / results[0].figure for one in results),
        role=role,
        label=f"{name}: {figure_text(results[-1])}",
        texts=tuple(f"{_when(one):%Y-%m-%d}: {figure_text(one)}" for one in results),
    )


def _days_axis(begin: datetime, end: datetime) -> Axis:
    days = max((end - begin) / timedelta(days=1), 0.04)
    words = "%H:%M" if days < 1 else "%Y-%m-%d"
    ticks = tuple((share * days, f"{begin + share * days * timedelta(days=1):{words}}") for share in (0.1, 0.5, 0.9))
    return Axis(say("When it was measured"), 0.0, days, ticks)


def _circumstances(one: Measurement) -> Iterable[str]:
    yield one.method
    driver = one.machine_driver or one.driver
    if driver:
        yield say("driver {driver}", driver=driver)
    if one.memory_setting:
        yield say("memory {memory_setting}", memory_setting=one.memory_setting)
    yield say("on battery") if one.on_battery else say("on mains")
    if one.stability == "noisy":
        yield say("noisy")


def _other_driver(change: Change) -> str:
    then, now = change.earlier.machine_driver, change.newest.machine_driver
    return say(" (driver {then} then, {now} now)", then=then, now=now) if then and now and then != now else ""


def _key(one: Measurement) -> tuple[str, str, str]:
    return one.name, one.device, one.started_at


def _when(one: Measurement) -> datetime:
    """The same of a figure that is dated."""
    return datetime.fromisoformat(one.started_at).astimezone()


def _ago(then: datetime, now: datetime) -> str:
    """When something was, in words that follow "than"."""
    days = (now.date() - then.date()).days
    if days < 2:
        return say("yesterday") if days else say("earlier today")
    if days < 7:
        return say_count("{count} day ago", "{count} days ago", days)
    if days < 14:
        return say("last week")
    if days < 28:
        return say_count("{count} week ago", "{count} weeks ago", days // 7)
    return say("last month") if days < 62 else say("on {then:%Y-%m-%d}", then=then)
