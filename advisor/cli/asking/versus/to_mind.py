"""What is to be minded of single rows of a table, or of how they were answered."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.of_cards import of_cards
from advisor.cli.asking.versus.power import power
from advisor.cli.asking.versus.row import Row, called, file_of
from advisor.cli.asking.versus.tuned import tuned
from advisor.present.words.words import joined

_ASSUMED, _OFF = "Assumed:", "thinking off"
_NUMBER = re.compile(r"^\d+x ")


def in_other_files(rows: Sequence[Row]) -> Iterator[str]:
    """Which computers are answered in another file than the one that was meant, and why."""
    for one in rows:
        if one.lacking:
            yield f"No program runs {one.lacking} on {one.name}: answered there as {file_of(one)}."


def of_thinking(rows: Sequence[Row]) -> Iterator[str]:
    """That whole answers are not alike where one model thinks on one computer and not on another."""
    both = [[one for one in rows if is_off == (_OFF in one.verdict.light_word)] for is_off in (False, True)]
    names = [[called(one, rows) for one in some] for some in both]
    thinks = [called(one, rows) for one in both[0] if "thinking" in one.verdict.figures[1].text]
    if thinks and names[1] and len({one.answer.model_id for one in rows}) == 1:
        yield f"The whole answer counts thinking for {joined(thinks, ', ')}, and none for {joined(names[1], ', ')}."


def of_each(rows: Sequence[Row]) -> Iterator[str]:
    """What is to be minded of single computers or models, as the answer to each alone tells it."""
    for text in dict.fromkeys(note for one in rows for note in one.answer.notes if not note.startswith(_ASSUMED)):
        whose = [called(one, rows) for one in rows if text in one.answer.notes]
        is_told = len(whose) == len(rows) or any(text.startswith(_NUMBER.sub("", name)) for name in whose)
        yield text if is_told else f"{joined(dict.fromkeys(whose), ', ')}: {text}"


def to_mind(rows: Sequence[Row], catalog: Catalog) -> tuple[str, ...]:
    """What is to be minded of single rows, and what tells their cards apart."""
    return (
        *in_other_files(rows),
        *tuned(rows, catalog),
        *power(rows, catalog),
        *of_cards(rows, catalog),
        *of_thinking(rows),
        *of_each(rows),
    )
