"""Opens a stranger's file only where it is one: a pipe, device or folder is refused before anything waits for it."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Parameter, Reason, ReasonError, reason


class ModelFileError(ReasonError):
    """The file at `path` holds no model that can be read; neither its name nor what it holds can break the line."""

    def __init__(self, why: ReasonCode, *, path: Path, **parameters: Parameter) -> None:
        found = {name: plain_text(one) if isinstance(one, str) else one for name, one in parameters.items()}
        super().__init__(why, path=plain_text(path.name or str(path)), **found)


_LONGEST = 200


def plain_text(text: str) -> str:
    """The text with every character that cannot be printed as a question mark, cut to the length of a line."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])
    return shown.strip()


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
