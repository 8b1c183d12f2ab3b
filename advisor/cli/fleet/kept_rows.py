"""Rows that come in blocks, appended to a file: a block is there as a whole or not, and is not asked for again."""

import json
from collections.abc import Iterable
from pathlib import Path

from advisor.cli.frame.command import CommandError


class KeptRows:
    """The file and, beside it, the list of its blocks: where each ends, and the keys of what it answers: FILE.done."""

    def __init__(self, path: Path, asked: str, heading: str) -> None:
        """What an earlier run finished stays; what it began, and what the file lost since, is to be done again.

        Raises:
            CommandError: something else was asked then.
            OSError: it cannot be written.
        """
        self._path, self._list = path, path.with_name(f"{path.name}.done")
        size = path.stat().st_size if path.exists() else 0
        lines = self._list.read_text(encoding="utf-8").splitlines() if size and self._list.exists() else []
        if size and lines[:1] != [asked]:
            raise CommandError(f"{path} holds something else: name another file, or remove it with {self._list.name}")
        self.keys: set[str] = set()
        end, whole = 0, [asked]
        for line in lines[1:]:
            block_end, keys = _block(line)
            if not end < block_end <= size:
                break
            end = block_end
            whole.append(line)
            self.keys.update(keys)
        self._file = path.open("r+b" if path.exists() else "wb")
        self._file.truncate(end)
        self._file.seek(end)
        self._list.write_text("".join(f"{one}\n" for one in whole), encoding="utf-8")
        if not end and heading:
            self._file.write(heading.encode())

    def add(self, keys: Iterable[str], rows: Iterable[str]) -> None:
        """Append a block, and what it answers."""
        self._file.write("".join(rows).encode())
        self._file.flush()
        with self._list.open("a", encoding="utf-8") as listed:
            listed.write(json.dumps([self._file.tell(), *keys]) + "\n")

    def close(self) -> None:
        """All is written."""
        self._file.close()


def _block(line: str) -> tuple[int, list[str]]:
    """Where a block ends and what it answers; 0 for the last line of a run that was ended while it wrote."""
    try:
        end, *keys = json.loads(line)
    except (TypeError, ValueError):
        return 0, []
    return (end, keys) if isinstance(end, int) else (0, [])
