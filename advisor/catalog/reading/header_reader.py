"""Reads numbers and texts from the beginning of a file, a little at a time, and never past its end."""

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.values.units import KIB

_AHEAD_BYTES = 256 * KIB
_MANY_TEXTS, _MOST_LISTS, _END_BYTES = 1000, 64, KIB


class _PassedList(NamedTuple):
    """A long list of texts that was passed over: how many bytes it takes, and the last of them."""

    size_bytes: int
    end: bytes


_PASSED: dict[tuple[int, bytes], _PassedList] = {}
"""By number of texts and first bytes. Models share a few vocabularies, and a hundred thousand words take a tenth of a
second: a list that begins and, as many bytes on, ends like one before is passed over at once. Should the words between
differ, they take as many bytes all the same.
"""


class HeaderReader:
    """A place in a file that only moves forward. Memory: a quarter of a MiB, whatever the file says.

    Every method raises ModelFileError where the file ends too early.
    """

    def __init__(self, file: BinaryIO, file_bytes: int, path: Path, *, order: str = "<") -> None:
        self.path = path
        self.file_bytes = file_bytes
        self.order = order
        self._file = file
        self._buffer = b""
        self._start = 0
        self._at = 0

    @property
    def position(self) -> int:
        """Bytes from the beginning of the file."""
        return self._start + self._at

    @property
    def left_bytes(self) -> int:
        """Bytes from here to the end of the file."""
        return self.file_bytes - self.position

    def number(self, kind: str) -> int | float | bool:
        """The next number; `kind` is a letter of the module struct."""
        form = struct.Struct(self.order + kind)
        self._need(form.size)
        (value,) = form.unpack_from(self._buffer, self._at)
        self._at += form.size
        return value  # type: ignore[no-any-return]

    def whole(self, kind: str) -> int:
        """The next whole number."""
        return int(self.number(kind))

    def numbers(self, kind: str, count: int) -> tuple[int | float | bool, ...]:
        """The next `count` numbers; the caller bounds the count."""
        form = struct.Struct(f"{self.order}{count}{kind}")
        self._need(form.size)
        values = form.unpack_from(self._buffer, self._at)
        self._at += form.size
        return values

    def text(self, *, longest_bytes: int) -> str | None:
        """The next text; None where it is longer than wanted (then it is passed over) or is no UTF-8."""
        length = self.whole("Q")
        if length > longest_bytes:
            self.skip(length)
            return None
        self._need(length)
        raw = self._buffer[self._at : self._at + length]
        self._at += length
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return None

    def skip(self, count_bytes: int) -> None:
        """Pass over so many bytes without reading them."""
        if count_bytes > self.left_bytes:
            raise self._cut_short()
        ahead = self._at + count_bytes
        if ahead <= len(self._buffer):
            self._at = ahead
            return
        self._start += ahead
        self._file.seek(self._start)
        self._buffer, self._at = b"", 0

    def skip_texts(self, count: int) -> None:
        """Pass over `count` texts; of a long list that was met before only both ends are read."""
        if count < _MANY_TEXTS:
            self._walk_texts(count)
            return
        start = self.position
        key = count, self._bytes_at(start)
        known = _PASSED.get(key)
        if known and known.size_bytes <= self.left_bytes and self._bytes_at(start + known.size_bytes, -1) == known.end:
            self.skip(known.size_bytes)
            return
        self._walk_texts(count)
        if len(_PASSED) == _MOST_LISTS:
            del _PASSED[next(iter(_PASSED))]
        _PASSED[key] = _PassedList(self.position - start, self._bytes_at(self.position, -1))

    def _bytes_at(self, place: int, step: int = 1) -> bytes:
        """Some bytes from there on, or before it where `step` is -1, without moving."""
        self._file.seek(place if step > 0 else max(0, place - _END_BYTES))
        found = self._file.read(_END_BYTES)
        self._file.seek(self._start + len(self._buffer))
        return found

    def _walk_texts(self, count: int) -> None:
        """Pass over `count` texts. The inner loop is bare: words come by the hundred thousand."""
        length_of = struct.Struct(self.order + "Q").unpack_from
        while count:
            self._need(8)
            buffer, at, last = self._buffer, self._at, len(self._buffer) - 8
            while count and at <= last:
                at += 8 + length_of(buffer, at)[0]
                count -= 1
            self._at = min(at, len(buffer))
            if at > len(buffer):
                self.skip(at - len(buffer))

    def _need(self, count_bytes: int) -> None:
        """Have so many bytes ahead in the buffer."""
        if self._at + count_bytes <= len(self._buffer):
            return
        if count_bytes > self.left_bytes:
            raise self._cut_short()
        rest = self._buffer[self._at :]
        self._start, self._at = self._start + self._at, 0
        self._buffer = rest + self._file.read(max(_AHEAD_BYTES, count_bytes - len(rest)))
        if len(self._buffer) < count_bytes:
            raise self._cut_short()

    def _cut_short(self) -> ModelFileError:
        return ModelFileError("header_without_end", path=self.path, size_bytes=self.file_bytes)
