"""Writes the list of rooms in docs/architecture.md from the folders themselves.

`python -m tools.rooms --write` renews the list; a test fails where it differs. The order is that of the contract in
pyproject.toml, the words are those of each `__init__.py`: one sentence, then `Door: file.py`.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.made_part import REPOSITORY, renew

PLAN = REPOSITORY / "docs" / "architecture.md"
_DOOR = re.compile(r"\bDoor: (?P<doors>.+)", re.DOTALL)
_FILE = re.compile(r"\b\w+\.py\b")


def layers() -> list[list[str]]:
    """The rooms from the top to the bottom; those of one line do not import each other."""
    contracts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    contract = next(one for one in contracts if one["type"] == "layers")
    return [re.split(r"\s*[|:]\s*", line) for line in contract["layers"]]


def words_of(folder: Path) -> tuple[str, list[str]]:
    """What a folder's `__init__.py` says: what is in it, and the files to open first."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    what = " ".join(_DOOR.sub("", text).split())
    doors = _DOOR.search(text)
    return what, _FILE.findall(doors["doors"]) if doors else []


def sub_rooms(room: Path) -> list[Path]:
    """The folders of a room by name."""
    return sorted(file.parent for file in room.glob("*/__init__.py"))


def room_list() -> str:
    """The list as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    for line in layers():
        for name in line:
            room = REPOSITORY / "advisor" / name
            if not room.is_dir():
                continue
            yield f"**`advisor/{name}`** {_with_doors(room)}"
            yield ""
            inside = sub_rooms(room)
            for folder in inside:
                yield f"- `{folder.name}`: {_with_doors(folder)}"
            yield from [""] if inside else []


def _with_doors(folder: Path) -> str:
    what, doors = words_of(folder)
    links = ", ".join(f"[{door}](../{(folder / door).relative_to(REPOSITORY).as_posix()})" for door in doors)
    return f"{what} Door: {links}." if links else what


def main() -> int:
    """Print the list, or put it into docs/architecture.md."""
    parser = argparse.ArgumentParser(prog="python -m tools.rooms", description="List the rooms and their doors.")
    parser.add_argument("--write", action="store_true", help="put the list into docs/architecture.md")
    if not parser.parse_args().write:
        sys.stdout.write(room_list())
        return 0
    renew(PLAN, "rooms", "python -m tools.rooms --write", room_list())
    return 0


if __name__ == "__main__":
    sys.exit(main())
