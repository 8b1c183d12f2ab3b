"""The layer that was run live, as people read it: what it took, and what was expected."""

from collections.abc import Sequence

from advisor.facts.answers.crossover import LAYER_WIDTH, LayerRun
from advisor.facts.values.reason import Reason
from advisor.present.learn.view import TextTable
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import count, step_time, times
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.series import Table
from advisor.present.words.words import say, say_count, to_say

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
            parts.append(say("With {rows} the processor is {times} as fast.", rows=rows, times=times(1 / ratio)))
    return " ".join(parts) or say("No graphics card ran it, so there is nothing to compare the processor with.")


def layer_view(runs: Sequence[LayerRun], reasons: Sequence[Reason]) -> TextTable:
    """The same for a page: the table, and below it what it shows and what could not be run."""
    said = [layer_sentence(runs), *map(in_words, reasons)] if runs else list(map(in_words, reasons))
    if any(run.predicted_s is None for run in runs):
        said.append(say(_NO_PREDICTION))
    return TextTable(title=say(_TITLE, width=LAYER_WIDTH), sentence=" ".join(said), table=layer_table(runs))


def layer_text(runs: Sequence[LayerRun], reasons: Sequence[Reason]) -> str:
    """The table with its sentence, and what could not be run."""
    table = layer_table(runs)
    rows = (table.columns, *table.rows)
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join((say(_TITLE, width=LAYER_WIDTH), *lines, layer_sentence(runs), *map(in_words, reasons))) + "\n"
