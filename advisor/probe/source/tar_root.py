"""A captured machine held in memory; a tar archive is read there and never unpacked."""

import lzma
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import IO, cast

from advisor.catalog.reading.archive import DEEPEST, MOST_MEMBERS, CaptureError, Unpacked
from advisor.probe.source.root import READ_LIMIT_BYTES, DirRoot, Root, Unavailable, content_folder, resolve

_DAMAGED = (zlib.error, lzma.LZMAError)


class MemoryRoot(Root):
    """Files and links by path. Names with colons and links that lead nowhere stay as they were captured."""

    def __init__(self, files: Mapping[str, bytes], links: Mapping[str, str], folders: tuple[str, ...] = ()) -> None:
        self._files = {_key(path): content for path, content in files.items()}
        self._links = {_key(path): target for path, target in links.items()}
        self._names: dict[str, set[str]] = {"": set()}
        for folder in map(_key, folders):
            self._names.setdefault(folder, set())
        for key in (*self._files, *self._links, *self._names):
            self._put(key)
        self._top = content_folder(lambda below: tuple(sorted(self._names.get(below, ()))))

    def _put(self, key: str) -> None:
        """A name into its folder, and that into the one around it, up to one that is there."""
        while key:
            folder, _, name = key.rpartition("/")
            is_there = folder in self._names
            self._names.setdefault(folder, set()).add(name)
            if is_there:
                return
            if len(self._names) > MOST_MEMBERS:
                raise CaptureError("archive_too_large")
            key = folder

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


class TarRoot(MemoryRoot):
    """The files of one archive (.tar, .tar.gz, .tar.bz2, .tar.xz).

    Raises CaptureError for any other file, and where it unpacks to more than a machine holds.
    """

    def __init__(self, archive: Path) -> None:
        self._content: dict[str, bytes] = {}
        self._targets: dict[str, str] = {}
        self._listed: list[str] = []
        try:
            with archive.open("rb") as file:
                unpacked = Unpacked(file)
                with tarfile.TarFile(fileobj=cast("IO[bytes]", unpacked)) as tar:
                    self._read(tar, unpacked)
        except (tarfile.TarError, EOFError, ValueError, OverflowError, RecursionError, *_DAMAGED) as error:
            raise CaptureError("neither_folder_nor_archive") from error
        super().__init__(self._content, self._targets, tuple(self._listed))

    def _read(self, tar: tarfile.TarFile, unpacked: Unpacked) -> None:
        count = 0
        while (member := tar.next()) is not None:
            tar.members = []  # type: ignore[attr-defined]
            count += 1
            if count > MOST_MEMBERS:
                raise CaptureError("archive_too_large")
            parts = member.name.split("/")
            if ".." in parts or len(parts) > DEEPEST or member.issparse():
                continue
            if member.issym():
                self._targets[member.name] = member.linkname
            elif member.isdir() and member.name.strip("./"):
                self._listed.append(member.name)
            elif member.islnk():  # a second name of one that came before
                self._content[member.name] = self._content.get(member.linkname, b"")
            elif member.isfile():
                self._content[member.name] = unpacked.content(min(member.size, READ_LIMIT_BYTES))


def open_root(place: Path) -> Root:
    """The captured machine at `place`, a folder or an archive. Raises OSError or CaptureError."""
    if place.is_dir():
        return DirRoot(place)
    if not place.is_file():
        raise CaptureError("no_captured_machine", path=str(place))
    return TarRoot(place)
