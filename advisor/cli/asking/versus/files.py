"""The files of models that are held against each other: which one is taken, and what they do in the same one."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from advisor.answer.which_model.published_forms import loses_much, loss_steps
from advisor.cli.asking.versus.row import Row, bytes_of, file_of
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.present.words.quantity import speed_number

_BETTER = ("Q4_K_M", "IQ4_XS", "Q3_K_M", "IQ3_XXS")
"""What is tried in place of a file of two bits, the best first."""
_NEARLY = 0.8 * READING_TOKENS_PER_S
"""So fast a better file may be slower than a poor one (a judgment): that is about as fast as people read."""
_ANOTHER = 1.1
"""Files that differ by so much are told in one file, too."""


def in_more_bits(row: Row, again: Callable[[str], Row]) -> Row:
    """The row in a better file where it has one of two bits and a better one fits and is nearly as fast as people read.

    `again` answers the same in another file.
    """
    if not loses_much(file_of(row)) or row.answer.rate_unit != "tokens":
        return row
    for quant in _BETTER:
        other = again(quant)
        if other.answer.usability != "wont_run" and other.rate >= _NEARLY and file_of(other) == quant:
            return other._replace(poor=row)
    return row


def of_poor_files(rows: Sequence[Row]) -> Iterator[str]:
    """Where a file of two bits was left aside, and how fast that would be."""
    for one in rows:
        if one.poor is not None:
            rate, quant = speed_number(one.poor.rate), file_of(one.poor)
            light = one.poor.verdict.light_word.lower()
            yield (
                f"{one.answer.model} on {one.name} as {quant}: {rate} tokens/s, {light}, but with two bits it answers"
                " much worse."
            )


def in_one_file(rows: Sequence[Row], again: Callable[[Row, str], Row]) -> Iterator[str]:
    """What computers do with one model in one file, where each was answered in its own.

    `again` answers a row in another file.
    """
    for _, some in groupby(sorted(rows, key=lambda one: one.answer.model_id), key=lambda one: one.answer.model_id):
        running = [one for one in some if _runs(one)]
        if len({one.name for one in running}) < 2 or len({one.name for one in running}) < len(running):
            continue
        small, large = min(running, key=bytes_of), max(running, key=bytes_of)
        if file_of(small) == file_of(large) or bytes_of(large) < _ANOTHER * bytes_of(small):
            continue
        quant = _file_for_all(running)
        same = [one if file_of(one) == quant else again(one, quant) for one in running]
        if all(map(_runs, same)):
            told = ", ".join(f"{one.name} {speed_number(one.rate)}" for one in same)
            yield f"{'Both' if len(same) == 2 else 'All'} as {quant}: {told} tokens/s."


def _file_for_all(rows: Sequence[Row]) -> str:
    """The smallest of their files that is of good quality; where all are poor the smallest."""
    good = [one for one in rows if not loss_steps(file_of(one))]
    return file_of(min(good or rows, key=bytes_of))


def _runs(one: Row) -> bool:
    return one.rate > 0 and one.answer.rate_unit == "tokens" and one.answer.usability != "wont_run" and not one.lacking
