"""`rig-advisor fleet`: one model on many saved computers."""

import argparse
import sys
from collections.abc import Sequence

from advisor.advice.fleet import Rigs, read_rigs, sources
from advisor.answer.rig.many_rigs import ForMany, models_for_many, on_each
from advisor.answer.rig.ranked import Ranked
from advisor.answer.rig.split_rigs import split_over
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.frame.command import FAILED, CommandError, UsageError
from advisor.cli.frame.no_search import no_search_for_garbage
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, find_workload_id
from advisor.cli.frame.table import aligned, csv_text
from advisor.facts.answers.fleet import Fleet, FleetFault, FleetSplit
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIGA, MICROSECOND
from advisor.predict.speed.remote import Network
from advisor.present.rank.fleet import (
    ORDERS,
    fleet_record,
    fleet_sentences,
    fleet_table,
    in_order,
    split_record,
    split_sentences,
)
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.search import nearest_first

NETWORKS = {
    "1gbe": 1.0,
    "2.5gbe": 2.5,
    "5gbe": 5.0,
    "10gbe": 10.0,
    "25gbe": 25.0,
    "100gbe": 100.0,
    "thunderbolt5": 80.0,
}
"""Gbit/s on paper; what one stream carries of it is in docs/physics.md 6.9."""
_MOST_FAULTS = 20
"""So many are said one by one on a terminal; JSON names all."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    said = 'saved machines, folders or patterns of them, or computers by name: "Mac mini M4 Pro 64GB"'
    parser.add_argument("profiles", nargs="+", metavar="PROFILE", help=said)
    parser.add_argument("--model", metavar="NAME", help="which model; without it the best that all can run")
    parser.add_argument("--workload", default=DEFAULT_WORKLOAD, metavar="ID", help="what it is used for")
    parser.add_argument("--quant", metavar="NAME", help="a quantization, for example Q4_K_M")
    parser.add_argument("--find", metavar="WORDS", help="only computers whose name, CPU or GPU has these words")
    parser.add_argument("--only", action="append", default=[], choices=USABILITIES, help="only this light; repeatable")
    parser.add_argument("--sort", default=ORDERS[0], choices=ORDERS, help="the order, best first")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    said = f"split it over them by llama.cpp RPC on this network: {', '.join(NETWORKS)}, or Gbit/s"
    parser.add_argument("--network", type=_gbit_per_s, metavar="NET", help=said)
    parser.add_argument("--latency-us", type=_latency_us, default=100.0, metavar="US", help="of it, one way (100)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--csv", action="store_true", help="print the rows as CSV, figures in base units")


def run(arguments: argparse.Namespace) -> int:
    """Print a row for each computer; 1 where any of them has no answer."""
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit takes a number of computers above zero")
    if arguments.quant and not arguments.model:
        raise UsageError("--quant is of a model: name it with --model")
    with no_search_for_garbage():
        return _run(arguments, load_catalog())


def _run(arguments: argparse.Namespace, catalog: Catalog) -> int:
    workload_id = find_workload_id(arguments.workload, catalog)
    if arguments.network and workload_id not in catalog.workloads:
        raise UsageError("--network is for models that write text")
    rigs = read_rigs(sources(arguments.profiles), catalog)
    found, faults, for_many = _answered(rigs, workload_id, arguments, catalog)
    if not found:
        told = " ".join(one.sentence for one in faults[:_MOST_FAULTS])
        raise CommandError(told or "no saved machine was found there")
    shown = _shown(found, rigs, arguments)
    record = fleet_record(
        found,
        shown,
        different=len(rigs.different),
        workload_id=workload_id,
        catalog=catalog,
        for_many=for_many,
        split=_split(found[0][1], rigs, workload_id, arguments, catalog),
        faults=faults,
    )
    _print(record, arguments, catalog)
    return FAILED if faults else 0


def _answered(
    rigs: Rigs, workload_id: str, arguments: argparse.Namespace, catalog: Catalog
) -> tuple[list[tuple[str, Ranked]], list[FleetFault], tuple[ForMany | None, ForMany | None]]:
    """What every computer answers about the model, and about none the best that all of them, or most, run well."""
    faults = [FleetFault(label=label, sentence=in_words(error.reason)) for label, error in rigs.faults]
    if not rigs.labels:
        return [], faults, (None, None)
    for_many = (None, None) if arguments.model else _for_many(rigs, workload_id, catalog)
    wanted = arguments.model or next((one.model.name for one in for_many if one), None)
    if wanted is None:
        raise CommandError("no model runs well on more than half of these computers: name one with --model")
    _, each = on_each(rigs.different, catalog, workload_id=workload_id, model=wanted, quant=arguments.quant)
    found = []
    for label, place in rigs.labels:
        one = each[place]
        if one is None:
            faults.append(FleetFault(label=label, sentence=in_words(reason("machine_impossible", name=label))))
        else:
            found.append((label, one))
    return found, faults, for_many


def _for_many(rigs: Rigs, workload_id: str, catalog: Catalog) -> tuple[ForMany | None, ForMany | None]:
    counts = [0] * len(rigs.different)
    for _, place in rigs.labels:
        counts[place] += 1
    return models_for_many(rigs.different, counts, catalog, workload_id=workload_id)


def _split(
    one: Ranked, rigs: Rigs, workload_id: str, arguments: argparse.Namespace, catalog: Catalog
) -> FleetSplit | None:
    """The best split where a network was stated."""
    if arguments.network is None:
        return None
    labels: list[list[str]] = [[] for _ in rigs.different]
    for label, place in rigs.labels:
        labels[place].append(label)
    order = sorted(range(len(labels)), key=lambda place: labels[place])
    network = Network(arguments.network * GIGA, arguments.latency_us * MICROSECOND)
    found = split_over(
        [rigs.different[place] for place in order],
        [len(labels[place]) for place in order],
        catalog,
        workload_id=workload_id,
        model=one.model,
        quant=arguments.quant,
        network=network,
    )
    return split_record(found, [sorted(labels[place]) for place in order], network)


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


def _shown(
    found: Sequence[tuple[str, Ranked]], rigs: Rigs, arguments: argparse.Namespace
) -> tuple[tuple[str, Ranked], ...]:
    """The rows that are asked for, in the order asked for; the nearest name first where words are looked for."""
    shown = in_order([one for one in found if not arguments.only or one[1].usability in arguments.only], arguments.sort)
    if arguments.find:
        words = [_words(rig) for rig in rigs.different]
        places = dict(rigs.labels)
        shown = nearest_first(((one, one[0], words[places[one[0]]]) for one in shown), arguments.find)
    return shown[: arguments.limit]


def _words(rig: Rig) -> str:
    """What a computer is found by beside its label."""
    return " · ".join(one.name for one in rig.processors).lower()


def _print(fleet: Fleet, arguments: argparse.Namespace, catalog: Catalog) -> None:
    if arguments.json:
        sys.stdout.write(fleet.model_dump_json() + "\n")
    elif arguments.csv:
        sys.stdout.write(csv_text(one.model_dump(mode="json") for one in fleet.rows))
    else:
        told = "".join(f"{one}\n" for one in fleet_sentences(fleet))
        told += "".join(f"{one}\n" for one in split_sentences(fleet.split)) if fleet.split else ""
        sys.stdout.write(f"{told}\n{aligned(fleet_table(fleet, catalog))}")
    for one in fleet.faults[:_MOST_FAULTS]:
        sys.stderr.write(f"rig-advisor: {one.label}: {one.sentence}\n")
    if len(fleet.faults) > _MOST_FAULTS:
        sys.stderr.write(f"rig-advisor: {len(fleet.faults) - _MOST_FAULTS} more could not be read: --json names them\n")
