"""Loads pyqtgraph without all that Qt has.

It copies every class of QtCore, QtGui and QtWidgets into modules of its own, for which PySide has to make them all:
45 ms and 6 MB for hundreds that nobody uses. Here its modules ask PySide for a class when somebody wants it.
"""

import sys
from types import ModuleType

from PySide6 import QtCore, QtGui, QtWidgets


def load_pyqtgraph() -> None:
    """Import it, the first time; later there is nothing left to do."""
    if "pyqtgraph" in sys.modules:
        return
    originals = (QtCore, QtGui, QtWidgets)
    for original in originals:
        mirror = _Mirror(original)
        sys.modules[mirror.__name__] = mirror
        original.__dir__ = list  # type: ignore[method-assign]  # what it would copy
    try:
        import pyqtgraph  # noqa: F401
    finally:
        for original in originals:
            del original.__dir__


class _Mirror(ModuleType):
    """What pyqtgraph takes for a module of Qt."""

    def __init__(self, original: ModuleType) -> None:
        super().__init__(original.__name__.replace("PySide6", "pyqtgraph.Qt"))
        self._original = original

    def __getattr__(self, name: str) -> object:
        found = getattr(self._original, name)
        setattr(self, name, found)
        return found
