"""Opens a stranger's file only where it is one: a pipe, device or folder is refused before anything waits for it."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from advisor.facts.values.sentence_error import SentenceError


class ModelFileError(SentenceError):
    """The file holds no model that can be read; the message is one plain sentence that names the file."""


def refused(path: Path, why: str) -> ModelFileError:
    """What is wrong with the file at `path`, to be raised; neither its name nor what it holds can break the line."""
    return ModelFileError(f"{plain_text(path.name or str(path))} {plain_text(why)}")


_LONGEST = 200


def plain_text(text: str) -> str:
    """The text with every character that cannot be printed as a question mark, cut to the length of a line."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])
    return shown.strip()


_PLAIN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_REASONS = {
    FileNotFoundError: "is not there",
    PermissionError: "may not be read by this user",
    IsADirectoryError: "is a folder",
    NotADirectoryError: "is not there",
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
        raise refused(path, "has a name that no file can have") from None
    except OSError as error:
        raise refused(path, _reason(error)) from error
    with open(number, "rb") as file:
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode):
            raise refused(path, "is a folder" if stat.S_ISDIR(status.st_mode) else "is no ordinary file")
        try:
            yield file, status.st_size
        except OSError as error:
            raise refused(path, _reason(error)) from error


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


def _reason(error: OSError) -> str:
    plain = next((text for kind, text in _REASONS.items() if isinstance(error, kind)), None)
    return plain or f"cannot be read ({(error.strerror or 'unknown reason').lower()})"
