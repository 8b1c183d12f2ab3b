"""What the app is made of: each part with version, license, the license's text and what lies inside it."""

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from advisor.catalog.cards.folder import data_folder
from advisor.facts.values.frozen import frozen
from advisor.ui.settings.inside import Inside, parts_inside

APP, STARTER = "rig-advisor", "pyinstaller"
RELEASES = "Releases"
"""What pyproject.toml calls the page (`[project.urls]`); while it names none, nothing is offered."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TEXT_FILE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
_LONGEST_NAME = 80
"""Some packages put the whole text where the license's name belongs."""


@frozen
class Part:
    """One part of the app; a license that its package does not name is None."""

    name: str
    version: str
    license: str | None
    text: str
    inside: tuple[Inside, ...] = ()


def app_parts(*, built: bool = getattr(sys, "frozen", False)) -> tuple[Part, ...]:
    """The app itself, what it needs, directly or not, then Python and the font; without packages only the last two.

    A built app also has the small program by PyInstaller that starts it.
    """
    found: dict[str, Part] = {}
    _collect(APP, found)
    if built:
        _collect(STARTER, found, with_needed=False)
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        *found.values(),
        Part("Python", python, "PSF-2.0", _resource("licenses/Python.txt"), parts_inside("Python", python)),
        Part("Inter (font)", "", "OFL-1.1", _resource("fonts/LICENSE-Inter.txt")),
    )


def releases_page() -> str:
    """Where newer versions of the app are published, as its package says (`Releases` of its addresses); or nothing."""
    try:
        addresses = distribution(APP).metadata.get_all("Project-URL") or ()
    except PackageNotFoundError:
        return ""
    named = dict(address.split(", ", 1) for address in addresses if ", " in address)
    page = named.get(RELEASES, "")
    return page if page.startswith("https://") else ""


def library_folder() -> Path:
    """Where the libraries lie, Qt's among them: each a file of its own that may be replaced."""
    import PySide6

    return Path(PySide6.__file__).parent


def _collect(name: str, found: dict[str, Part], *, with_needed: bool = True) -> None:
    """A package and all it needs; what is not installed is not needed here."""
    key = name.lower().replace("_", "-")
    if key in found:
        return
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return
    text = _text(package)
    inside = parts_inside(package.name, package.version, text, package)
    found[key] = Part(package.name, package.version, _license(package), text, inside)
    for requirement in (package.requires or ()) if with_needed else ():
        needed, _, condition = requirement.partition(";")
        match = _NAME.match(needed)
        if match and "extra" not in condition:
            _collect(match[0], found)


def _license(package: Distribution) -> str | None:
    """The license by name: as expression, in the old field, or among the classifiers."""
    facts = package.metadata
    field = _said(package, "License").strip().partition("\n")[0]
    if name := _said(package, "License-Expression") or (field if len(field) <= _LONGEST_NAME else ""):
        return name
    classifiers = [one.rpartition(" :: ")[2] for one in facts.get_all("Classifier") or () if one.startswith("License")]
    return classifiers[0] if classifiers else _text(package).strip().partition("\n")[0] or None


def _text(package: Distribution) -> str:
    """The texts of its licenses that the package brings, else ours of the license that it names."""
    files = (one for one in package.files or () if one.parts[0].endswith(".dist-info") and _TEXT_FILE.search(one.name))
    paths = [path for path in (Path(str(file.locate())) for file in files) if path.is_file()]
    texts = [path.read_text("utf-8", errors="replace") for path in paths]
    is_told = any("GNU LESSER GENERAL PUBLIC LICENSE" in text.upper() for text in texts)
    if "LGPL-3.0" in _said(package, "License") and not is_told:  # Qt's wheels bring its commercial license alone
        texts = [_resource("licenses/LGPL-3.txt"), _resource("licenses/GPL-3.txt")]
    return "\n\n".join(texts)


def _said(package: Distribution, name: str) -> str:
    """A field of its description; nothing where it is missing."""
    found = package.metadata.get_all(name)
    return str(found[0]) if found else ""


def _resource(name: str) -> str:
    return (data_folder("resources") / name).read_text("utf-8")
