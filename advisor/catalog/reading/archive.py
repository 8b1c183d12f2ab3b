"""What an archive unpacks to, within one budget: read from beginning to end, and given up before it costs too much."""

import bz2
import gzip
import lzma
import time
from typing import IO, BinaryIO, cast

from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import KIB, MIB

MOST_BYTES = 128 * MIB
"""The largest captures have 20 thousand files in 100 MiB; what unpacks to more is no machine."""
MOST_MEMBERS = 50_000
DEEPEST = 40
"""Folders in folders; paths of the kernel have about twenty."""
MOST_S = 4.0
"""Of this process's own time."""
_LONGEST_HEADER_BYTES = 64 * KIB
_PIECE_BYTES = 64 * KIB
_PACKERS = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open), (b"\x5d\0\0", lzma.open))


class CaptureError(ReasonError):
    """What should hold a captured machine does not."""


class Unpacked:
    """The plain bytes of a packed file. What is asked for is bounded before it is read; there is no way back.

    Raises CaptureError where a header, all of it, or the time it takes is more than a machine needs.
    """

    def __init__(self, file: BinaryIO) -> None:
        begins = file.read(6)
        file.seek(0)
        unpack = next((opened for magic, opened in _PACKERS if begins.startswith(magic)), None)
        self._file = cast("IO[bytes]", unpack(file)) if unpack else file
        self._at, self._end_s = 0, time.process_time() + MOST_S

    def tell(self) -> int:
        """Bytes from the beginning."""
        return self._at

    def seek(self, place: int) -> int:
        """Pass over what lies between."""
        while self._at < place and self.content(min(_PIECE_BYTES, place - self._at)):
            pass
        return self._at

    def read(self, count: int) -> bytes:
        """A header, for the module tarfile."""
        if not 0 <= count <= _LONGEST_HEADER_BYTES:
            raise CaptureError("archive_too_large")
        return self.content(count)

    def content(self, count: int) -> bytes:
        """The next bytes, fewer at the end."""
        if self._at + count > MOST_BYTES or time.process_time() > self._end_s:
            raise CaptureError("archive_too_large")
        found = self._file.read(count)
        self._at += len(found)
        return found
