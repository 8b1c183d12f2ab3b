"""What lies inside the packages that builds carry is named with its license: no library and no crate is missed."""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest
from packaging.licenses import canonicalize_license_expression

from advisor.ui.settings.inside import Inside, parts_inside
from advisor.ui.settings.licenses import Part, app_parts

REPOSITORY = Path(__file__).parents[2]
FILE = REPOSITORY / "resources/licenses/inside.toml"
TABLE: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
OF_NO_PACKAGE = {"Python", "Inter (font)"}
QT = "PySide6_Essentials"
LISTED = {QT, "shiboken6", "rig-advisor"}
"""Of these a build carries what .ci/bundle-parts lists, not all."""
LIBRARY = re.compile(r"\.(so|dylib|dll|pyd)[.\d]*$")
EXTENSION = re.compile(r"\.(abi3|cpython-[\w-]+)\.so$|\.pyd$")
OWN = re.compile(
    r"PySide6/(Qt\w+\.abi3|libQt6\w+|libpyside6\.abi3)\.so"
    r"|plugins/(iconengines|imageformats|platforminputcontexts|platforms|platformthemes|xcbglintegrations)/lib[\w-]+\.so"
    r"|plugins/wayland-(decoration-client|shell-integration)/lib[\w-]+\.so"
    r"|_cffi_backend\.so|libpython3\.so"
)
"""In .ci/bundle-parts, what Qt's makers, cffi and Python wrote themselves."""
CRATE = re.compile(rb"(?:index\.crates\.io-\w+|[/\\]rust[/\\]deps)[/\\]([\w-]+?)-(\d[\w.+-]*)[/\\]")


def key(name: str) -> str:
    return name.lower().replace("_", "-")


@cache
def shipped() -> dict[str, tuple[Part, Distribution]]:
    """Each package that a build carries."""
    parts = {part.name: part for part in app_parts(built=True)}
    return {name: (part, distribution(name)) for name, part in parts.items() if name not in OF_NO_PACKAGE}


def listed(package: str) -> list[dict[str, Any]]:
    entry = TABLE.get(key(package), {})
    return [*entry.get("parts", ()), *entry.get("crates", ())]


@cache
def brought(package: str) -> set[str]:
    """The package's files, those of its description by their names in there."""
    return {str(file).partition(".dist-info/")[2] or str(file) for file in distribution(package).files or ()}


def libraries(package: Distribution) -> Iterator[Path]:
    """The shared libraries a package brings, extension modules among them."""
    paths = (Path(str(file.locate())) for file in package.files or () if LIBRARY.search(file.name))
    return (path for path in paths if path.is_file())


def is_named(package: str, library: str) -> bool:
    """Whether the table, or the package itself, says which part that library is."""
    patterns = [pattern for part in listed(package) for pattern in part.get("files", ())]
    lists = re.findall(r"^Files: (.+)$", shipped()[package][0].text, re.MULTILINE)
    patterns += [f"{PureWindowsPath(one).name}*" for told in lists for one in told.split(", ")]
    return any(fnmatch(library, pattern) for pattern in patterns)


def unnamed(bundled: list[str]) -> list[str]:
    """The libraries among the parts of a build, and among those of other packages, that nobody names."""
    foreign = (Path(name).name for name in bundled if LIBRARY.search(name) and not OWN.fullmatch(name))
    found = [f"{QT}: {name}" for name in foreign if not is_named(QT, name)]
    for package in shipped().keys() - LISTED:
        names = (path.name for path in libraries(shipped()[package][1]))
        found += [f"{package}: {name}" for name in names if not EXTENSION.search(name) and not is_named(package, name)]
    return found


def test_every_library_of_a_build_is_its_packages_own_or_named_as_a_part() -> None:
    bundled = (REPOSITORY / ".ci/bundle-parts").read_text(encoding="utf-8").split()
    assert unnamed(bundled) == [], f"name them in {FILE.name}"
    assert "PySide6/libicuuc.so" in bundled
    new = ["PySide6/libavcodec.so", "plugins/multimedia/libffmpegmediaplugin.so", "libvpx.so"]
    assert unnamed([*bundled, *new]) == [f"{QT}: {Path(name).name}" for name in new]


def test_every_crate_that_a_library_shows_is_named_with_its_version() -> None:
    seen = set()
    for name in shipped().keys() - LISTED:
        part, package = shipped()[name]
        found = {one for path in libraries(package) for one in CRATE.findall(path.read_bytes())}
        shown = {(crate.decode(), version.decode()) for crate, version in found}
        known = {(one.name, one.version) for one in part.inside}
        is_known = TABLE.get(key(name), {}).get("version") == part.version
        missing = shown - known if is_known else {one[0] for one in shown} - {one[0] for one in known}
        assert not missing, f"name these crates of {name} in {FILE.name}"
        seen |= {crate for crate, _ in shown}
    of_linux = {"gimli"} if sys.platform == "linux" else set()
    assert {"naga", "wgpu-hal", "pyo3", "toml"} | of_linux <= seen


def test_versions_of_parts_are_those_that_the_libraries_show() -> None:
    installed = shipped()[QT][1]
    if TABLE[key(QT)]["version"] != installed.version:
        return  # then no version is told
    names = ("libQt6Core.", "libQt6Gui.", "libqjpeg.", "libicuuc.")
    shown = b"".join(path.read_bytes() for path in libraries(installed) if path.name.startswith(names))
    versions = {part["name"]: part["version"] for part in listed(QT) if "version" in part}
    assert {"PCRE2", "libpng", "libjpeg-turbo"} <= set(versions)
    assert not [name for name, version in versions.items() if shown and version.encode() not in shown]


def test_the_table_is_of_the_versions_that_builds_carry() -> None:
    locked = (REPOSITORY / "requirements/release.txt").read_text(encoding="utf-8")
    for package, entry in TABLE.items():
        if "version" in entry:
            pin = f"\n{package}=={entry['version']} "
            assert pin in locked, f"look into the new {package}, then renew version, date and parts in {FILE.name}"


def test_another_version_of_a_package_is_told_without_versions_of_its_parts() -> None:
    of_this = {part.name: part for part in parts_inside("wgpu", TABLE["wgpu"]["version"])}
    assert of_this["naga"].purl == f"pkg:cargo/naga@{of_this['naga'].version}"
    assert of_this["wgpu-native"].version
    of_another = {part.name: part for part in parts_inside("wgpu", "999")}
    assert of_another.keys() == of_this.keys()
    assert {(part.version, part.purl) for part in of_another.values()} == {("", "")}


def test_every_part_has_a_license_by_its_standard_name_and_a_source() -> None:
    inside = [one for part in app_parts(built=True) for one in part.inside]
    stated = {one.license for one in inside} | {part["license"] for package in TABLE for part in listed(package)}
    assert None not in stated
    assert not [name for name in stated if name and canonicalize_license_expression(name) != name]
    for package in TABLE:
        assert TABLE[package]["checked"]
        for part in listed(package):
            where = part["source"]
            is_known = where.startswith("https://") or where.endswith(".cyclonedx.json") or where in brought(package)
            assert is_known, f"{package}: who says so of {part['name']}?"
            assert set(part.get("systems", ())) <= {"linux", "darwin", "win32"}


def test_every_license_file_inside_numpy_belongs_to_a_named_part() -> None:
    theirs = {file for file in brought("numpy") if file.startswith("licenses/numpy/")}
    assert len(theirs) > 10
    assert not theirs - {part["source"] for part in listed("numpy")}


def test_parts_are_read_from_what_the_packages_tell_themselves(tmp_path: Path) -> None:
    of_numpy = {one.name: one.license for one in shipped()["numpy"][0].inside}
    assert of_numpy["OpenBLAS"] == "BSD-3-Clause"
    of_pydantic = {one.name: one for one in shipped()["pydantic_core"][0].inside}
    assert of_pydantic["speedate"].purl == f"pkg:cargo/speedate@{of_pydantic['speedate'].version}"
    assert "autocfg" not in of_pydantic  # only builds it
    described = tmp_path / "any-1.dist-info"
    (described / "sboms").mkdir(parents=True)
    bill = {"bomFormat": "CycloneDX", "components": [{"name": "unlicensed"}]}
    (described / "sboms/any.json").write_text(json.dumps(bill), encoding="utf-8")
    (described / "sboms/other.json").write_text('{"spdxVersion": "SPDX-2.3"}', encoding="utf-8")
    files = ("any/libx-1.so.2", "any-1.dist-info/sboms/any.json", "any-1.dist-info/sboms/other.json")
    (described / "RECORD").write_text("".join(f"{name},,\n" for name in files), encoding="utf-8")
    text = "Name: X\nFiles: any\\libx*.dll, any/libx*.so\nAvailability: here\nLicense: MIT\n"
    text += "Name: Y\nFiles: any/liby*.so\nLicense: ISC\n"  # of another system
    told = parts_inside("any", "1", text, Distribution.at(described))
    assert told == (Inside("unlicensed", "", None), Inside("X", "", "MIT"))


def test_parts_of_other_systems_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    on = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        on[system] = {part.name for part in parts_inside("wgpu", "1")} | {part.name for part in parts_inside(QT, "1")}
    assert {"naga", "PCRE2"} <= on["linux"] & on["darwin"] & on["win32"]
    own = {"linux": "ICU", "darwin": "objc2", "win32": "windows"}
    assert {name: [system for system in on if name in on[system]] for name in own.values()} == {
        name: [system] for system, name in own.items()
    }
