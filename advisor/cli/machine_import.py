"""`rig-advisor machine ran --import FILE`: keep what other programs printed about their speed here."""

import argparse
import datetime
import sys
from collections.abc import Iterator
from pathlib import Path

from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_answer import ImportedAnswer, imported_answer, rates_as_measured
from advisor.answer.runs.imported_run import Chosen
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.imported.imported_file import MOST_BYTES, decoded, imported_file
from advisor.catalog.imported.imported_text import ImportedError
from advisor.cli.command import CommandError
from advisor.cli.profile import find_model
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB
from advisor.present.check.imported_text import imported_view
from advisor.present.words.reasons.in_words import in_words
from advisor.run.outcome import REFUSED_CODE
from advisor.store.history import save_own_run, save_run
from advisor.version import __version__

STDIN = "-"
READ_LIMIT_S = 10.0
"""A network folder may never answer."""
_PIECE_CHARACTERS = 64 * KIB


def import_runs(arguments: argparse.Namespace, machine: Machine, rig: Rig, catalog: Catalog) -> int:
    """Print what was understood of a text, and keep what may be true; 1 where nothing is."""
    now = datetime.datetime.now().astimezone()
    chosen = Chosen(
        model_id=find_model(arguments.model, catalog) if arguments.model else None,
        quant=arguments.quant,
        device=arguments.device,
    )
    try:
        text = _text(arguments.imported)
        answer = imported_answer(text, rig, catalog, chosen=chosen, today=now.date().isoformat())
    except ImportedError as error:
        raise CommandError(str(error).removesuffix(".")) from None
    except ProblemError as error:
        raise CommandError(in_words(error.reason).removesuffix(".")) from None
    view = imported_view(answer)
    sys.stdout.write(f"{view.heading}\n")
    for row in view.rows:
        sys.stdout.write(f"  {row.what}\n    {row.sentence}\n")
    if not view.can_keep:
        raise CommandError("nothing of it can be kept; --model, --quant and --device say what a text leaves open")
    keep(answer, machine, now=now.isoformat(timespec="seconds"))
    return 0


def text_events(path: Path) -> Iterator[Message]:
    """What the window asks for: the text of a file, piece by piece, or the sentence that says why there is none."""
    yield Progress(per_mille=0, phase=reason("reading_file"), limit_s=READ_LIMIT_S)
    try:
        text = imported_file(path)
    except ImportedError as error:
        yield Failure(code=REFUSED_CODE, sentence=reason(str(error)))
    else:
        for start in range(0, len(text), _PIECE_CHARACTERS):
            yield Result(kind="text", body={"text": text[start : start + _PIECE_CHARACTERS]})
    yield Done()


def keep(answer: ImportedAnswer, machine: Machine, *, now: str) -> None:
    """Keep the runs and rates of a text that may be true."""
    if answer.kept_runs:
        save_own_run(machine, *answer.kept_runs)
    save_run(machine, rates_as_measured(answer.kept_rates, now=now, app_version=__version__))


def _text(source: str) -> str:
    return decoded(sys.stdin.buffer.read(MOST_BYTES)) if source == STDIN else imported_file(Path(source))
