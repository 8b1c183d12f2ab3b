"""`rig-advisor fleet`: one model on many saved computers."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from advisor.advice.assembled import assembled
from advisor.advice.fleet.asking import FleetQuestion, Shown, asked_fleet, fleet_steps
from advisor.advice.fleet.messages import as_messages, bought
from advisor.advice.fleet.reading import read_rigs, sources
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.command import FAILED, UsageError
from advisor.cli.frame.named_model import named_model
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.option_words import names_parts
from advisor.cli.frame.places import without_gpus
from advisor.cli.frame.profile import asked_workload_id
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.cli.frame.table import aligned, csv_text
from advisor.facts.answers.fleet import Fleet
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.values.message import Done, Failure, Message, Progress
from advisor.facts.values.reason import ReasonError, reason
from advisor.facts.values.units import GIGA, MICROSECOND
from advisor.predict.speed.remote import network_of
from advisor.present.rank.fleet import ORDERS, fleet_sentences, fleet_table, split_sentences
from advisor.present.rank.fleet_group import buying_sentences, tensor_sentences, users_sentence
from advisor.present.rank.fleet_rows import NETWORKS
from advisor.present.words.money import currency_of
from advisor.present.words.processor_name import grouped
from advisor.present.words.words import joined
from advisor.run.emit import emit_all
from advisor.run.watch import REFUSED_CODE
from advisor.store.settings import SETTINGS
from advisor.store.shared_results import is_result

_MOST_SILENT_S = 600.0
"""Of the child that the window asks: all rigs are answered before the first is told."""
_MOST_FAULTS = 20
"""So many are said one by one on a terminal; JSON names all."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    said = 'saved machines, folders or patterns of them, or computers by name: "2x DGX Spark"; one PC: "4x RTX 3090"'
    parser.add_argument("profiles", nargs="*", metavar="PROFILE", help=said)
    parser.add_argument("--model", metavar="NAME", help="which model; without it the best that all can run")
    parser.add_argument("--workload", metavar="ID", help="what it is used for; without it what the model is for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    parser.add_argument("--find", metavar="WORDS", help="only computers whose name, CPU or GPU has these words")
    parser.add_argument("--only", action="append", default=[], choices=USABILITIES, help="only this light; repeatable")
    parser.add_argument("--sort", default=ORDERS[0], choices=ORDERS, help="the order, best first")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    said = f"split it over them by llama.cpp RPC on this network: {', '.join(NETWORKS)}, or Gbit/s"
    parser.add_argument("--network", type=_gbit_per_s, metavar="NET", help=said)
    parser.add_argument("--latency-us", type=_latency_us, metavar="US", help="of it, one way (100; RDMA 2)")
    parser.add_argument("--users", action="store_true", help="how many people each serves at once, and all together")
    parser.add_argument("--buy", action="store_true", help="what to buy for them, worth most for its money first")
    parser.add_argument("--events", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--csv", action="store_true", help="print the rows as CSV, figures in base units")
    add_rig_options(parser, machine=False)


def run(arguments: argparse.Namespace) -> int:
    """Print a row for each computer; 1 where any of them has no answer."""
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit takes a number of computers above zero")
    if not arguments.profiles and not names_parts(arguments):
        raise UsageError("PROFILE is missing: name saved machines or computers, or one by its parts with --gpu")
    if arguments.quant and not arguments.model:
        raise UsageError("--quant is of a model: name it with --model")
    with no_search_for_garbage():
        if arguments.events:
            emit_all(_events(arguments))
        return _run(arguments, all_cards())


def _events(arguments: argparse.Namespace) -> Iterator[Message]:
    """What the window asks for: the rows piece by piece, or the sentence that says why there are none."""
    yield Progress(per_mille=0, phase=reason("reading_header"), limit_s=_MOST_SILENT_S)
    catalog = all_cards()
    try:
        found = sources(arguments.profiles)
        rigs = read_rigs(found, catalog)
        paths: dict[str, str] | None = {one.label: "" if is_result(one.path) else str(one.path) for one in found}
        for fleet in fleet_steps(rigs, _question(arguments, catalog), catalog):
            if fleet.buying is None:
                yield from as_messages(fleet, dict(rigs.labels), paths)
                paths = None
            else:
                yield bought(fleet.buying)
    except ReasonError as error:
        yield Failure(code=REFUSED_CODE, sentence=error.reason)
    yield Done()


def _run(arguments: argparse.Namespace, catalog: Catalog) -> int:
    shown = Shown(tuple(arguments.only), arguments.find or "", arguments.sort, arguments.limit)
    profiles, of_gpus = without_gpus(arguments.profiles, catalog)
    rigs = read_rigs(sources(profiles), catalog)
    notes = list[str]()
    for name, one in of_gpus:
        rigs.add(name, assembled(one.profile, catalog, name=name))
        notes += [f"{name}: {one.note}"] if one.note else []
    asked = asked_rig(arguments, catalog) if names_parts(arguments) else None
    if asked is not None:
        rigs.add(asked.name, assembled(asked.profile, catalog, name=asked.name))
    note = ""
    if arguments.model and rigs.known:
        first = rigs.known[0].rig
        arguments.model, quant, note = named_model(arguments.model, arguments.workload, catalog, lambda: first)
        arguments.quant = arguments.quant or quant
    question = _question(arguments, catalog)
    fleet = asked_fleet(rigs, question, catalog, shown=shown)
    _print(fleet, arguments, catalog)
    if not (arguments.json or arguments.csv):
        told = f"{asked.name}: {asked.note}" if asked is not None and asked.note else ""
        sys.stdout.write("".join(f"{line}\n" for line in (note, *dict.fromkeys(notes), told) if line))
    return FAILED if fleet.faults else 0


def _question(arguments: argparse.Namespace, catalog: Catalog) -> FleetQuestion:
    workload_id = asked_workload_id(arguments.workload, arguments.model, catalog)
    if arguments.network and workload_id not in catalog.workloads:
        raise UsageError("--network is for models that write text")
    network = None
    if arguments.network:
        network = network_of(arguments.network * GIGA, arguments.latency_us)
    return FleetQuestion(
        workload_id,
        arguments.model,
        arguments.quant,
        network,
        with_users=arguments.users,
        with_buying=arguments.buy,
        money=SETTINGS.read().record.money,
    )


def _gbit_per_s(text: str) -> float:
    """A network by its name, or its rate."""
    named = NETWORKS.get(text.lower())
    try:
        rate = float(text) if named is None else named
    except ValueError:
        rate = 0.0
    if not 0.001 <= rate <= 10_000:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(NETWORKS)}, or 0.001 to 10000 Gbit/s")
    return rate


def _latency_us(text: str) -> float:
    """Microseconds."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found * MICROSECOND <= 1:
        raise argparse.ArgumentTypeError("must be 0 to 1000000 microseconds")
    return found


def _sentences(fleet: Fleet, *, is_of_text: bool) -> Iterator[str]:
    yield from fleet_sentences(fleet)
    if fleet.split is None and is_of_text and (alike := _alike_without_room(fleet)):
        yield f"Joined by a network, {alike} may hold it together: --network 10gbe, or what joins them."
    if fleet.split is not None:
        yield from split_sentences(fleet.split)
        yield from tensor_sentences(fleet)
    if users := users_sentence(fleet):
        yield users
    if fleet.buying is not None:
        yield from buying_sentences(fleet.buying, currency_of(SETTINGS.read().record.money))


def _alike_without_room(fleet: Fleet) -> str:
    """Equal computers of which each alone is too small, in words; empty where there are no two."""
    small = Counter(one.processor for one in fleet.rows if one.usability == "wont_run")
    return joined((grouped(name, number) for name, number in small.items() if number > 1), ", ")


def _print(fleet: Fleet, arguments: argparse.Namespace, catalog: Catalog) -> None:
    if arguments.json:
        sys.stdout.write(fleet.model_dump_json() + "\n")
    elif arguments.csv:
        sys.stdout.write(csv_text(one.model_dump(mode="json") for one in fleet.rows))
    else:
        told = "".join(f"{one}\n" for one in _sentences(fleet, is_of_text=fleet.workload in catalog.workloads))
        sys.stdout.write(f"{told}\n{aligned(fleet_table(fleet, catalog))}")
    for one in fleet.faults[:_MOST_FAULTS]:
        sys.stderr.write(f"rig-advisor: {one.label}: {one.sentence}\n")
    if len(fleet.faults) > _MOST_FAULTS:
        sys.stderr.write(f"rig-advisor: {len(fleet.faults) - _MOST_FAULTS} more could not be read: --json names them\n")
