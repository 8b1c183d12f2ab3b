"""A captured machine held in memory, whatever it was read from."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from advisor.probe.source.root import content_folder, decoded, resolve
from advisor.probe.source.unavailable import Unavailable


class MemoryRoot:
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

    def read_text(self, path: str) -> str | Unavailable:
        """The content as text, or why there is none."""
        return decoded(self.read_bytes(path), path)

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
