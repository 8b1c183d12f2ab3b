"""What Flathub builds the app of: https://docs.flathub.org/docs/for-app-authors/requirements.

It builds from our source, on the base that has Qt and PySide; the other packages are the locked files, which pip's
reports name for each kind of processor (`.ci/packages/flathub_wheels`).
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from advisor.present.words.palette import color
from tools.release.facts import APP, Release, ReleaseError

QT = "6.10"
"""Of KDE's runtime and the base with PySide; https://github.com/flathub/io.qt.PySide.BaseApp lists what there is."""
IN_BASE = ("numpy", "pyside6-essentials", "shiboken6")
OF_OTHER_BUILDS = ("altgraph", "editables", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools", "ziglang")
BUILD_TOOLS = ("babel", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers")
_ACCESS = (
    *("--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri"),
    *("--filesystem=~/.ollama:ro", "--filesystem=~/.lmstudio:ro"),
)
_METAINFO = Path(__file__).parents[2] / ".ci/packages/linux/io.github.rig_advisor.metainfo.xml"
_PICTURES = {
    "overview-light": "The rig, what slows it down, and the best models for it",
    "will-it-run-dark": "One model: does it fit, how fast is it, and why",
    "what-can-i-run-light": "All models, ranked for this rig",
    "upgrade-light": "Would a better graphics card help?",
}
_PICTURE_SIZE = (1280, 860)


def flathub_files(release: Release, reports: Iterable[Path]) -> dict[str, str]:
    """Manifest and metainfo by their names; none without our source or reports of the other packages.

    Raises:
        ReleaseError: a report is none of pip's, or names a file without its checksum.
    """
    source, wheels = release.only("sdist"), _wheels(reports)
    if source is None or not wheels:
        return {}
    name = f"io.github.{release.owner.replace('-', '_')}.rig_advisor"
    own = [
        {"type": "archive", "url": release.url(source), "sha256": source.sha256},
        {"type": "file", "path": f"{name}.metainfo.xml"},
    ]
    tools = [wheel for package, wheel in wheels if package in BUILD_TOOLS]
    manifest = {
        "id": name,
        "runtime": "org.kde.Platform",
        "runtime-version": QT,
        "sdk": "org.kde.Sdk",
        "base": "io.qt.PySide.BaseApp",
        "base-version": QT,
        "command": APP,
        "finish-args": list(_ACCESS),
        "build-options": {"env": {"BASEAPP_REMOVE_WEBENGINE": "1"}},
        "cleanup-commands": ["/app/cleanup-BaseApp.sh"],
        "modules": [
            _module("build-tools", [_pip("*.whl")], tools) | {"cleanup": ["*"]},
            _module("packages", [_pip("*.whl")], [wheel for package, wheel in wheels if package not in BUILD_TOOLS]),
            _module(APP, [*_build_commands()], own),
        ],
    }
    return {
        f"{name}.json": json.dumps(manifest, indent=4) + "\n",
        f"{name}.metainfo.xml": _metainfo(release, name),
    }


def _module(name: str, commands: list[str], sources: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": name, "buildsystem": "simple", "build-commands": commands, "sources": sources}


def _pip(what: str) -> str:
    return f"pip3 install --no-index --no-deps --no-build-isolation --prefix=${{FLATPAK_DEST}} {what}"


def _build_commands() -> Iterator[str]:
    share, linux = "${FLATPAK_DEST}/share", ".ci/packages/linux"
    yield _pip(".")
    yield f"sed -i 's/^Icon=.*/Icon='${{FLATPAK_ID}}'/' {linux}/{APP}.desktop"
    yield f"sed -i 's/currentColor/{color('accent', 'light')}/g' resources/icons/app.svg"
    for file, place in (
        (f"{linux}/{APP}.desktop", "applications/${FLATPAK_ID}.desktop"),
        (f"{linux}/{APP}.xml", "mime/packages/${FLATPAK_ID}.xml"),
        ("resources/icons/app.svg", "icons/hicolor/scalable/apps/${FLATPAK_ID}.svg"),
        ("${FLATPAK_ID}.metainfo.xml", "metainfo/${FLATPAK_ID}.metainfo.xml"),
        ("LICENSE", "licenses/${FLATPAK_ID}/LICENSE"),
    ):
        yield f"install -Dm644 {file} {share}/{place}"


def _wheels(reports: Iterable[Path]) -> list[tuple[str, dict[str, Any]]]:
    """The packages and their files as sources; those that differ between processors say for which they are."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for report in reports:
        for package, url, sha256 in _installed(report):
            if package in (*IN_BASE, *OF_OTHER_BUILDS):
                continue
            file = url.rsplit("/", 1)[-1]
            of = re.search(r"_(x86_64|aarch64)\.whl$", file)
            source = {"type": "file", "url": url, "sha256": sha256, **({"only-arches": [of[1]]} if of else {})}
            found[file] = (package, source)
    return [found[file] for file in sorted(found)]


def _installed(report: Path) -> Iterator[tuple[str, str, str]]:
    """Name, address and checksum of each file that pip would install.

    https://pip.pypa.io/en/stable/reference/installation-report/
    """
    try:
        for entry in json.loads(report.read_text("utf-8"))["install"]:
            place = entry["download_info"]
            name = re.sub(r"[-_.]+", "-", entry["metadata"]["name"]).lower()
            if not str(place["url"]).startswith("https://"):
                raise ReleaseError(f"{report} has {place['url']}, where nobody else can get {name}")
            yield name, place["url"], place["archive_info"]["hashes"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{report} is no report of pip ({type(error).__name__})") from error


def _metainfo(release: Release, name: str) -> str:
    """That of the .deb, with what a store shows: addresses, pictures, the day."""
    text = _METAINFO.read_text("utf-8").replace(_METAINFO.name.removesuffix(".metainfo.xml"), name)
    text = text.replace(f"{APP}.desktop", f"{name}.desktop")
    text = text.replace("@VERSION@", release.version).replace("@DATE@", release.day.isoformat())
    page = f'      <url type="details">{release.home}/releases/tag/v{release.version}</url>'
    text = re.sub(r"(<release version=[^>]+)/>", rf"\1>\n{page}\n    </release>", text)
    return text.replace("  <content_rating", "\n".join((*_store_lines(release), "  <content_rating")))


def _store_lines(release: Release) -> Iterator[str]:
    """Addresses and pictures; the first picture stands for the app."""
    addresses = {"homepage": "", "bugtracker": "/issues", "vcs-browser": "", "help": "/blob/main/docs/using.md"}
    yield from (f'  <url type="{kind}">{release.home}{path}</url>' for kind, path in addresses.items())
    folder = f"https://raw.githubusercontent.com/{release.owner}/{APP}/v{release.version}/.github/pictures"
    width, height = _PICTURE_SIZE
    yield "  <screenshots>"
    for picture, caption in _PICTURES.items():
        is_first = picture == next(iter(_PICTURES))
        yield '    <screenshot type="default">' if is_first else "    <screenshot>"
        yield f"      <caption>{caption}</caption>"
        yield f'      <image width="{width}" height="{height}">{folder}/{picture}.png</image>'
        yield "    </screenshot>"
    yield "  </screenshots>"
