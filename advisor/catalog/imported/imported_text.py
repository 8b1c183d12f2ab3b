"""Finds out which program printed a text or wrote a file, and reads it."""

import codecs
import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from advisor.catalog.imported.answer_times import (
    answer_runs,
    ollama_answer,
    ollama_runs,
    server_runs,
    stats_runs,
    timing_runs,
)
from advisor.catalog.imported.clpeak import clpeak_document, clpeak_xml, is_clpeak
from advisor.catalog.imported.llama_bench import bench_run, table_runs
from advisor.catalog.imported.log_lines import Said, said_around
from advisor.catalog.reading.regular_file import ModelFileError, regular_file
from advisor.facts.machine.imported import Imported, ImportedRun
from advisor.facts.values.reason import ReasonError, reason
from advisor.facts.values.units import MIB

ACCEPTED = reason("texts_accepted")
MOST_CHARACTERS, MOST_OBJECTS, MOST_RUNS = MIB, 2000, 200
_CSV_START = "build_commit,"
_ANSWERS = (
    ("LM Studio", answer_runs),
    ("llama.cpp", server_runs),
    ("Ollama", ollama_answer),
)


class ImportedError(ReasonError):
    """A text that holds nothing known here; the reason says what is accepted."""


def read_imported(text: str) -> Imported:
    """Everything that a pasted text or an opened file says.

    Raises:
        ImportedError: it is too long, or nothing in it is known.
    """
    if len(text) > MOST_CHARACTERS:
        raise ImportedError("imported_text_too_long")
    said = said_around(text)
    try:
        found = _documents(text, said) or _lines(text, said)
    except ValidationError:
        raise ImportedError("imported_figure_impossible") from None
    if found is None or not (found.runs or found.rates or found.leftover):
        raise ImportedError("no_speed_in_text", accepted=ACCEPTED)
    if len(found.runs) > MOST_RUNS:
        left = reason("runs_after_first", first=MOST_RUNS, more=len(found.runs) - MOST_RUNS)
        return found.changed(runs=found.runs[:MOST_RUNS], leftover=(*found.leftover, left))
    return found


def _documents(text: str, said: Said) -> Imported | None:
    """What JSON or XML holds; None where the text is neither, or of another program."""
    rates = clpeak_xml(text)
    if rates is not None:
        return Imported(program="clpeak", rates=rates)
    documents = _json(text)
    if is_clpeak(documents[0] if documents else None):
        return Imported(program="clpeak", rates=clpeak_document(documents[0]))
    objects = [one for one in documents if isinstance(one, dict)]
    runs = tuple(run for one in objects if (run := bench_run(one)) is not None)
    if runs:
        return Imported(program="llama-bench", runs=runs)
    for program, read in _ANSWERS:
        found = tuple(run for one in objects for run in read(one, said))
        if found:
            return Imported(program=program, runs=found)
    return None


def _json(text: str) -> list[Any]:
    """The objects in a JSON document, in an array, or in lines of one object each; those cut off are left out."""
    for first, last in (("{", "}"), ("[", "]")):
        start, end = text.find(first), text.rfind(last) + 1
        whole = _parsed(text[start:end]) if 0 <= start < end else None
        if isinstance(whole, dict | list):
            return whole if isinstance(whole, list) else [whole]
    lines = [line for line in text.splitlines() if line.lstrip().removeprefix("data: ").startswith("{")]
    found = (_parsed(line.strip().removeprefix("data: ")) for line in lines[:MOST_OBJECTS])
    return [one for one in found if one is not None]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _lines(text: str, said: Said) -> Imported | None:
    """What plain lines hold: a table, CSV, or the figures of one of the programs."""
    runs, leftover = table_runs(text, said)
    if runs or leftover:
        return Imported(program="llama-bench", runs=runs, leftover=leftover)
    for program, read in _READERS:
        found = read(text, said)
        if found:
            return Imported(program=program, runs=found)
    return None


def _csv_runs(text: str, _: Said) -> tuple[ImportedRun, ...]:
    start = text.find(_CSV_START)
    if start < 0:
        return ()
    try:
        rows = list(csv.DictReader(io.StringIO(text[start:])))
    except csv.Error:
        return ()
    return tuple(run for row in rows if (run := bench_run(row)) is not None)


_READERS: tuple[tuple[str, Callable[[str, Said], tuple[ImportedRun, ...]]], ...] = (
    ("llama-bench", _csv_runs),
    ("Ollama", ollama_runs),
    ("LM Studio", stats_runs),
    ("llama.cpp", timing_runs),
)


_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What the shell of Windows begins a file with that a program's output went to."""
MOST_BYTES = 4 * MOST_CHARACTERS
"""Read of a source: more is no longer a text that is understood."""


def imported_file(path: Path) -> str:
    """The text of a file.

    Raises:
        ImportedError: it cannot be read.
    """
    try:
        with regular_file(path) as (file, _):
            return decoded(file.read(MOST_BYTES))
    except ModelFileError as error:
        raise ImportedError("with_stop", cause=error.reason) from None


def decoded(raw: bytes) -> str:
    """Bytes as a shell wrote them; what is no character becomes a sign for that."""
    return raw.decode("utf-16" if raw.startswith(_WIDE) else "utf-8-sig", "replace")
