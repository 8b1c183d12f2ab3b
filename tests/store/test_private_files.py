"""What is kept is for its owner alone from the moment it is there, folders, log and window's file included."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from advisor.store.fault_reports import keep_report
from advisor.store.folder import FOLDER_VARIABLE, data_folder, make_private
from advisor.store.log import LOG, close_log, open_log
from advisor.store.settings import SETTINGS
from advisor.ui.window.window_memory import WindowMemory

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes of files as on POSIX")


@pytest.fixture(autouse=True)
def opened_mask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new place below folders that are not there, for a user whose files others may read."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "share" / "rig-advisor"))
    before = os.umask(0o022)
    yield
    os.umask(before)


def logs() -> None:
    open_log()
    LOG.warning("a line")
    close_log()


def remembers() -> None:
    WindowMemory().keep(theme="dark")


KEEPERS: dict[str, Callable[[], object]] = {
    "settings": lambda: SETTINGS.change(lambda settings: settings.changed(model_folders=("/x",))),
    "log": logs,
    "report of a fault": lambda: keep_report("it failed", "so"),
    "window": remembers,
}


@pytest.mark.parametrize("kind", KEEPERS)
def test_what_is_kept_is_for_its_owner_alone(kind: str, tmp_path: Path) -> None:
    KEEPERS[kind]()
    made = list((tmp_path / "share").rglob("*"))
    assert [one for one in made if one.is_file()]
    assert {str(one): oct(mode) for one in (tmp_path / "share", *made) if (mode := one.stat().st_mode) & 0o077} == {}


def test_the_folder_of_an_earlier_version_is_closed() -> None:
    data_folder().mkdir(parents=True, mode=0o755)
    make_private(data_folder())
    assert stat.S_IMODE(data_folder().stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_closed_by_the_window() -> None:
    data_folder().mkdir(parents=True)
    file = data_folder() / "window.ini"
    file.write_text("[General]\ntheme=dark\n")
    assert WindowMemory().theme == "dark"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(tmp_path / "new")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
