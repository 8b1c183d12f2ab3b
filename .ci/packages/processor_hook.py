"""Runs in the built app before PyInstaller's own hooks: they load Qt, which ends the program on too old a processor.

On Linux there is none of PyInstaller for Qt, which would load it in children, too: the folder of its plugins is named
here, so that none of another Qt are loaded.
"""

import os
import sys

from advisor.cli.frame.too_old import TOO_OLD
from advisor.run.processor import is_too_old

if is_too_old():
    sys.stderr.write(TOO_OLD)
    sys.exit(1)
if sys.platform == "linux":
    os.environ["QT_PLUGIN_PATH"] = os.path.join(sys._MEIPASS, "PySide6", "Qt", "plugins")  # noqa: SLF001 - PyInstaller's
