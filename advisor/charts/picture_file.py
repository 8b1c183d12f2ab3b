"""Writes what is drawn to a file that a person named: all of it, or what was there before stays."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice


def written(path: Path, draw: Callable[[QIODevice], bool]) -> bool:
    """Whether `draw`, which says so itself, and the writing worked."""
    from advisor.store.atomic_file import StoreError, write_bytes  # the first paint needs no records

    drawn = QBuffer()
    drawn.open(QIODevice.OpenModeFlag.WriteOnly)
    if not draw(drawn):
        return False
    try:
        write_bytes(path, bytes(drawn.data().data()))
    except StoreError:
        return False
    return True
