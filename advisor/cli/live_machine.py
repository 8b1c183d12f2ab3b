"""A machine, live or captured, with catalog cards and findings: what probe, report and machine start from."""

import os
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from advisor.catalog.catalog import Catalog
from advisor.catalog.machine_cards import known_machine
from advisor.catalog.rig import assemble_rig
from advisor.cli.command import CommandError
from advisor.facts.machine import Machine
from advisor.facts.message import Message, Result
from advisor.present.findings import findings
from advisor.probe.detect import detect, detect_events
from advisor.probe.dump import DumpError, open_dump
from advisor.probe.host import Host, LiveHost, ReplayHost, running_kind
from advisor.probe.nvidia_signs import nvidia_is_likely
from advisor.probe.root import LiveRoot, Root
from advisor.probe.tar_root import open_root
from advisor.run.command import advisor_command

Place = tuple[Root, Host]


def place(root: Path | None) -> Place:
    """Where to read: the running machine, or the captured one at `root`, with nothing of the running one.

    Raises:
        CommandError: `root` is neither a folder nor a tar archive nor what `doctor` printed.
    """
    if root is None:
        live = LiveRoot()
        likely = partial(nvidia_is_likely, live, os.environ) if running_kind() == "linux" else lambda: True
        return live, LiveHost(_child("nvml"), _child, likely)
    try:
        dumped = open_dump(root) if root.is_file() else None
        if dumped:
            return dumped
        captured = open_root(root)
    except (OSError, tarfile.TarError, DumpError) as error:
        reason = "it is neither a folder nor a tar archive" if isinstance(error, tarfile.TarError) else error
        raise CommandError(f"{root} cannot be replayed: {reason}") from error
    return captured, ReplayHost(captured)


def _child(source: str) -> list[str]:
    """The command of the child process that asks one library or driver."""
    return advisor_command("probe", "--only", source, "--events")


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
