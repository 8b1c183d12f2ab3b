"""Rows that come in blocks, appended to a file: a block is there as a whole or not, and is not asked for again."""

import json
from collections.abc import Iterable
from pathlib import Path

from advisor.cli.frame.command import CommandError


class KeptRows:
    """The file and, beside it, the list of the blocks in it with where each ends: FILE.done."""

    def __init__(self, path: Path, asked: str, heading: str) -> None:
        """What an earlier run finished stays; what it began is cut off.

        Raises:
            CommandError: something else was asked then.
            OSError: it cannot be written.
        """
        self._path, self._list = path, path.with_name(f"{path.name}.done")
        lines = self._list.read_text(encoding="utf-8").splitlines() if self._list.exists() and path.exists() else []
        if path.exists() and path.stat().st_size and (not lines or lines[0] != asked):
            raise CommandError(f"{path} holds something else: name another file, or remove it with {self._list.name}")
        self.keys: set[str] = set()
        end = 0
        for line in lines[1:]:
            try:
                key, end = json.loads(line)
            except ValueError:  # the last line, of a run that was ended while it wrote
                break
            self.keys.add(key)
        self._file = path.open("r+b" if path.exists() else "wb")
        self._file.truncate(end)
        self._file.seek(end)
        texts = [asked, *(one for one in lines[1:] if _is_whole(one))]
        self._list.write_text("".join(f"{one}\n" for one in texts), encoding="utf-8")
        if not end and heading:
            self._file.write(heading.encode())

    def add(self, key: str, rows: Iterable[str]) -> None:
        """Append a block."""
        self._file.write("".join(rows).encode())
        self._file.flush()
        with self._list.open("a", encoding="utf-8") as listed:
            listed.write(json.dumps([key, self._file.tell()]) + "\n")

    def close(self) -> None:
        """All is written."""
        self._file.close()


def _is_whole(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
