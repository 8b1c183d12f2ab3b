"""Where files of a machine are read: the running system, or a folder that holds a captured one."""

import os
import stat
from collections.abc import Callable
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Protocol

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Parameter, Reason, reason
from advisor.facts.values.units import KIB, MIB


class Unavailable:
    """Stands in place of a reading; made like a reason, or of one."""

    __slots__ = ("reason",)

    def __init__(self, why: Reason | ReasonCode, **parameters: Parameter) -> None:
        self.reason = reason(why, **parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unavailable) and other.reason == self.reason

    def __hash__(self) -> int:
        return hash(self.reason)

    def __repr__(self) -> str:
        return f"Unavailable({self.reason.code!r}, {self.reason.parameters})"


READ_LIMIT_BYTES = 16 * MIB
_CHUNK_BYTES = 64 * KIB
_LINK_LIMIT = 40
_LONGEST_PATH = 4096
"""As long as Linux takes them."""


class Root(Protocol):
    """The files of one machine under absolute Linux paths. No method raises for a file that is not there."""

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content, at most `READ_LIMIT_BYTES`, or why there is none."""
        ...

    def read_text(self, path: str) -> str | Unavailable:
        """The content as text without NUL padding and outer white space; an empty file is unavailable."""
        raw = self.read_bytes(path)
        if isinstance(raw, Unavailable):
            return raw
        text = raw.replace(b"\0", b"").decode("utf-8", errors="replace").strip()
        return text or Unavailable("file_empty", path=path)

    def listdir(self, path: str) -> tuple[str, ...]:
        """The sorted names in a folder, none when it cannot be listed."""
        ...

    def readlink(self, path: str) -> str | None:
        """The text of a symbolic link, None when the path is no link."""
        ...

    def exists(self, path: str) -> bool:
        """Whether a file or folder is there, links followed."""
        ...


def resolve(path: str, raw_link: Callable[[str], str | None], *, follow_last: bool = True) -> str | None:
    """`path` without links, each followed as text below the root; None for a loop or a way out of the root."""
    todo = list(reversed(PurePosixPath(path[: _LONGEST_PATH + 1]).parts[1:]))
    done: list[str] = []
    links = 0
    while todo:
        part = todo.pop()
        if part == "..":
            if not done:
                return None
            done.pop()
            continue
        here = "/" + "/".join([*done, part])
        target = raw_link(here) if todo or follow_last else None
        if target is None:
            done.append(part)
            continue
        links += 1
        if links > _LINK_LIMIT or len(target) > _LONGEST_PATH:
            return None
        pure = PurePosixPath(target)
        if pure.is_absolute():
            done = []
        todo.extend(reversed([piece for piece in pure.parts if piece != "/"]))
    return "/" + "/".join(done)


def content_folder(names_below: Callable[[str], tuple[str, ...]]) -> str:
    """The folder, at most two levels down, that holds `proc` or `sys`; the top when there is none."""
    level = [""]
    for _ in range(3):
        for folder in level:
            if {"proc", "sys"} & set(names_below(folder)):
                return folder
        level = [f"{folder}/{name}".lstrip("/") for folder in level for name in names_below(folder)]
    return ""


class DirRoot(Root):
    """A captured machine in a folder. Links are resolved inside it and never lead out."""

    def __init__(self, folder: Path) -> None:
        self._top = folder / content_folder(lambda below: _names_inside(folder, below))
        self._links: dict[str, str | None] = {}

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content of a file below the folder, or why there is none."""
        place = self._place(path)
        if place is None:
            return Unavailable("outside_capture", path=path)
        try:
            if not stat.S_ISREG(place.stat().st_mode):
                # a pipe would wait for its writer, for ever
                return Unavailable("not_a_file", path=path)
            with place.open("rb", buffering=0) as file:
                # files below /proc/sys refuse reads of many bytes at once
                return b"".join(islice(iter(lambda: file.read(_CHUNK_BYTES), b""), READ_LIMIT_BYTES // _CHUNK_BYTES))
        except FileNotFoundError:
            return Unavailable("no_file", path=path)
        except PermissionError:
            return Unavailable("no_permission", path=path)
        except OSError as error:
            return Unavailable("file_unreadable", path=path, error=error.strerror or "")

    def listdir(self, path: str) -> tuple[str, ...]:
        """The sorted names in a folder."""
        place = self._place(path)
        return () if place is None else _folder_names(place)

    def readlink(self, path: str) -> str | None:
        """The text of a link."""
        parent = resolve(path, self._raw_link, follow_last=False)
        return None if parent is None else self._raw_link(parent)

    def exists(self, path: str) -> bool:
        """Whether the path is there."""
        place = self._place(path)
        # Path.exists raises where a folder on the way may not be entered
        return place is not None and os.path.exists(place)

    def _place(self, path: str) -> Path | None:
        real = resolve(path, self._raw_link)
        return None if real is None else self._top / real.lstrip("/")

    def _raw_link(self, path: str) -> str | None:
        if path not in self._links:
            try:
                self._links[path] = os.readlink(self._top / path.lstrip("/"))
            except OSError:
                self._links[path] = None
        return self._links[path]


class LiveRoot(DirRoot):
    """The running system."""

    def __init__(self) -> None:
        super().__init__(Path("/"))


def _names_inside(top: Path, below: str) -> tuple[str, ...]:
    """The names in a folder of the tree, none behind a link: it may lead out."""
    return () if below and (top / below).is_symlink() else _folder_names(top / below)


def _folder_names(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder)))
    except OSError:
        return ()
