"""The manifests of a release hold the addresses, checksums and days of its files, as each of their readers asks."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tools.release.__main__ import main
from tools.release.aur import ARCH_PACKAGES
from tools.release.homebrew import OLDEST_MACOS

REPOSITORY = Path(__file__).parents[2]
DAY = datetime(2026, 12, 1, 23, tzinfo=UTC)
DEPENDS = "libc6 (>= 2.34), libegl1, libgl1, libglib2.0-0 | libglib2.0-0t64, libxcb-cursor0, zlib1g"
X86 = ("_{v}_amd64.deb", "-{v}-linux-x86_64.tar.xz", "-{v}-windows-x86_64.exe", "-{v}-macos-x86_64.dmg")
ARM = ("_{v}_arm64.deb", "-{v}-linux-aarch64.tar.xz", "-{v}-windows-arm64.exe", "-{v}-macos-arm64.dmg")
PYTHON = ("rig_advisor-{v}-py3-none-any.whl", "rig_advisor-{v}.tar.gz")
PLACEHOLDER = re.compile(r"@[A-Z]+@|\bTODO\b|\bXXX\b|\bSKIP\b|0{64}|<[A-Z_]+>")


def debian_package(depends: str) -> bytes:
    """An archive with the description of a package that depends on others."""
    control = f"Package: rig-advisor\nVersion: 0\nDepends: {depends}\nRecommends: libvulkan1\n".encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz") as archive:
        entry = tarfile.TarInfo("./control")
        entry.size = len(control)
        archive.addfile(entry, io.BytesIO(control))
    members = {"debian-binary": b"2.0\n", "control.tar.xz": packed.getvalue(), "data.tar.xz": b"files"}
    found = b"!<arch>\n"
    for name, data in members.items():
        found += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return found


def downloads(folder: Path, names: Iterable[str], version: str = "1.2.0", depends: str = DEPENDS) -> Path:
    """A folder with made-up files of a release, all of one day, and its checksums."""
    folder.mkdir()
    for name in names:
        file = folder / (name if name.startswith("rig_advisor") else f"rig-advisor{name}").format(v=version)
        file.write_bytes(debian_package(depends) if file.suffix == ".deb" else file.name.encode() * 100_000)
        os.utime(file, (DAY.timestamp(), DAY.timestamp()))
    sums = [f"{sha256(file)}  {file.name}\n" for file in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    (folder / f"rig-advisor-{version}-linux-x86_64.cdx.json").write_text("{}", encoding="utf-8")
    return folder


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def pip_report(file: Path, machine: str, scheme: str = "https://") -> Path:
    """What pip says of two packages, one of which differs between processors, and of one that the base has."""
    wheels = (
        "pydantic_core-2.0-cp313-cp313-manylinux_2_17_{m}.whl",
        "hatchling-1.0-py3-none-any.whl",
        "numpy-2-{m}.whl",
    )
    places = [f"{scheme}files.pythonhosted.org/packages/aa/{wheel.format(m=machine)}" for wheel in wheels]
    entries = [
        {
            "metadata": {"name": place.rsplit("/", 1)[1].split("-")[0]},
            "download_info": {
                "url": place,
                "archive_info": {"hashes": {"sha256": hashlib.sha256(place.encode()).hexdigest()}},
            },
        }
        for place in places
    ]
    file.write_text(json.dumps({"install": entries}), encoding="utf-8")
    return file


def made(tmp_path: Path, names: Iterable[str] = (*X86, *ARM, *PYTHON), owner: str = "some-one") -> tuple[Path, Path]:
    """The made-up downloads, and the folder of their manifests."""
    folder, out = downloads(tmp_path / "downloads", names), tmp_path / "out"
    reports = [pip_report(tmp_path / f"{machine}.json", machine) for machine in ("x86_64", "aarch64")]
    assert main([str(folder), "1.2.0", str(out), "--owner", owner, "--wheels", *map(str, reports)]) == 0
    return folder, out


def address(owner: str, file: str) -> str:
    return f"https://github.com/{owner}/rig-advisor/releases/download/v1.2.0/{file}"


def test_nothing_is_left_to_fill_in(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    files = [file for file in out.rglob("*") if file.is_file()]
    assert {file.relative_to(out).parts[0] for file in files} == {
        "winget",
        "scoop",
        "homebrew",
        "aur",
        "flathub",
        "github",
    }
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not PLACEHOLDER.search(text), file
        assert "\r" not in text
        assert text.endswith("\n")


def test_winget_gets_three_files_of_one_form(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    place = out / "winget/manifests/s/some-one/RigAdvisor/1.2.0"
    assert {file.name for file in place.iterdir()} == {
        f"some-one.RigAdvisor{end}.yaml" for end in ("", ".installer", ".locale.en-US")
    }
    read = {one["ManifestType"]: one for one in map(_yaml, place.iterdir())}
    assert set(read) == {"version", "installer", "defaultLocale"}
    for kind, one in read.items():
        assert (one["PackageIdentifier"], one["PackageVersion"]) == ("some-one.RigAdvisor", "1.2.0")
        (schema,) = (
            file for file in place.iterdir() if f".{kind}." in file.read_text(encoding="utf-8").partition("\n")[0]
        )
        assert f"{one['ManifestVersion']}.schema.json" in schema.read_text(encoding="utf-8").partition("\n")[0]
    installer, setup = read["installer"], "rig-advisor-1.2.0-windows-{}.exe"
    assert installer["ReleaseDate"] == "2026-12-01"
    assert [(one["Architecture"], one["InstallerUrl"]) for one in installer["Installers"]] == [
        ("x64", address("some-one", setup.format("x86_64"))),
        ("arm64", address("some-one", setup.format("arm64"))),
    ]
    sums = [sha256(folder / setup.format(machine)).upper() for machine in ("x86_64", "arm64")]
    assert [one["InstallerSha256"] for one in installer["Installers"]] == sums
    assert read["version"]["DefaultLocale"] == read["defaultLocale"]["PackageLocale"]
    assert 3 <= len(read["defaultLocale"]["ShortDescription"]) <= 256
    assert all(1 <= len(tag) <= 40 and " " not in tag for tag in read["defaultLocale"]["Tags"])
    assert len(read["defaultLocale"]["Tags"]) <= 16


def _yaml(file: Path) -> dict[str, Any]:
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_winget_finds_the_installed_app_by_what_the_setup_writes(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    script = (REPOSITORY / ".ci/packages/windows/installer.nsi").read_text(encoding="utf-8")
    (key,) = re.findall(r'!define ID "(.+)"', script)
    (publisher,) = re.findall(r'"Publisher" "(.+)"', script)
    (name,) = re.findall(r'!define NAME "(.+)"', script)
    installer, locale = (next(out.rglob(f"*{end}.yaml")) for end in (".installer", ".locale.en-US"))
    assert _yaml(installer)["ProductCode"] == key
    assert (_yaml(locale)["Publisher"], _yaml(locale)["PackageName"]) == (publisher, name)
    endings = re.findall(r'!insertmacro FileKind "\.(\w+)"', script)
    assert _yaml(installer)["FileExtensions"] == sorted(endings)


def test_scoop_unpacks_the_setup_and_finds_newer_ones(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    manifest = json.loads((out / "scoop/rig-advisor.json").read_text(encoding="utf-8"))
    setup = "rig-advisor-1.2.0-windows-x86_64.exe"
    assert manifest["architecture"]["64bit"] == {
        "url": address("some-one", setup) + "#/dl.7z",
        "hash": sha256(folder / setup),
    }
    assert set(manifest["architecture"]) == set(manifest["autoupdate"]["architecture"]) == {"64bit", "arm64"}
    for one in manifest["autoupdate"]["architecture"].values():
        assert "1.2.0" not in one["url"]
        assert one["url"].count("$version") == 2
    assert manifest["bin"] == "rig-advisor.exe"
    assert manifest["license"] == "Apache-2.0"


def test_the_cask_names_both_images(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    cask = (out / "homebrew/Casks/rig-advisor.rb").read_text(encoding="utf-8")
    assert 'version "1.2.0"' in cask
    assert cask.count("1.2.0") == 1
    for processor, machine in (("arm", "arm64"), ("intel", "x86_64")):
        assert f'{processor}: "{machine}"' in cask
        assert re.search(rf'{processor}: +"{sha256(folder / f"rig-advisor-1.2.0-macos-{machine}.dmg")}"', cask)
    assert "rig-advisor-#{version}-macos-#{arch}.dmg" in cask
    assert f"macOS {OLDEST_MACOS[0]} or newer" in (REPOSITORY / "docs/packaging.md").read_text(encoding="utf-8")
    (desc,) = re.findall(r'desc "(.+)"', cask)
    assert len(desc) <= 80
    assert not desc.endswith(".")


def test_one_image_alone_is_for_its_processor(tmp_path: Path) -> None:
    folder, out = made(tmp_path, ("-{v}-macos-arm64.dmg",))
    cask = (out / "homebrew/Casks/rig-advisor.rb").read_text(encoding="utf-8")
    assert "depends_on arch: :arm64" in cask
    assert f'sha256 "{sha256(folder / "rig-advisor-1.2.0-macos-arm64.dmg")}"' in cask
    assert "#{arch}" not in cask


@pytest.mark.skipif(shutil.which("ruby") is None, reason="this checker is not installed: ruby")
def test_ruby_understands_the_cask(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    subprocess.run(["ruby", "-c", out / "homebrew/Casks/rig-advisor.rb"], check=True, capture_output=True)


def test_arch_gets_what_the_debian_package_depends_on(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    recipe, told = ((out / "aur" / name).read_text(encoding="utf-8") for name in ("PKGBUILD", ".SRCINFO"))
    assert "depends=('glib2' 'glibc' 'libglvnd' 'xcb-util-cursor' 'zlib')" in recipe
    for machine, deb in (("x86_64", "amd64"), ("aarch64", "arm64")):
        file = f"rig-advisor_1.2.0_{deb}.deb"
        assert f"source_{machine}=('{address('some-one', file)}')" in recipe
        assert f"sha256sums_{machine}=('{sha256(folder / file)}')" in recipe
        assert f"\tsha256sums_{machine} = {sha256(folder / file)}\n" in told
    if shutil.which("bash") and sys.platform != "win32":
        subprocess.run(["bash", "-n", out / "aur/PKGBUILD"], check=True)


def test_arch_s_description_says_what_its_recipe_says(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    recipe, told = ((out / "aur" / name).read_text(encoding="utf-8") for name in ("PKGBUILD", ".SRCINFO"))
    fields: dict[str, list[str]] = {}
    for line in told.splitlines():
        name, is_field, value = line.strip().partition(" = ")
        if is_field:
            fields.setdefault(name, []).append(value)
    assert fields.pop("pkgbase") == fields["pkgname"]
    lists = {
        name: re.findall(r"'([^']+)'", words) for name, words in re.findall(r"^(\w+)=\((.*)\)$", recipe, re.MULTILINE)
    }
    single = {name: [word.strip('"')] for name, word in re.findall(r"^(\w+)=([^(\n]+)$", recipe, re.MULTILINE)}
    assert lists | single == fields


@pytest.mark.skipif(shutil.which("makepkg") is None, reason="this checker is not installed: makepkg")
def test_arch_s_own_program_makes_the_same_description(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    as_nobody = [] if os.geteuid() else ["unshare", "--map-user=1000"]  # it refuses to work as root
    environment = {**os.environ, "PACMAN": "true"}  # it looks for pacman, which does nothing here
    done = subprocess.run(
        [*as_nobody, "makepkg", "--printsrcinfo"],
        cwd=out / "aur",
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == (out / "aur/.SRCINFO").read_text(encoding="utf-8")


def test_every_library_of_the_debian_package_has_a_name_at_arch() -> None:
    lines = (REPOSITORY / ".ci/packages/linux/library-packages").read_text(encoding="utf-8").splitlines()
    asked = {line.split()[1] for line in lines}
    assert asked == set(ARCH_PACKAGES)


def test_a_library_that_arch_may_call_otherwise_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = downloads(tmp_path / "downloads", X86, depends="libc6, libnew7")
    assert main([str(folder), "1.2.0", str(tmp_path / "out"), "--owner", "one"]) == 1
    assert "libnew7" in capsys.readouterr().err


def test_flathub_builds_our_source_with_the_locked_files(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    name = "io.github.some_one.rig_advisor"
    manifest = json.loads((out / f"flathub/{name}.json").read_text(encoding="utf-8"))
    assert manifest["id"] == name
    tools, packages, app = manifest["modules"]
    assert app["sources"][0] == {
        "type": "archive",
        "url": address("some-one", "rig_advisor-1.2.0.tar.gz"),
        "sha256": sha256(folder / "rig_advisor-1.2.0.tar.gz"),
    }
    assert [one["url"].rsplit("/", 1)[1] for one in tools["sources"]] == ["hatchling-1.0-py3-none-any.whl"]
    assert [(one["only-arches"], one["url"].rsplit("_", 1)[1]) for one in packages["sources"]] == [
        (["aarch64"], "aarch64.whl"),
        (["x86_64"], "64.whl"),
    ]
    for one in (*tools["sources"], *packages["sources"]):
        assert one["sha256"] == hashlib.sha256(one["url"].encode()).hexdigest()
    for command in app["build-commands"]:
        for file in re.findall(r"(?:\.ci|resources)/[\w./-]+", command):
            assert (REPOSITORY / file).is_file(), file


def test_a_store_is_told_of_this_release_and_its_pictures(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    (file,) = out.glob("flathub/*.metainfo.xml")
    told = ElementTree.parse(file).getroot()
    assert told.findtext("id") == file.name.removesuffix(".metainfo.xml")
    assert told.findtext("launchable") == f"{told.findtext('id')}.desktop"
    (release,) = told.findall("releases/release")
    assert (release.get("version"), release.get("date")) == ("1.2.0", "2026-12-01")
    pictures = [one.text or "" for one in told.findall("screenshots/screenshot/image")]
    assert pictures
    for picture in pictures:
        start = "https://raw.githubusercontent.com/some-one/rig-advisor/v1.2.0/"
        assert (REPOSITORY / picture.removeprefix(start)).is_file(), picture
    assert len([one for one in told.findall("screenshots/screenshot") if one.get("type") == "default"]) == 1
    assert len(told.findtext("summary") or "") <= 35


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="this checker is not installed: appstreamcli")
def test_a_store_understands_it(tmp_path: Path) -> None:
    _, out = made(tmp_path)
    (file,) = out.glob("flathub/*.metainfo.xml")
    subprocess.run(["appstreamcli", "validate", "--no-net", file], check=True, capture_output=True)


@pytest.mark.parametrize("text", ["", "{}", '{"install": [{}]}', '{"install": 3}', "not JSON"])
def test_what_is_no_report_of_pip_is_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, report = downloads(tmp_path / "downloads", PYTHON), tmp_path / "report.json"
    report.write_text(text, encoding="utf-8")
    command = [str(folder), "1.2.0", str(tmp_path / "out"), "--owner", "one", "--wheels", str(report)]
    assert main(command) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main([*command[:-1], str(pip_report(report, "x86_64", "file:///opt/"))]) == 1
    assert "nobody else" in capsys.readouterr().err


def test_the_page_of_a_release_lists_sizes_and_what_is_new(tmp_path: Path) -> None:
    folder, out = made(tmp_path)
    notes = (out / "github/notes.md").read_text(encoding="utf-8")
    for file in (one for one in folder.iterdir() if one.suffix in (".exe", ".dmg", ".deb", ".xz")):
        (row,) = (line for line in notes.splitlines() if f"({address('some-one', file.name)})" in line)
        assert row.endswith(f"| {file.stat().st_size / 1e6:.1f} |")
    assert "gh attestation verify FILE --repo some-one/rig-advisor" in notes
    assert "uvx rig-advisor==1.2.0" in notes


def test_what_is_not_there_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = made(tmp_path, X86[:1])
    said = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert {way for way, files in said.items() if files.startswith("left out")} == {
        "winget",
        "scoop",
        "homebrew",
        "flathub",
    }
    assert {folder.name for folder in out.iterdir()} == {"aur", "github"}
    assert "aarch64" not in (out / "aur/PKGBUILD").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "owner", "said"),
    [
        (lambda folder: (folder / "rig-advisor-1.1.0-windows-x86_64.exe").write_text("old"), "one", "1.1.0"),
        (lambda folder: (folder / "notes.txt").write_text("mine"), "one", "notes.txt"),
        (lambda folder: (folder / "rig_advisor-1.2.0.tar.gz").write_text("changed"), "one", "SHA256SUMS"),
        (lambda folder: [file.unlink() for file in folder.iterdir()], "one", "no downloads"),
        (lambda folder: (folder / "rig-advisor_1.2.0_arm64.deb").write_bytes(b"!<arch>\nbroken"), "one", "SHA256SUMS"),
        (lambda folder: (folder / "SHA256SUMS").write_text(""), "one", "SHA256SUMS"),
        (lambda folder: shutil.rmtree(folder), "one", "downloads"),
        (lambda _: None, "some one/..", "account"),
    ],
)
def test_what_is_no_release_is_refused_in_one_sentence(
    change: Any, owner: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = downloads(tmp_path / "downloads", (*X86, *PYTHON))
    change(folder)
    assert main([str(folder), "1.2.0", str(tmp_path / "out"), "--owner", owner]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("raw", [b"", b"!<arch>\n", b"!<arch>\n" + b"x" * 60, debian_package(DEPENDS)[:200]])
def test_a_damaged_debian_package_is_one_sentence(
    raw: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    (folder / "rig-advisor_1.2.0_amd64.deb").write_bytes(raw)
    assert main([str(folder), "1.2.0", str(tmp_path / "out"), "--owner", "one"]) == 1
    assert "no Debian package" in capsys.readouterr().err
