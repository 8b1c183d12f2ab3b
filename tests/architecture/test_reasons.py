"""Every code of a reason has its words, the words ask for what the code is made with, and no code is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

from advisor.facts.reasons.codes import ReasonCode, Told
from advisor.present.words.reasons import in_words
from advisor.present.words.reasons.in_words import TEMPLATES

REPOSITORY = Path(__file__).parents[2]
MAKING = ("reason", "unknown", "Unavailable", "ReasonError", "CannotMeasure")
"""What makes a reason of a code as its first argument; errors of our own are told by their bases."""
FORWARDED = "**"
"""What a code is made with where the names are handed on."""
CODES = frozenset(get_args(ReasonCode))
FILES = [
    path for path in (REPOSITORY / "advisor").rglob("*.py") if {"reasons", "words"}.isdisjoint(path.parent.parts[-2:])
]


def _errors(nodes: list[ast.AST]) -> set[str]:
    """Names of error classes that are made like a reason."""
    found = {"ReasonError"}
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    while more := {name for name, own in bases.items() if own & found} - found:
        found |= more
    return found


def _made() -> dict[str, set[frozenset[str]]]:
    """The names of the parameters that each code stands with in the source."""
    nodes = [node for path in FILES for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    making = {*MAKING, *_errors(nodes)}
    made: dict[str, set[frozenset[str]]] = {}
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in making and node.args:
            names = frozenset(word.arg or FORWARDED for word in node.keywords)
            for code in _strings(node.args[0]):
                made.setdefault(code, set()).add(names)
    return made


def _strings(node: ast.expr) -> Iterator[str]:
    """The codes of an argument: one, or either of two."""
    if isinstance(node, ast.Constant) and node.value in CODES:
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_strings(node.body), *_strings(node.orelse))
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from _strings(one)


def _gaps(template: str | tuple[str, str]) -> set[str]:
    texts = (template,) if isinstance(template, str) else template
    return {name for text in texts for _, name, *_ in Formatter().parse(text) if name}


def test_every_code_has_words_and_all_words_a_code() -> None:
    assert set(TEMPLATES) == CODES


def test_no_code_has_words_of_two_rooms() -> None:
    named = vars(in_words).values()
    tables = [one for one in named if isinstance(one, dict) and one is not TEMPLATES and one.keys() <= CODES]
    assert 1 + sum(map(len, tables)) == len(TEMPLATES)


def test_no_code_is_left_over() -> None:
    written = {word for path in FILES for word in re.findall(r'"([a-z][a-z0-9_]+)"', path.read_text("utf-8"))}
    assert CODES - written - set(get_args(Told)) == set()


def test_a_code_is_made_with_what_its_words_ask_for() -> None:
    made = {(code, names) for code, found in _made().items() for names in found if FORWARDED not in names}
    assert len(made) > 500
    words = {code: _gaps(TEMPLATES[code]) for code, _ in made}
    unsaid = {(code, *(words[code] - names)) for code, names in made if not words[code] <= names}
    assert not unsaid, "their words ask for what they are not made with"
    counted = {code for code in words if isinstance(TEMPLATES[code], tuple)}
    beyond = {(code, *(names - words[code] - ({"count"} if code in counted else set()))) for code, names in made}
    assert {one for one in beyond if len(one) > 1} == set(), "they are made with what their words never say"
