"""`rig-advisor compare`: the same question asked of several saved rigs, and of computers of the catalog."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.answer.asked.problem import ProblemError
from advisor.answer.money.prices import Prices
from advisor.answer.request.named_place import counted_name
from advisor.answer.rig.compared_rig import CLEARLY, ComparedRig, compared_answer, compared_rig
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.text.setting import Chooser
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.which_model.subject import find_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import FAILED, UsageError
from advisor.cli.frame.gpus_in_place import are_gpus
from advisor.cli.frame.named_model import named_model
from advisor.cli.frame.option_words import names_parts
from advisor.cli.frame.places import without_gpus
from advisor.cli.frame.profile import asked_workload_id, named_profile
from advisor.cli.frame.rig_options import AskedRig, add_rig_options, asked_rig
from advisor.cli.frame.table import add_forms, aligned, csv_text
from advisor.facts.answers.answer import Answer, AnswerError, Comparison
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.answers.worth import Price
from advisor.facts.asked.question import Question
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.local_time import local_today
from advisor.facts.values.reason import reason
from advisor.present.upgrade.side_by_side import COLUMNS, Compared, rig_row, unit_text
from advisor.present.words.light import light_word
from advisor.present.words.money import currency_of, price_words
from advisor.present.words.quantity import duration, speed_number, times
from advisor.present.words.reasons.in_words import in_words, told_json
from advisor.present.words.words import joined
from advisor.store.atomic_file import StoreError

_PRECISION = "precision"
_PRECISIONS = ("bf16", "fp16", "fp32", "fp8")
_DRAWN = ("image", "video")
_FELT = 1.25
"""Times as fast from which another file is told."""
_FILE_AT = 2
"""The column behind the verdict."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="a saved machine, a computer (Mac mini M4 Pro 64GB), or GPUs in one PC: 2x RTX 3090",
    )
    parser.add_argument("--model", required=True, metavar="NAME", help="which model")
    parser.add_argument("--workload", metavar="ID", help="what it is used for; without it what the model is for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    add_rig_options(parser, machine=False)
    add_forms(parser, "print the answers as CSV, figures in base units")


def run(arguments: argparse.Namespace) -> int:
    """Print one row for each rig; 1 where any of them has no answer."""
    catalog = all_cards()
    rigs = _rigs(arguments.files, catalog)
    if names_parts(arguments):
        asked = asked_rig(arguments, catalog)
        rigs[asked.name] = partial(_of_parts, asked.name, asked, catalog)
    if not rigs:
        raise UsageError("FILE is missing: name saved machines or computers, or one by its parts with --gpu")
    rigs = {name: cache(read) for name, read in rigs.items()}  # each is asked more than once
    first = next(iter(rigs.values()))
    arguments.model, quant, note = named_model(arguments.model, arguments.workload, catalog, first)
    arguments.quant = arguments.quant or quant
    question = _question(arguments, catalog)
    found, question = _in_one_precision(
        question, lambda one: [_answered(name, rig, one, catalog) for name, rig in rigs.items()], catalog
    )
    answers = [answer for _, answer in found]
    if arguments.json or arguments.csv:
        told = told_json(Comparison(rows=tuple(answers))) + "\n"
        sys.stdout.write(csv_text(json.loads(told)["rows"]) if arguments.csv else told)
    else:
        shown = [one for one, _ in found if one is not None]
        own_files = (_in_own_file(one, rigs[one.name], question, catalog) for one in shown if not arguments.quant)
        lines = filter(None, (conclusion(shown), *own_files, _drawn_with(question, shown), note))
        sys.stdout.write(_table(shown, catalog) + "".join(f"{line}\n" for line in lines))
    faults = [in_words(answer.error.message) for answer in answers if answer.error is not None]
    if faults:
        sys.stderr.write(f"rig-advisor: {' '.join(faults)}\n")
    return FAILED if faults else 0


def _rigs(named: Sequence[Path], catalog: Catalog) -> dict[str, Callable[[], Rig]]:
    """Each of them by its name, in the order in which they were named."""
    files, of_gpus = without_gpus([str(one) for one in named], catalog)
    saved, in_one_pc = iter(_named([*map(Path, files)])), iter(of_gpus)
    found = dict[str, Callable[[], Rig]]()
    for one in named:
        if str(one) in files:
            name, path = next(saved)
            found[name] = partial(_rig, name, path, catalog)
        else:
            name, asked = next(in_one_pc)
            found[name] = partial(_of_parts, name, asked, catalog)
    return found


def _question(arguments: argparse.Namespace, catalog: Catalog) -> Question:
    """What every rig is asked.

    Raises:
        SentenceError: there is no such model, workload or quantization.
    """
    model, quant = arguments.model, arguments.quant
    workload_id = asked_workload_id(arguments.workload, model, catalog)
    if quant and workload_id in catalog.other_workloads and catalog.other_models.find(model):
        precision = _precision(quant, catalog)
        return named_question(workload_id, model, catalog, fields={_PRECISION: precision})
    found = named_question(workload_id, model, catalog, quant=quant)
    if "quant" not in found.fields or quant:
        return found
    alike = find_quant(None, catalog.models[found.model_id], catalog)[0].name  # one file for all, so that rigs compare
    return found.changed(fields={**found.fields, "quant": alike})


def _precision(quant: str, catalog: Catalog) -> str:
    """The precision of a model that writes no text, by the name of a quantization.

    Raises:
        UsageError: there is none of that name.
    """
    if quant.lower() in _PRECISIONS:
        return quant.lower()
    if (found := catalog.quants.find(quant)) is None:
        raise UsageError(f"no quantization is known as {quant!r}")
    return catalog.quants[found].name


def _in_one_precision(
    question: Question, answered: Callable[[Question], list[tuple[ComparedRig | None, Answer]]], catalog: Catalog
) -> tuple[list[tuple[ComparedRig | None, Answer]], Question]:
    """All rows, and what was asked: of a model that draws in 16 bits where every rig holds that whole."""
    found = answered(question)
    card = catalog.other_models.get(question.model_id)
    if card is None or card.kind not in _DRAWN or _PRECISION in question.fields or len(found) < 2:
        return found, question
    whole = question.changed(fields={**question.fields, _PRECISION: "bf16"})
    same = answered(whole)
    are_whole = all(one is not None and one.runs and one.fit in ("fits", "tight") for one, _ in same)
    return (same, whole) if are_whole else (found, question)


def _drawn_with(question: Question, shown: Sequence[ComparedRig]) -> str:
    """The steps and the precision of a model that draws, where several rigs are asked the same; empty for others."""
    steps, precision = question.fields.get("steps"), question.fields.get(_PRECISION)
    if not isinstance(steps, int) or len(shown) < 2:
        return ""
    width, height = (question.fields.get(one) for one in ("width", "height"))
    size = f"{width} x {height}, " if width and height else ""
    return f"Each: {size}{steps} steps, {precision or 'each in its own best precision'}."


def _named(files: Sequence[Path]) -> list[tuple[str, Path]]:
    """Every file with the name of its rig: that of the file, or its path where several are named alike."""
    alike = Counter(path.stem for path in files)
    return [(path.stem if alike[path.stem] == 1 else str(path), path) for path in files]


def _answered(
    name: str, read: Callable[[], Rig], question: Question, catalog: Catalog
) -> tuple[ComparedRig | None, Answer]:
    """What one rig answers, as its row and as it is printed; or why it does not."""
    try:
        rig = read()
    except StoreError as error:
        return None, Answer(id=name, error=AnswerError(code="bad_file", message=error.reason))
    try:
        found = answer_question(rig, catalog, question, is_glance=True)
    except ProblemError as error:
        sentence = reason("rig_has_no_answer", name=name, cause=error.reason)
        return None, Answer(id=name, error=AnswerError(code=error.code, message=sentence))
    file = found.quant if isinstance(found, TextAnswer) else ""
    return replace(compared_rig(name, rig, found), file=file), compared_answer(name, rig, found)


def _in_own_file(one: ComparedRig, read: Callable[[], Rig], question: Question, catalog: Catalog) -> str:
    """How fast a rig is in the file that suits it, where the one of all is left in part in RAM; else empty."""
    model, workload = catalog.models.get(question.model_id), catalog.workloads.get(question.workload_id)
    if model is None or workload is None or one.fit not in ("spills", "too_big"):
        return ""
    best = Chooser(read(), catalog, workload).best(model)
    rate = best.option.tokens_per_s or 0.0
    if best.quant == one.file or not best.light.is_useful or (one.runs and rate < _FELT * one.middle_per_s):
        return ""
    worse = ", which answers worse" if loss_steps(best.quant) else ""
    return f"{one.name} as {best.quant}{worse}: {speed_number(rate)} tokens/s, {light_word(best.light).lower()}."


def _rig(name: str, path: Path, catalog: Catalog) -> Rig:
    """The saved rig, or the computer of that name where there is no such file. StoreError: neither."""
    return assembled(named_profile(path, catalog), catalog, name=name).rig


def _of_parts(name: str, one: AskedRig, catalog: Catalog) -> Rig:
    return assembled(one.profile, catalog, name=name).rig


def conclusion(found: Sequence[ComparedRig]) -> str:
    """Which does it fastest, and which has its first word clearly sooner; empty where fewer than two do it."""
    able = sorted((one for one in found if one.runs and one.rate is not None), key=lambda one: -one.middle_per_s)
    if len(able) < 2:
        return ""
    first, second = able[:2]
    gain = first.middle_per_s / second.middle_per_s
    told = f"{first.name} is the fastest: {times(gain)} as fast as {second.name}."
    if gain < CLEARLY:
        told = f"{first.name} and {second.name} are about as fast as each other."
    whole = [one.name for one in able if one.fit != "spills"]
    if whole and len(whole) < len(able):
        told = f"Only {joined(whole, ' and ')} hold{'s' * (len(whole) == 1)} it without a part in RAM. {told}"
    waits = [(one.first_word_s, one.name) for one in able if one.first_word_s is not None]
    soonest_s, name = min(waits, default=(None, ""))
    own_s = first.first_word_s
    if soonest_s is None or own_s is None or own_s < CLEARLY * soonest_s:
        return told
    return f"{told} {name} has its first word sooner: {duration(soonest_s)} against {duration(own_s)}."


def _price(name: str, catalog: Catalog, prices: Prices) -> Price | None:
    """What the computer of that name costs, or the GPUs that are named; None for a saved rig, and where none is known.

    Of a computer in several sizes none is meant.
    """
    every = catalog.computers.variants(name)
    computer_id = catalog.computers.find(name) or (every[0] if len(every) == 1 else "")
    if computer_id:
        return prices.bought(computer_id)
    number, one = counted_name(name)
    card_id = find_named_gpu(one, DeviceFacts(), catalog.gpus).card_id if are_gpus(name, catalog) else None
    price = prices.bought(card_id) if card_id is not None else None
    return price.changed(usd=price.usd.times(number or 1)) if price is not None else None


def _file(one: ComparedRig) -> str:
    """The file of a model that writes, and whether a part of it lies beside the GPU."""
    return joined((one.file, "partly in RAM" if one.fit == "spills" else ""), ", ")


def _table(found: Sequence[ComparedRig], catalog: Catalog) -> str:
    """Rows of texts under each other, with the prices of computers and GPUs that are sold."""
    if not found:
        return ""
    prices, currency = Prices(catalog, Money(), local_today()), currency_of(Money())
    offers = [(one, _price(one.name, catalog, prices)) for one in found]
    told = [
        Compared(one.name, one.name, "saved", one, price=price_words(price, currency) if price is not None else "")
        for one, price in offers
    ]
    headings = [f"{one} ({unit_text(found[0].task)})" if one == "Speed" else one for one in COLUMNS]
    headings.insert(_FILE_AT, "File")
    cells = [list(rig_row(one).cells) for one in told]
    for row, one in zip(cells, found, strict=True):
        row.insert(_FILE_AT, _file(one))
    columns = [column for column in zip(headings, *cells, strict=True) if any(column[1:])]
    rows = list(zip(*columns, strict=True))
    return aligned(rows)
