"""The versions that tests and builds install are those that pyproject.toml allows, each file known by its hash."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
PIN = re.compile(r"^([\w.-]+==[^\\\n]+?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def text_of(extra: str) -> str:
    return (REPOSITORY / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")


def on(python: str) -> dict[str, str]:
    """What markers ask about."""
    here = {name: str(value) for name, value in default_environment().items()}
    return here | {"python_version": python, "python_full_version": f"{python}.0"}


def locked(extra: str, python: str) -> dict[str, str]:
    """Version of each package on that Python."""
    environment = on(python)
    pins = [Requirement(pin) for pin, _ in PIN.findall(text_of(extra))]
    held = [pin for pin in pins if pin.marker is None or pin.marker.evaluate(environment)]
    return {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in held}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("extra", ["test", "release"])
def test_locked_versions_are_allowed_ones(extra: str, python: str) -> None:
    environment = on(python)
    found = locked(extra, python)
    for asked in map(Requirement, (*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra])):
        if asked.marker is None or asked.marker.evaluate(environment):
            version = found.get(canonicalize_name(asked.name))
            assert version is not None, f"{asked} is not locked: run .ci/lock"
            assert asked.specifier.contains(version), f"{asked} is locked at {version}: run .ci/lock"


def test_no_version_that_nobody_tried_is_allowed() -> None:
    extras = PROJECT["optional-dependencies"].values()
    asked = (
        *PYPROJECT["build-system"]["requires"],
        *PROJECT["dependencies"],
        *(one for extra in extras for one in extra),
    )
    open_ended = [one for one in asked if all(part.operator not in ("<", "==") for part in Requirement(one).specifier)]
    assert not open_ended


@pytest.mark.parametrize("extra", ["test", "release"])
def test_every_locked_file_is_known_by_its_hash(extra: str) -> None:
    named = re.findall(r"^\w", text_of(extra), re.MULTILINE)
    assert len(PIN.findall(text_of(extra))) == len(named) > 20


@pytest.mark.parametrize("python", PYTHONS)
def test_tests_run_on_the_versions_that_builds_carry(python: str) -> None:
    carried, tried = locked("release", python), locked("test", python)
    assert {name: tried.get(name, version) for name, version in carried.items()} == carried
