"""What took long to read of this computer is not read anew for each question, and the answer says so."""

import datetime
import json

import pytest

from advisor.__main__ import main
from advisor.cli.frame import profile
from advisor.facts.values.local_time import local_now
from advisor.store import last_read
from advisor.store.last_read import FRESH_S, LAST_READ

Said = pytest.CaptureFixture[str]


def notes(said: Said) -> list[str]:
    assert main(["rank", "--limit", "1", "--json"]) == 0
    found: list[str] = json.loads(said.readouterr().out)["notes"]
    return [one for one in found if "as read" in one]


@pytest.fixture
def kept_long_ago(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    """A reading that took long, kept by the first command."""
    monkeypatch.setattr(profile, "LONG_S", 0.0)
    assert notes(capsys) == []
    assert LAST_READ.path.is_file()


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = local_now() + datetime.timedelta(seconds=seconds)
    monkeypatch.setattr(last_read, "local_now", lambda: now)


@pytest.mark.usefixtures("kept_long_ago")
def test_the_next_question_does_not_read_again_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(profile, "read_profile", lambda *_: pytest.fail("it was read again"))
    later(monkeypatch, 120)
    (note,) = notes(capsys)
    assert note.startswith("Hardware and free memory as read 2 min")


@pytest.mark.usefixtures("kept_long_ago")
@pytest.mark.parametrize("seconds", [FRESH_S + 1, -60])
def test_an_old_reading_and_one_of_the_future_are_not_used(
    seconds: float, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    later(monkeypatch, seconds)
    assert notes(capsys) == []


@pytest.mark.broad
@pytest.mark.usefixtures("kept_long_ago")
@pytest.mark.parametrize("damage", ["", "{", '{"schema_version": 1, "read_at": "soon", "app_version": "0"}'])
def test_a_damaged_reading_is_not_used(damage: str, capsys: Said) -> None:
    LAST_READ.path.write_text(damage)
    assert notes(capsys) == []


def test_what_is_read_at_once_is_read_each_time(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(profile, "LONG_S", 1e9)
    assert notes(capsys) == notes(capsys) == []
    assert not LAST_READ.path.exists()
