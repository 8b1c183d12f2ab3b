"""Builds kernel.c with nothing but Python: with the compiler on the PATH for this machine, or for all of them.

`build_kernel.py` builds for this machine, `build_kernel.py --all` for six kinds of machines with the package `ziglang`;
`--output FOLDER` takes the place of the folder `built` beside this file, where the app looks.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from advisor.bench.kernel.library_name import ALL_NAMES, BUILT_FOLDER, library_name  # noqa: E402

SOURCE = HERE / "kernel.c"
BUILT = HERE / BUILT_FOLDER
COMPILERS = ("cc", "gcc", "clang", "cl")
LIMIT_S = 600
SWITCHES = (
    *("-O3", "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-fno-math-errno"),
    *("-fvisibility=hidden", "-shared", "-Wall", "-Wextra"),
)
ALONE = {".so": ("-fPIC", "-nostdlib", "-Wl,--no-undefined", "-s"), ".dll": ("-nostdlib", "-s")}
"""No library at all, where a system allows that."""
OLDEST = {"linux": "-gnu.2.17", "windows": "-gnu", "macos": ".11.0"}
"""What the compiler is told of each system: the oldest one that the kernel is for, older than what the app asks for."""


class NotBuilt(Exception):  # noqa: N818 (a statement, not a program error)
    """There is no kernel for this machine; the text says why."""


def build_here(folder: Path = BUILT) -> Path:
    """Build for this machine with the first compiler that can; a file newer than its source is kept.

    Raises:
        NotBuilt: no compiler, or none that could.
    """
    name = library_name()
    if name is None:
        raise NotBuilt("the measuring kernel is not made for this kind of machine")
    target = folder / name
    if target.is_file() and target.stat().st_mtime > SOURCE.stat().st_mtime:
        return target
    reasons = []
    for compiler in filter(None, (os.environ.get("CC"), *COMPILERS)):
        words = [*compiler.split()]
        if shutil.which(words[0]):
            try:
                return _built(words, target)
            except NotBuilt as reason:
                reasons.append(str(reason))
    raise NotBuilt("; ".join(reasons) or "there is no C compiler (cc, gcc, clang or cl) on the PATH")


def build_all(folder: Path = BUILT) -> list[Path]:
    """Build for each kind of machine with `python -m ziglang cc`.

    Raises:
        NotBuilt: one of them failed.
    """
    return [
        _built([sys.executable, "-m", "ziglang", "cc", "-target", _triple(name)], folder / name) for name in ALL_NAMES
    ]


def _triple(name: str) -> str:
    _, system, machine = name.partition(".")[0].split("-")
    processor = {"arm64": "aarch64"}.get(machine, machine)
    return f"{processor}-{system}{OLDEST[system]}"


def _built(compiler: Sequence[str], target: Path) -> Path:
    """Compile into a folder of its own, then put the file in its place at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        fresh = Path(folder) / target.name
        command = [*compiler, *_arguments(compiler, fresh)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, cwd=folder, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotBuilt(f"{compiler[0]}: {error}") from error
        if done.returncode or not fresh.is_file():
            raise NotBuilt(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-1000:]}")
        fresh.replace(target)
    return target


def _arguments(compiler: Sequence[str], fresh: Path) -> Sequence[str]:
    if Path(compiler[0]).stem.lower() in ("cl", "clang-cl"):
        return ["/nologo", "/O2", "/GS-", "/LD", str(SOURCE), f"/Fe:{fresh}"]
    return [*SWITCHES, *ALONE.get(fresh.suffix, ()), str(SOURCE), "-o", str(fresh)]


def main() -> int:
    """Build what is asked for and say where it lies; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="for all kinds of machines, with the package ziglang")
    parser.add_argument("--output", type=Path, default=BUILT, help="the folder to build into")
    arguments = parser.parse_args()
    folder = arguments.output.resolve()
    try:
        files = build_all(folder) if arguments.all else [build_here(folder)]
    except NotBuilt as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    sys.stdout.writelines(f"{file} {file.stat().st_size} bytes\n" for file in files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
