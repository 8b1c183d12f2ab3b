"""A machine, live or captured, with catalog cards and findings: what probe, report and machine start from."""

from collections.abc import Iterator

from advisor.catalog.catalog import Catalog
from advisor.catalog.machine_cards import known_machine
from advisor.catalog.rig import assemble_rig
from advisor.cli.place import Place
from advisor.facts.machine import Machine
from advisor.facts.message import Message, Result
from advisor.present.findings import findings
from advisor.probe.detect import detect, detect_events


def read_machine(where: Place, catalog: Catalog, only: tuple[str, ...] = ()) -> Machine:
    """The machine with the cards of its GPUs and what stands out about it."""
    return _complete(detect(*where, only), catalog)


def machine_events(where: Place, catalog: Catalog, only: tuple[str, ...] = ()) -> Iterator[Message]:
    """The same as messages of a child process."""
    for message in detect_events(*where, only):
        if isinstance(message, Result) and message.kind == "machine":
            machine = _complete(message.record(Machine), catalog)
            yield Result(kind="machine", body=machine.model_dump(mode="json"))
        else:
            yield message


def _complete(machine: Machine, catalog: Catalog) -> Machine:
    machine = known_machine(machine, (), catalog)
    return machine.changed(findings=findings(machine, assemble_rig(machine, None, catalog)))
