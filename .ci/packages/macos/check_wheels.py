"""What can be said of the macOS build without a Mac: `check_wheels.py FOLDER`, anywhere with macholib and packaging.

For both kinds of Macs it fetches the wheels of all locked packages into FOLDER and reads their programs and libraries,
and our kernels where they were built. Of what build.spec keeps, each is for that processor and signed where macOS
insists on it, and every library that it loads is the system's or is kept, too. It prints what it read and for which
macOS that says it was built, then a line for each fault, and ends with 1 where there is one.
"""

import ast
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from macholib.mach_o import CPU_TYPE_NAMES, LC_BUILD_VERSION, LC_CODE_SIGNATURE, LC_ID_DYLIB, LC_VERSION_MIN_MACOSX
from macholib.MachO import MachO
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[3]
MACHINES = {"arm64": "ARM64", "x86_64": "x86_64"}
PYTHON = "3.12"
"""As the release workflow has it."""
OLDEST_MACOS = 14
"""What docs/packaging.md says and people are told."""
OF_LINUX_ONLY = ("ziglang",)
"""Builds kernels, and is no part of what people get."""
KERNELS = ROOT / "resources/native/built"
"""What `build_kernel.py --all` made, where it was run."""
USED = re.compile(r"Qt(Core|Gui|Widgets|Svg|OpenGL|OpenGLWidgets)\.abi3\.so$")
_PIN = re.compile(r"^([\w.-]+==[^\\\n]+?) \\\n(?:    --hash=\S+(?: \\)?\n)+", re.MULTILINE)
_MAGIC = {b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf"}
_OF_SYSTEM = ("/usr/lib/", "/System/Library/")


@dataclass(frozen=True)
class Library:
    """One program or library for one processor, by its path in the wheel."""

    path: str
    machines: frozenset[str]
    loads: tuple[str, ...]
    oldest_macos: tuple[int, int] | None
    is_signed: bool


def fetch(folder: Path, machine: str) -> list[Path]:
    """The wheels of all locked packages for a kind of Mac; pip fails where one has none."""
    on = {"sys_platform": "darwin", "python_version": PYTHON, "python_full_version": f"{PYTHON}.0"}
    wanted = folder / f"{machine}.txt"
    blocks = _PIN.finditer((ROOT / "requirements/release.txt").read_text("utf-8"))
    pins = {block: Requirement(block[1]) for block in blocks}
    kept = [
        block[0].replace(block[1], f"{pin.name}{pin.specifier}")
        for block, pin in pins.items()
        if pin.name not in OF_LINUX_ONLY and (pin.marker is None or pin.marker.evaluate(on))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    wanted.write_text("\n".join(kept), "utf-8")
    systems = [f"{major}_0" for major in range(OLDEST_MACOS, 10, -1)] + [f"10_{minor}" for minor in range(15, 8, -1)]
    platforms = [f"--platform=macosx_{one}_{kind}" for one in systems for kind in (machine, "universal2")]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *platforms]
    command += [f"--python-version={PYTHON}", "--implementation=cp", "--dest", str(folder / machine), "-r", str(wanted)]
    subprocess.run(command, check=True)
    wheels = sorted((folder / machine).glob("*.whl"))
    if len(wheels) != len(kept):
        raise SystemExit(f"{machine}: {len(kept)} packages are locked, {len(wheels)} wheels came")
    return wheels


def libraries(wheel: Path, machine: str) -> Iterator[Library]:
    """Every program and library of a wheel, with what it tells of its part for this processor."""
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as scratch:
        for entry in archive.infolist():
            with archive.open(entry) as stream:
                is_code = stream.read(4) in _MAGIC
            if is_code and not entry.filename.endswith(".a"):
                yield read(Path(archive.extract(entry, scratch)), entry.filename, machine)


def read(file: Path, path: str, machine: str) -> Library:
    """What a file says of itself."""
    parts = {CPU_TYPE_NAMES.get(part.header.cputype): part for part in MachO(str(file)).headers}
    names = frozenset(name for name in map({v: k for k, v in MACHINES.items()}.get, parts) if name)
    part = parts.get(MACHINES[machine])
    if part is None:
        return Library(path, names, (), None, is_signed=False)
    own = [text.rstrip(b"\0").decode() for load, _, text in part.commands if load.cmd == LC_ID_DYLIB]
    loads = tuple(name for _, _, name in part.walkRelocatables() if name not in own)
    oldest = [
        command.minos if load.cmd == LC_BUILD_VERSION else command.version
        for load, command, _ in part.commands
        if load.cmd in (LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX)
    ]
    version = (int(oldest[0]) >> 16, int(oldest[0]) >> 8 & 0xFF) if oldest else None
    is_signed = any(load.cmd == LC_CODE_SIGNATURE for load, _, _ in part.commands)
    return Library(path, names, loads, version, is_signed)


def faults(found: list[Library], machine: str) -> Iterator[str]:
    """One sentence for each thing that would not work on such a Mac."""
    names = {one.path.rsplit("/", 1)[-1] for one in found}
    for one in found:
        if machine not in one.machines:
            yield f"{one.path} is not for {machine}"
        elif machine == "arm64" and not one.is_signed:
            yield f"{one.path} is not signed, which processors of Apple insist on"
        for name in one.loads:
            if not name.startswith((*_OF_SYSTEM, "@")):
                yield f"{one.path} loads {name}, which only the computer has that built it"
            elif name.startswith("@") and name.rsplit("/", 1)[-1] not in names:
                yield f"{one.path} loads {name}, which is not in the bundle"


def bundled(found: list[Library]) -> list[Library]:
    """What of the wheels the bundle gets: of Qt the modules that the app imports, its plugins, and what these load."""
    unused = unused_pattern()
    qt = {one.path.rsplit("/", 1)[-1]: one for one in found if one.path.startswith("PySide6/")}
    kept = [one for one in found if one.path not in {part.path for part in qt.values()}]
    waiting = [one for one in qt.values() if USED.search(one.path) or "/plugins/" in one.path]
    seen: dict[str, Library] = {}
    while waiting:
        one = waiting.pop()
        if one.path not in seen and not unused.search(one.path):
            seen[one.path] = one
            waiting += [qt[name] for name in (load.rsplit("/", 1)[-1] for load in one.loads) if name in qt]
    return kept + sorted(seen.values(), key=lambda one: one.path)


def unused_pattern() -> re.Pattern[str]:
    """What build.spec leaves out."""
    tree = ast.parse((ROOT / "build.spec").read_text("utf-8"))
    values = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    code = compile(ast.Expression(values["UNUSED"]), "build.spec", "eval")
    pattern = eval(code, {"re": re, "QT_NAMES": {"de"}})
    assert isinstance(pattern, re.Pattern)
    return pattern


def main(folder: Path) -> int:
    """Check both kinds of Macs; the exit code."""
    said: list[str] = []
    for machine in MACHINES:
        wheels = fetch(folder, machine)
        found = bundled([one for wheel in wheels for one in libraries(wheel, machine)])
        found += [read(file, file.name, machine) for file in KERNELS.glob(f"kernel-macos-{machine}.dylib")]
        loads = sum(len(one.loads) for one in found)
        sys.stdout.write(f"{machine}: {len(wheels)} wheels, {len(found)} programs and libraries, {loads} loads\n")
        for version in sorted({one.oldest_macos for one in found if one.oldest_macos}):
            names = [one.path.rsplit("/", 1)[-1] for one in found if one.oldest_macos == version]
            shown = f"{', '.join(names[:3])}{' ...' if len(names) > 3 else ''}"
            sys.stdout.write(f"  built for macOS {version[0]}.{version[1]} or newer: {len(names)} ({shown})\n")
        said += [f"{machine}: {sentence}" for sentence in faults(found, machine)]
    sys.stdout.writelines(f"{sentence}\n" for sentence in said)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
