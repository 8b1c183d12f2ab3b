"""Compares a built folder with the checked-in list of its parts, and its libraries with what a system offers.

A missing module shows only when a deferred import runs, a leftover never shows: so the result is tested, not the
recipe. `check_bundle.py FOLDER` prints each difference and ends with 1; with `--write` it renews the list.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PARTS = HERE / "bundle-parts"
SYSTEM_LIBRARIES = HERE / "system-libraries"
HASHED = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{8})?(?=\.so)")
VERSION = re.compile(r"(\.so)[.\d]*$")
BUILT_FOR = re.compile(r"\.cpython-\d+-[\w-]+(?=\.so)")


def parts(internal: Path) -> list[str]:
    """Top-level packages, Qt modules and Qt plugins of the bundle, without versions and hashes in their names."""
    own = (entry for entry in internal.iterdir() if not entry.is_symlink())  # links lead to libraries of the packages
    found = {entry.name for entry in own if not entry.name.endswith(".dist-info")}
    qt = internal / "PySide6"
    found |= {f"PySide6/{entry.name}" for entry in (*qt.glob("*.so*"), *qt.glob("Qt/lib/*.so*"))}
    plugins = qt / "Qt" / "plugins"
    found |= {f"plugins/{file.relative_to(plugins).as_posix()}" for file in plugins.rglob("*") if file.is_file()}
    found = {BUILT_FOR.sub("", re.sub(r"python3\.\d+", "python3", name)) for name in found}
    return sorted({VERSION.sub(r"\1", HASHED.sub("", name)) for name in found})


def elf_files(folder: Path) -> list[Path]:
    """Every executable and library in the folder."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def needed(file: Path) -> set[str]:
    """The library names one file asks the loader for."""
    listing = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"NEEDED\s+(\S+)", listing))


def differences(folder: Path) -> list[str]:
    """One sentence for each part that is new or missing and each library that nobody provides."""
    internal = folder / "_internal"
    have, listed = set(parts(internal)), set(PARTS.read_text().split())
    sentences = [f"not on the list {PARTS.name}: {name}" for name in sorted(have - listed)]
    sentences += [f"on the list {PARTS.name} but not in the build: {name}" for name in sorted(listed - have)]
    files = elf_files(folder)
    offered = {entry.name for entry in folder.rglob("*.so*")} | set(SYSTEM_LIBRARIES.read_text().split())
    for file in files:
        sentences += [f"{file.relative_to(folder)} needs {name}" for name in sorted(needed(file) - offered)]
    unasked = set(SYSTEM_LIBRARIES.read_text().split()) & {file.name for file in files}
    return sentences + [f"a library of the system is bundled: {name}" for name in sorted(unasked)]


def main(arguments: list[str]) -> int:
    """Check or renew; the exit code."""
    folder = Path(arguments[0])
    if "--write" in arguments:
        PARTS.write_text("\n".join(parts(folder / "_internal")) + "\n")
    found = differences(folder)
    sys.stdout.writelines(f"{sentence}\n" for sentence in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
