"""Rows on a terminal, and as CSV for spreadsheets."""

import argparse
import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from advisor.facts.values.plain_text import plain_cell


def add_forms(parser: argparse.ArgumentParser, said: str) -> None:
    """Add `--json` and `--csv`, of which one can be wanted."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print one JSON document")
    forms.add_argument("--csv", action="store_true", help=said)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of texts under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def csv_text(documents: Iterable[Mapping[str, Any]]) -> str:
    """JSON documents of one kind as CSV: a column for each figure and text, those within one behind its name.

    Lists of texts are joined, other lists left out. What a spreadsheet would take for a formula is text.
    """
    rows = [dict(_cells(one, "")) for one in documents]
    text = io.StringIO()
    columns = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(text, tuple(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _cells(document: Mapping[str, Any], before: str) -> Iterator[tuple[str, object]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from _cells(value, f"{before}{name}_")
        elif isinstance(value, list):
            if value and all(isinstance(one, str) for one in value):
                yield f"{before}{name}", plain_cell("; ".join(value))
        else:
            yield f"{before}{name}", plain_cell(value) if isinstance(value, str) else value
