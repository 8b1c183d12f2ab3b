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
_SPACE = r"[ \t\n]*"
_REST = rf"[ \t]*(?:\#[^{_CONTROL}]*)?\n"
_LINE = re.compile(
    rf"""
    (?P<key>[A-Za-z0-9_-]+)[ ]=[ ](?:
        (?P<text>{_TEXT})
        | (?P<whole>{_WHOLE})
        | (?P<number>{_WHOLE}\.[0-9]+)
        | (?P<truth>true|false)
        | (?P<day>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})
        | (?P<texts>\[{_SPACE}(?:{_TEXT}{_SPACE},{_SPACE})*(?:{_TEXT}{_SPACE})?\])
        | (?P<wholes>\[{_SPACE}(?:{_WHOLE}{_SPACE},{_SPACE})*(?:{_WHOLE}{_SPACE})?\])
    ){_REST}
    | \[(?P<table>[A-Za-z0-9_-]+)\]{_REST}
    | (?P<blank>{_REST})
    """,
    re.VERBOSE | re.ASCII,
)
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
}


def plain_table(text: str) -> dict[str, Any] | None:
    """What `tomllib.loads` makes of it; None where something is written in a way that is not known here."""
    root: dict[str, Any] = {}
    table = root
    start, end = 0, len(text)
    while start < end:
        line = _LINE.match(text, start)
        if line is None or line.lastgroup is None:
            return None
        kind, start = line.lastgroup, line.end()
        if kind in _VALUES:
            key = line["key"]
            if key in table:
                return None
            try:
                table[key] = _VALUES[kind](line[kind])
            except ValueError:  # no such day
                return None
        elif kind == "table":
            key = line["table"]
            if key in root:
                return None
            table = root[key] = {}
    return root
