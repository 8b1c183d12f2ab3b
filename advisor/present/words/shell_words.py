"""Words of a command line as the shell of a system takes them: blanks and signs in file names do no harm."""

import re
import shlex
from collections.abc import Iterable
from typing import Literal

System = Literal["linux", "macos", "windows"]

_PLAIN_ON_WINDOWS = re.compile(r"[\w.:\\/=+~-]+", re.ASCII)
_SIGNS_OF_POWERSHELL = re.compile(r"[`$\"“”„]")


def shell_word(text: str, system: System) -> str:
    """One word: as POSIX shells take it, on Windows as PowerShell does (and cmd, but for the signs only one has)."""
    if system != "windows":
        return shlex.quote(text)
    if _PLAIN_ON_WINDOWS.fullmatch(text):
        return text
    return '"' + _SIGNS_OF_POWERSHELL.sub(lambda sign: f"`{sign[0]}", text) + '"'


def command(words: Iterable[str], system: System) -> str:
    """A whole command line."""
    return " ".join(shell_word(word, system) for word in words)
