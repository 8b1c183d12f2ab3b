"""docs/model_folders.md tells of every program where its models are looked for, and what that was read in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.catalog.on_disk.places import PROGRAMS, READ_ON, ProgramPlaces
from advisor.present.words.program_names import PROGRAM_NAMES

DOCUMENT = Path(__file__).parents[3] / "docs" / "model_folders.md"
PART = re.compile(r"(<!-- places -->\n).*?(<!-- end of places -->)", re.DOTALL)


def places(program: ProgramPlaces) -> Iterator[str]:
    systems = (("", program.everywhere), ("Linux", program.linux), ("Windows", program.windows))
    for system, folders in (*systems, ("macOS", program.macos)):
        if folders:
            told = ", ".join(f"`{one}`" for one in folders)
            yield f"{system}: {told}" if system else told
    for kept in program.kept:
        yield f"moved: `{kept.key}` of `{kept.file}`" if kept.key else f"moved: `{kept.file}`"


def table() -> str:
    rows = (
        f"| {PROGRAM_NAMES[one.program]} | {'<br>'.join(places(one))} | {'<br>'.join(one.source)} | {READ_ON} |"
        for one in PROGRAMS
    )
    return "\n".join(("| program | folders | read in | on |", "|---|---|---|---|", *rows, ""))


def test_the_document_has_every_place(request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    made = PART.sub(lambda part: f"{part[1]}{table()}{part[2]}", text)
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(made, encoding="utf-8")
    assert made == DOCUMENT.read_text(encoding="utf-8"), "write it with --update-golden and look at it"
