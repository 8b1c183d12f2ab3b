"""Compares a built folder with the checked-in list of its parts, and its libraries with what a system offers.

A missing module shows only when a deferred import runs, a leftover never shows: so the result is tested, not the
recipe. Also tested: its size, and that the license of each package lies in it. `check_bundle.py FOLDER` prints each
difference and ends with 1; with `--write` it renews the list. Run it with the Python that built the folder.
"""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PARTS = HERE / "bundle-parts"
SYSTEM_LIBRARIES = HERE / "system-libraries"
HASHED = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{8})?(?=\.so)")
VERSION = re.compile(r"(\.so)[.\d]*$")
MOST_BYTES = 200_000_000
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


def archived(folder: Path) -> set[str]:
    """The packages in the archive of Python's modules that each executable carries, but for Python's own."""
    from PyInstaller.archive.readers import CArchiveReader

    modules = CArchiveReader(str(folder / "rig-advisor")).open_embedded_archive("PYZ.pyz").toc
    names = {name.partition(".")[0] for name in modules} - sys.stdlib_module_names
    return {name for name in names if not name.startswith("_sysconfigdata")}  # Python's own, named for the machine


def without_license(internal: Path, packages: set[str]) -> list[str]:
    """One sentence for each package whose description, which has the license, does not lie in the folder."""
    makers = importlib.metadata.packages_distributions()
    have = {key(entry.name.partition("-")[0]) for entry in internal.glob("*.dist-info")}
    made = {package: {key(maker) for maker in makers.get(package, ())} for package in packages}
    return [
        f"{package} is bundled without the license of {' or '.join(sorted(names))}"
        for package, names in sorted(made.items())
        if names and not names & have
    ]


def key(distribution: str) -> str:
    """A name as all spell it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def elf_files(folder: Path) -> list[Path]:
    """Every executable and library in the folder."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def needed(file: Path) -> set[str]:
    """The library names one file asks the loader for."""
    listing = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"NEEDED\s+(\S+)", listing))


def listed_parts(folder: Path) -> list[str]:
    """All that the list holds."""
    return sorted({*parts(folder / "_internal"), *(f"modules/{name}" for name in archived(folder))})


def differences(folder: Path) -> list[str]:
    """One sentence for each part that is new or missing and each library that nobody provides."""
    internal = folder / "_internal"
    modules = archived(folder)
    have, listed = set(listed_parts(folder)), set(PARTS.read_text().split())
    sentences = [f"not on the list {PARTS.name}: {name}" for name in sorted(have - listed)]
    sentences += [f"on the list {PARTS.name} but not in the build: {name}" for name in sorted(listed - have)]
    sentences += without_license(internal, modules | {entry.name for entry in internal.iterdir()})
    size_bytes = sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir())
    if size_bytes > MOST_BYTES:
        sentences.append(f"it has {size_bytes} bytes, more than {MOST_BYTES}")
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
        PARTS.write_text("\n".join(listed_parts(folder)) + "\n")
    found = differences(folder)
    sys.stdout.writelines(f"{sentence}\n" for sentence in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
