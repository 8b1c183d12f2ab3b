"""What is said to be kept is kept, for its owner only: several programs write at once, one is ended midway."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.cli.frame.command import run_command
from advisor.facts.kept.settings import Money
from advisor.store import file_lock
from advisor.store.atomic_file import StoreError, write_file
from advisor.store.crashes import CRASHES
from advisor.store.file_lock import only_one
from advisor.store.folder import data_folder
from advisor.store.litter import clear_litter, temporary_beside
from advisor.store.settings import SETTINGS, keep_choices
from tests.fakes.systems.special_files import named_pipe

WRITERS, EACH = 6, 4
NOTING = """
import sys
from advisor.facts.kept.history import Crash
from advisor.store.crashes import save_crash
for number in range(int(sys.argv[2])):
    what = f"card {sys.argv[1]}, {number}"
    save_crash(Crash(part="graphics", what=what, driver="1", sentence="It crashed.", seen_at="2026-11-22T12:00:00Z"))
"""
ONLY_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files as on POSIX")


def test_all_that_several_programs_keep_at_once_is_there() -> None:
    writers = [subprocess.Popen([sys.executable, "-c", NOTING, str(one), str(EACH)]) for one in range(WRITERS)]
    assert [one.wait() for one in writers] == [0] * WRITERS
    assert len(CRASHES.read().record.crashes) == WRITERS * EACH


def test_two_windows_keep_what_each_has_changed() -> None:
    SETTINGS.change(lambda kept: kept.changed(context_tokens=512))
    SETTINGS.change(lambda kept: kept.changed(money=Money(hours_per_day=3)))
    kept = SETTINGS.read().record
    assert (kept.context_tokens, kept.money.hours_per_day) == (512, 3)


def test_a_window_loses_nothing_that_a_command_kept_since(tmp_path: Path) -> None:
    other, own = tmp_path / "other", tmp_path / "own"
    other.mkdir()
    gone, stays = str(tmp_path / "gone"), str(tmp_path / "stays")
    before = SETTINGS.change(lambda kept: kept.changed(model_folders=(gone, stays), money=Money(budget_usd=500)))
    assert run_command(["models", "--folder", str(other), "--forget", stays]) == 0
    SETTINGS.change(lambda kept: kept.changed(money=kept.money.changed(currency="EUR", usd_rate=1.1)))
    chosen = {"model_folders": (stays, str(own)), "money": before.money.changed(hours_per_day=3)}
    keep_choices(before, chosen)
    kept = SETTINGS.read().record
    assert set(kept.model_folders) == {str(own), str(other)}
    assert (kept.money.currency, kept.money.hours_per_day, kept.money.budget_usd) == ("EUR", 3, 500)


FOLDERS = """
import sys
from pathlib import Path
from advisor.cli.models import _folders
for number in range(int(sys.argv[2])):
    folder = Path(sys.argv[3], f"{sys.argv[1]} {number}")
    folder.mkdir()
    _folders([folder], [])
"""


@pytest.mark.broad
def test_all_folders_that_several_commands_name_at_once_are_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FOLDERS]
    writers = [subprocess.Popen([*command, str(one), str(EACH), str(tmp_path)]) for one in range(WRITERS)]
    assert [one.wait() for one in writers] == [0] * WRITERS
    assert len(SETTINGS.read().record.model_folders) == WRITERS * EACH


def test_who_never_lets_go_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    SETTINGS.change(lambda kept: kept)
    monkeypatch.setattr(file_lock, "PATIENCE_S", 0.05)
    with only_one(data_folder() / ".lock"), pytest.raises(StoreError, match="held_by_another"):
        SETTINGS.change(lambda kept: kept)
    SETTINGS.change(lambda kept: kept)


def test_who_waits_while_others_take_turns_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lock, hours = data_folder() / ".lock", iter(range(10_000))
    SETTINGS.change(lambda kept: kept)

    def taken_by_others_first(number: int) -> bool:
        now = next(hours)
        os.utime(lock, (now, now))
        return now > 100

    monkeypatch.setattr(file_lock, "is_taken", taken_by_others_first)
    monkeypatch.setattr(file_lock, "PATIENCE_S", 0.05)
    monkeypatch.setattr(file_lock, "LOOK_S", 0.001)
    SETTINGS.change(lambda kept: kept)


def test_who_has_it_says_so_to_those_who_wait() -> None:
    lock = data_folder() / ".lock"
    SETTINGS.change(lambda kept: kept)
    os.utime(lock, (1, 1))
    with only_one(lock):
        assert lock.stat().st_mtime > 1


KILLED = """
import os, signal, sys
from pathlib import Path
from advisor.store.atomic_file import write_file
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_file(Path(sys.argv[1]), "new")
"""


@ONLY_POSIX
def test_what_a_killed_writer_left_anywhere_is_gone_after_the_next_start(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    subprocess.run([sys.executable, "-c", KILLED, str(own / "a.pdf")], check=False)
    assert [one.name[:6] for one in own.iterdir()] == [".a.pdf"]
    assert run_command(["completion", "bash"]) == 0
    assert not list(own.iterdir())
    assert not list(data_folder().glob(".unfinished*"))


def test_what_a_living_writer_still_writes_stays(tmp_path: Path) -> None:
    with temporary_beside(tmp_path / "a.pdf") as temporary:
        temporary.touch()
        clear_litter()
        assert temporary.exists()
    assert not list(tmp_path.iterdir())


def test_a_note_that_was_changed_removes_nothing_else(tmp_path: Path) -> None:
    data_folder().mkdir(parents=True)
    other = tmp_path / "thesis.tex"
    other.touch()
    (data_folder() / ".unfinished.0badcafe").write_bytes(os.fsencode(other))
    clear_litter()
    assert other.exists()
    assert not list(data_folder().glob(".unfinished*"))


@ONLY_POSIX
def test_what_is_kept_is_for_its_owner_only(tmp_path: Path) -> None:
    SETTINGS.change(lambda kept: kept)
    assert SETTINGS.path.stat().st_mode & 0o077 == 0
    assert data_folder().stat().st_mode & 0o077 == 0
    own = tmp_path / "mine.rig"
    own.touch(mode=0o600)
    write_file(own, "new")
    assert own.stat().st_mode & 0o777 == 0o600


@pytest.mark.timeout(60)
def test_a_pipe_in_place_of_a_file_holds_nobody_up() -> None:
    data_folder().mkdir(parents=True)
    named_pipe(SETTINGS.path)
    assert SETTINGS.read().note
