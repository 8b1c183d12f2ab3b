"""On Windows whoever has a file open, if only to look for viruses, keeps others from reading or replacing it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advisor.facts.kept.settings import Money
from advisor.store import atomic_file
from advisor.store.atomic_file import StoreError, read_file, write_file
from advisor.store.settings import SETTINGS
from tests.fakes.patience import HANG_S

Holds = Callable[[Path, int], None]


class InUseError(PermissionError):
    """As Windows says it."""

    winerror = 32


@pytest.fixture
def holds(monkeypatch: pytest.MonkeyPatch) -> Holds:
    """Another program holds a file for so many attempts to open, replace or rename it."""
    held: dict[str, int] = {}

    def refuse_as_long_as_held(name: str) -> None:
        real = getattr(os, name)

        def call(*arguments: Any, **words: Any) -> Any:
            for path in map(str, arguments[:2]):
                if held.get(path, 0):
                    held[path] -= 1
                    raise InUseError(13, "It is being used by another process")
            return real(*arguments, **words)

        monkeypatch.setattr(os, name, call)

    for name in ("open", "replace", "rename"):
        refuse_as_long_as_held(name)
    monkeypatch.setattr(atomic_file, "HELD_S", HANG_S)
    return lambda path, attempts: held.update({os.path.realpath(path): attempts})


def test_who_holds_a_file_for_a_moment_is_waited_for(holds: Holds, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    write_file(file, "old")
    holds(file, 2)
    assert read_file(file) == b"old"
    holds(file, 2)
    write_file(file, "new")
    assert read_file(file) == b"new"


def test_who_never_lets_go_is_told_in_the_words_of_the_system(
    holds: Holds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept"
    write_file(file, "old")
    monkeypatch.setattr(atomic_file, "HELD_S", 0.0)
    holds(file, 1)
    with pytest.raises(StoreError, match="used by another process"):
        write_file(file, "new")
    assert read_file(file) == b"old"


def test_settings_that_cannot_be_read_just_now_are_not_written_over(
    holds: Holds, monkeypatch: pytest.MonkeyPatch
) -> None:
    SETTINGS.change(lambda kept: kept.changed(context_tokens=512))
    monkeypatch.setattr(atomic_file, "HELD_S", 0.0)
    holds(SETTINGS.path, 2)  # not read, not set aside
    with pytest.raises(StoreError, match="not_saved"):
        SETTINGS.change(lambda kept: kept.changed(money=Money(hours_per_day=3)))
    assert SETTINGS.read().record.context_tokens == 512


def test_a_file_that_may_not_be_written_leaves_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows neither replaces nor removes what is marked as read-only."""
    file, remove = tmp_path / "kept", os.unlink
    file.write_text("old", encoding="utf-8")
    file.chmod(0o444)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Access is denied")

    def unlink(path: Path) -> None:
        if not Path(path).stat().st_mode & stat.S_IWUSR:
            refuse()
        remove(path)

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(os, "unlink", unlink)
    with pytest.raises(StoreError, match="no_permission_there"):
        write_file(file, "new")
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
    assert read_file(file) == b"old"
