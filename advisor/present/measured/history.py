"""What was measured before: how the newest figure differs from an earlier one, as sentences, rows and a chart."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from advisor.answer.findings.changes import Change, by_kind, changes, dated, measured_at
from advisor.facts.kept.history import MachineHistory
from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.present.measured.text import figure_text, measured_name
from advisor.present.words.palette import Role
from advisor.present.words.quantity import percent
from advisor.present.words.series import Axis, Line, LineChart, Table, linear_axis
from advisor.present.words.view import FactRow
from advisor.present.words.words import capital, joined, say, say_count

_MOST_ROWS = 40
_LINES: tuple[tuple[str, Role], ...] = (
    ("memory_read", "processor"),
    ("gpu_memory_read", "graphics_memory"),
    ("host_to_device", "link"),
    ("gpu_fp32", "ceiling"),
)


def change_words(change: Change) -> str:
    """One sentence with its period: "Reading main memory is 12% slower than last month: 37 GB/s, 42 GB/s on ..."."""
    return joined((change_title(change), change_figures(change)), ": ")


def change_title(change: Change) -> str:
    """What changed by how much: "Reading main memory is 12% slower than last month"."""
    name, share = measured_name(change.newest.name, device=change.newest.device), percent(abs(change.faster - 1))
    ago = _ago(dated(change.earlier), dated(change.newest))
    if change.faster < 1:
        return say("{name} is {share} slower than {ago}", name=name, share=share, ago=ago)
    return say("{name} is {share} faster than {ago}", name=name, share=share, ago=ago)


def change_figures(change: Change) -> str:
    """Both figures of a change with their day and driver, and a period."""
    then, now = change.earlier.machine_driver, change.newest.machine_driver
    driver = say(" (driver {then} then, {now} now)", then=then, now=now) if then and now and then != now else ""
    return say(
        "{now}, {before} on {day:%Y-%m-%d}{driver}.",
        now=figure_text(change.newest),
        before=figure_text(change.earlier),
        day=dated(change.earlier),
        driver=driver,
    )


def history_rows(history: MachineHistory | None, shown: Measurements | None = None) -> tuple[FactRow, ...]:
    """All kept figures but those that are `shown`, the newest first: when, what, by which method, driver and power."""
    runs = history.runs if history else ()
    present = {(one.name, one.device, one.started_at) for one in (shown.results if shown else ())}
    results = [one for run in reversed(runs) for one in run.results if measured_at(one)]
    results = [one for one in results if (one.name, one.device, one.started_at) not in present]
    results.sort(key=dated, reverse=True)
    return tuple(
        FactRow(
            f"{dated(one):%Y-%m-%d %H:%M}",
            joined((measured_name(one.name, device=one.device), figure_text(one)), ": "),
            say("measured here"),
            joined(_circumstances(one), ", "),
        )
        for one in results[:_MOST_ROWS]
    )


def history_chart(history: MachineHistory | None) -> LineChart | None:
    """The main figures over time, each as a share of its first one; None before there are two of any."""
    kinds = by_kind(history)
    wanted = [(kinds[key], role) for name, role in _LINES for key in kinds if key[0] == name and len(kinds[key]) > 1]
    if not wanted:
        return None
    begin = min(dated(results[0]) for results, _ in wanted)
    end = max(dated(results[-1]) for results, _ in wanted)
    lines = tuple(_line(results, role, begin) for results, role in wanted)
    changed = changes(history)
    said = [capital(change_words(change)) for change in changed]
    return LineChart(
        title=capital(change_title(changed[0])) if changed else say("Same as last time"),
        subtitle=say("Results over time, in percent of the first"),
        sentence=joined(said) or say("All differences are within normal variation."),
        x_axis=_days_axis(begin, end),
        y_axis=linear_axis("%", largest=max(y for line in lines for y in line.ys)),
        lines=lines,
        marks=(),
        table=Table(
            (say("When"), say("Measurement"), say("Figure")),
            tuple(
                (f"{dated(one):%Y-%m-%d %H:%M}", measured_name(one.name, device=one.device), figure_text(one))
                for results, _ in wanted
                for one in results
            ),
        ),
    )


def _line(results: Sequence[Measurement], role: Role, begin: datetime) -> Line:
    name = measured_name(results[0].name, device=results[0].device)
    return Line(
        name=name,
        xs=tuple((dated(one) - begin) / timedelta(days=1) for one in results),
        ys=tuple(100 * one.figure / results[0].figure for one in results),
        role=role,
        label=joined((name, figure_text(results[-1])), ": "),
        texts=tuple(f"{dated(one):%Y-%m-%d}: {figure_text(one)}" for one in results),
    )


def _days_axis(begin: datetime, end: datetime) -> Axis:
    days = max((end - begin) / timedelta(days=1), 0.04)
    words = "%H:%M" if days < 1 else "%Y-%m-%d"
    ticks = tuple((share * days, f"{begin + share * days * timedelta(days=1):{words}}") for share in (0.1, 0.5, 0.9))
    return Axis(say("When it was measured"), 0.0, days, ticks)


def _circumstances(one: Measurement) -> Iterable[str]:
    driver = one.machine_driver or one.driver
    if driver:
        yield say("driver {driver}", driver=driver)
    if one.memory_setting:
        yield say("memory {memory_setting}", memory_setting=one.memory_setting)
    yield say("on battery") if one.on_battery else say("on mains")
    if disturbance(one) is not None:
        yield say("disturbed")
    elif one.stability == "noisy":
        yield say("noisy")


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
