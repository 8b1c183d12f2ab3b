"""Starting the app again, with a file: the window that is open comes forward and opens it."""

import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from advisor.store.profile import save_machine
from advisor.ui.window.main_window import MainWindow
from tests.fakes.machines import machine
from tests.journeys.conftest import says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


def test_a_second_start_opens_its_file_in_the_first_window(travel: Callable[..., int], tmp_path: Path) -> None:
    save_machine(tmp_path / "other.rig", machine())

    def story(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 1
        window.showMinimized()
        command = [sys.executable, "-m", "advisor", "other.rig"]
        again = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        yield lambda: again.poll() is not None
        assert (again.returncode, again.communicate()[0]) == (0, "")
        assert not window.isMinimized()
        yield says(window, "Viewing: other")

    assert travel(story) == 0


def test_a_later_start_begins_with_the_overview(travel: Callable[..., int]) -> None:
    def first(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 6
        window.open_page("learn")

    def later(window: MainWindow) -> Waits:
        yield lambda: window.pages.count() >= 6
        assert window.page_name == "overview"

    assert travel(first) == 0
    assert travel(later) == 0
