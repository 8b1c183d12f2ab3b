"""A captured machine held in memory; a tar archive is read there and never unpacked."""

import lzma
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import GIB
from advisor.probe.source.root import READ_LIMIT_BYTES, DirRoot, Root, Unavailable, content_folder, resolve


class MemoryRoot(Root):
    """Files and links by path. Names with colons and links that lead nowhere stay as they were captured."""

    def __init__(self, files: Mapping[str, bytes], links: Mapping[str, str], folders: tuple[str, ...] = ()) -> None:
        self._files = {_key(path): content for path, content in files.items()}
        self._links = {_key(path): target for path, target in links.items()}
        self._names: dict[str, set[str]] = {"": set()}
        for key in (*self._files, *self._links, *map(_key, folders)):
            parts = key.split("/")
            for depth, part in enumerate(parts):
                self._names.setdefault("/".join(parts[:depth]), set()).add(part)
        for folder in map(_key, folders):
            self._names.setdefault(folder, set())
        self._top = content_folder(lambda below: tuple(sorted(self._names.get(below, ()))))

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content of a file, or why there is none."""
        key = self._resolved(path)
        if key is None:
            return Unavailable("outside_capture", path=path)
        return self._files[key] if key in self._files else Unavailable("no_file", path=path)

    def listdir(self, path: str) -> tuple[str, ...]:
        """The sorted names in a folder."""
        key = self._resolved(path)
        return () if key is None else tuple(sorted(self._names.get(key, ())))

    def readlink(self, path: str) -> str | None:
        """The text of a link."""
        parent = resolve(path, self._raw_link, follow_last=False)
        return None if parent is None else self._raw_link(parent)

    def exists(self, path: str) -> bool:
        """Whether the path is there."""
        key = self._resolved(path)
        return key is not None and (key in self._files or key in self._names)

    def _resolved(self, path: str) -> str | None:
        real = resolve(path, self._raw_link)
        return None if real is None else self._joined(real)

    def _joined(self, path: str) -> str:
        return f"{self._top}/{path.lstrip('/')}".strip("/")

    def _raw_link(self, path: str) -> str | None:
        return self._links.get(self._joined(path))


def _key(path: str) -> str:
    return "/".join(part for part in PurePosixPath(path).parts if part not in ("/", "."))


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
