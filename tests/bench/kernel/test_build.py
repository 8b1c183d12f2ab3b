"""Building the kernel: what comes of a compiler, of none, and of one that fails."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from advisor.bench.kernel.library_name import ALL_NAMES, library_name


def stand_in(folder: Path, body: str) -> str:
    """A command that plays a compiler."""
    script = folder / "stand_in.py"
    script.write_text(f"import sys\n{body}\n")
    command = folder / "compiler"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} {script} "$@"\n')
    command.chmod(0o755)
    return str(command)


def only_compiler(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", command)


def test_without_a_compiler_it_says_so(
    build_kernel: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(build_kernel.NotBuilt, match="no C compiler"):
        build_kernel.build_here(tmp_path / "built")


@pytest.mark.skipif(os.name == "nt", reason="signals as on POSIX")
def test_a_compiler_that_fails_leaves_nothing_behind(
    build_kernel: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only_compiler(monkeypatch, stand_in(tmp_path, "sys.exit('header not found')"))
    with pytest.raises(build_kernel.NotBuilt, match="header not found"):
        build_kernel.build_here(tmp_path / "built")
    assert list((tmp_path / "built").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals as on POSIX")
def test_a_file_newer_than_its_source_is_kept(
    build_kernel: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write = "open(sys.argv[sys.argv.index('-o') + 1], 'w').write('built')"
    only_compiler(monkeypatch, stand_in(tmp_path, write))
    built = build_kernel.build_here(tmp_path / "built")
    assert built.read_text() == "built"
    built.write_text("kept")
    assert build_kernel.build_here(tmp_path / "built").read_text() == "kept"
    os.utime(built, (0, 0))
    assert build_kernel.build_here(tmp_path / "built").read_text() == "built"


def test_names_of_all_machines() -> None:
    assert library_name("linux", "x86_64") == "kernel-linux-x86_64.so"
    assert library_name("win32", "ARM64") == "kernel-windows-arm64.dll"
    assert library_name("darwin", "arm64") == "kernel-macos-arm64.dylib"
    assert library_name("linux", "riscv64") is None
    assert library_name("freebsd14", "amd64") is None
    assert len(set(ALL_NAMES)) == 6


def test_release_builds_name_a_target_each(build_kernel: ModuleType) -> None:
    triples = {build_kernel._triple(name) for name in ALL_NAMES}
    assert triples == {
        "x86_64-linux-gnu.2.17",
        "aarch64-linux-gnu.2.17",
        "x86_64-windows-gnu",
        "aarch64-windows-gnu",
        "x86_64-macos.11.0",
        "aarch64-macos.11.0",
    }


def test_the_kernel_is_built_with_nothing_but_python(build_kernel: ModuleType) -> None:
    """Installing builds it where none of the app's own packages is there yet."""
    file = Path(build_kernel.__file__ or "")
    command = [sys.executable, "-S", "-I", str(file), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
