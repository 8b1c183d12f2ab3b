"""Chart "The trip": seconds of one pass over the rows that come at once, on the processor and on each card."""

from math import log10

from advisor.facts.answers.crossover import Crossover, PassCurve
from advisor.facts.values.units import MILLISECOND
from advisor.present.words.origin import source_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import count, percent, step_time
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Line, LineChart, Mark, Table, log_axis
from advisor.present.words.words import say, say_count

_ROOM = 4
"""How far below the shortest time the axis begins, so that the texts there have a place."""


def crossover_chart(answer: Crossover) -> LineChart:
    """Both axes logarithmic; dashed lines are what the trip and the launch alone take."""
    curves = answer.curves
    points = [point for curve in curves for point in curve.points]
    away = [point.trip_s + point.launch_s for curve in curves[1:] for point in curve.points]
    times = [seconds / MILLISECOND for seconds in (*(point.total_s for point in points), *away)] or [1.0]
    rows = [point.rows for point in points] or [1]
    return LineChart(
        title=_title(answer),
        subtitle=say("One pass through {name}, weights already loaded", name=source_words(answer.work.name)),
        sentence=crossover_sentence(answer),
        x_axis=log_axis(say("Requests or tokens at once (log scale)"), smallest=1, largest=max(rows)),
        y_axis=log_axis(say("ms (log scale)"), smallest=min(times) / _ROOM, largest=max(times)),
        lines=tuple(line for index, curve in enumerate(curves) for line in _lines(curve, is_cpu=index == 0)),
        marks=tuple(mark for curve in curves for mark in _marks(curve)),
        table=Table(
            (say("Processor"), say("Rows"), say("Transfer"), say("Launch"), say("Work"), say("Total")),
            tuple(
                (
                    short_name(curve.processor_name),
                    count(point.rows),
                    step_time(point.trip_s),
                    step_time(point.launch_s),
                    step_time(point.compute_s),
                    step_time(point.total_s),
                )
                for curve in curves
                for point in curve.points
            ),
        ),
    )


def crossover_sentence(answer: Crossover) -> str:
    """What the picture says of the first card of this rig."""
    cards = answer.curves[1:]
    if not cards:
        if answer.unknown:
            return say(
                "{unknown}. Measure it on page My rig, or type it in there.",
                unknown=". ".join(map(in_words, answer.unknown)),
            )
        return say("This rig has no GPU, so nothing is transferred.")
    card, one = cards[0], cards[0].points[0]
    name, away = short_name(card.processor_name), (one.trip_s + one.launch_s) / one.total_s
    first = say(
        "For one request, {name} spends {away} of the time on transfer and launch", away=percent(away), name=name
    )
    if card.sooner_from_rows == 1:
        return say("{first}, and is still faster.", first=first)
    return say("{first}: the CPU is faster.", first=first)


def _title(answer: Crossover) -> str:
    cards = answer.curves[1:]
    if answer.unknown and not cards:
        return (
            say("When the GPU is faster is not known yet") if answer.curves else say("Transfer time is not known yet")
        )
    if not cards:
        return say("No GPU, no transfer")
    turn = cards[0].sooner_from_rows
    if turn is None:
        return say("The CPU is faster at any batch size")
    return say_count("The GPU is faster even for one request", "The GPU is faster from {count:,} rows", turn)


def _lines(curve: PassCurve, *, is_cpu: bool) -> tuple[Line, ...]:
    xs = tuple(log10(point.rows) for point in curve.points)
    whole = Line(
        name=short_name(curve.processor_name),
        xs=xs,
        ys=tuple(log10(point.total_s / MILLISECOND) for point in curve.points),
        role="processor" if is_cpu else "this_rig",
        label=short_name(curve.processor_name),
        texts=tuple(
            say_count("{count:,} rows: {time}", "{count:,} rows: {time}", point.rows, time=step_time(point.total_s))
            for point in curve.points
        ),
    )
    if is_cpu:
        return (whole,)
    trip = Line(
        name=say("{name}, transfer and launch", name=short_name(curve.processor_name)),
        xs=xs,
        ys=tuple(log10((point.trip_s + point.launch_s) / MILLISECOND) for point in curve.points),
        role="guide",
        dash="dashed",
        label=say("transfer and launch"),
        texts=tuple(f"{count(point.rows)}: {step_time(point.trip_s + point.launch_s)}" for point in curve.points),
    )
    return whole, trip


def _marks(curve: PassCurve) -> tuple[Mark, ...]:
    """The point where a card overtakes the processor."""
    turn = curve.sooner_from_rows
    if turn is None or turn == 1:
        return ()
    near = min(curve.points, key=lambda point: abs(log10(point.rows) - log10(turn)))
    return (
        Mark(log10(turn), log10(near.total_s / MILLISECOND), say_count("one row", "{count:,} rows", turn), "this_rig"),
    )
