"""`rig-advisor probe`: what this machine is made of, where each fact comes from, and what is not known."""

import argparse
import gc
import sys
from collections.abc import Iterator
from pathlib import Path

from advisor.cli.frame.place import Place, place
from advisor.facts.machine.machine import Machine
from advisor.facts.values.message import Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.probe.detect.detect import IN_A_CHILD, SOURCES, detect_events
from advisor.run.emit import emit_all
from advisor.run.limits import bounded
from advisor.run.watch import START_LIMIT_S, as_sentence


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="replay a machine: a folder, an archive or what doctor printed",
    )
    parser.add_argument(
        "--only", action="extend", nargs="+", default=[], choices=SOURCES, metavar="SOURCE", help="read only these"
    )
    parser.add_argument("--events", action="store_true", help="print messages, one JSON line each")


def run(arguments: argparse.Namespace) -> int:
    """Print the machine; gaps are an answer, so the exit code is 0."""
    only = tuple(dict.fromkeys(arguments.only))
    with bounded(arguments.root):
        where = place(arguments.root)
    if arguments.events:
        gc.disable()  # a child lives too short to leave garbage
        is_part = len(only) == 1 and only[0] in IN_A_CHILD
        emit_all(detect_events(*where, only) if is_part else machine_events(where, only))
    # imported here, and below: a child that asks one driver needs no cards, and findings take their time to load
    from advisor.advice.this_machine import read_machine
    from advisor.cli.frame.cards import all_cards

    with bounded(arguments.root):
        machine = _anonymized(read_machine(where, all_cards(), only), where, is_here=arguments.root is None)
    sys.stdout.write(_text(machine, as_json=arguments.json))
    return 0


def _anonymized(machine: Machine, where: Place, *, is_here: bool) -> Machine:
    """The machine as it may be given to others: what is printed is saved, and pasted."""
    from advisor.probe.replay.redact import names_in
    from advisor.store.anonymized_text import anonymized

    return anonymized(machine, machine.os, () if is_here else names_in(where[0]))


def machine_events(where: Place, only: tuple[str, ...]) -> Iterator[Message]:
    """What was detected as soon as it is, for who cannot wait; then the same with its cards and findings."""
    per_mille = 0
    for message in detect_events(*where, only):
        if isinstance(message, Progress):
            per_mille = message.per_mille
        if not (isinstance(message, Result) and message.kind == "machine"):
            yield message
            continue
        yield Result(kind="detected", body=message.body)
        # two thousand files may have to be read, each after a virus scanner
        yield Progress(per_mille=per_mille, phase=reason("reading_catalog"), limit_s=START_LIMIT_S)
        from advisor.advice.this_machine import complete_machine
        from advisor.catalog.cards.card_file import CardError
        from advisor.cli.frame.cards import all_cards
        from advisor.present.words.reasons.in_words import in_words

        try:
            catalog = all_cards()
        except CardError as error:
            yield Failure(code="catalog", sentence=as_sentence(error), detail="\n".join(map(in_words, error.faults)))
            return
        machine = complete_machine(message.record(Machine), catalog)
        yield Result(kind="machine", body=machine.model_dump(mode="json"))


def _text(machine: Machine, *, as_json: bool) -> str:
    if as_json:
        from advisor.present.words.reasons.in_words import told_json

        return told_json(machine, indent=2) + "\n"
    from advisor.present.rig.fact_rows import machine_text

    return machine_text(machine) + "\n"
