"""Where a dialog for files begins."""

from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths


def first_place(name: str = "") -> str:
    """A file of that name where people keep theirs, not where the program lies; the place alone without a name."""
    told = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    folder = Path(told) if told and Path(told).is_dir() else Path(QDir.homePath())
    return str(folder / name)
