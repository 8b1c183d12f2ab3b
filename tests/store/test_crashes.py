"""Crashed drivers are kept until they are renewed or forgotten."""

from pathlib import Path

import pytest

from advisor.facts.kept.history import Crash
from advisor.facts.values.reason import told
from advisor.store.crashes import CRASHES, MOST_CRASHES, forget_crashes, save_crash
from advisor.store.folder import FOLDER_VARIABLE


def crash(what: str, driver: str = "1.0") -> Crash:
    return Crash(
        part="graphics", what=what, driver=driver, sentence=told("It crashed."), seen_at="2026-01-02T03:04:05+00:00"
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data"


def test_nothing_crashed_yet(folder: Path) -> None:
    forget_crashes()
    assert CRASHES.read().record.crashes == ()
    assert not folder.exists()


def test_a_newer_driver_replaces_the_older() -> None:
    for one in (crash("a"), crash("b"), crash("a", "2.0")):
        save_crash(one)
    assert CRASHES.read().record.crashes == (crash("b"), crash("a", "2.0"))
    forget_crashes()
    assert CRASHES.read().record.crashes == ()


def test_the_oldest_go_first() -> None:
    for number in range(MOST_CRASHES + 2):
        save_crash(crash(str(number)))
    assert CRASHES.read().record.crashes[0].what == "2"


def test_a_damaged_file_is_no_crash(folder: Path) -> None:
    folder.mkdir()
    (folder / "crashes.json").write_text("{", encoding="utf-8")
    assert CRASHES.read().record.crashes == ()
