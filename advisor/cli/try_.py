"""`rig-advisor try`: run a model for real with a program that is here, beside its prediction."""

import argparse
import contextlib
import sys
import time
from collections.abc import Generator, Iterator

from advisor.advice.assembled import assembled
from advisor.advice.trying import find_engine, find_subject, planned, tried
from advisor.answer.asked.problem import ProblemError
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError
from advisor.cli.frame.context_option import add_context_option
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, check_workload, read_profile
from advisor.engines.engine import run_trial
from advisor.engines.loopback import EngineError
from advisor.engines.trial import ENGINES, LONGEST_S, SHORTEST_S, USUAL_S
from advisor.facts.answers.tried import Tried
from advisor.facts.values.local_time import local_today
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import Reason, reason
from advisor.present.check.tried_text import tried_lines
from advisor.present.words.reasons.in_words import in_words, told_json
from advisor.run.emit import emit_all, take_interrupts
from advisor.run.watch import REFUSED_CODE
from advisor.store.history import save_own_run

RESULT = "tried"
_READ_LIMIT_S = 60.0
_LISTENED_S = 0.7


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("model", metavar="FILE|MODEL", help="a GGUF file, or a model on this computer by its name")
    parser.add_argument("--engine", choices=ENGINES, help="which program runs it; else the best that is here")
    parser.add_argument("--engine-path", metavar="PATH", help="where llama-bench or llama-server is, from now on")
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what it is for (chat)")
    add_context_option(parser, "context length; else the workload's")
    parser.add_argument(
        "--limit", type=_seconds, default=USUAL_S, metavar="SECONDS", help=f"how long it may take ({USUAL_S:.0f})"
    )
    parser.add_argument(
        "--keep",
        action=argparse.BooleanOptionalAction,
        help="count it in later predictions; else if nothing disturbs it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Run it and print measured beside predicted."""
    take_interrupts()
    if arguments.events:
        emit_all(_events(arguments))
    catalog = all_cards()
    check_workload(arguments.workload, catalog, command="try")
    show = sys.stderr.isatty()
    document: Tried | None = None
    try:
        with contextlib.closing(_tried(arguments, catalog)) as steps:
            for one in steps:
                if isinstance(one, Tried):
                    document = one
                elif show:
                    sys.stderr.write(f"\r\x1b[K{one.per_mille // 10:3d}%  {in_words(one.phase)}")
                    sys.stderr.flush()
    except EngineError as error:
        if error.reason.code != "engine_too_slow":
            raise
        raise CommandError(f"{in_words(error.reason)} Allow more with --limit.") from error
    finally:
        if show:
            sys.stderr.write("\r\x1b[K")
    if document is None:
        raise CommandError("the engine told no figures")
    text = told_json(document, indent=2) if arguments.json else "\n".join(tried_lines(document))
    sys.stdout.write(f"{text}\n")
    return 0


def _events(arguments: argparse.Namespace) -> Iterator[Message]:
    """The same for the window: what came of it, or the sentence that says why nothing did."""
    try:
        for one in _tried(arguments, all_cards()):
            yield Result(kind=RESULT, body=one.model_dump(mode="json")) if isinstance(one, Tried) else one
    except EngineError as error:
        yield Failure(code=REFUSED_CODE, sentence=error.reason)
    except (ProblemError, ModelFileError) as error:
        yield Failure(code=REFUSED_CODE, sentence=reason("as_sentence", cause=error.reason))
    yield Done()


def _tried(arguments: argparse.Namespace, catalog: Catalog) -> Generator[Progress | Tried, None, None]:
    """How far it is, then what came of it; what may be true is kept."""
    yield Progress(per_mille=0, phase=reason("reading_hardware"), limit_s=_READ_LIMIT_S)
    subject = find_subject(arguments.model, arguments.engine, catalog)
    subject, engine = find_engine(subject, arguments.engine, arguments.engine_path, catalog)
    profile = read_profile(None, catalog)
    rig = assembled(profile, catalog).rig
    plan = planned(
        subject,
        engine,
        rig,
        catalog,
        workload_id=arguments.workload,
        context_tokens=arguments.context,
        limit_s=arguments.limit,
    )
    busy = _busy() if plan.trial.gpu_layers == 0 else None
    ran = yield from run_trial(engine, plan.trial)
    keep = busy is None if arguments.keep is None else arguments.keep
    today = local_today().isoformat()
    document, found = tried(plan, ran, rig, catalog, today=today, keep=keep, disturbed=None if keep else busy)
    if keep and found.kept_runs:
        save_own_run(profile.machine, *found.kept_runs)
    yield document


def _busy() -> Reason | None:
    """That others take so much of the CPU that a model runs much slower on it; None where they do not."""
    from advisor.bench.conditions import OtherLoad

    load = OtherLoad()
    time.sleep(_LISTENED_S)
    share = load.share() or 0.0
    return reason("computer_is_busy", share=share) if load.is_slowing() else None


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        seconds = float(text)
        if SHORTEST_S <= seconds <= LONGEST_S:
            return seconds
    raise argparse.ArgumentTypeError(f"must be {SHORTEST_S:.0f} to {LONGEST_S:.0f} seconds")
