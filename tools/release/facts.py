"""What is known of a release, read from the files that people download; nothing is asked over the network.

The files' names are those that `.ci/packages` gives them; bills of parts (`.cdx.json`) are no downloads.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal, get_args

APP, TITLE = "rig-advisor", "Rig Advisor"
SUMMARY = "Tells which AI models a computer can run, how fast, and why"
MAINTAINERS, LICENSE = "Rig Advisor maintainers", "Apache-2.0"
SUMS = "SHA256SUMS"

Kind = Literal["deb", "tar.xz", "AppImage", "exe", "dmg", "wheel", "sdist"]
Machine = Literal["x86_64", "arm64"]
MACHINES: tuple[Machine, ...] = get_args(Machine)

_MACHINES: dict[str, Machine] = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}
_VERSION = r"(?P<version>\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?)"
_NAMES: dict[Kind, str] = {
    "deb": rf"rig-advisor_{_VERSION}_(?P<machine>amd64|arm64)\.deb",
    "tar.xz": rf"rig-advisor-{_VERSION}-linux-(?P<machine>x86_64|aarch64)\.tar\.xz",
    "AppImage": rf"rig-advisor-{_VERSION}-linux-(?P<machine>x86_64|aarch64)\.AppImage",
    "exe": rf"rig-advisor-{_VERSION}-windows-(?P<machine>x86_64|arm64)\.exe",
    "dmg": rf"rig-advisor-{_VERSION}-macos-(?P<machine>x86_64|arm64)\.dmg",
    "wheel": rf"rig_advisor-{_VERSION}-py3-none-any(?P<machine>)\.whl",
    "sdist": rf"rig_advisor-{_VERSION}(?P<machine>)\.tar\.gz",
}
_OWNER = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")
_BILL = ".cdx.json"


class ReleaseError(Exception):
    """These files are no release that manifests can be made of."""


@dataclass(frozen=True)
class Download:
    """One file; `machine` is None where it serves every kind of processor."""

    path: Path
    kind: Kind
    machine: Machine | None
    size_bytes: int
    sha256: str

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


@dataclass(frozen=True)
class Release:
    """The downloads of one version, as published by one account; `day` is that of the newest file, in UTC."""

    version: str
    owner: str
    day: date
    downloads: tuple[Download, ...]

    @property
    def home(self) -> str:
        """The page of the project."""
        return f"https://github.com/{self.owner}/{APP}"

    def url(self, download: Download | str) -> str:
        """Where a file is downloaded once the release is published."""
        name = download if isinstance(download, str) else download.name
        return f"{self.home}/releases/download/v{self.version}/{name}"

    def of(self, kind: Kind) -> dict[Machine, Download]:
        """The downloads of a kind that there are, by their processors."""
        found = {one.machine: one for one in self.downloads if one.kind == kind and one.machine}
        return {machine: found[machine] for machine in MACHINES if machine in found}

    def only(self, kind: Kind) -> Download | None:
        """The download of a kind that serves every processor."""
        return next((one for one in self.downloads if one.kind == kind), None)


def read_release(folder: Path, version: str, owner: str) -> Release:
    """The release whose files lie in a folder.

    Raises:
        ReleaseError: a file of another version, of no known kind or other than SHA256SUMS says, or no file at all.
    """
    if not _OWNER.fullmatch(owner):
        raise ReleaseError(f"{owner!r} is no name of an account")
    files = [one for one in sorted(folder.iterdir()) if one.name != SUMS and not one.name.endswith(_BILL)]
    downloads = tuple(_download(file, version) for file in files)
    if not downloads:
        raise ReleaseError(f"{folder} holds no downloads")
    _hold_sums(folder / SUMS, downloads)
    newest_s = max(file.stat().st_mtime for file in files)
    return Release(version, owner, datetime.fromtimestamp(newest_s, UTC).date(), downloads)


def _download(file: Path, version: str) -> Download:
    for kind, pattern in _NAMES.items():
        if found := re.fullmatch(pattern, file.name):
            if found["version"] != version:
                raise ReleaseError(f"{file.name} is of version {found['version']}, not {version}")
            with file.open("rb") as stream:
                sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
            return Download(file, kind, _MACHINES.get(found["machine"]), file.stat().st_size, sha256)
    raise ReleaseError(f"{file.name} is none of the downloads of a release")


def _hold_sums(sums: Path, downloads: Iterable[Download]) -> None:
    if not sums.is_file():
        return
    listed = {name: sum_ for sum_, _, name in (line.partition("  ") for line in sums.read_text("utf-8").splitlines())}
    for one in downloads:
        if listed.get(one.name) != one.sha256:
            raise ReleaseError(f"{one.name} is not the file that {SUMS} lists")
