"""What every test gets: no display, no network, a data folder of its own, and no skip without a listed reason."""

import gc
import itertools
import os
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from tests.fakes.patience import HANG_S

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Hundreds of tests start the app in a child: without what Python and the catalog keep beside their files, each child
would compile all modules and read all cards anew, whatever the surroundings of the tests ask for."""

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).parent / "fakes" / "fonts.conf")
if sys.platform == "win32":  # there the screen of the tests knows the fonts of this folder alone
    os.environ["QT_QPA_FONTDIR"] = str(Path(__file__).parents[1] / "resources" / "fonts")
settings.register_profile("here", deadline=None, derandomize=True, database=None)
settings.load_profile("here")

NUMBERS, ROUNDS = itertools.count(), itertools.count(1)
GOLDEN = Path(__file__).parent / "golden"

ALLOWED_SKIPS = (
    "no fixtures",  # captured machines whose licenses keep them out of the repository
    "needs a GPU",
    "signals as on POSIX",
    "closing a pipe as on POSIX",
    "pipes in folders as on POSIX",
    "links in folders as on POSIX",
    "modes of files as on POSIX",
    "time zones as on POSIX",
    "languages as on POSIX",
    "no C compiler",
    "shells as on POSIX",
    "this shell is not installed",
    "no pseudo-terminal here",  # containers without devpts(5)
    "a program without an ending",
    "this checker is not installed",  # .ci/run has all
    "limits of address space as on Linux",
    "bytes counted as on Linux",
    "processes copied as on Linux",
    "could not import 'mcp'",
    "could not import 'distributed'",
    "letters as drawn on Linux",
    "Dask waits for a clock in steps",  # Windows has one, Wine does not
    "no chart pictures for this Qt",
    "None is never counted from Python 3.12 on",
)
"""How the reason of an accepted skip begins; any other skip is a failure, so that no test goes quiet unseen."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the broad tests out where no place, word or mark says which tests are wanted."""
    if config.args != config.getini("testpaths") or config.option.keyword or config.option.markexpr:
        return
    broad = [one for one in items if one.get_closest_marker("broad")]
    config.hook.pytest_deselected(items=broad)
    items[:] = [one for one in items if not one.get_closest_marker("broad")]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME; a missing file fails."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.is_file(), f"{file} is missing; write it with --update-golden and look at it"
        assert text == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """It waits as long as a busy computer may take."""
    for name in ("waitSignal", "waitSignals", "waitUntil"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=int(HANG_S * 1000)))
    return qtbot


@pytest.fixture(autouse=True)
def data_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It is made by what writes into it: a folder for each of thousands of tests takes longer than most of them."""
    monkeypatch.setenv("RIG_ADVISOR_DATA", str(tmp_path_factory.getbasetemp() / f"data-{next(NUMBERS)}"))


@pytest.fixture(autouse=True, scope="session")
def garbage_waits_for_the_main_thread() -> Iterator[None]:
    """Nothing looks for garbage but `no_garbage_is_left`.

    Each thread would, whatever it does; windows that the thread of pytest-xdist finds are taken apart at some later
    call of Qt in the main thread, which may hold the lock that taking them apart needs: it stands still for ever.
    What was collected and loaded until now stays, and is not looked at again.
    """
    gc.disable()
    gc.freeze()
    enable, gc.enable = gc.enable, lambda: None
    yield
    gc.enable = enable
    gc.enable()


@pytest.fixture(autouse=True)
def no_garbage_is_left(garbage_waits_for_the_main_thread: None) -> Iterator[None]:
    """Young garbage is looked for after every test, old now and then, and what is left then is not looked at again.

    To look through all that a worker keeps, again and again, took a tenth of the time of all tests.
    """
    yield
    number = next(ROUNDS)
    gc.collect(2 if number % 200 == 0 else 1 if number % 10 == 0 else 0)
    if number % 200 == 0:
        gc.freeze()


LEAST_FREE_PORT = 16384
"""Systems hand out ports from here on; engines that run on this computer listen below."""


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def refuse(one: socket.socket, address: Any) -> None:
        """A socket of the file system, and a server that a test started, reach no further than this computer."""
        is_own = address[0] == "127.0.0.1" and address[1] >= LEAST_FREE_PORT
        if one.family in (socket.AF_INET, socket.AF_INET6) and not is_own:
            raise AssertionError("a test reached for the network")
        connect(one, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


def skip_reason(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    """Why a test or a file was skipped; None where it was not, or is expected to fail."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return None
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ")


def refuse_unknown_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = skip_reason(report)
    if reason is not None and not reason.startswith(ALLOWED_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"this skip is not on the list of allowed ones in tests/conftest.py: {reason}"


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Delete the windows of a test now: without an event loop they stay, and every new style is set on all of them."""
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_unknown_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_unknown_skip(report)
    return report
