"""Opens a stranger's file only where it is one, and reads JSON of strangers within bounds that hold before it is built.

A pipe, device or folder is refused before anything waits for it.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from advisor.catalog.reading.bounded_json import TooManyPartsError, bounded_json
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Parameter, Reason, ReasonError, reason
from advisor.facts.values.units import MIB


class ModelFileError(ReasonError):
    """The file at `path` holds no model that can be read; neither its name nor what it holds can break the line."""

    def __init__(self, why: ReasonCode, *, path: Path, **parameters: Parameter) -> None:
        found = {name: plain_text(one) if isinstance(one, str) else one for name, one in parameters.items()}
        super().__init__(why, path=plain_text(path.name or str(path)), **found)


_PLAIN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_REFUSALS: dict[type[OSError], ReasonCode] = {
    FileNotFoundError: "model_file_missing",
    PermissionError: "model_file_forbidden",
    IsADirectoryError: "model_file_is_folder",
    NotADirectoryError: "model_file_missing",
}


@contextmanager
def regular_file(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The open file and its size in bytes.

    Raises:
        ModelFileError: it is not there, is no ordinary file, or cannot be read.
    """
    try:
        number = os.open(path, _PLAIN)
    except ValueError:
        raise ModelFileError("no_name_of_a_file", path=path) from None
    except OSError as error:
        raise unreadable(path, error) from error
    with open(number, "rb") as file:
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode):
            is_a_folder = stat.S_ISDIR(status.st_mode)
            raise ModelFileError("model_file_is_folder" if is_a_folder else "model_file_not_ordinary", path=path)
        try:
            yield file, status.st_size
        except OSError as error:
            raise unreadable(path, error) from error


_SLASHES = ("/", "\\")


def is_here(path: str) -> bool:
    """Whether a path that a stranger names is one of this computer.

    On Windows two slashes begin a share: to look whether it is there sends its computer this person's name and a proof
    of the password.
    """
    return not (path[:1] in _SLASHES and path[1:2] in _SLASHES)


def is_there(path: Path) -> bool:
    """Whether anything has that name; what cannot be looked at is not there."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name; what cannot be looked at is none."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def unreadable(path: Path, error: OSError) -> ModelFileError:
    """Why the system does not open the file at `path`, to be raised."""
    code = next((code for kind, code in _REFUSALS.items() if isinstance(error, kind)), None)
    if code is not None:
        return ModelFileError(code, path=path)
    cause: str | Reason = error.strerror.lower() if error.strerror else reason("cause_unknown")
    return ModelFileError("model_file_unreadable", path=path, cause=cause)


MOST_BYTES = 16 * MIB
"""The longest header of a published model, 92,000 tensors in one list, has some ten million bytes."""


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
    try:
        found = bounded_json(raw.decode("utf-8"), once=_once)
    except TooManyPartsError:
        raise ModelFileError("json_lists_too_much", path=path) from None
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
