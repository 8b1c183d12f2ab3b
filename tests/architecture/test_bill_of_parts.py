"""A release tells which packages are in it, in the form that programs read which look for known weaknesses."""

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
SCRIPT = ".ci/packages/bill_of_parts.py"
QT_SAYS_OF_PCRE2 = "LicenseRef-BSD-3-Clause-with-PCRE2-Binary-Like-Packages-Exception"


def written(folder: Path) -> tuple[str, dict[str, Any]]:
    folder.mkdir()
    subprocess.run([sys.executable, SCRIPT, str(folder)], cwd=REPOSITORY, check=True)
    (file,) = folder.iterdir()
    return file.name, json.loads(file.read_text(encoding="utf-8"))


def test_each_package_of_a_build_is_named_with_version_and_license(tmp_path: Path) -> None:
    name, bill = written(tmp_path / "once")
    assert re.fullmatch(r"rig-advisor-[\w.+]+-(linux|macos|windows)-(x86_64|arm64)\.cdx\.json", name)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "rig-advisor"
    components = {one["name"].lower(): one for one in bill["components"]}
    for package in ("PySide6_Essentials", "shiboken6", "numpy", "pydantic", "pydantic_core", "wgpu", "pyinstaller"):
        found = components[package.lower()]
        assert found["version"] == version(package)
        assert found["purl"] == f"pkg:pypi/{package.lower().replace('_', '-')}@{found['version']}"
    assert not [one["name"] for one in bill["components"] if not one.get("licenses")]
    assert {"python", "inter (font)"} <= set(components)
    inside = {name: {part["name"]: part for part in one.get("components", ())} for name, one in components.items()}
    assert inside["pyside6_essentials"]["PCRE2"]["licenses"] == [{"expression": QT_SAYS_OF_PCRE2}]
    assert inside["wgpu"]["naga"]["purl"] == f"pkg:cargo/naga@{inside['wgpu']['naga']['version']}"
    assert inside["pydantic_core"]["serde"]["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert {"OpenBLAS", "pocketfft"} <= set(inside["numpy"])
    assert written(tmp_path / "again") == (name, bill)


def test_a_build_hands_it_on() -> None:
    assert SCRIPT in (REPOSITORY / ".ci/packages/build").read_text(encoding="utf-8")
