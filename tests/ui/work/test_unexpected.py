"""What is said of errors that nobody thought of."""

import sys
from pathlib import Path

import pytest

from advisor.store.fault_reports import new_reports
from advisor.ui.work import unexpected as room
from advisor.ui.work.unexpected import unexpected


def test_it_is_said_and_kept() -> None:
    assert unexpected(ValueError("no such thing")) == ("Unexpected error (ValueError: no such thing).")
    assert len(new_reports()) == 1


@pytest.mark.parametrize("is_gone", [False, True])
def test_after_an_upgrade_it_is_said_to_start_again(
    is_gone: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "rig-advisor"
    program.write_text("old")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(room, "_BEGUN_AS", room._program())
    assert "Unexpected error" in unexpected(ValueError("a fault"))
    (tmp_path / "new").write_text("new")
    if is_gone:
        program.unlink()
    else:
        (tmp_path / "new").replace(program)
    assert "start it again" in unexpected(ValueError("incorrect header check"))
    assert len(new_reports()) == 1
