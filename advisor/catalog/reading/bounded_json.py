"""Reads a JSON object that someone else wrote, within bounds that hold before it is built."""

import json
from pathlib import Path
from typing import Any, NoReturn

from advisor.catalog.reading.regular_file import ModelFileError, regular_file
from advisor.facts.values.units import MEGA, MIB

MOST_BYTES = 16 * MIB
"""The longest header of a published model, 92,000 tensors in one list, has some ten million bytes."""

_MOST_PARTS = MEGA
"""Commas and opening brackets: each stands for at most one object that is built. Eight belong to a tensor."""


def json_file(path: Path) -> dict[str, Any]:
    """The object in a whole file.

    Raises:
        ModelFileError: the file cannot be read, is too long, or is no such object.
    """
    with regular_file(path) as (file, file_bytes):
        if file_bytes > MOST_BYTES:
            raise ModelFileError("json_file_too_long", path=path, size_bytes=file_bytes)
        return json_object(file.read(MOST_BYTES), path)


def json_object(raw: bytes, path: Path) -> dict[str, Any]:
    """The JSON object in `raw`; no key twice, no number that is none.

    Raises:
        ModelFileError: it is none, or has more parts than any model needs; `path` names it in the message.
    """
    if raw.count(b",") + raw.count(b"{") + raw.count(b"[") > _MOST_PARTS:
        raise ModelFileError("json_lists_too_much", path=path)
    try:
        found = json.loads(raw.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ModelFileError("json_without_end", path=path) from None
    except _TwiceError as twice:
        raise ModelFileError("json_key_twice", path=path, key=str(twice)[:80]) from None
    except ValueError:
        raise ModelFileError("text_is_no_json", path=path) from None
    if not isinstance(found, dict):
        raise ModelFileError("json_is_no_object", path=path)
    return found


class _TwiceError(Exception):
    """A key that an object has twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        raise _TwiceError(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)
