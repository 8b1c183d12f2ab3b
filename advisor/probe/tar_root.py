"""A captured machine in a tar archive, read in memory: names with colons and dangling links stay as they are."""

import tarfile
from pathlib import Path, PurePosixPath

from advisor.probe.root import READ_LIMIT_BYTES, DirRoot, Root, content_folder, decoded, resolve
from advisor.probe.unavailable import Unavailable


class TarRoot:
    """The files of one archive (.tar, .tar.gz, .tar.bz2, .tar.xz), indexed once and never unpacked."""

    def __init__(self, archive: Path) -> None:
        self._files: dict[str, bytes] = {}
        self._links: dict[str, str] = {}
        self._names: dict[str, set[str]] = {"": set()}
        with tarfile.open(archive) as tar:
            for member in tar:
                self._index(tar, member)
        self._top = content_folder(lambda below: tuple(sorted(self._names.get(below, ()))))

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content of a file of the archive, or why there is none."""
        key = self._key(path)
        if key is None:
            return Unavailable(f"{path} leads out of the captured tree")
        if key not in self._files:
            return Unavailable(f"no file {path}")
        return self._files[key]

    def read_text(self, path: str) -> str | Unavailable:
        """The content as text, or why there is none."""
        return decoded(self.read_bytes(path), path)

    def listdir(self, path: str) -> tuple[str, ...]:
        """The sorted names in a folder."""
        key = self._key(path)
        return () if key is None else tuple(sorted(self._names.get(key, ())))

    def readlink(self, path: str) -> str | None:
        """The text of a link."""
        parent = resolve(path, self._raw_link, follow_last=False)
        return None if parent is None else self._raw_link(parent)

    def exists(self, path: str) -> bool:
        """Whether the path is in the archive."""
        key = self._key(path)
        return key is not None and (key in self._files or key in self._names)

    def _index(self, tar: tarfile.TarFile, member: tarfile.TarInfo) -> None:
        parts = [part for part in PurePosixPath(member.name).parts if part not in ("/", ".")]
        if not parts or ".." in parts:
            return
        for depth, part in enumerate(parts):
            self._names.setdefault("/".join(parts[:depth]), set()).add(part)
        key = "/".join(parts)
        if member.issym():
            self._links[key] = member.linkname
        elif member.isdir():
            self._names.setdefault(key, set())
        elif member.isfile() or member.islnk():
            file = tar.extractfile(member)
            self._files[key] = file.read(READ_LIMIT_BYTES) if file else b""

    def _key(self, path: str) -> str | None:
        real = resolve(path, self._raw_link)
        return None if real is None else self._joined(real)

    def _joined(self, path: str) -> str:
        return f"{self._top}/{path.lstrip('/')}".strip("/")

    def _raw_link(self, path: str) -> str | None:
        return self._links.get(self._joined(path))


def open_root(place: Path) -> Root:
    """The captured machine at `place`, a folder or an archive. Raises OSError or tarfile.TarError."""
    if place.is_dir():
        return DirRoot(place)
    if not place.exists():
        raise FileNotFoundError(f"no such folder or archive: {place}")
    return TarRoot(place)
