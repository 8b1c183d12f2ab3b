"""Whether a person asked the system for less movement on the screen: as far as its own settings can be read."""

import sys

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

_WINDOWS_KEY = "\\".join(("HKEY_CURRENT_USER", "Control Panel", "Desktop"))
_WINDOWS_VALUE = "UserPreferencesMask"
_ANIMATIONS_BYTE, _ANIMATIONS_BIT = 4, 0x02
"""Where Windows keeps "Show animations" among the bits of that value."""
_LINUX = (("kdeglobals", "KDE/AnimationDurationFactor"), ("gtk-4.0/settings.ini", "Settings/gtk-enable-animations"))
"""Where desktops keep it, below the folder of settings; 0 or false asks for less."""


def reduces_motion() -> bool:
    """What the system says; False where it says nothing."""
    if sys.platform == "win32":
        mask = QSettings(_WINDOWS_KEY, QSettings.Format.NativeFormat).value(_WINDOWS_VALUE)
        return windows_asks(mask)
    if sys.platform == "darwin":
        return str(QSettings("apple.com", "universalaccess").value("reduceMotion")).lower() in ("1", "true")
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return any(_asks(f"{folder}/{file}", key) for file, key in _LINUX)


def windows_asks(mask: object) -> bool:
    """Whether the bits say that nothing is to be animated; Qt gives bytes as text of two bytes a letter."""
    if isinstance(mask, str):
        mask = mask.encode("utf-16-le", "surrogatepass")
    if isinstance(mask, QByteArray):
        mask = mask.data()
    if not isinstance(mask, bytes) or len(mask) <= _ANIMATIONS_BYTE:
        return False
    return not mask[_ANIMATIONS_BYTE] & _ANIMATIONS_BIT


def _asks(path: str, key: str) -> bool:
    value = QSettings(path, QSettings.Format.IniFormat).value(key)
    return value is not None and str(value).lower() in ("0", "0.0", "false")
