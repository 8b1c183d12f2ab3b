"""All folders to look in, with those that programs were moved to, as their own settings name them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from advisor.catalog.on_disk.places import PROGRAMS, Kept, Place, place_of, program_folders
from advisor.catalog.reading.bounded_json import bounded_json
from advisor.catalog.reading.regular_file import ModelFileError, regular_file
from advisor.facts.values.os_name import OsName
from advisor.facts.values.units import MIB

_MOST_BYTES = 4 * MIB
"""The settings of a program are a thousandth of that."""
_LINE = r"^[ \t]*[\"']?{key}[\"']?[ \t]*[:=][ \t]*(?P<value>[^\r\n]*)\r?$"
_MOST_FOLDERS = 16
"""Of one file: a program has one, a file of several settings a few."""


def places_here(
    system: OsName, home: Path, environment: Mapping[str, str], folders: Iterable[Path] = ()
) -> tuple[Place, ...]:
    """Where to look: the folders of programs, those they were moved to, and those a person named.

    A folder that is one of Ollama's or of Hugging Face is read as such whoever names it.
    """
    own = (Place("folder", path.absolute(), "ollama" if _is_ollama(path) else "files") for path in folders)
    found = chain(program_folders(system, home, environment), moved_folders(home, environment), own)
    first: dict[Path, Place] = {}
    for one in found:
        first.setdefault(one.path, one)
    return tuple(first.values())


def _is_ollama(path: Path) -> bool:
    try:
        return (path / "manifests").is_dir() and (path / "blobs").is_dir()
    except (OSError, ValueError):
        return False


def moved_folders(home: Path, environment: Mapping[str, str]) -> Iterator[Place]:
    """The folders that settings of programs name; a file that cannot be read names none."""
    for one in PROGRAMS:
        for kept in one.kept:
            path = place_of(kept.file, home, environment)
            for named in _named(path, kept) if path else ():
                folder = place_of(named.replace("\\\\", "\\"), home, environment)
                if folder is not None:
                    yield from (Place(one.program, folder / below, one.layout) for below in kept.below)


def _named(path: Path, kept: Kept) -> list[str]:
    """What a file names under the key."""
    try:
        with regular_file(path) as (file, file_bytes):
            text = file.read(_MOST_BYTES).decode("utf-8") if file_bytes <= _MOST_BYTES else ""
    except (ModelFileError, OSError, UnicodeDecodeError):
        return []
    if not kept.key:
        return [text.strip()]
    if path.suffix == ".json":
        return _in_json(text, kept.key)
    found = re.finditer(_LINE.format(key=re.escape(kept.key)), text, re.MULTILINE)
    return [value for one in found if (value := one["value"].strip().strip("\"'"))][:_MOST_FOLDERS]


def _in_json(text: str, key: str) -> list[str]:
    try:
        found: Any = bounded_json(text)
    except (ValueError, RecursionError, json.JSONDecodeError):
        return []
    value = found.get(key) if isinstance(found, dict) else None
    return [value] if isinstance(value, str) else []
