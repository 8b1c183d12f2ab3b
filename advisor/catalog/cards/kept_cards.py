"""The cards as they were read last, kept as Python keeps compiled modules: beside the code, and by its rules.

A checkout and a wheel hold them in more than a thousand files; reading these takes a fifth of a command's time. Whoever
can write there can write the code itself; where nobody may, or Python is told to keep nothing, each start reads anew.
"""

import contextlib
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pydantic

T = TypeVar("T")
_CODE = Path(__file__).resolve().parents[2]
_MAKING = ("facts", "catalog")
"""The rooms whose code decides what a card becomes."""


def kept(specs: Path, read: Callable[[Path], T], kind: type[T], *, folder: Path | None = None) -> T:
    """What `read` makes of the cards below `specs`; as it was made before where no file has changed since.

    `folder` is where it is kept.
    """
    file = (folder or _CODE / "catalog" / "cards" / "__pycache__") / f"catalog.{sys.implementation.cache_tag}.pickle"
    with contextlib.suppress(Exception):  # whatever is wrong with it: it is made anew
        stamp = _stamp(specs)
        with file.open("rb") as stream:
            if stream.read(len(stamp)) == stamp and isinstance(found := pickle.load(stream), kind):
                _clear(file)
                return found
    made = read(specs)
    if not sys.dont_write_bytecode:
        _keep(made, specs, file)
    return made


def _keep(made: object, specs: Path, file: Path) -> None:
    """Write it in one go; that it cannot be kept costs the next start its time only."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        _clear(file)
        try:
            part.write_bytes(_stamp(specs) + pickle.dumps(made))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def _clear(file: Path) -> None:
    """Remove what killed writers left; a living one that loses its part by that keeps nothing this time."""
    for left in file.parent.glob(f"{file.name}.*"):
        with contextlib.suppress(OSError):
            left.unlink()


def _stamp(specs: Path) -> bytes:
    """What differs where any card, the code that reads them, or a library has changed: names, sizes and times."""
    told = hashlib.blake2b(f"{sys.version} {pydantic.VERSION} {specs}".encode(), digest_size=32)
    for folder in (specs, *(_CODE / one for one in _MAKING)):
        for line in sorted(_files(str(folder))):
            told.update(line.encode(errors="surrogateescape"))
    return told.digest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif entry.name.endswith((".toml", ".py")):
                state = entry.stat()
                yield f"{entry.path} {state.st_size} {state.st_mtime_ns}"
