"""How to start our own command, and the environment of children; the window needs both before its first paint."""

import os
import sys
from pathlib import Path

_CONSOLE_NAME = "rig-advisor"
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def advisor_command(*arguments: str) -> list[str]:
    """The command line of our own command: `python -m advisor ...`, or the console program of a built app.

    What lies in the working folder is not imported (`-P`). A built app has it beside the window's program; a macOS
    bundle has only one program, which serves both.
    """
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-P", "-m", "advisor", *arguments]
    own = Path(sys.executable)
    console = own.with_name(_CONSOLE_NAME + own.suffix)
    return [str(console if console.is_file() else own), *arguments]


def child_environment() -> dict[str, str]:
    """Our environment for a child, without the library folder that a built app put in front.

    A system program (nvidia-smi) would load our bundled libraries otherwise. Our own program sets it anew.
    """
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        for name in _LIBRARY_PATHS:
            environment.pop(name, None)
            original = environment.pop(f"{name}_ORIG", None)
            if original is not None:
                environment[name] = original
    return environment
