"""The package of Arch's user repository that unpacks the .deb: https://wiki.archlinux.org/title/PKGBUILD.

What it depends on is what the .deb depends on, by Arch's names; a package of Debian without one here is an error.
"""

import io
import tarfile
from collections.abc import Iterator, Mapping

from tools.release.facts import APP, LICENSE, SUMMARY, Download, Release, ReleaseError

_MACHINES = {"x86_64": "x86_64", "arm64": "aarch64"}
ARCH_PACKAGES = {
    "libbz2-1.0": "bzip2",
    "libc6": "glibc",
    "libdbus-1-3": "dbus",
    "libegl1": "libglvnd",
    "libexpat1": "expat",
    "libffi8": "libffi",
    "libfontconfig1": "fontconfig",
    "libfreetype6": "freetype2",
    "libgcc-s1": "gcc-libs",
    "libgl1": "libglvnd",
    "libglib2.0-0": "glib2",
    "liblzma5": "xz",
    "libstdc++6": "gcc-libs",
    "libuuid1": "util-linux-libs",
    "libwayland-client0": "wayland",
    "libwayland-cursor0": "wayland",
    "libx11-6": "libx11",
    "libx11-xcb1": "libx11",
    "libxcb-cursor0": "xcb-util-cursor",
    "libxcb-glx0": "libxcb",
    "libxcb-icccm4": "xcb-util-wm",
    "libxcb-image0": "xcb-util-image",
    "libxcb-keysyms1": "xcb-util-keysyms",
    "libxcb-randr0": "libxcb",
    "libxcb-render-util0": "xcb-util-renderutil",
    "libxcb-render0": "libxcb",
    "libxcb-shape0": "libxcb",
    "libxcb-shm0": "libxcb",
    "libxcb-sync1": "libxcb",
    "libxcb-util1": "xcb-util",
    "libxcb-xfixes0": "libxcb",
    "libxcb-xkb1": "libxcb",
    "libxcb1": "libxcb",
    "libxkbcommon-x11-0": "libxkbcommon-x11",
    "libxkbcommon0": "libxkbcommon",
    "libzstd1": "zstd",
    "zlib1g": "zlib",
}
"""Arch's package with the libraries of a package of Debian."""
_AR_HEAD, _AR_MEMBER = b"!<arch>\n", 60
_PACKAGE = """\
package() {
  tar --extract --no-same-owner --file data.tar.xz --directory "$pkgdir"
  rm -r "$pkgdir/usr/share/lintian"
  install -d "$pkgdir/usr/share/zsh/site-functions" "$pkgdir/usr/share/licenses/$pkgname"
  mv "$pkgdir/usr/share/zsh/vendor-completions/_rig-advisor" "$pkgdir/usr/share/zsh/site-functions/"
  rmdir "$pkgdir/usr/share/zsh/vendor-completions"
  mv "$pkgdir/usr/share/doc/rig-advisor/copyright" "$pkgdir/usr/share/licenses/$pkgname/"
}
"""


def aur_files(release: Release) -> dict[str, str]:
    """PKGBUILD and .SRCINFO by their names; none without a .deb."""
    packages = release.of("deb")
    if not packages:
        return {}
    machines = [_MACHINES[machine] for machine in packages]
    depends = sorted({name for package in packages.values() for name in arch_depends(package)})
    single = {"pkgver": release.version, "pkgrel": "1", "url": release.home}
    lists = {
        "arch": machines,
        "license": [LICENSE],
        "depends": depends,
        "optdepends": ["vulkan-icd-loader: measure graphics cards by Vulkan"],
        "provides": [APP],
        "conflicts": [APP],
        "options": ["!strip", "!debug"],
    }
    for machine, package in packages.items():
        name = _MACHINES[machine]
        lists |= {f"source_{name}": [release.url(package)], f"sha256sums_{name}": [package.sha256]}
    return {
        "PKGBUILD": "\n".join(_pkgbuild(release.owner, single, lists)) + "\n\n" + _PACKAGE,
        ".SRCINFO": "\n".join(_srcinfo(single, lists)) + "\n",
    }


def _pkgbuild(owner: str, single: Mapping[str, str], lists: Mapping[str, list[str]]) -> Iterator[str]:
    yield f"# Maintainer: {owner} <https://github.com/{owner}>"
    yield f"pkgname={APP}-bin"
    for name, value in single.items():
        yield f"{name}={value}"
        if name == "pkgrel":
            yield f'pkgdesc="{SUMMARY}"'
    for name, values in lists.items():
        yield f"{name}=({' '.join(map(_quoted, values))})"


def _quoted(word: str) -> str:
    return f"'{word}'"


def _srcinfo(single: Mapping[str, str], lists: Mapping[str, list[str]]) -> Iterator[str]:
    """As `makepkg --printsrcinfo` writes it."""
    yield f"pkgbase = {APP}-bin"
    yield f"\tpkgdesc = {SUMMARY}"
    for name, value in single.items():
        yield f"\t{name} = {value}"
    for name, values in lists.items():
        yield from (f"\t{name} = {value}" for value in values)
    yield ""
    yield f"pkgname = {APP}-bin"


def arch_depends(package: Download) -> set[str]:
    """What a .deb depends on, by Arch's names.

    Raises:
        ReleaseError: it is no .deb, or Arch's name of a package is not known.
    """
    fields = _control(package).split("\nDepends: ")
    if len(fields) != 2:
        raise ReleaseError(f"{package.name} does not tell what it depends on")
    asked = {entry.split()[0] for entry in fields[1].partition("\n")[0].split(",")}
    if unknown := asked - set(ARCH_PACKAGES):
        raise ReleaseError(f"what does Arch call {', '.join(sorted(unknown))}? Add it to tools/release/aur.py")
    return {ARCH_PACKAGES[name] for name in asked}


def _control(package: Download) -> str:
    """The description in a .deb, which is an archive of archives."""
    try:
        for name, data in _members(package.path.read_bytes()):
            if name.startswith("control.tar"):
                with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                    found = archive.extractfile("./control")
                    return found.read().decode() if found else ""
    except (KeyError, ValueError, tarfile.TarError) as error:
        raise ReleaseError(f"{package.name} is no Debian package ({type(error).__name__})") from error
    raise ReleaseError(f"{package.name} is no Debian package")


def _members(raw: bytes) -> Iterator[tuple[str, bytes]]:
    place = len(_AR_HEAD)
    while raw.startswith(_AR_HEAD) and place + _AR_MEMBER <= len(raw):
        head = raw[place : place + _AR_MEMBER]
        size = int(head[48:58])
        place += _AR_MEMBER
        yield head[:16].decode("ascii").rstrip(" /"), raw[place : place + size]
        place += size + size % 2
