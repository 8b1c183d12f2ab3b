"""Ctrl+C in the terminal, `kill` and logging out close the window as a person does."""

import signal
import sys
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.ui.start.fault_watch import FaultWatch
from advisor.ui.start.stop_signals import StopSignals
from tests.fakes.patience import HANG_S


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """As in the foreground: in the background Ctrl+C is ignored, below `nohup` the end of the terminal."""
    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler)}
    if hasattr(signal, "SIGHUP"):
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_is_told_while_qt_waits(name: str, qtbot: QtBot) -> None:
    if not hasattr(signal, name):
        return
    parent = QObject()
    before = signal.getsignal(getattr(signal, name))
    signals = StopSignals(parent)
    with qtbot.waitSignal(signals.asked):
        signal.raise_signal(getattr(signal, name))
    signals.stop()
    signals.stop()
    assert signal.getsignal(getattr(signal, name)) == before


def test_two_windows_hear_signals_in_any_order_of_their_ends(qtbot: QtBot) -> None:
    parents = QObject(), QObject()
    before = signal.getsignal(signal.SIGINT)
    first, second = (StopSignals(parent) for parent in parents)
    first.stop()
    with qtbot.waitSignal(second.asked):
        signal.raise_signal(signal.SIGINT)
    second.stop()
    assert signal.getsignal(signal.SIGINT) == before


def test_a_window_that_is_gone_hears_nothing(qtbot: QtBot) -> None:
    before = signal.getsignal(signal.SIGINT)
    parent = QObject()
    StopSignals(parent)
    assert signal.getsignal(signal.SIGINT) != before
    shiboken6.delete(parent)
    assert signal.getsignal(signal.SIGINT) == before


def test_what_is_to_be_ignored_stays_so(qtbot: QtBot) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        parent = QObject()
        signals = StopSignals(parent)
        with qtbot.assertNotEmitted(signals.asked, wait=100):
            signal.raise_signal(signal.SIGINT)
        signals.stop()
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_stop_in_the_midst_of_loading_ends_the_program(qapp: QApplication) -> None:
    limit = QTimer()
    limit.timeout.connect(lambda: qapp.exit(5))
    limit.start(int(HANG_S * 1000))
    with FaultWatch(None):
        QTimer.singleShot(0, lambda: sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None))
        assert qapp.exec() == 0
    limit.stop()  # an exit in the midst of a later test would end every wait of the tests after it
