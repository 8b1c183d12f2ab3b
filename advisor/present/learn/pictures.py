"""Why the trip takes as long as it does: the formula of one pass, the rates of every processor, what is judged."""

from collections.abc import Sequence

from advisor.facts.answers.crossover import LAYER_WIDTH, Crossover, LayerRun, PassCurve
from advisor.facts.values.number_format import NumberFormat, Units
from advisor.facts.values.reason import Reason
from advisor.predict.speed.crossover import CALL_S, COPY_S, GPU_SHARE, LAUNCH_S, MEASURED_SHARE, ROUND_S
from advisor.present.charts.crossover_chart import crossover_chart
from advisor.present.learn.figures import figure_text
from advisor.present.learn.view import TextTable
from advisor.present.text.why import input_text
from advisor.present.words.origin import fact_origin, origin_words, source_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, capacity, compute, count, operations, percent, step_time, times
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Table
from advisor.present.words.terms import INPUTS
from advisor.present.words.view import Why
from advisor.present.words.words import joined, say, say_count, to_say

_FORMULA = to_say(
    "card: two copies + bytes of all rows / link + a round + starts x a start + work; processor: a "
    "call + work; work = the longer of calculations / (arithmetic x share) and bytes / memory"
)


def crossover_why(answer: Crossover) -> Why:
    """Formula, the work of one pass, and the rates of each processor with where they are from."""
    work = answer.work
    rows = (
        (say("calculations for one row"), figure_text(work.flop_per_row, "flop"), source_words(work.name)),
        (say("weights that are read"), capacity(work.weights_bytes), source_words(work.name)),
        (say("sent there and back for one row"), capacity(work.moved_bytes_per_row), source_words(work.name)),
        *(row for curve in answer.curves for row in _rates(curve)),
    )
    return Why(
        title=joined((crossover_chart(answer).title, source_words(work.name)), ": "),
        formula=say(_FORMULA),
        inputs=Table((say("Input"), say("Value"), say("From")), rows),
        evidence=(
            say(
                "A copy takes {copy}, a round {round}, a call {call}, and a start {start} where it was not measured.",
                copy=step_time(COPY_S),
                round=step_time(ROUND_S),
                call=step_time(CALL_S),
                start=step_time(LAUNCH_S),
            ),
            say(
                "Of its arithmetic a card reaches {card}, a processor {processor} of what was measured.",
                card=percent(GPU_SHARE),
                processor=percent(MEASURED_SHARE),
            ),
        ),
        changes=(say("A wider or newer slot shortens the trip; more rows at once make it matter less."),),
    )


def _rates(curve: PassCurve) -> tuple[tuple[str, str, str], ...]:
    name = short_name(curve.processor_name)
    return tuple(
        (
            joined((name, say(INPUTS[one.name])), ": "),
            input_text(one),
            joined((origin_words(one.origin, source=one.source), source_words(one.source)), ": "),
        )
        for one in curve.inputs
    )


_UNITS: dict[Units, str] = {
    "matrix": to_say("matrix units"),
    "vector": to_say("ordinary units"),
    "none": to_say("none: unpacked to 16 bits"),
    "unknown": UNKNOWN,
}


def format_table(formats: Sequence[NumberFormat]) -> Table:
    """One row for each format, both factors over 16 bits with sums in 32."""
    return Table(
        (say("Format"), say("Sums in"), say("Memory"), say("Speed"), say("Rate"), say("Units"), say("From")),
        tuple(
            (
                one.name,
                one.accumulator,
                percent(one.memory_factor),
                times(one.speed_factor) if one.speed_factor else say(UNKNOWN),
                (operations if one.name.startswith("INT") else compute)(one.rate.value),
                say(_UNITS[one.units]),
                fact_origin(one.rate),
            )
            for one in formats
        ),
    )


def format_sentence(name: str, formats: Sequence[NumberFormat]) -> str:
    """The smallest format that the card multiplies as it is, and what it brings."""
    native = [one for one in formats if one.units == "matrix" and one.speed_factor]
    if not native:
        return say("{name} has no units for small formats: they save memory, not arithmetic.", name=name)
    best = min(native, key=lambda one: (one.stored_bits, -(one.speed_factor or 0)))
    return say(
        "{name} multiplies {format} as it is stored: {share} of the memory of 16 bits at {gain} the arithmetic, sums "
        "kept in {sums}.",
        name=name,
        format=best.name,
        share=percent(best.memory_factor),
        gain=times(best.speed_factor or 1),
        sums=best.accumulator,
    )


_TITLE = to_say("A layer of {width:,} x {width:,}, there and back")
_NO_PREDICTION = to_say("A prediction needs measured figures: press Measure on page My rig.")


def layer_table(runs: Sequence[LayerRun]) -> Table:
    """One row for each device and number of rows."""
    return Table(
        (say("Processor"), say("Rows"), say("Measured"), say("Predicted")),
        tuple(
            (
                short_name(run.device_name),
                count(run.rows),
                say(
                    "{middle} ({low} to {high})",
                    middle=step_time(run.middle_s),
                    low=step_time(run.low_s),
                    high=step_time(run.high_s),
                ),
                step_time(run.predicted_s),
            )
            for run in runs
        ),
    )


def layer_sentence(runs: Sequence[LayerRun]) -> str:
    """What the runs show: who is sooner with many rows, and with one."""
    cpu = {run.rows: run.middle_s for run in runs if run.device == "cpu"}
    parts = []
    for run in runs:
        if run.device == "cpu" or run.rows not in cpu:
            continue
        ratio = cpu[run.rows] / run.middle_s
        rows = say_count("one row", "{count:,} rows", run.rows)
        name = short_name(run.device_name)
        if ratio >= 1:
            parts.append(say("With {rows} {name} is {times} as fast.", rows=rows, name=name, times=times(ratio)))
        else:
            parts.append(say("With {rows} the CPU is {times} as fast.", rows=rows, times=times(1 / ratio)))
    return joined(parts) or say("No graphics card ran it, so there is nothing to compare the processor with.")


def layer_view(runs: Sequence[LayerRun], reasons: Sequence[Reason]) -> TextTable:
    """The same for a page: the table, and below it what it shows and what could not be run."""
    said = [layer_sentence(runs), *map(in_words, reasons)] if runs else list(map(in_words, reasons))
    if any(run.predicted_s is None for run in runs):
        said.append(say(_NO_PREDICTION))
    return TextTable(title=say(_TITLE, width=LAYER_WIDTH), sentence=joined(said), table=layer_table(runs))


def layer_text(runs: Sequence[LayerRun], reasons: Sequence[Reason]) -> str:
    """The table with its sentence, and what could not be run."""
    table = layer_table(runs)
    rows = (table.columns, *table.rows)
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join((say(_TITLE, width=LAYER_WIDTH), *lines, layer_sentence(runs), *map(in_words, reasons))) + "\n"
