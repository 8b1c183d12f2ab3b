"""Where the window stood, its theme, language, units and size of texts: a file in Qt's own form.

The records of store/ take too long to import before the first paint, and Qt checks a place against present screens.
"""

import contextlib
import os

from PySide6.QtCore import QByteArray, QSettings

from advisor.store.folder import data_folder, make_private, open_private


class WindowMemory:
    """Reads and keeps these; a file that is missing, damaged or locked is no reason to stop."""

    def __init__(self) -> None:
        place = data_folder() / "window.ini"
        with contextlib.suppress(OSError):  # then nothing is kept
            make_private(place.parent)
            os.close(open_private(place, os.O_RDWR | os.O_CREAT))
            place.chmod(0o600)
        self._file = QSettings(str(place), QSettings.Format.IniFormat)

    @property
    def geometry(self) -> QByteArray:
        """The place of the window as QWidget.saveGeometry gave it; empty at the first start."""
        found = self._file.value("geometry")
        return found if isinstance(found, QByteArray) else QByteArray()

    @property
    def theme(self) -> str:
        """The theme chosen: system, light or dark."""
        return str(self._file.value("theme", "system"))

    @property
    def text_percent(self) -> int:
        """The size of texts chosen, as a share of the system's; 100 where nothing fitting is kept."""
        kept = str(self._file.value("text_percent", ""))
        return int(kept) if kept.isdigit() else 100

    @property
    def language(self) -> str:
        """The language chosen, or that of the system."""
        return str(self._file.value("language", "system"))

    @property
    def memory_unit(self) -> str:
        """The unit chosen for sizes of memory; empty where none was."""
        return str(self._file.value("memory_unit", ""))

    def keep(self, **chosen: object) -> None:
        """Remember what was chosen, by its name here, for the next start."""
        for name, value in chosen.items():
            self._file.setValue(name, value)
        self._file.sync()
