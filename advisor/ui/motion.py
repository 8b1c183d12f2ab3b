"""Whether a person asked the system for less movement on the screen."""

import sys

from PySide6.QtCore import QSettings, QStandardPaths

_CLIENT_AREA_ANIMATION = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows' SystemParametersInfo."""
_LINUX = (("kdeglobals", "KDE/AnimationDurationFactor"), ("gtk-4.0/settings.ini", "Settings/gtk-enable-animations"))
"""Where desktops keep it, below the folder of settings; 0 or false asks for less."""


def reduces_motion() -> bool:
    """What the system says; False where it says nothing."""
    if sys.platform == "win32":
        import ctypes

        moves = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(moves), 0)
        return not moves.value
    if sys.platform == "darwin":
        return str(QSettings("apple.com", "universalaccess").value("reduceMotion")).lower() in ("1", "true")
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return any(_asks(f"{folder}/{file}", key) for file, key in _LINUX)


def _asks(path: str, key: str) -> bool:
    value = QSettings(path, QSettings.Format.IniFormat).value(key)
    return value is not None and str(value).lower() in ("0", "0.0", "false")
