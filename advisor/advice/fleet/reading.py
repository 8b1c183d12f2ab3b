"""Many computers at once: saved machines and shared results of files, folders and patterns, each different one once."""

import glob
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.answer.request.named_machine import named_machine
from advisor.answer.request.named_place import repeated
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.shared_profile import shared_profile
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.shared_result import SharedResult
from advisor.facts.rig.rig import KnownRig, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.label_order import by_numbers
from advisor.facts.values.plain_text import LONGEST, plain_text
from advisor.facts.values.reason import ReasonError
from advisor.run.limits import bounded
from advisor.store.atomic_file import StoreError, read_file, why
from advisor.store.profile import open_machine
from advisor.store.shared_results import is_result, read_result

SUFFIXES = (".rig", ".json")
"""Of what is opened in a folder."""
MOST_FILES = 100_000
_WHEN = re.compile(rb'"(saved_at|app_version)"\s*:\s*"[0-9A-Za-z:+. -]{0,40}"')
"""What differs between two savings of the same machine, and no answer rests on."""


class FleetError(ReasonError):
    """Nothing can be read that way."""


@frozen
class Source:
    """A saved machine, or a name where there is no such file, with what it is called."""

    label: str
    path: Path


@dataclass
class Rigs:
    """What was read: every label with the place of its rig, every different rig once, and why others gave none."""

    labels: list[tuple[str, int]] = field(default_factory=list)
    known: list[KnownRig] = field(default_factory=list)
    faults: list[tuple[str, ReasonError]] = field(default_factory=list)

    def add(self, label: str, known: KnownRig) -> None:
        """One more computer, which no file holds."""
        self.labels.append((label, len(self.known)))
        self.known.append(known)

    @property
    def different(self) -> list[Rig]:
        """The rigs, in the order of their places."""
        return [one.rig for one in self.known]

    @property
    def labels_of(self) -> list[list[str]]:
        """The labels of each different rig, in their order."""
        found: list[list[str]] = [[] for _ in self.known]
        for label, place in self.labels:
            found[place].append(label)
        return found


def sources(named: Sequence[str]) -> tuple[Source, ...]:
    """What files, folders, patterns and names stand for, in the order of their names.

    A folder stands for what is saved in it and its folders; links to other folders are not followed. Each file counts
    once, the name of a computer as often as it is given or says: `2x DGX Spark`.

    Raises:
        FleetError: there are too many.
    """
    files: dict[str, Path] = {}
    computers: list[Path] = []
    for path in _paths(named):
        if os.path.lexists(path):
            files.setdefault(os.path.realpath(path), path)
        else:
            computers += map(Path, repeated(str(path)) or (path,))
        if len(files) + len(computers) > MOST_FILES:
            raise FleetError("fleet_too_many", most=MOST_FILES)
    found = [*files.values(), *computers]
    alike = Counter(map(_stem, found))
    whole = sorted((_stem(path) if alike[_stem(path)] == 1 else str(path), path) for path in found)
    labels = _labels(name for name, _ in whole)
    return tuple(sorted(map(Source, labels, (path for _, path in whole)), key=lambda one: by_numbers(one.label)))


def read_rigs(from_: Iterable[Source], catalog: Catalog) -> Rigs:
    """Read each; one that is damaged costs only itself. Equal files are read once, equal rigs kept once."""
    rigs, by_bytes, by_content = Rigs(), dict[bytes, int](), dict[bytes, int]()
    for one in from_:
        try:
            key = _key(one.path)
            place = by_bytes.get(key)
            if place is None:
                known = _known(one.path, catalog)
                place = by_content.setdefault(_digest(known.rig.model_dump_json().encode()), len(rigs.known))
                if place == len(rigs.known):
                    rigs.known.append(known)
                by_bytes[key] = place
            rigs.labels.append((one.label, place))
        except ReasonError as error:
            rigs.faults.append((one.label, ReasonError(error.reason)))  # as it was raised it would keep what was read
    return rigs


def _paths(named: Sequence[str]) -> Iterator[Path]:
    for name in named:
        path = Path(name)
        if path.is_dir():
            yield from _in_folder(path)
        elif glob.has_magic(name) and not os.path.lexists(name):
            matches = sorted(glob.iglob(name, recursive=True))
            yield from map(Path, matches) if matches else (path,)
        else:
            yield path


def _in_folder(folder: Path) -> Iterator[Path]:
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        yield from (Path(where, one) for one in sorted(files) if one.endswith(SUFFIXES) and not one.startswith("."))


def _stem(path: Path) -> str:
    return path.stem if path.suffix in SUFFIXES else path.name


def _labels(names: Iterable[str]) -> Iterator[str]:
    """The names as plain lines, none twice; of a long path the end, which tells more than its beginning."""
    taken: Counter[str] = Counter()
    for name in names:
        label = plain = plain_text(name[-LONGEST:])
        while taken[label]:
            taken[plain] += 1
            label = f"{plain} ({taken[plain]})"
        taken[label] = 1
        yield label


def _key(path: Path) -> bytes:
    """A key of the file's content, whenever it was saved, or of the name where there is no file."""
    if not os.path.lexists(path):
        return os.fsencode(path)
    try:
        return _digest(_WHEN.sub(b"", read_file(path)))
    except OSError as error:
        name = plain_text(path.name)
        raise StoreError("not_opened", name=name, cause=why(error)) from error


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _known(path: Path, catalog: Catalog) -> KnownRig:
    """The rig of a file, or of the computer of that name.

    Raises:
        StoreError: neither is there, or the file holds none.
        LimitError: reading takes too much.
    """
    name = str(path)
    if not os.path.lexists(path):
        named = named_machine(name, catalog)
        if named is not None:
            return assembled(Profile(machine=named.machine), catalog)
        if near := catalog.computers.nearest(name):
            raise StoreError("no_such_computer", name=plain_text(name), near=near)
    with bounded(path):
        read = read_result(path) if is_result(path) else open_machine(path)
        try:
            profile = shared_profile(read, catalog) if isinstance(read, SharedResult) else read.profile
            return assembled(profile, catalog)
        except Exception as error:  # whatever it is: valid figures that no machine has
            raise StoreError("machine_impossible", name=plain_text(path.name)) from error
