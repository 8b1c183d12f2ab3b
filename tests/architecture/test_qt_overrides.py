"""No error leaves a method that Qt calls: with Python 3.11 that ends the program (seen 13 of 13 times)."""

import importlib
import pkgutil
import sys
from types import FunctionType, TracebackType

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from advisor.charts.qt_override import qt_override

ROOMS = ("ui", "charts", "report")
OURS_TO_CALL = {"close", "done", "sort", "drawObject", "setText", "text"}
"""Of the names that Qt has, too: called by our own code, or by slots."""


def overrides() -> dict[str, FunctionType]:
    """Methods of our classes with the name of one of a class of Qt below them, by place."""
    found: dict[str, FunctionType] = {}
    for room in map("advisor.{}".format, ROOMS):
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            for one in vars(importlib.import_module(module.name)).values():
                if isinstance(one, type) and one.__module__ == module.name:
                    names = {
                        name for base in one.__mro__[1:] if base.__module__.startswith("PySide6") for name in vars(base)
                    }
                    own = {name: method for name, method in vars(one).items() if isinstance(method, FunctionType)}
                    found |= {
                        f"{module.name}.{one.__name__}.{name}": method
                        for name, method in own.items()
                        if name in names - OURS_TO_CALL and not name.startswith("__")
                    }
    return found


def test_each_method_that_stands_in_place_of_one_of_qt_keeps_its_errors() -> None:
    found = overrides()
    assert len(found) > 50
    guard = qt_override()(lambda: None).__code__
    assert not [place for place, method in found.items() if method.__code__ is not guard]


@pytest.mark.usefixtures("qapp")
def test_an_error_in_one_is_told_and_qt_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(QWidget):
        @qt_override(QSize())
        def sizeHint(self) -> QSize:
            raise IndexError("no size")

    told: list[BaseException] = []

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        told.append(error)
        raise RuntimeError("nowhere to tell it")

    monkeypatch.setattr(sys, "excepthook", hook)
    broken = Broken()
    broken.adjustSize()
    broken.adjustSize()
    assert [str(one) for one in told] == ["no size"]
