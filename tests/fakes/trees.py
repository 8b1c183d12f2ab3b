"""Captured machines for tests: our own trees, and the shared captures that do not travel with a clone."""

import csv
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from advisor.facts.machine.machine import Cache, Machine
from advisor.probe.detect.detect import detect
from advisor.probe.replay.dump import parse_readings, readings_text
from advisor.probe.replay.recording import ReadHost, Readings, ReadRoot, RecordingHost, RecordingRoot
from advisor.probe.replay.redact import names_in, redacted, scrubber
from advisor.probe.shared.host import ReplayHost
from advisor.probe.source.root import Root
from advisor.probe.source.tar_root import MemoryRoot

TREES = Path(__file__).parents[1] / "trees"
SHARED = Path(__file__).parents[3] / "shared" / "fixtures"


def tree(name: str) -> MemoryRoot:
    """The machine of `tests/trees/NAME.tree`."""
    return MemoryRoot(*tree_parts(name))


def tree_parts(name: str) -> tuple[dict[str, bytes], dict[str, str]]:
    """Files and links of `tests/trees/NAME.tree`; the form is described in the README there."""
    files: dict[str, bytes] = {}
    links: dict[str, str] = {}
    lines = iter((TREES / f"{name}.tree").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.endswith(" <<"):
            text = "\n".join(iter(lambda: next(lines), ">>"))
            files[line[:-3]] = text.encode() + b"\n"
        elif " -> " in line:
            path, _, target = line.partition(" -> ")
            links[path] = target
        else:
            path, _, text = line.partition(" = ")
            files[path] = text.encode() + b"\n"
    return files, links


def replayed(root: Root) -> Machine:
    return detect(root, ReplayHost(root))


def doctored(root: Root) -> Machine:
    """The machine, after making sure that a report of it replays to the same one."""
    readings = Readings()
    machine = detect(RecordingRoot(root, readings), RecordingHost(ReplayHost(root), readings))
    kept = redacted(readings, scrubber(names_in(root)))
    told = parse_readings(readings_text(kept))
    assert told == kept
    assert detect(ReadRoot(told), ReadHost(told)) == machine
    return machine


def detected(name: str) -> Machine:
    return replayed(tree(name))


def shared(path: str) -> Path:
    """A shared capture; the test is skipped where it is absent."""
    place = SHARED / path
    if not place.exists():
        pytest.skip(f"no fixtures: {place}")
    return place


def rows(name: str) -> list[dict[str, str]]:
    """The truth table; one empty row where it is absent, for the test that then skips itself."""
    file = SHARED / name
    if not file.is_file():
        return [{}]
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def named(row: dict[str, str]) -> str:
    return row.get("name") or row.get("test") or "absent"


def members(archive: Path) -> Iterator[tuple[str, bytes | str]]:
    """Names of an archive with the bytes of a file or the text of a link."""
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() else None
            if file:
                yield member.name, file.read()
            elif member.issym():
                yield member.name, member.linkname


def graphics_snapshot(vendor: str, name: str) -> MemoryRoot:
    """One GPU of the LACT snapshots, mounted where a machine has it."""
    prefix = f"tests/snapshots/{vendor}/{name}/"
    found = [(path[len(prefix) :], what) for path, what in members(shared("lact-snapshots.tar.gz")) if prefix in path]
    event = next(what for path, what in found if re.fullmatch(r"(card\d+/)?(device/)?uevent", path) and b"PCI_" in what)
    slot = re.search(rb"PCI_SLOT_NAME=(\S+)", cast("bytes", event))
    device = f"/sys/bus/pci/devices/{slot[1].decode() if slot else '0000:01:00.0'}"
    files: dict[str, bytes] = {}
    links: dict[str, str] = {}
    for path, what in found:
        if path.startswith("kfd/"):
            place = f"/sys/class/kfd/{path}"
        elif re.match(r"card\d+/(?!device/)", path):
            place = f"/sys/class/drm/{path}"
        else:
            place = f"{device}/{re.sub(r'^(card[0-9]+/)?(device/)?', '', path)}"
        if isinstance(what, str):
            links[place] = what
        else:
            files[place] = what
    return MemoryRoot(files, links)


def cache(machine: Machine, level: int, kind: str) -> Cache | None:
    return next((c for c in machine.cpu.caches.value or () if (c.level, c.kind) == (level, kind)), None)
