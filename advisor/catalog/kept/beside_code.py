"""What is made of code and cards and kept as Python keeps compiled modules: beside the code, and by its rules.

Whoever can write there can write the code itself. Where nobody may, or Python is told to keep nothing, it is made anew
at each start.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import VERSION

CODE = Path(__file__).resolve().parents[2]
"""The folder of the package."""


def file_beside(module: str, name: str) -> Path:
    """Where what a module keeps under a name lies; `module` is its `__file__`."""
    return Path(module).parent / "__pycache__" / f"{name}.{sys.implementation.cache_tag}.pickle"


def stamp_of(*folders: Path) -> bytes:
    """What differs where Python, the library of records, or a card or module below these folders has changed.

    Names, sizes and times tell.
    """
    told = hashlib.blake2b(f"{sys.version} {VERSION}".encode(), digest_size=32)
    for folder in folders:
        told.update(f"{folder}\n".encode(errors="surrogateescape"))
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


def read_beside(file: Path, stamp: bytes) -> bytes | None:
    """What was kept with this stamp; None where there is nothing, or something has changed since."""
    with contextlib.suppress(OSError), file.open("rb") as stream:
        if stream.read(len(stamp)) == stamp:
            clear_beside(file)
            return stream.read()
    return None


def write_beside(file: Path, stamp: bytes, content: bytes) -> None:
    """Keep it, in one go; that it cannot be kept costs the next start its time only."""
    if sys.dont_write_bytecode:
        return
    part = file.with_name(f"{file.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        clear_beside(file)
        try:
            part.write_bytes(stamp + content)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def clear_beside(file: Path) -> None:
    """Remove what killed writers left; a living one that loses its part by that keeps nothing this time."""
    for left in file.parent.glob(f"{file.name}.*"):
        with contextlib.suppress(OSError):
            left.unlink()
