"""Writes what a build is made of, for programs that look for known weaknesses: `bill_of_parts.py FOLDER`.

CycloneDX 1.6: the app, each package in it and what lies inside that, with version and license, as installed where it is
built; the hashes of the packages' files are in requirements/release.txt. The same parts give the same text.
"""

import json
import platform
import sys
import uuid
from pathlib import Path

from advisor.ui.settings.inside import Inside
from advisor.ui.settings.licenses import APP, Part, app_parts
from advisor.version import __version__

SYSTEMS = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}
OF_NO_REGISTRY = ("Python", "Inter (font)")


def component(part: Part) -> dict[str, object]:
    """One part as the format wants it."""
    found: dict[str, object] = {"type": "application" if part.name == APP else "library", "name": part.name}
    if part.version:
        found["version"] = part.version
    if part.license:
        found["licenses"] = [{"license": {"name": part.license}}]
    if part.name not in (*OF_NO_REGISTRY, APP):
        found["purl"] = f"pkg:pypi/{part.name.lower().replace('_', '-')}@{part.version}"
    if part.inside:
        found["components"] = [nested(one) for one in part.inside]
    return found


def nested(part: Inside) -> dict[str, object]:
    """One part of a package."""
    found: dict[str, object] = {"type": "library", "name": part.name}
    if part.version:
        found["version"] = part.version
    if part.license:
        found["licenses"] = [{"expression": part.license}]
    if part.purl:
        found["purl"] = part.purl
    return found


def bill() -> dict[str, object]:
    """The whole document."""
    parts = [component(part) for part in app_parts(built=True)]
    app = next(one for one in parts if one["name"] == APP)
    others = sorted((one for one in parts if one is not app), key=lambda one: str(one["name"]).lower())
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(parts))}",
        "version": 1,
        "metadata": {"component": app},
        "components": others,
    }


if __name__ == "__main__":
    machine = platform.machine().lower().replace("amd64", "x86_64").replace("aarch64", "arm64")
    name = f"{APP}-{__version__}-{SYSTEMS[platform.system()]}-{machine}.cdx.json"
    (Path(sys.argv[1]) / name).write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")
