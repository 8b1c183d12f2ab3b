"""Captured trees stay closed: links never lead out, padding goes, and three kinds of silence are told apart."""

import io
import tarfile
from pathlib import Path

import pytest

from advisor.catalog.reading.archive import CaptureError
from advisor.probe.source.root import DirRoot, Root, Unavailable
from advisor.probe.source.tar_root import MemoryRoot, open_root
from tests.fakes.systems.special_files import link, named_pipe

FILES = {
    "one/two/proc/cpuinfo": b"processor : 0\n\0\0\0",
    "one/two/proc/empty": b"\0\n",
    "one/two/sys/devices/card/uevent": b"DRIVER=amdgpu\n",
}
LINKS = {
    "one/two/sys/class/card0": "../devices/card",
    "one/two/sys/class/absolute": "/sys/devices/card",
    "one/two/sys/class/out": "../../../../../../etc",
    "one/two/sys/class/loop": "loop",
    "one/two/sys/class/dangling": "../devices/other",
}


def as_folder(place: Path) -> Root:
    for path, content in FILES.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(content)
    for path, target in LINKS.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        link(place / path, target)
    return open_root(place)


def as_archive(place: Path) -> Root:
    archive = place / "machine.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for path, content in FILES.items():
            member = tarfile.TarInfo(path)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
        for path, target in LINKS.items():
            member = tarfile.TarInfo(path)
            member.type, member.linkname = tarfile.SYMTYPE, target
            tar.addfile(member)
    return open_root(archive)


KINDS = [as_archive, lambda _: MemoryRoot(FILES, LINKS), as_folder]


@pytest.fixture(params=KINDS)
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Root:
    found: Root = request.param(tmp_path)
    return found


def test_the_folder_with_proc_is_found_below(root: Root) -> None:
    assert root.read_text("/proc/cpuinfo") == "processor : 0"
    assert root.listdir("/") == ("proc", "sys")


def test_links_are_followed_inside(root: Root) -> None:
    assert root.read_text("/sys/class/card0/uevent") == "DRIVER=amdgpu"
    assert root.read_text("/sys/class/absolute/uevent") == "DRIVER=amdgpu"
    assert root.readlink("/sys/class/card0") == "../devices/card"
    assert root.readlink("/sys/devices/card") is None
    assert root.exists("/sys/class/card0/uevent")


@pytest.mark.parametrize("path", ["/sys/class/out/passwd", "/sys/class/loop/x", "/../../etc/passwd"])
def test_nothing_leads_out(root: Root, path: str) -> None:
    assert root.read_bytes(path) == Unavailable("outside_capture", path=path)
    assert root.listdir(path) == ()
    assert not root.exists(path)


def test_missing_and_empty_are_told_apart(root: Root) -> None:
    assert root.read_text("/sys/class/dangling/uevent") == Unavailable("no_file", path="/sys/class/dangling/uevent")
    assert root.read_text("/proc/empty") == Unavailable("file_empty", path="/proc/empty")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    assert isinstance(DirRoot(tmp_path).read_bytes("/proc"), Unavailable)


def test_a_pipe_is_no_file_and_no_archive(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    named_pipe(tmp_path / "proc/cpuinfo")
    assert DirRoot(tmp_path).read_bytes("/proc/cpuinfo") == Unavailable("not_a_file", path="/proc/cpuinfo")
    with pytest.raises(CaptureError, match="no_captured_machine"):
        open_root(tmp_path / "proc/cpuinfo")


def test_no_machine_is_found_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "other/proc").mkdir(parents=True)
    (tmp_path / "other/proc/version").write_text("another")
    (tmp_path / "captured").mkdir()
    link(tmp_path / "captured/way_out", tmp_path / "other")
    assert DirRoot(tmp_path / "captured").read_bytes("/proc/version") == Unavailable("no_file", path="/proc/version")


def archive_of(place: Path, *members: tuple[str, int]) -> Path:
    archive = place / "machine.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name, size_bytes in members:
            member = tarfile.TarInfo(name)
            member.size = size_bytes
            tar.addfile(member, io.BytesIO(bytes(size_bytes)))
    return archive


def test_an_archive_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = archive_of(tmp_path, ("proc/one", 800), ("proc/two", 800))
    for limit, most in (
        ("catalog.reading.archive.MOST_BYTES", 1500),
        ("probe.source.tar_root.MOST_MEMBERS", 1),
        ("catalog.reading.archive.MOST_S", -1.0),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"advisor.{limit}", most)
            with pytest.raises(CaptureError, match="archive_too_large"):
                open_root(archive)
    assert open_root(archive).exists("/proc/two")


def test_a_second_name_of_nothing_is_an_empty_file(tmp_path: Path) -> None:
    archive = tmp_path / "machine.tar"
    with tarfile.open(archive, "w") as tar:
        member = tarfile.TarInfo("proc/meminfo")
        member.type, member.linkname = tarfile.LNKTYPE, "/proc/other"
        tar.addfile(member)
        tar.addfile(tarfile.TarInfo("proc/version"))
    assert open_root(archive).read_text("/proc/meminfo") == Unavailable("file_empty", path="/proc/meminfo")


def test_a_second_name_is_the_file_itself_however_often_it_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "machine.tar"
    with tarfile.open(archive, "w") as tar:
        member = tarfile.TarInfo("proc/meminfo")
        member.size = 8 << 20
        tar.addfile(member, io.BytesIO(b"x" * member.size))
        for number in range(1000):
            other = tarfile.TarInfo(f"proc/{number}")
            other.type, other.linkname = tarfile.LNKTYPE, "proc/meminfo"
            tar.addfile(other)
    root = open_root(archive)
    assert root.read_bytes("/proc/999") is root.read_bytes("/proc/meminfo")


def test_a_header_without_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    archive = tmp_path / "machine.tar"
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo("proc/version")
        member.pax_headers = {"comment": "x" * (1 << 20)}
        tar.addfile(member)
    with pytest.raises(CaptureError, match="archive_too_large"):
        open_root(archive)


def test_folders_around_files_count_as_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = archive_of(tmp_path, *((f"proc/{number}/" + "x/" * 30 + "y", 1) for number in range(10)))
    monkeypatch.setattr("advisor.probe.source.tar_root.MOST_MEMBERS", 100)
    with pytest.raises(CaptureError, match="archive_too_large"):
        open_root(archive)


def test_holes_take_no_memory(tmp_path: Path) -> None:
    archive = tmp_path / "machine.tar"
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo("proc/meminfo")
        member.pax_headers = {"GNU.sparse.size": str(1 << 40), "GNU.sparse.numblocks": "0", "GNU.sparse.map": "0,0"}
        tar.addfile(member)
    assert open_root(archive).listdir("/proc") == ()


def test_folders_without_end_are_left_out(tmp_path: Path) -> None:
    archive = archive_of(tmp_path, ("proc/version", 1), ("proc/" + "x/" * 5000 + "y", 1))
    assert open_root(archive).listdir("/proc") == ("version",)


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="no_captured_machine"):
        open_root(tmp_path / "nothing")
