"""What the page of a release says: what to download, what is new, and how to hold a file against its origin."""

from collections.abc import Iterator
from pathlib import Path

from advisor.facts.values.units import MB
from tools.release.facts import Kind, Release

CHANGES = Path(__file__).parents[2] / "CHANGELOG.md"
_FOR: dict[Kind, str] = {
    "exe": "Windows 10 or newer",
    "dmg": "macOS 14 or newer",
    "deb": "Debian, Ubuntu 24.04 or newer",
    "AppImage": "other Linux",
    "tar.xz": "other Linux, to unpack",
}
_MACHINES = {"x86_64": "Intel, AMD", "arm64": "ARM"}


def notes_file(release: Release, changes: Path = CHANGES) -> dict[str, str]:
    """The text by its file's name."""
    return {"notes.md": "\n".join(_lines(release, changes.read_text("utf-8")))}


def _lines(release: Release, changes: str) -> Iterator[str]:
    yield "| for | processor | file | MB |"
    yield "|---|---|---|---|"
    for kind, system in _FOR.items():
        for machine, one in release.of(kind).items():
            size = f"{one.size_bytes / MB:.1f}"
            yield f"| {system} | {_MACHINES[machine]} | [{one.name}]({release.url(one)}) | {size} |"
    yield ""
    yield f"With Python 3.11 or newer on any of them: `uvx rig-advisor=={release.version}`."
    yield ""
    yield (
        "`SHA256SUMS` lists the checksums; `gh attestation verify FILE --repo "
        f"{release.owner}/rig-advisor` holds that a file was built by this project's workflow."
    )
    yield ""
    yield from _of_version(changes, release.version)


def _of_version(changes: str, version: str) -> Iterator[str]:
    """What the changelog says of a version; nothing where it does not name it."""
    here = False
    for line in changes.splitlines():
        if line.startswith("## "):
            here = line.split()[1] == version
        elif here:
            yield line
