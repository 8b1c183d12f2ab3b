"""A model as one program keeps it, before its header is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:  # questions about no file need its records not at all
    from pathlib import Path

    from advisor.facts.answers.local_model import Program

_HUB = "models--"
_PART = re.compile(r"^(?P<stem>.+)-\d{5,6}-of-(?P<count>\d{5,6})(?P<ending>\.(?:gguf|safetensors))$", re.IGNORECASE)


class Candidate(NamedTuple):
    """`opened` is what is read for all of `files`: the first of them, or their folder. `name` is what people see.

    `held_as` is what the program calls it.
    """

    program: Program
    opened: Path
    files: tuple[Path, ...]
    format: Literal["gguf", "safetensors"]
    name: str
    held_as: str


def model_of(name: str) -> str:
    """What all parts of one model share: the name of a file without the number of its part."""
    found = _PART.match(name)
    return f"{found['stem']}-of-{found['count']}{found['ending']}".lower() if found else name


def name_without_part(name: str) -> str:
    """What a model in one or several files is called: the name of a file without part and ending."""
    found = _PART.match(name)
    return found["stem"] if found else name.rsplit(".", 1)[0]


def repository_of(path: Path) -> str:
    """The repository in whose download cache a path lies, empty where it does not."""
    found = next((part for part in path.parts if part.startswith(_HUB)), "")
    return found.removeprefix(_HUB).replace("--", "/")
