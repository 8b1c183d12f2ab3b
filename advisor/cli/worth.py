"""`rig-advisor worth`: is a graphics card, memory, another computer, rent or an API worth its money for one use."""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from advisor.advice.assembled import assembled
from advisor.advice.usual_model import usual_model
from advisor.answer.asked.problem import UnknownModelError
from advisor.answer.money.exchange import rate_of
from advisor.answer.money.prices import MEMORY_IDS, SETS, api_id, is_api, priced_id, with_own_price
from advisor.answer.rig.served import TEAM
from advisor.answer.tasks.ask import find_workload
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.answer.worth.question import PARTS, WRITING, WorthQuestion
from advisor.answer.worth.served_model import model_to_serve
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import SENTENCE, CommandError, UsageError, run_line
from advisor.cli.frame.named_model import named_model
from advisor.cli.frame.option_words import OF_A_RIG, option_words
from advisor.cli.frame.prices import add_prices_option, with_prices
from advisor.cli.frame.profile import asked_workload_id
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.table import add_forms, csv_text
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.kept.settings import MOST_USERS, Money
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig
from advisor.facts.values.local_time import local_today
from advisor.facts.values.units import TERA
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.predict.worth.verdict import UNASKED_USD
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.worth import worth
from advisor.present.words.reasons.in_words import told_json
from advisor.present.words.words import joined
from advisor.store.settings import SETTINGS

_COUNTED = re.compile(r"(\d{1,2}) ?x (.+)", re.IGNORECASE)
_RAM = re.compile(
    r"(\d{1,4}) ?gi?b (?:of )?(?:(?P<type>ddr[345])(?:[- ]?\d{4,5})?(?: (?:ram|memory))?|ram|memory)", re.IGNORECASE
)
_STICK = re.compile(
    r"(?:an? |one )?(?:second|2nd|another|extra|more|faster) (?:ram )?(?:sticks?|modules?|dimms?)", re.IGNORECASE
)
_NEW = re.compile(r"^(?:brand[- ])?new ", re.IGNORECASE)
_MAKERS = ("nvidia", "amd", "intel", "apple")
_FIELDS = {
    "hours_per_day": "hours_per_day",
    "budget": "budget_usd",
    "electricity": "electricity_per_kwh",
    "currency": "currency",
    "rate": "usd_rate",
    "slots": "slots",
    "psu_w": "psu_w",
}
"""Options and the fields of what is kept about money."""
_OF_ASK = (*OF_A_RIG, "workload", "cards", "json", "csv")
"""Options that `ask` has, too."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    said = "which model, as for `ask`; without it the best of `rank`"
    parser.add_argument("named", nargs="*", metavar="MODEL", help=said)
    add_rig_options(parser)
    parser.add_argument("--model", metavar="NAME", help="the same as an option")
    parser.add_argument("--workload", metavar="ID", help="what it is used for; without it what the model is for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    parser.add_argument("--hours-per-day", type=float, metavar="H", help="how long it is used, 0 to 24")
    parser.add_argument("--tokens-per-day", type=_positive, metavar="N", help="read and written in a day, instead")
    parser.add_argument("--users", type=_users, metavar="N", help="how many are served at once")
    parser.add_argument("--budget", type=float, metavar="B", help="what may be spent, in the currency")
    parser.add_argument("--electricity", type=float, metavar="PRICE", help="price of a kWh, in the currency")
    parser.add_argument("--currency", type=str.upper, metavar="CODE", help="of all amounts, for example EUR")
    parser.add_argument("--rate", type=float, metavar="N", help="how many US dollars one unit of it is (ECB's)")
    parser.add_argument(
        "--slots", type=int, metavar="N", help="x16 slots of this computer, one for each GPU however wide"
    )
    parser.add_argument("--psu-w", type=float, metavar="W", help="what the power supply gives")
    parser.add_argument("--maker", action="append", default=[], choices=_MAKERS, help="only of it; repeatable")
    parser.add_argument("--least-vram", type=_positive, metavar="GB", help="only GPUs with at least so much memory")
    parser.add_argument(
        "--consider",
        action="append",
        default=[],
        metavar="NAME",
        help="what to list: a GPU (new ... for its price as new), a computer, 64GB DDR4 or a second stick; repeatable",
    )
    parser.add_argument("--part", choices=tuple(PARTS), help="only such a purchase: a card, memory or a computer")
    parser.add_argument("--bill", type=_positive, metavar="B", help="what is paid a month for the same work now")
    parser.add_argument("--cloud", action="store_true", help="compare with a rented GPU and an API, too")
    parser.add_argument("--stays-here", choices=("yes", "no"), help="whether the work must not leave this computer")
    parser.add_argument(
        "--price",
        action="append",
        default=[],
        metavar="ID=PRICE",
        help="what a candidate costs, by its id in --json or its name, 64GB RAM=420 too; "
        "api:MODEL=READ/WRITTEN for a million tokens",
    )
    parser.add_argument("--all", action="store_true", help="list every option, and what is unknown of which")
    add_prices_option(parser)
    add_forms(parser, "print the candidates as CSV, figures in base units")


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict."""
    try:
        answer, note = worth_answered(arguments)
    except UnknownModelError:
        if (line := _in_words(arguments)) is None:
            raise
        return run_line(line)
    if arguments.json:
        sys.stdout.write(told_json(worth(answer)) + "\n")
    elif arguments.csv:
        sys.stdout.write(csv_text(json.loads(told_json(worth(answer)))["candidates"]))
    else:
        sys.stdout.write("\n".join(filter(None, (*worth_lines(answer, is_all=arguments.all), note))) + "\n")
    return 0


def _in_words(arguments: argparse.Namespace) -> list[str] | None:
    """The line of `ask` for a plain question, which is no misspelled name; None where other options belong to it."""
    text, told = " ".join(arguments.named), {name: value for name, value in vars(arguments).items() if value}
    if len(text.split()) < SENTENCE or set(told) - {"named", "command", *_OF_ASK}:
        return None
    return ["ask", text, *option_words(arguments, *_OF_ASK)]


def worth_answered(arguments: argparse.Namespace) -> tuple[WorthAnswer, str]:
    """The answer to these options, and what was assumed of the model and of the computer.

    Raises:
        SentenceError, ReasonError: there is none; the text says why.
    """
    catalog, named, note = all_cards(), _named(arguments), ""
    asked = asked_rig(arguments, catalog)
    machine, rig = assembled(asked.profile, catalog, name=asked.name)
    if named is not None:
        named, quant, note = named_model(named, arguments.workload, catalog, lambda: rig)
        arguments.quant = arguments.quant or quant
    work, for_users = _workload(arguments, catalog)
    workload_id = asked_workload_id(work, named, catalog)
    if arguments.tokens_per_day and find_workload(workload_id, catalog).task not in WRITING:
        raise UsageError("--tokens-per-day is of work that writes text")
    money = _money(arguments, catalog)
    model = named or _aimed_model(machine, rig, workload_id, money, catalog, is_paid=bool(arguments.bill))
    model = model or _usual_model_name(rig, workload_id, catalog)
    meant = [_counted(_NEW.sub("", name), catalog) for name in arguments.consider]
    new = [ids for (ids, _), name in zip(meant, arguments.consider, strict=True) if _NEW.match(name)]
    question = WorthQuestion(
        catalog,
        workload_id,
        model,
        arguments.quant,
        money,
        is_open=named is None,
        users=arguments.users,
        tokens_per_day=arguments.tokens_per_day,
        makers=tuple(arguments.maker),
        least_vram_gib=arguments.least_vram or 0.0,
        named_cards=tuple(name for ids, count in meant for one in ids for name in _named_ways(one, count)),
        new_cards=tuple(one for ids in new for one in ids),
        rented_counts=tuple((one, count) for ids, count in meant for one in ids if count > 1),
        part=arguments.part,
        bill_usd_per_day=_in_dollars(arguments.bill, money, "--bill") / DAYS_PER_MONTH if arguments.bill else None,
    )
    return answer_worth(machine, rig, question, today=local_today()), joined((for_users, note, asked.note), "\n")


def _workload(arguments: argparse.Namespace, catalog: Catalog) -> tuple[str | None, str]:
    """The work that was named, and what to say of it; serving a team where only its users were.

    So is work in which nobody waits for an answer, where users are named.

    Raises:
        UsageError: the work that was named serves nobody.
    """
    if arguments.users is None or arguments.workload is None:
        return arguments.workload or (TEAM if arguments.users else None), ""
    card = find_workload(arguments.workload, catalog)
    if card.task != "serve":
        raise UsageError(f"--users goes with work that serves people: --workload {TEAM}")
    if card.enough_tokens_per_s is None:
        return TEAM, f"Judged as --workload {TEAM}: with --users people wait for their answers."
    return str(arguments.workload), ""


def _named(arguments: argparse.Namespace) -> str | None:
    """The model that was named, in either way.

    Raises:
        UsageError: two are named.
    """
    named = " ".join(arguments.named) or None
    if named and arguments.model:
        raise UsageError("one model at a time: MODEL or --model")
    return named or arguments.model


def _aimed_model(
    machine: Machine, rig: Rig, workload_id: str, money: Money, catalog: Catalog, *, is_paid: bool
) -> str | None:
    """What the money is for where people or agents are served, or where the work is paid for elsewhere today.

    None for other work. Where nobody said an amount, what may be advised without.
    """
    card = find_workload(workload_id, catalog)
    if card.task != "serve" and not (is_paid and workload_id in catalog.workloads):
        return None
    for_one = card.fields.get("concurrency") == 1
    if for_one and not (money.budget_usd or is_paid):
        return None
    meant = money if money.budget_usd else money.changed(budget_usd=UNASKED_USD)
    return model_to_serve(machine, rig, workload_id, meant, catalog, today=local_today(), for_one=for_one)


def _usual_model_name(rig: Rig, workload_id: str, catalog: Catalog) -> str | None:
    """What such work is judged with; None leaves it to the model that it is known for."""
    model_id = usual_model(rig, workload_id, catalog)
    found = catalog.models.get(model_id or "") or catalog.other_models.get(model_id or "")
    return found.name if found is not None else None


def _money(arguments: argparse.Namespace, catalog: Catalog) -> Money:
    """What is kept about money, with what the options say.

    Raises:
        UsageError: an option says what cannot be.
    """
    kept = SETTINGS.read().record.money
    said: dict[str, Any] = {
        field: value for name, field in _FIELDS.items() if (value := getattr(arguments, name)) is not None
    }
    if said.get("currency", kept.currency) != kept.currency:
        said.setdefault("usd_rate", None)
    if arguments.cloud or arguments.bill:  # what is paid is paid to a service: it is compared with
        said["cloud"] = True
    if arguments.stays_here is not None:
        said["stays_here"] = arguments.stays_here == "yes"
    try:
        money = with_prices(kept.changed(**said), arguments.prices, catalog)
        for text in arguments.price:
            money = _priced(money, text, catalog)
        if arguments.rate is not None and money.currency == "USD":
            raise UsageError("--rate is of another currency than dollars: name it with --currency")
        if arguments.electricity is not None:
            _in_dollars(arguments.electricity, money, "--electricity")  # it counts only where its rate is known
        if arguments.budget is None:
            return money
        return money.changed(budget_usd=_in_dollars(arguments.budget, money, "--budget"))
    except ValidationError as error:
        raise UsageError(_plain(error)) from error


def _priced(money: Money, text: str, catalog: Catalog) -> Money:
    """The amounts with what was typed of one candidate.

    Raises:
        UsageError: it is no id with an amount.
        CommandError: nothing is known by that id.
    """
    named, _, amounts = text.rpartition("=")
    try:
        typed = [float(amount) for amount in amounts.split("/")]
    except ValueError:
        typed = []
    if not named or len(typed) != 1 + is_api(named):
        raise UsageError(f"--price: {text!r} is no id with an amount, such as sticks=40 or api:MODEL=0.10/0.40")
    if (size := _RAM.fullmatch(named)) is not None:
        usd = _in_dollars(typed[0], money, "--price")
        for kit_id in _kits(size):
            money = with_own_price(money, kit_id, usd)
        return money
    item_id = priced_id(named, catalog)
    if item_id is None:
        near = ", ".join((*_nearest(named, catalog), *MEMORY_IDS))
        raise CommandError(f"--price: nothing is known as {named!r}; nearest known: {near}")
    return with_own_price(money, item_id, *(_in_dollars(amount, money, "--price") for amount in typed))


def _kits(size: re.Match[str]) -> tuple[str, ...]:
    """The ids of the kits of so much RAM, of one type alone where it is named."""
    kits = ((one, kit) for one, kit in MEMORY_KITS.items() if kit.gib == int(size[1]))
    return tuple(one for one, kit in kits if not size["type"] or kit.type == size["type"].lower())


def _counted(name: str, catalog: Catalog) -> tuple[tuple[str, ...], int]:
    """The ids of what a name stands for, and how many of it are rented at once (`8x H100`)."""
    several = _COUNTED.fullmatch(name)
    if several is None or _RAM.fullmatch(name) is not None:
        return _cards_named(name, catalog), 1
    return _cards_named(several[2], catalog), int(several[1])


def _named_ways(card_id: str, count: int) -> tuple[str, ...]:
    """A card, and so many of it together where several were named."""
    return (card_id, f"{SETS[count]}{card_id}") if count in SETS else (card_id,)


def _cards_named(name: str, catalog: Catalog) -> tuple[str, ...]:
    """The ids of the cards of that name, in whatever form they are sold, of the computer, or of so much RAM.

    Raises:
        CommandError: there is none.
    """
    card_id = find_named_gpu(name, DeviceFacts(), catalog.gpus).card_id
    if _STICK.fullmatch(name) is not None:
        return MEMORY_IDS
    if (size := _RAM.fullmatch(name)) is not None:
        return _kits(size)
    computer_id = catalog.computers.find(name)
    if computer_id is not None:
        return (computer_id,)
    if sizes := tuple(_sizes_named(name, catalog)):
        return sizes
    if card_id is None and find_cpu(name, catalog) is not None:
        told = f"no computer with {name} has a price here; see what it does: rig-advisor rank --cpu {name!r}"
        raise CommandError(f"--consider: {told}")
    if card_id is None:
        near = ", ".join((*catalog.gpus.nearest(name), *catalog.computers.nearest(name)))
        raise CommandError(f"--consider: nothing is known as {name!r}" + (f"; nearest known: {near}" if near else ""))
    return (card_id, *(one for one in catalog.gpus.members(name) if one != card_id))


def _sizes_named(name: str, catalog: Catalog) -> Iterator[str]:
    """The ids of a computer in all its sizes, where none of them was named: `DGX Spark`."""
    start = f"{name.casefold()} "
    return (one for one, card in catalog.computers.items() if card.name.casefold().startswith(start))


def _nearest(way_id: str, catalog: Catalog) -> tuple[str, ...]:
    if is_api(way_id):
        return tuple(map(api_id, catalog.models.nearest(way_id.removeprefix(api_id("")))))
    return catalog.gpus.nearest(way_id)


def _positive(text: str) -> float:
    """An amount above nothing."""
    amount = float(text)
    if not 0 < amount <= TERA:
        raise argparse.ArgumentTypeError("must be a number above zero")
    return amount


def _users(text: str) -> int:
    """How many people."""
    if not 1 <= int(text) <= MOST_USERS:
        raise argparse.ArgumentTypeError(f"must be 1 to {MOST_USERS}")
    return int(text)


def _in_dollars(amount: float, money: Money, option: str) -> float:
    """An amount in dollars.

    Raises:
        UsageError: it is in a currency whose rate nobody told, and no bank states.
    """
    rate = rate_of(money)
    if rate is None:
        missing = f"say with --rate how many US dollars one {money.currency} is"
        raise UsageError(f"{option} is in {money.currency}: {missing}")
    return amount * rate.usd


def _plain(error: ValidationError) -> str:
    """The first fault in words."""
    fault = error.errors(include_url=False)[0]
    field = str(fault["loc"][0]) if fault["loc"] else ""
    names = {known: name for name, known in _FIELDS.items()} | {"usd": "price"}
    option = names.get(field, field).replace("_", "-")
    if field == "currency":
        return f"--currency: {fault['input']!r} is no code of three letters such as EUR"
    reason = fault["msg"].removeprefix("Input ")
    return f"--{option}: {fault['input']!r} {reason}"
