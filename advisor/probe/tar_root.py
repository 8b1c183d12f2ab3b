"""A captured machine in a tar archive, read in memory and never unpacked."""

import lzma
import tarfile
import zlib
from pathlib import Path

from advisor.probe.memory_root import MemoryRoot
from advisor.probe.root import READ_LIMIT_BYTES, DirRoot, Root


class TarRoot(MemoryRoot):
    """The files of one archive (.tar, .tar.gz, .tar.bz2, .tar.xz). Raises tarfile.TarError for any other file."""

    def __init__(self, archive: Path) -> None:
        files: dict[str, bytes] = {}
        links: dict[str, str] = {}
        folders: list[str] = []
        try:
            with tarfile.open(archive) as tar:
                for member in tar:
                    if ".." in member.name.split("/"):
                        continue
                    if member.issym():
                        links[member.name] = member.linkname
                    elif member.isdir():
                        folders.append(member.name)
                    elif member.isfile() or member.islnk():
                        file = tar.extractfile(member)
                        files[member.name] = file.read(READ_LIMIT_BYTES) if file else b""
        except (EOFError, KeyError, ValueError, zlib.error, lzma.LZMAError) as error:
            raise tarfile.ReadError("the archive is damaged") from error
        super().__init__(files, links, tuple(folder for folder in folders if folder.strip("./")))


def open_root(place: Path) -> Root:
    """The captured machine at `place`, a folder or an archive. Raises OSError or tarfile.TarError."""
    if place.is_dir():
        return DirRoot(place)
    if not place.exists():
        raise FileNotFoundError(f"no such folder or archive: {place}")
    return TarRoot(place)
