"""The log and the reports of faults: small, without anything personal, and never a reason to stop."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath
from urllib.parse import quote

import pytest

from advisor.cli.frame.command import run_command
from advisor.store import log
from advisor.store.anonymized_text import anonymized_text
from advisor.store.fault_reports import (
    MOST_REPORTS,
    delete_reports,
    error_report,
    keep_report,
    new_reports,
    report_text,
    reports_folder,
    set_seen,
)
from advisor.store.folder import FOLDER_VARIABLE, log_folder
from advisor.store.log import LOG, close_log, last_lines, log_file, open_log

PERSON, HOST = "siegfried", "brunhilde"
PERSONAL = (PERSON, HOST, "4c4c4544-0042", "aa:bb:cc", "CZC1234567", "secret plans")


@pytest.fixture(autouse=True)
def person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Somebody with a name, at a computer with a name."""
    home = tmp_path / "home" / PERSON
    home.mkdir(parents=True)
    monkeypatch.setattr("socket.gethostname", lambda: f"{HOST}.example")
    monkeypatch.setattr("getpass.getuser", lambda: PERSON)
    monkeypatch.setattr(Path, "home", lambda: home)
    return home


@pytest.fixture
def opened() -> Iterator[None]:
    open_log()
    yield
    close_log()


def said_of(home: Path) -> str:
    return (
        f"could not open {home}/secret plans/model.gguf for {PERSON} on {HOST.upper()}, 'C:\\Users\\{PERSON}\\x'\n"
        "board 4c4c4544-0042-3510-8052-b4c04f564432 at aa:bb:cc:dd:ee:0f\nSerial Number: CZC1234567\nQt: no theme"
    )


def test_a_text_loses_what_is_personal_and_nothing_else(person: Path) -> None:
    text = anonymized_text(said_of(person))
    assert not [word for word in PERSONAL if word.lower() in text.lower()], text
    assert "could not open ~/..." in text
    assert text.endswith("Qt: no theme")
    assert anonymized_text("nothing to hide: 40 GB/s in /usr/lib/x") == "nothing to hide: 40 GB/s in /usr/lib/x"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("'/media/else/USB/secret plans/a.gguf', line 3", "'/media/...', line 3"),
        ("/run/media/else/DISK/a.gguf", "/run/..."),
        ('File "/home/else/a.gguf"', 'File "/home/..."'),
        ("file:///mnt/plans/a.gguf", "file:///mnt/..."),
        (r"D:\Models of Else\a.gguf: gone", r"D:\...: gone"),
        (r"\\server\else\a.gguf", r"\\..."),
        ("at 2001:db8::8a2e:370:7334, 3c52.82ff.00a1", "at ..., ..."),
        ("disk S/N WD-WCC4N5PF and SN of none", "disk ... and SN of none"),
        ("smb://anna@server/plans and nfs://10.0.0.2/x", "... and ..."),
        ("with hf_abcdefghijklmnopqrstuvwx, Bearer abcdefgh12345", "with ..., Bearer ..."),
        (
            "0000:01:00.0 at 12:34:56, std::vector, 0::/init.scope",
            "0000:01:00.0 at 12:34:56, std::vector, 0::/init.scope",
        ),
        ("nfs at 192.168.1.20, fe80::1ff:fe23:4567:890a", "nfs at ..., ..."),
        ("/usr/lib/x, /proc/meminfo, /tmp/.X11-unix/X0", "/usr/lib/x, /proc/meminfo, /tmp/.X11-unix/X0"),
        (r"C:\Windows\System32\nvcuda.dll", r"C:\Windows\System32\nvcuda.dll"),
        (
            "https://docs.nvidia.com/deploy/a, 40 GB/s, 31.0.101.4255",
            "https://docs.nvidia.com/deploy/a, 40 GB/s, 31.0.101.4255",
        ),
    ],
)
def test_folders_of_others_on_other_disks_and_servers_are_hidden_those_of_the_system_not(said: str, told: str) -> None:
    assert anonymized_text(said) == told


@pytest.mark.parametrize("form", [str, quote, lambda text: text.encode("ascii", "backslashreplace").decode()])
def test_the_home_is_found_however_its_name_is_written(
    form: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "Änne Rig")
    text = anonymized_text(f'File "{form(str(tmp_path / "Änne Rig" / "plans.gguf"))}", line 3')
    assert text == 'File "~/...", line 3'


def test_files_of_the_program_are_named_as_everywhere_where_folders_are_parted_otherwise() -> None:
    said = 'File "advisor\\store\\log.py", line 3'
    assert anonymized_text(said) == 'File "advisor/store/log.py", line 3'


def test_a_home_on_a_drive_is_hidden_also_where_its_address_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: PureWindowsPath("C:\\Users\\Änne Rig"))
    for said in ("C:\\Users\\Änne Rig\\plans.gguf", "file:///C:/Users/%C3%84nne%20Rig/plans.gguf"):
        assert "nne" not in anonymized_text(f'File "{said}"')
    assert "nne" not in anonymized_text(f"?open={quote(str(Path.home() / 'plans.gguf'), safe='')}")


def test_files_of_the_program_keep_their_place_and_those_of_a_person_do_not(
    person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(person), str(person / ".local/site-packages"), *sys.path])
    files = (person / ".local/site-packages/numpy/x.py", log.__file__, person / "plans.gguf", logging.__file__)
    told = anonymized_text(", ".join(f'File "{file}"' for file in files)).replace(os.sep, "/")
    assert told == 'File "numpy/x.py", File "advisor/store/log.py", File "~/...", File "logging/__init__.py"'


def test_an_account_without_a_home_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch, person: Path) -> None:
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", none)
    assert keep_report("fault", said_of(person))


def test_the_log_holds_nothing_personal(opened: None, person: Path) -> None:
    LOG.warning("Qt: %s", said_of(person))
    text = log_file().read_text(encoding="utf-8")
    assert "WARNING Qt: could not open" in text
    assert not [word for word in PERSONAL if word.lower() in text.lower()], text


def test_the_log_stays_small(opened: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LARGEST_BYTES", 2000)
    open_log()
    for number in range(200):
        LOG.info("line %s of many that are written one after the other", number)
    files = list(log_folder().iterdir())
    assert len(files) == 1 + log.OLDER_FILES
    assert max(file.stat().st_size for file in files) <= 2000
    assert last_lines(1)[0].endswith("line 199 of many that are written one after the other")


def test_no_line_is_lost_where_another_window_holds_the_file(opened: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(*_: object) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(log, "LARGEST_BYTES", 200)
    monkeypatch.setattr(os, "rename", held)
    open_log()
    for number in range(9):
        LOG.info("line %s of some that are longer than the file may be", number)
    assert len(last_lines(20)) == 9


TWO = """
import sys
from advisor.store import log
log.LARGEST_BYTES = 3000
log.open_log()
for number in range(300):
    log.LOG.info("%s wrote line %s", sys.argv[1], number)
"""


def test_two_windows_share_a_log_that_stays_small(tmp_path: Path) -> None:
    environment = os.environ | {FOLDER_VARIABLE: str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", TWO, name], env=environment, stderr=subprocess.PIPE, text=True)
        for name in ("first", "second")
    ]
    assert [one.communicate()[1] for one in both] == ["", ""]
    files = list((tmp_path / "log").iterdir())
    assert len(files) <= 1 + log.OLDER_FILES
    assert sum(file.stat().st_size for file in files) < 3 * 3000 + 1000


@pytest.mark.parametrize("in_the_way", ["folder", "file", "full"])
def test_without_a_place_to_write_there_is_no_log_and_no_word(
    in_the_way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patched:
        if in_the_way == "file":
            log_file().mkdir(parents=True)
        elif in_the_way == "folder":
            log_folder().parent.parent.mkdir(parents=True, exist_ok=True)
            log_folder().parent.touch()
        else:
            patched.setattr(log._Quiet, "flush", full)
            patched.setattr(os, "fsync", full)
        open_log()
        LOG.error("nobody reads this")
        assert (keep_report("a fault", "details") is None) == (in_the_way != "file")
    close_log()
    assert capsys.readouterr().err == ""


def test_without_a_chosen_folder_the_log_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert "rig-advisor" in log_folder().parts or "Logs" in log_folder().parts


def fault() -> Exception:
    try:
        raise ValueError(f"no {PERSON} here")
    except ValueError as error:
        return error


def test_a_report_says_what_happened_where_and_what_came_before(opened: None, person: Path) -> None:
    LOG.info("reading the hardware")
    file = keep_report("an error", error_report(fault()) + said_of(person))
    assert file
    text = report_text(file)
    assert not [word for word in PERSONAL if word.lower() in text.lower()], text
    for part in (
        "Rig Advisor ",
        "an error",
        "ValueError: no ... here",
        "in fault",
        "reading the hardware",
        sys.platform[:3],
    ):
        assert part.lower() in text.lower()


def test_reports_are_offered_once_and_kept_until_deleted() -> None:
    kept = [keep_report(f"fault {number}", "details") for number in range(MOST_REPORTS + 2)]
    assert list(new_reports()) == kept[2:]
    assert keep_report("fault 5", "the same once more") is None
    set_seen(new_reports())
    assert new_reports() == ()
    assert len(list(reports_folder().iterdir())) == MOST_REPORTS
    delete_reports()
    assert not reports_folder().exists()


def test_doctor_names_the_log_and_brings_its_end(opened: None, capsys: pytest.CaptureFixture[str]) -> None:
    LOG.info("the window was here")
    keep_report("it stumbled", "over a stone")
    assert run_command(["doctor"]) == 0
    text = capsys.readouterr().out
    for part in ("rig-advisor.log", "the window was here", "it stumbled", "over a stone"):
        assert part in text
