"""The last-level caches as Windows tells them (GetLogicalProcessorInformationEx, relation "cache")."""

import ctypes
import struct
import sys

_RELATION_CACHE = 2
_INSTRUCTION = 1


def windows_cache_bytes() -> int | None:
    """Sum of all caches of the last level, None where the call fails."""
    if sys.platform != "win32":
        return None
    ask = ctypes.WinDLL("kernel32", use_last_error=True).GetLogicalProcessorInformationEx
    length = ctypes.c_uint32(0)
    ask(_RELATION_CACHE, None, ctypes.byref(length))
    buffer = ctypes.create_string_buffer(length.value)
    if not length.value or not ask(_RELATION_CACHE, buffer, ctypes.byref(length)):
        return None
    return last_level_bytes(buffer.raw[: length.value])


def last_level_bytes(data: bytes) -> int | None:
    """Add up the records: u32 relation, u32 record size, u8 level, u8 ways, u16 line, u32 cache size, u32 type."""
    by_level: dict[int, int] = {}
    place = 0
    while place + 20 <= len(data):
        relation, record_length, level, _, _, cache_bytes, kind = struct.unpack_from("<IIBBHII", data, place)
        if relation == _RELATION_CACHE and kind != _INSTRUCTION:
            by_level[level] = by_level.get(level, 0) + cache_bytes
        place += max(record_length, 20)
    return by_level[max(by_level)] if by_level else None
