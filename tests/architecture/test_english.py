"""No English below present/ and cli/: rooms that find out make codes, the words stand in present/words/reasons."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ADVISOR = Path(__file__).parents[2] / "advisor"
ROOMS = ("facts", "probe", "bench", "run", "store", "catalog", "predict", "answer")
PROSE = re.compile(r"(?<![\w/.\\-])[A-Za-z]?[a-z']+,? (?:[a-z']+,? )+[a-z']{2,}")
"""Three or more words in a row."""

NOT_SAID = {
    "names of specs/, said to who writes a card": {"is not there", "makers of computers"},
    "names of files, calls and classes of a system": {
        "D3DKMT list of adapters",
        "D3DKMT usage of local memory",
        "D3DKMT adapter registry info",
        "{}: PciDevice link properties of {}",
    },
    "names where a driver or person gives none": {"a driver without a name", "a model of one's own", "low power mode"},
    "what other programs print, looked for": {
        "total number of cores",
        "<out of spec>",
        "request device failed",
        "out of memory",
        "not enough memory",
        r"^(N/A|None|Unknown|\[.*\]|Requested functionality has been deprecated)$",
        r"^([\w.+-]+): cannot open shared object file",
    },
    "words of names that people type, looked for": {
        "speech from text",
        r"\(?\b(?:rented|rental|cloud(?! tpu)|in the cloud|on demand)\b\)?",
        r"(?<![\d.])(\d{1,2}(?:\.\d+)?)[-_ ]?(?:bpw|bits per weight)",
    },
    "marks in files that this app writes and reads": {"--- end of readings", "The end of the log:"},
    "caught where it is raised, or a fault of the program": {
        "a record without processors",
        "a record leaves the buffer",
        "jobs of cards have one",
    },
}
"""Texts that are no sentences to people, by why; it may only shrink."""

LISTS = {"advisor/facts/cards/model_architecture.py", "advisor/catalog/cards/name_key.py"}
"""Files of names alone."""


def _texts(path: Path) -> Iterator[str]:
    """Every text of a file but docstrings; a gap is {}."""
    tree = ast.parse(path.read_text("utf-8"))
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in ast.walk(node)} - {id(node)}
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value


def _english() -> dict[str, str]:
    files = [path for room in ROOMS for path in (ADVISOR / room).rglob("*.py")]
    named = {path.relative_to(ADVISOR.parent).as_posix(): path for path in files}
    return {
        text: name for name, path in named.items() if name not in LISTS for text in _texts(path) if PROSE.search(text)
    }


def test_no_room_below_present_speaks_english() -> None:
    allowed = set().union(*NOT_SAID.values())
    assert {text: file for text, file in _english().items() if text not in allowed} == {}


def test_the_list_of_texts_that_nobody_is_told_holds_no_more_than_there_are() -> None:
    assert set().union(*NOT_SAID.values()) - set(_english()) == set()
