"""What lies inside a package: libraries, crates and data of others, each with the license that its source states.

Told by the package where it tells it: the crates of its bill of materials (CycloneDX in dist-info/sboms), the libraries
that its license text lists. The rest stands in resources/licenses/inside.toml.
"""

import json
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import rtoml

from advisor.catalog.cards.folder import data_folder
from advisor.facts.values.frozen import frozen

_NAMED = re.compile(r"^Name: (.+)\nFiles: (.+)\n(?:(?:Description|Availability): .+\n)*License: (.+)$", re.MULTILINE)
_BILL = re.compile(r"\.dist-info/sboms/[^/]+\.json$")


@frozen
class Inside:
    """One part of a package; a version or license that nobody states is empty or None. `purl` as in CycloneDX."""

    name: str
    version: str
    license: str | None
    purl: str = ""


def parts_inside(name: str, version: str, text: str = "", package: Distribution | None = None) -> tuple[Inside, ...]:
    """All that is known to lie in this version of a package as built for this system, by name.

    `text` is that of its licenses; without `package` only the table is asked.
    """
    found = set(_listed(name, version))
    if package is not None:
        files = [line.partition(",")[0] for line in (package.read_text("RECORD") or "").splitlines()]
        found |= {*_named(text, files), *_carried(package, files)}
    return tuple(sorted(found, key=lambda part: (part.name.lower(), part.version)))


@cache
def _table() -> dict[str, dict[str, Any]]:
    return dict(rtoml.load(data_folder("resources") / "licenses/inside.toml"))


def _listed(name: str, version: str) -> Iterator[Inside]:
    """What the table says; of another version of the package than the one looked into without versions."""
    entry = _table().get(name.lower().replace("_", "-"), {})
    is_this = entry.get("version") == version
    for kind in ("parts", "crates"):
        for part in entry.get(kind, ()):
            if sys.platform in part.get("systems", (sys.platform,)):
                known = part.get("version", "") if is_this else ""
                purl = f"pkg:cargo/{part['name']}@{known}" if known and kind == "crates" else ""
                yield Inside(part["name"], known, part["license"], purl)


def _named(text: str, files: list[str]) -> Iterator[Inside]:
    """The libraries that the text lists and that lie among the files: the text may be that of all systems."""
    for name, patterns, license in _NAMED.findall(text):
        named = [pattern.replace("\\", "/") for pattern in patterns.split(", ")]
        if any(fnmatch(file, f"{pattern}*") for file in files for pattern in named):
            yield Inside(name, "", license)


def _carried(package: Distribution, files: list[str]) -> Iterator[Inside]:
    """The parts in its bills of materials, without those that only built it."""
    for file in filter(_BILL.search, files):
        bill = json.loads(Path(str(package.locate_file(file))).read_text("utf-8"))
        for part in bill.get("components", ()) if bill.get("bomFormat") == "CycloneDX" else ():
            if part.get("scope") != "excluded":
                yield Inside(part["name"], part.get("version", ""), _stated(part), part.get("purl", ""))


def _stated(part: dict[str, Any]) -> str | None:
    """The license of a component: an expression, or the names of several."""
    stated = part.get("licenses", ())
    names = [one.get("expression") or one["license"].get("id") or one["license"].get("name") for one in stated]
    return " AND ".join(names) or None
