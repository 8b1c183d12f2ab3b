"""How the built kernel is called on each system, for who builds it and who loads it; imports nothing but Python."""

import platform
import sys

BUILT_FOLDER = "built"
"""Below resources/native, not in the repository."""

_SYSTEMS = {"linux": ("linux", "so"), "win32": ("windows", "dll"), "darwin": ("macos", "dylib")}
_MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
ALL_NAMES = tuple(
    f"kernel-{system}-{machine}.{ending}"
    for system, ending in _SYSTEMS.values()
    for machine in dict.fromkeys(_MACHINES.values())
)


def library_name(system: str = sys.platform, machine: str | None = None) -> str | None:
    """The file for this machine, None where the kernel knows neither its system nor its processor."""
    known_system = _SYSTEMS.get(system)
    known_machine = _MACHINES.get((machine or platform.machine()).lower())
    if known_system is None or known_machine is None:
        return None
    return f"kernel-{known_system[0]}-{known_machine}.{known_system[1]}"
