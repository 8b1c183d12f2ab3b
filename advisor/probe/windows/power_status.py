"""Power source and plan of a Windows machine.

Layout: https://learn.microsoft.com/windows/win32/api/winbase/ns-winbase-system_power_status
"""

import struct
from typing import Literal
from uuid import UUID

_STATUS = struct.Struct("<4BII")
_SOURCES: dict[int, Literal["mains", "battery"]] = {0: "battery", 1: "mains"}
_GUID_BYTES = 16
_PLANS = {
    "381b4222-f694-41f0-9685-ff5bb260df2e": "balanced",
    "8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c": "high performance",
    "a1841308-3541-4fab-bc81-f71556f20b4a": "power saver",
    "e9a42b02-d5df-448d-aa00-03f14749eb61": "ultimate performance",
}
"""Plans that Windows comes with; makers and people add others, whose names are theirs."""


def parse_power_source(raw: bytes) -> Literal["mains", "battery"] | None:
    """Where the power comes from; None where Windows does not know."""
    return _SOURCES.get(_STATUS.unpack(raw)[0]) if len(raw) == _STATUS.size else None


def parse_plan(raw: bytes) -> str | None:
    """The plan of an answer of PowerGetActiveScheme, by its number; None for a plan that is not Windows' own."""
    return _PLANS.get(str(UUID(bytes_le=raw))) if len(raw) == _GUID_BYTES else None
