"""`rig-advisor compare`: the same question asked of several saved rigs."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.compared_rig import ComparedRig, task_compared, text_compared
from advisor.answer.rig.rig_task import answer_rig_task
from advisor.answer.rig.task_fields import find_task_model, task_fields
from advisor.answer.rig.workload import answer_workload
from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.command import FAILED
from advisor.cli.profile import DEFAULT_WORKLOAD, check_workload, find_model, find_task
from advisor.facts.answers.answer import Answer, AnswerError
from advisor.facts.answers.comparison import Comparison
from advisor.facts.rig.rig import Rig
from advisor.present.compare.compare_rigs import COLUMNS, Compared, rig_row, unit_text
from advisor.store.atomic_file import StoreError
from advisor.store.profile import open_machine

Ask = Callable[[str, Rig], ComparedRig]
"""Asks a rig, by its name, the question that all of them are asked."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command's options."""
    parser = subparsers.add_parser("compare", help="ask several saved rigs the same question")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a saved machine")
    parser.add_argument("--model", required=True, metavar="NAME", help="which model")
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what it is used for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print one row for each rig; 1 where any of them has no answer."""
    catalog = load_catalog()
    ask = _question(arguments.model, arguments.workload, arguments.quant, catalog)
    found = [_answered(name, path, ask, catalog) for name, path in _named(arguments.files)]
    answers = [one.answer if isinstance(one, ComparedRig) else one for one in found]
    if arguments.json:
        sys.stdout.write(Comparison(rows=tuple(answers)).model_dump_json() + "\n")
    else:
        sys.stdout.write(_table([one for one in found if isinstance(one, ComparedRig)]))
    faults = [answer.error.message for answer in answers if answer.error is not None]
    if faults:
        sys.stderr.write(f"rig-advisor: {' '.join(faults)}\n")
    return FAILED if faults else 0


def _question(model: str, workload_id: str, quant: str | None, catalog: Catalog) -> Ask:
    """What every rig is asked.

    Raises:
        SentenceError: there is no such model, workload or quantization.
    """
    task_id = find_task(workload_id, catalog)
    if task_id is not None:
        return _task_question(model, task_id, quant, catalog)
    check_workload(workload_id, catalog, command="compare")
    model_id = find_model(model, catalog)
    quant_name = find_quant(quant, catalog.models[model_id], catalog)[0].name

    def ask(name: str, rig: Rig) -> ComparedRig:
        found = answer_workload(
            rig, catalog, model_id=model_id, quant=quant_name, workload_id=workload_id, candidates=()
        )
        return text_compared(name, rig, found)

    return ask


def _task_question(model: str, task_id: str, quant: str | None, catalog: Catalog) -> Ask:
    workload = catalog.other_workloads[task_id]
    model_id, _ = find_task_model(model, workload, catalog)
    fields = {**task_fields(workload, model_id, catalog), **({"quant": quant} if quant else {})}

    def ask(name: str, rig: Rig) -> ComparedRig:
        found = answer_rig_task(rig, catalog, workload=workload, model=model_id, fields=fields, candidates=())
        return task_compared(name, rig, found)

    return ask


def _named(files: Sequence[Path]) -> list[tuple[str, Path]]:
    """Every file with the name of its rig: that of the file, or its path where several are named alike."""
    alike = Counter(path.stem for path in files)
    return [(path.stem if alike[path.stem] == 1 else str(path), path) for path in files]


def _answered(name: str, path: Path, ask: Ask, catalog: Catalog) -> ComparedRig | Answer:
    """What one rig answers, or why it does not."""
    try:
        profile = open_machine(path).profile
    except StoreError as error:
        return Answer(id=name, error=AnswerError(code="bad_file", message=str(error)))
    try:
        return ask(name, assembled(profile, catalog, name=name).rig)
    except ProblemError as error:
        sentence = f"{name}: {error}."
        return Answer(id=name, error=AnswerError(code=error.error.code, message=sentence))


def _table(found: Sequence[ComparedRig]) -> str:
    """Rows of texts under each other; without prices, of which a saved rig tells none."""
    if not found:
        return ""
    headings = [f"{one} ({unit_text(found[0].task)})" if one == "Speed" else one for one in COLUMNS[:-1]]
    rows = [headings, *(rig_row(Compared(one.name, one.name, "saved", one)).cells[:-1] for one in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
