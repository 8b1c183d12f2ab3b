"""The systems that ranges tell apart."""

from typing import Literal

from advisor.facts.values.units import GIB

OsName = Literal["linux", "windows", "macos"]
"""By the driver that counts: WSL2 is Windows."""

IDLE_BYTES: dict[OsName, int] = {"macos": 3 * GIB, "windows": 3 * GIB, "linux": 1 * GIB}
"""What a system holds itself before anything is opened (docs/physics.md 5.2); a computer without one gets Windows."""


def idle_bytes(os: OsName, installed_bytes: int) -> int:
    """What it holds of so much memory: at most half, as systems keep less where there is little."""
    return min(IDLE_BYTES[os], installed_bytes // 2)
