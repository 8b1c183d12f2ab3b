"""Reads the part of TOML that cards are written in, several times as fast as a reader of all of TOML.

Over a thousand cards are read at every start. Whatever is written otherwise is left to `tomllib`.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

_CONTROL = r"\x00-\x08\x0a-\x1f\x7f"
_TEXT = rf"""(?:"[^"\\{_CONTROL}]*"|'[^'{_CONTROL}]*')"""
_WHOLE = r"-?(?:0|[1-9](?:_?[0-9])*)"
_WORD = r"[A-Za-z0-9_-]+"
_KEY = rf"(?:{_WORD}|{_TEXT})"
_SPACE = r"[ \t\n]*"
_REST = rf"[ \t]*(?:\#[^{_CONTROL}]*)?\n"
_SCALAR = rf"""
    (?P<text>{_TEXT})
    | (?P<number>{_WHOLE}\.[0-9]+)
    | (?P<day>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})
    | (?P<whole>{_WHOLE})
    | (?P<truth>true|false)
"""
_UNNAMED = re.sub(r"\?P<\w+>", "?:", _SCALAR)


def _list_of(item: str) -> str:
    return rf"\[{_SPACE}(?:{item}{_SPACE},{_SPACE})*(?:{item}{_SPACE})?\]"


_LINE = re.compile(
    rf"""
    (?P<key>{_KEY})[ ]=[ ](?:
        {_SCALAR}
        | (?P<texts>{_list_of(_TEXT)})
        | (?P<wholes>{_list_of(_WHOLE)})
        | (?P<pairs>\{{[ ]{_KEY}[ ]=[ ](?:{_UNNAMED})(?:,[ ]{_KEY}[ ]=[ ](?:{_UNNAMED}))*[ ]\}})
    ){_REST}
    | \[(?P<table>{_WORD}(?:\.{_WORD})?)\]{_REST}
    | \[\[(?P<entry>{_WORD}(?:\.{_WORD})?)\]\]{_REST}
    | (?P<blank>{_REST})
    """,
    re.VERBOSE | re.ASCII,
)
_PAIR_IN = re.compile(rf"(?P<key>{_KEY})[ ]=[ ](?:{_SCALAR})", re.VERBOSE | re.ASCII)
_TEXT_IN = re.compile(_TEXT)
_WHOLE_IN = re.compile(_WHOLE, re.ASCII)

_VALUES: dict[str, Callable[[str], Any]] = {
    "text": lambda found: found[1:-1],
    "whole": int,
    "number": float,
    "truth": lambda found: found == "true",
    "day": date.fromisoformat,
    "texts": lambda found: [text[1:-1] for text in _TEXT_IN.findall(found)],
    "wholes": lambda found: [int(whole) for whole in _WHOLE_IN.findall(found)],
    "pairs": lambda found: _pairs(found),
}


class _UnknownError(ValueError):
    """Something is written in a way that is not known here, or wrong."""


def plain_table(text: str) -> dict[str, Any] | None:
    """What `tomllib.loads` makes of it; None where something is written in a way that is not known here."""
    try:
        return _Table().read(text)
    except ValueError:
        return None


def _pairs(text: str) -> dict[str, Any]:
    """An inline table."""
    table: dict[str, Any] = {}
    for pair in _PAIR_IN.finditer(text):
        _put(table, pair)
    return table


def _put(table: dict[str, Any], pair: re.Match[str]) -> None:
    """Add the key and value of a match; a value's kind is the last group of it."""
    key, kind = pair["key"], pair.lastgroup or ""
    key = key[1:-1] if key[0] in "\"'" else key
    if key in table:
        raise _UnknownError
    table[key] = _VALUES[kind](pair[kind])


class _Table:
    """A document while it is read: its tables and lists of tables by the names in their headings."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}
        self._tables: dict[str, dict[str, Any]] = {"": self._root}
        self._lists: dict[str, list[dict[str, Any]]] = {}

    def read(self, text: str) -> dict[str, Any]:
        """All lines of it."""
        table, start, end = self._root, 0, len(text)
        while start < end:
            line = _LINE.match(text, start)
            if line is None:
                raise _UnknownError
            kind, start = line.lastgroup, line.end()
            if kind == "table":
                table = self._table(line["table"])
            elif kind == "entry":
                table = self._entry(line["entry"])
            elif kind != "blank":
                _put(table, line)
        return self._root

    def _table(self, name: str) -> dict[str, Any]:
        """The table that `[name]` begins."""
        parent, key = self._parent(name)
        if key in parent:
            raise _UnknownError
        self._tables[name] = parent[key] = {}
        return self._tables[name]

    def _entry(self, name: str) -> dict[str, Any]:
        """The table that `[[name]]` begins, one more of its list."""
        parent, key = self._parent(name)
        if name not in self._lists:
            if key in parent:
                raise _UnknownError
            self._lists[name] = parent[key] = []
        self._lists[name].append({})
        return self._lists[name][-1]

    def _parent(self, name: str) -> tuple[dict[str, Any], str]:
        outer, _, key = name.rpartition(".")
        if outer not in self._tables:
            raise _UnknownError
        return self._tables[outer], key
