#!/usr/bin/env python3
"""Prints what a file of locked versions asks for on Windows, with the hashes: `locked_for_windows.py FILE.txt`.

pip on Linux leaves out what a marker keeps for Windows, whatever platform it downloads for.
"""

import re
import sys
from pathlib import Path

from packaging.requirements import Requirement

WINDOWS = {
    "sys_platform": "win32",
    "platform_system": "Windows",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "implementation_name": "cpython",
    "python_version": "3.11",
    "python_full_version": "3.11.9",
}
HASH = re.compile(r"--hash=\S+")


def for_windows(locked: str) -> list[str]:
    """One line for each package: its version and the hashes of its files."""
    whole = re.sub(r"\s*\\\n\s*", " ", re.sub(r"(?m)^\s*#.*\n", "", locked))
    lines = []
    for line in whole.splitlines():
        if not line.strip():
            continue
        wanted = Requirement(HASH.sub("", line).strip())
        if wanted.marker is None or wanted.marker.evaluate(WINDOWS):
            lines.append(" ".join([f"{wanted.name}{wanted.specifier}", *HASH.findall(line)]))
    return lines


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in for_windows(Path(sys.argv[1]).read_text(encoding="utf-8")))
