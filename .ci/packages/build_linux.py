"""Makes the Debian package of a built folder, and a portable archive: `build_linux.py dist/rig-advisor --portable`.

What the package depends on is read from the files in it: the libraries that they ask for and the newest version of the
C library that one of them needs. Both files come to lie beside the folder.
"""

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from email.utils import formatdate
from pathlib import Path

PACKAGES = Path(__file__).resolve().parent
ROOT = PACKAGES.parents[1]
sys.path[:0] = [str(ROOT), str(PACKAGES), str(PACKAGES.parent)]
from app_picture import app_drawing, app_picture  # noqa: E402
from check_bundle import elf_files, needed  # noqa: E402

from advisor.cli.shell.scripts import Shell, completion_script  # noqa: E402
from advisor.ui.settings.licenses import app_parts  # noqa: E402
from advisor.version import __version__  # noqa: E402
from tools.man_page import man_page  # noqa: E402

NAME = "rig-advisor"
SUMMARY = "tells what this computer can do with AI models, and why"
MAINTAINER = "Rig Advisor maintainers <rig-advisor@users.noreply.github.com>"
DESCRIPTION = """\
 Looks at processor, memory and graphics card, measures how fast the memory
 really is, and answers for a model: does it fit, how fast will it write,
 what holds it back, and would a better graphics card help.
 .
 Works offline and sends nothing anywhere.
"""
COMMON_LICENSE = re.compile(
    r"(GNU GENERAL PUBLIC LICENSE|Apache License)\s+Version.*?END OF TERMS AND CONDITIONS", re.DOTALL
)
"""A text that every Debian has."""
SOURCES = PACKAGES / "linux"
SMALL_LIBRARIES = (
    *("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1"),
    *("libxcb-render-util.so.0", "libxcb-util.so.1", "libxkbcommon-x11.so.0"),
)
"""What Qt's windows need and many a desktop lacks: a package names them, an archive has to bring them."""
COMPLETIONS: dict[Shell, str] = {
    "bash": f"bash-completion/completions/{NAME}",
    "zsh": f"zsh/vendor-completions/_{NAME}",
    "fish": f"fish/vendor_completions.d/{NAME}.fish",
}
"""Where each shell finds the script that completes command lines."""
KIB = 1024
ICON_PIXELS = (48, 128, 256)


def main() -> int:
    """Make what is asked for and print the sizes; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="what PyInstaller built")
    parser.add_argument("--portable", action="store_true", help="make the portable archive, too")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    made = [debian_package(folder), *([portable_archive(folder)] if arguments.portable else [])]
    installed = sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir())
    sys.stdout.write(f"{folder.name}: {installed / 1e6:.1f} MB\n")
    sys.stdout.writelines(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB\n" for file in made)
    return 0


def debian_package(folder: Path) -> Path:
    """The .deb: the built folder in /usr/lib and what a desktop wants to know about it."""
    target = folder.parent / f"{NAME}_{__version__}_{architecture()}.deb"
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        root = Path(scratch) / "root"
        app = copied(folder, root / "usr/lib" / NAME)
        (root / "usr/bin").mkdir()
        (root / "usr/bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
        desktop_files(root / "usr/share")
        documents(root / "usr/share")
        control(root, app)
        normalized(root)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, target], check=True, stdout=2)
    return target


def portable_archive(folder: Path) -> Path:
    """The .tar.xz: the built folder with a script that adds it to the menu."""
    stem = f"{NAME}-{__version__}-linux-{os.uname().machine}"
    target = folder.parent / f"{stem}.tar.xz"
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        app = copied(folder, Path(scratch) / stem)
        bring_small_libraries(app)
        shutil.copy(SOURCES / "add-to-menu", app)
        shutil.copy(ROOT / "LICENSE", app)
        (app / "menu").mkdir()
        for name in (f"{NAME}.desktop", f"{NAME}.xml"):
            shutil.copy(SOURCES / name, app / "menu")
        (app / "menu" / f"{NAME}.svg").write_text(app_drawing(), "utf-8")
        normalized(app)
        owner = ("--owner=0", "--group=0", "--numeric-owner", "--sort=name")
        effort = {"XZ_OPT": "-T0"} | os.environ
        subprocess.run(["tar", "-C", scratch, *owner, "-cJf", target, stem], check=True, env=effort)
    return target


def bring_small_libraries(app: Path) -> None:
    """Copy them from this system into the folder, each with its license."""
    system = Path("/usr/lib") / str(sysconfig.get_config_var("MULTIARCH"))
    (app / "licenses").mkdir()
    for name in SMALL_LIBRARIES:
        shutil.copy(system / name, app / "_internal" / name)
        package = library_packages()[name]
        shutil.copy(Path("/usr/share/doc") / package / "copyright", app / "licenses" / f"{package}.txt")


def copied(folder: Path, target: Path) -> Path:
    """A copy of the built folder without search paths that only the machine it was built on has."""
    shutil.copytree(folder, target, symlinks=True)
    for file in elf_files(target):
        listing = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
        if re.search(r"R(UN)?PATH\s+/", listing):
            subprocess.run(["patchelf", "--remove-rpath", file], check=True)
    return target


def desktop_files(share: Path) -> None:
    """Menu entry, description for software centers, kinds of files, pictures."""
    for name, place in {
        f"{NAME}.desktop": "applications",
        f"{NAME}.xml": "mime/packages",
        "io.github.rig_advisor.metainfo.xml": "metainfo",
    }.items():
        write(share / place / name, dated(SOURCES / name))
    write(share / f"icons/hicolor/scalable/apps/{NAME}.svg", app_drawing())
    for pixels in ICON_PIXELS:
        file = share / f"icons/hicolor/{pixels}x{pixels}/apps/{NAME}.png"
        file.parent.mkdir(parents=True)
        app_picture(pixels).save(str(file))


def documents(share: Path) -> None:
    """Manual page, completion, changes, licenses, and what lintian may not object to."""
    write_packed(share / f"man/man1/{NAME}.1.gz", man_page(__version__, made_on()))
    for shell, place in COMPLETIONS.items():
        write(share / place, completion_script(shell))
    changes = f"{NAME} ({__version__}) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n"
    write_packed(share / f"doc/{NAME}/changelog.gz", f"{changes} -- {MAINTAINER}  {formatdate(made_at_s())}\n")
    write_packed(share / f"doc/{NAME}/CHANGELOG.md.gz", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    write(share / f"doc/{NAME}/copyright", copyright_text())
    write(share / f"lintian/overrides/{NAME}", (SOURCES / "lintian-overrides").read_text("utf-8"))


def copyright_text() -> str:
    """The licenses of all parts in the form Debian reads."""
    lines = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/", f"Upstream-Name: {NAME}"]
    lines += ["", "Files: *", "Copyright: Rig Advisor maintainers", "License: Apache-2.0", ""]
    lines += ["License: Apache-2.0", " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.", ""]
    lines += ["Comment: Parts from elsewhere, each with its license:"]
    for part in app_parts(built=True):
        if part.name == NAME:
            continue
        lines += [" .", f" == {part.name} {part.version}: {part.license or 'see below'}"]
        text = COMMON_LICENSE.sub("[\\1: the text is in /usr/share/common-licenses]", part.text)
        lines += [f" {line.rstrip()}" if line.strip() else " ." for line in text.splitlines()]
        for one in part.inside:
            lines.append(f" Contains {one.name} {one.version}".rstrip() + f": {one.license or 'not stated'}")
    return "\n".join(lines) + "\n"


def control(root: Path, app: Path) -> None:
    """The package's own description, and a sum of every file."""
    installed_bytes = sum(file.lstat().st_size for file in root.rglob("*") if not file.is_dir())
    fields = {
        "Package": NAME,
        "Version": __version__,
        "Architecture": architecture(),
        "Maintainer": MAINTAINER,
        "Installed-Size": str(-(-installed_bytes // KIB)),
        "Depends": ", ".join(dependencies(app)),
        "Recommends": "libvulkan1",
        "Section": "utils",
        "Priority": "optional",
        "Description": f"{SUMMARY}\n{DESCRIPTION}".rstrip(),
    }
    write(root / "DEBIAN/control", "".join(f"{name}: {value}\n" for name, value in fields.items()))
    files = sorted(file for file in (root / "usr").rglob("*") if file.is_file() and not file.is_symlink())
    sums = [f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n" for file in files]
    write(root / "DEBIAN/md5sums", "".join(sums))


def dependencies(app: Path) -> list[str]:
    """The packages that bring what the files ask for; a library of unknown package is an error."""
    bundled = {entry.name for entry in app.rglob("*.so*")}
    asked = set().union(*(needed(file) for file in elf_files(app))) - bundled
    known = library_packages()
    if unknown := asked - set(known):
        raise SystemExit(f"which package brings {', '.join(sorted(unknown))}? Add it to library-packages")
    packages = {known[library] for library in asked} - {"libc6"}
    return [f"libc6 (>= {oldest_libc(app)})", *sorted(packages)]


def library_packages() -> dict[str, str]:
    """The package of Debian for each library that is not bundled."""
    lines = (SOURCES / "library-packages").read_text("utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def oldest_libc(app: Path) -> str:
    """The oldest version of the C library that has everything the files ask for."""
    listing = subprocess.run(["objdump", "-T", *elf_files(app)], capture_output=True, text=True, check=True).stdout
    versions = {tuple(map(int, version.split("."))) for version in re.findall(r"\(GLIBC_([\d.]+)\)", listing)}
    return ".".join(map(str, max(versions)))


def normalized(root: Path) -> None:
    """The same rights and times whoever built it."""
    for entry in (root, *root.rglob("*")):
        if not entry.is_symlink():
            runs = entry.is_dir() or (entry.stat().st_mode & 0o100 and ".so" not in entry.name)
            entry.chmod(0o755 if runs else 0o644)
        os.utime(entry, (made_at_s(), made_at_s()), follow_symlinks=False)


def architecture() -> str:
    """What Debian calls this kind of machine."""
    asked = ["dpkg", "--print-architecture"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def made_at_s() -> int:
    """The time to put on everything: that of SOURCE_DATE_EPOCH, so that equal sources make equal packages, or now."""
    return int(os.environ.setdefault("SOURCE_DATE_EPOCH", str(int(time.time()))))


def dated(file: Path) -> str:
    """A file of this folder with version and date filled in."""
    return file.read_text("utf-8").replace("@VERSION@", __version__).replace("@DATE@", made_on())


def made_on() -> str:
    """The day to put on everything."""
    return time.strftime("%Y-%m-%d", time.gmtime(made_at_s()))


def write(file: Path, text: str) -> None:
    """Write a text, and the folders above it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def write_packed(file: Path, text: str) -> None:
    """The same for a packed text, equal each time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    sys.exit(main())
