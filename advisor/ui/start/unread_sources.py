"""Qt reads the source of each module that is imported after it, to see whether it uses Qt under other names.

None of ours does. All those lines take 0.2 s of a start and 25 MB that stay; the app that is built has no sources.
"""

import contextlib
import importlib
from typing import Any

import PySide6.QtCore  # noqa: F401 - brings what is looked for


def leave_sources_unread() -> None:
    """From now on Qt takes it that no module uses its features, as it does where there is no source."""
    with contextlib.suppress(ImportError):  # another release may do without
        feature: Any = importlib.import_module("shibokensupport.feature")
        if hasattr(feature, "_mod_uses_pyside"):
            feature._mod_uses_pyside = lambda _: False  # noqa: SLF001 - there is no other way
