"""`rig-advisor machine`: what is known of this machine.

`save FILE` keeps it, with what was measured on it, for another rig to open; `ran` notes what a model reached here.
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.advice.this_machine import this_machine
from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_run import (
    Chosen,
    ImportedAnswer,
    imported_answer,
    judged_claim,
    likely_processor_id,
    rates_as_measured,
)
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.imported.imported_text import MOST_BYTES, ImportedError, decoded, imported_file
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.place import place
from advisor.cli.frame.profile import find_model, read_profile
from advisor.cli.frame.standard_input import STDIN, bytes_of
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.local_time import local_now, local_today
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.facts.values.units import KIB, MEGA
from advisor.present.check.imported_text import imported_view, kept_sentence, own_run_words, refusal
from advisor.present.words.reasons.in_words import in_words
from advisor.run.emit import emit_all
from advisor.run.watch import REFUSED_CODE
from advisor.store.history import remove_own_run, save_own_run, save_run
from advisor.store.profile import save_machine
from advisor.version import __version__

LEAST_TOKENS_PER_S = 0.001
"""A token in a quarter of an hour; less is a slip of the keyboard."""
READ_LIMIT_S = 10.0
"""A network folder may never answer."""
_PIECE_CHARACTERS = 64 * KIB


def _add_ran_options(parser: argparse.ArgumentParser) -> None:
    """What can be said about a run."""
    parser.add_argument("--import", dest="imported", metavar="FILE", help="what a program printed; - reads stdin")
    parser.add_argument("--list", action="store_true", help="show what is kept")
    parser.add_argument("--remove", type=_tokens, metavar="N", help="forget the run with this number in the list")
    parser.add_argument("--model", metavar="NAME", help="which model")
    parser.add_argument("--quant", metavar="NAME", help="its quantization")
    parser.add_argument("--tokens-per-s", type=_rate, metavar="N", help="what the program printed")
    parser.add_argument("--depth", type=_tokens, default=0, metavar="TOKENS", help="tokens in the context before")
    parser.add_argument("--prompt", type=_tokens, metavar="TOKENS", help="it is the speed of reading such a prompt")
    parser.add_argument("--engine", default="llama.cpp", metavar="NAME", help="which program")
    parser.add_argument("--build", metavar="NAME", help="which build of it")
    parser.add_argument("--device", metavar="ID", help="cpu, gpu0 ...; else the one the model runs best on")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(wrong_usage=parser.error)


def _run_ran(arguments: argparse.Namespace) -> int:
    """Keep the run, or say why it cannot be true; show or forget what is kept."""
    if arguments.events and arguments.imported:
        emit_all(text_events(Path(arguments.imported)))
    is_typed = bool(arguments.model and arguments.quant and arguments.tokens_per_s)
    if not (is_typed or arguments.imported or arguments.list or arguments.remove is not None):
        arguments.wrong_usage("--model, --quant and --tokens-per-s are needed, or --import")
    catalog = all_cards()
    profile = read_profile(None, catalog)
    if arguments.list or arguments.remove is not None:
        return _listed(arguments.remove, profile, catalog)
    rig = assembled(profile, catalog).rig
    if arguments.imported:
        return import_runs(arguments, profile.machine, rig, catalog)
    claim = _claim(arguments, rig, catalog)
    found = judged_claim(claim, rig, catalog)
    refused = refusal(found.finding)
    if refused is not None:
        raise CommandError(refused)
    save_own_run(profile.machine, claim)
    sys.stdout.write(kept_sentence(found) + "\n")
    return 0


def _listed(remove: int | None, profile: Profile, catalog: Catalog) -> int:
    """Print the kept runs with their numbers, or forget one of them."""
    runs = profile.measurements.own_runs if profile.measurements else ()
    if remove is None:
        lines = (f"{number}  {own_run_words(one, catalog.models)}\n" for number, one in enumerate(runs, start=1))
        sys.stdout.write("".join(lines) or "No run is kept.\n")
        return 0
    if not 1 <= remove <= len(runs):
        raise CommandError(f"no kept run has the number {remove}; --list shows them")
    remove_own_run(profile.machine, runs[remove - 1])
    sys.stdout.write(f"Removed: {own_run_words(runs[remove - 1], catalog.models)}\n")
    return 0


def _claim(arguments: argparse.Namespace, rig: Rig, catalog: Catalog) -> OwnRun:
    model_id = find_model(arguments.model, catalog)
    device = arguments.device or likely_processor_id(rig, catalog, model_id=model_id, quant=arguments.quant)
    prompt = {"phase": "prefill", "prompt_tokens": arguments.prompt} if arguments.prompt else {}
    return OwnRun.model_validate(
        {
            "model_id": model_id,
            "quant": arguments.quant,
            "processor": device,
            "engine": arguments.engine,
            "build": arguments.build,
            "depth_tokens": arguments.depth,
            "tokens_per_s": arguments.tokens_per_s,
            "ran_on": local_today().isoformat(),
            **prompt,
        }
    )


def _rate(text: str) -> float:
    with contextlib.suppress(ValueError):
        rate = float(text)
        if LEAST_TOKENS_PER_S <= rate <= MEGA:
            return rate
    raise argparse.ArgumentTypeError(f"must be a number of tokens per second, {LEAST_TOKENS_PER_S} or more")


def _tokens(text: str) -> int:
    with contextlib.suppress(ValueError):
        tokens = int(text)
        if 0 <= tokens <= MEGA:
            return tokens
    raise argparse.ArgumentTypeError("must be a whole number of tokens")


def import_runs(arguments: argparse.Namespace, machine: Machine, rig: Rig, catalog: Catalog) -> int:
    """Print what was understood of a text, and keep what may be true; 1 where nothing is."""
    now = local_now()
    chosen = Chosen(
        model_id=find_model(arguments.model, catalog) if arguments.model else None,
        quant=arguments.quant,
        device=arguments.device,
    )
    try:
        text = _text(arguments.imported)
        answer = imported_answer(text, rig, catalog, chosen=chosen, today=now.date().isoformat())
    except (ImportedError, ProblemError) as error:
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
        yield Failure(code=REFUSED_CODE, sentence=error.reason)
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
    return decoded(bytes_of(source, MOST_BYTES)) if source == STDIN else imported_file(Path(source))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    save = actions.add_parser("save", help="write a profile of this machine")
    save.add_argument("file", type=Path, metavar="FILE", help="where to write it")
    _add_ran_options(actions.add_parser("ran", help="note the speed that a model reached on this machine"))


def run(arguments: argparse.Namespace) -> int:
    """Write the profile, or keep the run."""
    if arguments.action == "ran":
        return _run_ran(arguments)
    found = this_machine(place(None), all_cards())
    save_machine(arguments.file, found.machine, found.measurements, corrections=found.corrections)
    sys.stdout.write(f"Saved {arguments.file}.\n")
    return 0
