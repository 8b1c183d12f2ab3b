"""Main memory as Windows sees it, from GlobalMemoryStatusEx.

Layout: https://learn.microsoft.com/windows/win32/api/sysinfoapi/ns-sysinfoapi-memorystatusex
"""

import struct

from advisor.facts.values.fact import known, unknown
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.source.unavailable import Unavailable

_STATUS = struct.Struct("<IIQQ5Q")
_SOURCE = "GlobalMemoryStatusEx"
_LARGEST_BYTES = 1 << 52


def parse_memory_status(raw: bytes | Unavailable) -> MainPool:
    """Usable and available memory; 0 and what no machine has are unknown."""
    if isinstance(raw, Unavailable):
        return MainPool(unknown(raw.reason), unknown(raw.reason), None)
    if len(raw) < _STATUS.size:
        damaged = unknown("answer_cut_short", source=_SOURCE)
        return MainPool(damaged, damaged, None)
    total_bytes, available_bytes = _STATUS.unpack_from(raw)[2:4]
    if not 0 < total_bytes < _LARGEST_BYTES:
        reason = unknown("no_plausible_size", source=_SOURCE)
        return MainPool(reason, reason, None)
    usable = known(total_bytes, origin="detected", source=f"{_SOURCE} total physical")
    if available_bytes > total_bytes:
        return MainPool(usable, unknown("more_available_than_there_is", source=_SOURCE), None)
    return MainPool(usable, known(available_bytes, origin="detected", source=f"{_SOURCE} available physical"), None)
