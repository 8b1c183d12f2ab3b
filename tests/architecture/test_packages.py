"""The workflows call scripts that are there, offer only what passed, and the version stands in one place."""

import ast
import importlib.util
import os
import plistlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from advisor.version import __version__

REPOSITORY = Path(__file__).parents[2]
WORKFLOWS = REPOSITORY / ".github" / "workflows"
SCRIPT = re.compile(r"\.ci/[\w./-]*\w")
JOBS = ("linux", "appimage", "windows", "macos")
RECIPES = (
    "build.spec",
    ".ci/packages/build",
    ".ci/packages/build_linux.py",
    ".ci/packages/linux/io.github.rig_advisor.metainfo.xml",
    ".ci/packages/linux/rig-advisor.desktop",
)


def workflow(name: str) -> Any:
    return yaml.safe_load((WORKFLOWS / name).read_text(encoding="utf-8"))


def steps(job: dict[str, Any]) -> list[str]:
    return [step.get("run") or step["uses"] for step in job["steps"]]


@pytest.mark.parametrize("name", sorted(file.name for file in WORKFLOWS.iterdir()))
def test_what_a_workflow_calls_is_there_and_can_be_started(name: str) -> None:
    for job in workflow(name)["jobs"].values():
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            for called in SCRIPT.findall(step.get("run", "")):
                script = REPOSITORY / called
                assert script.is_file(), called
                is_list = not script.read_text(encoding="utf-8").startswith("#!")
                assert is_list or os.name == "nt" or os.access(script, os.X_OK), called


@pytest.mark.parametrize("name", sorted(file.name for file in WORKFLOWS.iterdir()))
def test_what_others_wrote_is_named_by_one_commit_each(name: str) -> None:
    text = (WORKFLOWS / name).read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)@(\S+)(.*)", text)
    assert used
    for action, commit, version in used:
        assert re.fullmatch("[0-9a-f]{40}", commit), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", version), action
        everywhere = "".join(file.read_text(encoding="utf-8") for file in WORKFLOWS.iterdir())
        assert set(re.findall(rf"{re.escape(action)}@(\S+)", everywhere)) == {commit}, action


@pytest.mark.parametrize("name", sorted(file.name for file in WORKFLOWS.iterdir()))
def test_a_job_may_no_more_than_it_says(name: str) -> None:
    read = workflow(name)
    assert read["permissions"] == {}
    wide = {job: one["permissions"] for job, one in read["jobs"].items() if one["permissions"] != {"contents": "read"}}
    assert wide == (
        {
            "attest": {"id-token": "write", "attestations": "write"},
            "draft": {"contents": "write"},
            "pypi": {"id-token": "write"},
        }
        if name == "release.yml"
        else {}
    )
    for step in (step for job in read["jobs"].values() for step in job["steps"]):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
        assert "${{" not in step.get("run", ""), "what a shell runs is never put together of texts of others"


@pytest.mark.parametrize("name", JOBS)
def test_each_system_is_built_for_both_processors_and_offered_after_its_proof(name: str) -> None:
    job = workflow("release.yml")["jobs"][name]
    machines = {entry["machine"] for entry in job["strategy"]["matrix"]["include"]}
    assert machines == {"x86_64", "arm64"}
    order = steps(job)
    proofs = [number for number, step in enumerate(order) if "/prove_" in step]
    uploads = [number for number, step in enumerate(order) if step.startswith("actions/upload-artifact@")]
    assert proofs
    assert uploads == [len(order) - 1]
    assert not any("continue-on-error" in step for step in job["steps"])


def test_nothing_is_published_before_it_was_proven_summed_and_signed() -> None:
    jobs = workflow("release.yml")["jobs"]
    assert set(jobs["gather"]["needs"]) == {*JOBS, "wheel", "wheel-elsewhere"}
    gathered = " ".join(steps(jobs["gather"]))
    assert gathered.index("download-artifact") < gathered.index("checksums") < gathered.index("tools.release")
    assert [jobs[name]["needs"] for name in ("attest", "draft", "pypi")] == ["gather", "attest", "draft"]
    assert "startsWith(github.ref, 'refs/tags/v')" in jobs["attest"]["if"]
    signed = next(step["with"] for step in jobs["attest"]["steps"] if "attest" in step["uses"])
    assert signed == {"subject-checksums": "downloads/SHA256SUMS"}
    assert any("gh release create" in step and "--draft" in step for step in steps(jobs["draft"]))
    assert jobs["pypi"]["environment"]["name"] == "pypi"


def test_a_wheel_is_used_on_every_system_before_it_is_handed_on() -> None:
    jobs = workflow("release.yml")["jobs"]
    order = steps(jobs["wheel"])
    proofs = [number for number, step in enumerate(order) if "prove_wheel" in step]
    assert len(proofs) == 2
    assert "build_wheel" in " ".join(order[: proofs[0]])
    assert max(proofs) < len(order) - 1
    assert "upload-artifact" in order[-1]
    assert any("prove_wheel" in step for step in steps(jobs["wheel-elsewhere"]))
    runners = jobs["wheel-elsewhere"]["strategy"]["matrix"]["runner"]
    assert {"ubuntu-24.04-arm", "windows-2022", "macos-15"} <= set(runners)


@pytest.mark.parametrize("name", RECIPES)
def test_the_version_is_not_repeated(name: str) -> None:
    assert __version__ not in (REPOSITORY / name).read_text(encoding="utf-8")


def test_shell_scripts_stop_at_the_first_failure() -> None:
    for file in (REPOSITORY / ".ci").rglob("*"):
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
        if text.startswith("#!/usr/bin/env bash"):
            assert "\nset -euo pipefail\n" in text, file


def copy_of(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, folder / name)


def test_windows_gets_the_files_as_they_are(tmp_path: Path) -> None:
    """Git for Windows puts a carriage return into each line otherwise, which no shell takes."""
    if shutil.which("git") is None:
        pytest.skip("this checker is not installed: git")
    copy_of(tmp_path, ".gitattributes", ".ci/run")
    for words in (["init", "--quiet"], ["add", "."], ["checkout-index", "--all", "--prefix=out/"]):
        subprocess.run(["git", "-c", "core.autocrlf=true", *words], cwd=tmp_path, check=True, capture_output=True)
    assert b"\r" not in (tmp_path / "out/.ci/run").read_bytes()


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    words = [word.as_posix() if isinstance(word, Path) else word for word in command]
    if sys.platform == "win32":  # there it may be that of a Linux beside Windows, which sees other paths
        pytest.skip("shells as on POSIX")
    if shutil.which("bash") is None:
        pytest.skip("this shell is not installed: bash")
    return subprocess.run(["bash", *words], capture_output=True, text=True, check=False)


def test_the_page_of_releases_is_written_once(tmp_path: Path) -> None:
    script = ".ci/packages/name_releases"
    copy_of(tmp_path, script, "pyproject.toml")
    before = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert run(tmp_path / script, 'x"]').returncode == 1
    assert run(tmp_path / script, "https://github.com/someone/rig-advisor/releases").returncode == 0
    after = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert after["project"].pop("urls") == {"Releases": "https://github.com/someone/rig-advisor/releases"}
    assert after == before
    assert run(tmp_path / script, "https://github.com/other/releases").returncode == 1


def test_a_tag_is_the_version_and_told_in_the_changelog(tmp_path: Path) -> None:
    script = ".ci/packages/check_tag"
    copy_of(tmp_path, script, "advisor/version.py")
    for heading, good in ((__version__, True), (f"{__version__} (2026-12-01)", True), ("9.9", False)):
        (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n", encoding="utf-8")
        assert (run(tmp_path / script, f"v{__version__}").returncode == 0) == good
    assert run(tmp_path / script, "v9.9").returncode == 1


def test_a_release_is_built_with_no_more_than_it_needs_and_knows_its_page() -> None:
    for job in ("windows", "macos"):
        order = steps(workflow("release.yml")["jobs"][job])
        install = order.index("python -m pip install -r requirements/release.txt")
        assert order.index('.ci/packages/name_releases "$RELEASES"') < install
    linux = steps(workflow("release.yml")["jobs"]["linux"])
    build = next(number for number, step in enumerate(linux) if "build_in_debian" in step)
    assert linux.index('.ci/packages/name_releases "$RELEASES"') < build


def test_the_windows_setup_names_folders_as_windows_does() -> None:
    script = (REPOSITORY / ".ci/packages/windows/installer.nsi").read_text(encoding="utf-8")
    files = [line.strip() for line in script.splitlines() if line.strip().startswith("File ")]
    assert files == [r'File /r "${FOLDER}\*"'], (
        "makensis on Windows looks for the last backslash, elsewhere it takes both"
    )
    for call in (".ci/packages/build", ".ci/packages/windows/prove_installer"):
        given = set(re.findall(r"-D([A-Z]+)=", (REPOSITORY / call).read_text(encoding="utf-8")))
        assert given >= {"VERSION", "MACHINE", "FOLDER", "OUTPUT"}


def test_a_bundle_asks_for_the_macos_of_its_newest_wheel() -> None:
    place = REPOSITORY / ".ci/packages/oldest_macos.py"
    spec = importlib.util.spec_from_file_location("oldest_macos", place)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    qt, numpy = "Tag: cp310-abi3-macosx_13_0_universal2\n", "Tag: cp312-cp312-macosx_14_0_arm64\n"
    both = "Tag: cp39-cp39-macosx_15_0_arm64\nTag: cp39-cp39-macosx_11_0_arm64\n"
    assert module.oldest_macos([qt, both, "Tag: py3-none-any\n", ""]) == "13.0"
    assert module.oldest_macos([qt, numpy]) == "14.0"
    assert float(module.oldest_macos()) >= 13


def bundle_of(spec: str) -> dict[str, Any]:
    """What build.spec gives the bundle of macOS, with stand-ins for what only a build knows."""
    tree = ast.parse(spec)
    (call,) = (one for one in ast.walk(tree) if isinstance(one, ast.Call) and ast.unparse(one.func) == "BUNDLE")
    known = {"icon": lambda: "rig-advisor.icns", "oldest_macos": lambda: "14.0", "__version__": __version__}
    return {
        one.arg: eval(compile(ast.Expression(one.value), "build.spec", "eval"), dict(known))
        for one in call.keywords
        if one.arg
    }


def test_the_bundle_of_macos_tells_what_the_system_and_its_tools_ask() -> None:
    bundle = bundle_of((REPOSITORY / "build.spec").read_text(encoding="utf-8"))
    assert (bundle["name"], bundle["bundle_identifier"]) == ("Rig Advisor.app", "io.github.rig_advisor")
    told = plistlib.loads(plistlib.dumps(bundle["info_plist"]))
    assert told == bundle["info_plist"]
    assert re.fullmatch(r"\d+\.\d+", told["LSMinimumSystemVersion"])
    kinds = {ending for kind in told["CFBundleDocumentTypes"] for ending in kind["CFBundleTypeExtensions"]}
    script = (REPOSITORY / ".ci/packages/windows/installer.nsi").read_text(encoding="utf-8")
    assert kinds == set(re.findall(r'!insertmacro FileKind "\.(\w+)"', script))
    roles = {(kind["CFBundleTypeRole"], kind["LSHandlerRank"]) for kind in told["CFBundleDocumentTypes"]}
    assert roles <= {("Viewer", rank) for rank in ("Owner", "Default", "Alternate")}
    proof = (REPOSITORY / ".ci/packages/macos/prove_dmg").read_text(encoding="utf-8")
    assert f"= {bundle['bundle_identifier']} ]" in proof


def test_what_a_signature_allows_is_what_python_with_libraries_of_others_needs() -> None:
    """Others than Apple signed the libraries in it, and callbacks of ctypes are made while it runs."""
    allowed = plistlib.loads((REPOSITORY / ".ci/packages/macos/entitlements.plist").read_bytes())
    assert allowed == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
        "com.apple.security.cs.disable-library-validation": True,
    }


def test_no_script_ends_a_pipe_before_it_is_read() -> None:
    for file in (REPOSITORY / ".ci").rglob("*"):
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
        assert "| grep -q" not in text, f"{file}: with pipefail, who still writes then makes it fail"


def test_the_bundle_leaves_the_same_out_on_every_system() -> None:
    tree = ast.parse((REPOSITORY / "build.spec").read_text(encoding="utf-8"))
    (pattern,) = (
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "UNUSED"
    )
    unused = eval(compile(ast.Expression(pattern), "build.spec", "eval"), {"re": re, "QT_NAMES": {"de"}})
    for path in (
        "PySide6/plugins/platforms/qdirect2d.dll",
        "PySide6/plugins/platforms/qminimal.dll",
        "PySide6/Qt/plugins/platforms/libqminimal.so",
        "PySide6/plugins/generic/qtuiotouchplugin.dll",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/plugins/imageformats/qwebp.dll",
        "PySide6/opengl32sw.dll",
        "PySide6/translations/qtbase_fr.qm",
        "PySide6/Qt/translations/qtbase_fr.qm",
    ):
        assert unused.search(path), path
    for path in (
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/plugins/platforms/qoffscreen.dll",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/plugins/styles/qmodernwindowsstyle.dll",
        "PySide6/plugins/imageformats/qsvg.dll",
        "PySide6/plugins/iconengines/qsvgicon.dll",
        "PySide6/translations/qtbase_de.qm",
        "PySide6/Qt6OpenGL.dll",
    ):
        assert not unused.search(path), path
