"""Looks through folders for files of models, within bounds: what lies there may be endless, circular or closed."""

import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from advisor.facts.reasons.codes import ReasonCode

WEIGHTS = (".gguf", ".safetensors")
_UNFINISHED = (".part", ".partial", ".incomplete", ".downloadinprogress", ".crdownload", ".download", ".aria2")
_UNFINISHED_BEGINNINGS = ("incomplete-", "downloading_")
"""Of LM Studio, Hugging Face, llama.cpp and browsers; of GPT4All and LM Studio."""
_PARTIAL = "-partial"
"""What Ollama adds to the blob it is fetching; each piece of it has a number behind that."""
_OF_A_MODEL = re.compile(r"\.gguf|\.safetensors|^(?:sha256-)?[0-9a-f]{40,64}\b")
"""In the name of a download that is to be a model: its ending, or the digest of a blob."""


class Bounds(NamedTuple):
    """The most that is looked at in one search: entries of folders, folders inside each other, models, seconds."""

    entries: int = 250_000
    depth: int = 12
    models: int = 1000
    seconds: float = 15.0


USUAL = Bounds()


@dataclass
class Search:
    """How much of one search is left, and what it met on its way."""

    bounds: Bounds = USUAL
    clock: Callable[[], float] = time.monotonic
    entries: int = 0
    closed_folders: int = 0
    unfinished: set[str] = field(default_factory=set)
    """Paths, as two programs may share a folder."""
    stopped: ReasonCode | None = None

    def __post_init__(self) -> None:
        self._ends_s = self.clock() + self.bounds.seconds

    def may_go_on(self) -> bool:
        """Whether there is time left; why there is none stands in `stopped`."""
        if self.stopped is None and self.clock() > self._ends_s:
            self.stopped = "search_took_too_long"
        return self.stopped is None

    def take_entry(self) -> bool:
        """Whether one more entry of a folder may be looked at."""
        self.entries += 1
        if self.entries > self.bounds.entries:
            self.stopped = self.stopped or "search_met_too_many_files"
        return self.stopped is None and (self.entries % 256 != 0 or self.may_go_on())


class Folder(NamedTuple):
    """A folder with the names of the ordinary files in it that can be named in a record, sorted."""

    path: Path
    names: tuple[str, ...]


def folders_below(root: Path, search: Search) -> Iterator[Folder]:
    """The folder and those below it, each once: links are followed, and lead to no folder a second time."""
    seen: set[tuple[int, int]] = set()
    waiting = [(root, 0)]
    while waiting and search.may_go_on():
        path, depth = waiting.pop()
        try:
            status = path.stat()
            if not stat.S_ISDIR(status.st_mode) or (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            inner, names = _looked_into(path, search)
        except PermissionError:
            search.closed_folders += 1
            continue
        except (OSError, ValueError):
            continue
        yield Folder(path, tuple(sorted(names)))
        if depth < search.bounds.depth:
            waiting += [(path / name, depth + 1) for name in sorted(inner, reverse=True)]


def _looked_into(path: Path, search: Search) -> tuple[list[str], list[str]]:
    """Names of folders and of files; a link is what it leads to, all that is neither is left out."""
    folders, files = [], []
    with os.scandir(path) as entries:
        for entry in entries:
            if not search.take_entry():
                break
            try:
                entry.name.encode()
                if entry.is_dir():
                    folders.append(entry.name)
                elif entry.is_file():
                    files.append(entry.name)
            except (OSError, ValueError):
                continue
    for name in files:
        if is_unfinished(name):
            search.unfinished.add(str(path / name))
    return folders, files


def is_unfinished(name: str) -> bool:
    """Whether a file of that name is a download that did not come to its end; pieces of one are not counted again."""
    plain = name.lower()
    is_begun = plain.endswith((*_UNFINISHED, _PARTIAL)) or plain.startswith(_UNFINISHED_BEGINNINGS)
    return is_begun and _OF_A_MODEL.search(plain) is not None


def is_weights(name: str) -> bool:
    """Whether a file of that name holds weights, all of them."""
    return name.lower().endswith(WEIGHTS) and not is_unfinished(name)
