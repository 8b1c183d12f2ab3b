"""Every code of a reason has its words, the words ask for what the code is made with, and no code is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

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


def _errors(trees: list[ast.Module]) -> set[str]:
    """Names of error classes that are made like a reason."""
    found = {"ReasonError"}
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    while more := {name for name, own in bases.items() if own & found} - found:
        found |= more
    return found


def _made() -> Iterator[tuple[str, frozenset[str]]]:
    """Each code that stands in the source with the names of its parameters, as often as it stands there."""
    trees = [ast.parse(path.read_text("utf-8")) for path in FILES]
    making = {*MAKING, *_errors(trees)}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in making and node.args:
                names = frozenset(word.arg or FORWARDED for word in node.keywords)
                for code in _strings(node.args[0]):
                    yield code, names


def _strings(node: ast.expr) -> Iterator[str]:
    """The codes of an argument: one, or either of two."""
    if isinstance(node, ast.Constant) and node.value in CODES:
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_strings(node.body), *_strings(node.orelse))
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from _strings(one)


MADE = list(_made())
WRITTEN = {word for path in FILES for word in re.findall(r'"([a-z][a-z0-9_]+)"', path.read_text("utf-8"))}


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
    assert CODES - WRITTEN - set(get_args(Told)) == set()


@pytest.mark.parametrize("code", sorted({code for code, _ in MADE}))
def test_a_code_is_made_with_what_its_words_ask_for(code: str) -> None:
    for names in {names for one, names in MADE if one == code and FORWARDED not in names}:
        assert _gaps(TEMPLATES[code]) <= names, "its words ask for what it is not made with"
        asked = _gaps(TEMPLATES[code]) | ({"count"} if isinstance(TEMPLATES[code], tuple) else set())
        assert names <= asked, "it is made with what its words never say"
