import gc
import time
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from advisor.ui.work.tidying import Tidying


class Loop:
    """Garbage once nobody else knows it: it holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def tidying(qapp: QApplication) -> Iterator[Tidying]:
    owner = QObject()
    made = Tidying(owner)
    yield made
    made.stop()


def old_garbage() -> "weakref.ref[Loop]":
    """Garbage that survived the looks through what is new."""
    one = Loop()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(one)


def test_old_garbage_goes_while_nothing_is_done(tidying: Tidying) -> None:
    tidying.look()
    garbage = old_garbage()
    assert garbage() is not None
    tidying.look()
    assert garbage() is None


def test_nobody_looks_for_it_while_something_is_done(tidying: Tidying) -> None:
    tidying.look()
    garbage = old_garbage()
    end_s = time.process_time() + 0.2
    while time.process_time() < end_s:
        pass
    tidying.look()
    assert garbage() is not None
    tidying.look()
    assert garbage() is None


def test_python_looks_as_often_as_before_once_the_window_is_closed(qapp: QApplication) -> None:
    before = gc.get_threshold()
    owner = QObject()
    made = Tidying(owner)
    assert gc.get_threshold()[2] > before[2]
    made.stop()
    assert gc.get_threshold() == before
