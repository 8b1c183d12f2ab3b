"""A captured machine in a tar archive, read in memory and never unpacked."""

import lzma
import tarfile
import zlib
from pathlib import Path

from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import GIB
from advisor.probe.source.memory_root import MemoryRoot
from advisor.probe.source.root import READ_LIMIT_BYTES, DirRoot, Root

_MOST_BYTES = GIB
_MOST_MEMBERS = 500_000
"""The largest captures have 20 thousand files in 100 MiB; what unpacks to far more is no machine."""
_DEEPEST = 100
"""Folders in folders; paths of the kernel have about twenty."""


class CaptureError(ReasonError):
    """What should hold a captured machine does not."""


class TarRoot(MemoryRoot):
    """The files of one archive (.tar, .tar.gz, .tar.bz2, .tar.xz).

    Raises CaptureError for any other file, and where it unpacks to more than a machine holds.
    """

    def __init__(self, archive: Path) -> None:
        files: dict[str, bytes] = {}
        links: dict[str, str] = {}
        folders: list[str] = []
        left_bytes = _MOST_BYTES
        try:
            with tarfile.open(archive) as tar:
                for count, member in enumerate(tar):
                    left_bytes -= member.size
                    if left_bytes < 0 or count >= _MOST_MEMBERS:
                        raise CaptureError("archive_too_large")
                    parts = member.name.split("/")
                    if ".." in parts or len(parts) > _DEEPEST:
                        continue
                    if member.issym():
                        links[member.name] = member.linkname
                    elif member.isdir():
                        folders.append(member.name)
                    elif member.isfile() or member.islnk():
                        files[member.name] = _content(tar, member)
        except (tarfile.TarError, EOFError, ValueError, RecursionError, zlib.error, lzma.LZMAError) as error:
            raise CaptureError("neither_folder_nor_archive") from error
        super().__init__(files, links, tuple(folder for folder in folders if folder.strip("./")))


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """The bytes of a file, none for a second name of one that is not in the archive."""
    try:
        file = tar.extractfile(member)
    except KeyError:
        return b""
    return file.read(READ_LIMIT_BYTES) if file else b""


def open_root(place: Path) -> Root:
    """The captured machine at `place`, a folder or an archive. Raises OSError or CaptureError."""
    if place.is_dir():
        return DirRoot(place)
    if not place.is_file():
        raise CaptureError("no_captured_machine", path=str(place))
    return TarRoot(place)
