"""`rig-advisor report`: a rig, and one model on it, as PDF, Markdown or JSON, without a window."""

import argparse
import sys
from pathlib import Path
from typing import get_args

from advisor.advice.assembled import assembled
from advisor.advice.purchase import Purchase, PurchaseAsked
from advisor.advice.ranking import runs_well
from advisor.answer.rig.nearest import nearest_model
from advisor.answer.rig.rig_models import answer_models
from advisor.answer.tasks.ask import answer_question, asked_workload, find_workload, named_question
from advisor.answer.tasks.better import with_better
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import CommandError, UsageError
from advisor.cli.frame.context_option import add_context_option
from advisor.cli.frame.named_model import named_model
from advisor.cli.frame.prices import add_prices_option, with_prices
from advisor.cli.frame.profile import asked_workload_id, find_task
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.set_option import add_set_option, check_fields, set_fields
from advisor.facts.cards.model import ModelCard
from advisor.facts.kept.settings import Paper
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import MEGA
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.tasks.view import answer_view
from advisor.present.words.quantity import count, tokens
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.run.limits import require_memory
from advisor.store.history import load_history, machine_history
from advisor.store.settings import SETTINGS

_PDF_BYTES = 450 * MEGA
"""Of address space for Qt and its fonts, which end the process where they get none."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "--output", type=Path, required=True, metavar="FILE.pdf", help="where to write it; .md and .json write the same"
    )
    add_rig_options(parser)
    parser.add_argument("--model", metavar="NAME", help="a model; without it the largest that runs well")
    parser.add_argument("--workload", metavar="ID", help="what it is used for; without it what the model is for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    add_set_option(parser)
    add_prices_option(parser)
    add_context_option(parser, "the length of the conversation to hold")
    parser.add_argument("--paper", choices=get_args(Paper), help="what the PDF is printed on; else what is usual here")


def run(arguments: argparse.Namespace) -> int:
    """Write the report and say where it is."""
    catalog, note = all_cards(), ""
    asked = asked_rig(arguments, catalog, anew=True)
    known = assembled(asked.profile, catalog, name=asked.name)
    if arguments.model:
        arguments.model, quant, note = named_model(arguments.model, arguments.workload, catalog, lambda: known.rig)
        arguments.quant = arguments.quant or quant
    arguments.workload = asked_workload_id(arguments.workload, arguments.model, catalog)
    task_id = find_task(arguments.workload, catalog)
    check_fields(set_fields(arguments), find_workload(arguments.workload, catalog))
    if not arguments.output.name:
        raise UsageError("--output takes the name of a file")
    profile = asked.profile
    my_rig = my_rig_view(
        machine=known.machine,
        rig=known.rig,
        measurements=profile.measurements,
        answers=answer_models(known.rig, catalog),
        is_here=asked.is_here,
        history=machine_history(load_history().record, profile.machine) if asked.is_here else None,
    )
    will_it_run = _will_it_run(arguments, known.rig, my_rig, catalog)
    named = arguments.model or (my_rig.links[0].id if my_rig.links and task_id is None else None)
    settings = SETTINGS.read().record
    money = with_prices(settings.money, arguments.prices, catalog)
    question = WorthQuestion(catalog, task_id or arguments.workload, named, arguments.quant, money)
    worth = Purchase().view(PurchaseAsked(known, question)) if will_it_run is not None else None
    if arguments.output.suffix.lower() not in (".md", ".markdown", ".json"):
        require_memory(_PDF_BYTES)
    from advisor.report.write import write_todays_report  # brings Qt

    write_todays_report(
        arguments.output,
        profile,
        my_rig=my_rig,
        will_it_run=will_it_run,
        worth=worth,
        paper=arguments.paper or settings.paper,
        listed=runs_well(known.rig, catalog, task_id or arguments.workload) if will_it_run is not None else None,
    )
    sys.stdout.write("".join(f"{line}\n" for line in (note, f"Saved {arguments.output}.") if line))
    return 0


def _will_it_run(arguments: argparse.Namespace, rig: Rig, my_rig: MyRigView, catalog: Catalog) -> WillItRunView | None:
    """The answer for the named model, else for the usual one of a task or the first that runs well; None without."""
    task_id = find_task(arguments.workload, catalog)
    model = arguments.model or (my_rig.links[0].id if task_id is None and my_rig.links else None)
    if task_id is None and model is None:
        return None
    if task_id is not None and (arguments.quant or arguments.context is not None):
        raise CommandError(
            f"--quant and --context are for text to one person; for {task_id} use --set, as in --set batch=2"
        )
    question = named_question(
        arguments.workload,
        model,
        catalog,
        quant=arguments.quant,
        context_tokens=arguments.context,
        fields=set_fields(arguments),
    )
    _check_context(arguments.context, catalog.models.get(question.model_id))
    answer = with_better(answer_question(rig, catalog, question, nearest=nearest_model), question, rig, catalog)
    return answer_view(answer, asked_workload(question, catalog), rig=rig)


def _check_context(context_tokens: int | None, model: ModelCard | None) -> None:
    most_tokens = model.shape.context_tokens if model is not None and model.shape else None
    if model is not None and context_tokens and most_tokens is not None and context_tokens > most_tokens:
        raise CommandError(f"{model.name} holds at most {tokens(most_tokens)}, {count(context_tokens)} were asked for")
