"""Where Windows is asked: one thin reader per call, which returns the answer as it came.

Documentation: https://learn.microsoft.com/windows/win32/api/ (sysinfoapi, wow64apiset, processthreadsapi, winbase,
powrprof). None of these calls needs rights or touches a driver.
"""

import ctypes
import json
import struct
import sys
from collections.abc import Callable

from advisor.probe.source.root import Unavailable

_ALL_RELATIONS = 0xFFFF
_MEMORY_STATUS_BYTES, _POWER_STATUS_BYTES, _GUID_BYTES = 64, 12, 16
_RSMB = int.from_bytes(b"RSMB", "big")
_MOST_FEATURES = 128


def windows_call(name: str) -> bytes | Unavailable:
    """The answer to a call by its name without `windows/`; whatever goes wrong is a reason."""
    if sys.platform == "win32":
        return answer_of(readers().get(name), name)
    return Unavailable("not_windows")


def answer_of(read: Callable[[], bytes | Unavailable] | None, name: str) -> bytes | Unavailable:
    """What a reader returns, or the reason in what it raises."""
    if read is None:
        return Unavailable("no_reader", name=name)
    try:
        return read()
    except AttributeError:
        return Unavailable("windows_too_old", name=name)
    except (OSError, ValueError, ctypes.ArgumentError) as error:
        return Unavailable("windows_without_answer", name=name, error=str(error))


if sys.platform == "win32":

    def readers() -> dict[str, Callable[[], bytes | Unavailable]]:
        """All readers by name."""
        from advisor.probe.windows.cim import read_cim
        from advisor.probe.windows.devices import read_devices
        from advisor.probe.windows.registry import read_registry

        return {
            "topology": _topology,
            "smbios": _smbios,
            "memory": _memory,
            "features": _features,
            "architecture": _architecture,
            "power": _power,
            "plan": _plan,
            "registry": read_registry,
            "devices": read_devices,
            "cim": read_cim,
        }

    def _kernel() -> ctypes.WinDLL:
        return ctypes.WinDLL("kernel32", use_last_error=True)

    def _failed() -> Unavailable:
        return Unavailable("windows_refused", error=ctypes.FormatError(ctypes.get_last_error()).strip())

    def _topology() -> bytes | Unavailable:
        ask = _kernel().GetLogicalProcessorInformationEx
        ask.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint32))
        size = ctypes.c_uint32(0)
        ask(_ALL_RELATIONS, None, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        if not size.value or not ask(_ALL_RELATIONS, buffer, ctypes.byref(size)):
            return _failed()
        return buffer.raw[: size.value]

    def _smbios() -> bytes | Unavailable:
        ask = _kernel().GetSystemFirmwareTable
        ask.argtypes = (ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)
        ask.restype = ctypes.c_uint32
        size = ask(_RSMB, 0, None, 0)
        buffer = ctypes.create_string_buffer(size)
        written = ask(_RSMB, 0, buffer, size) if size else 0
        return buffer.raw[:written] if 0 < written <= size else _failed()

    def _memory() -> bytes | Unavailable:
        buffer = ctypes.create_string_buffer(struct.pack("<I", _MEMORY_STATUS_BYTES), _MEMORY_STATUS_BYTES)
        return buffer.raw if _kernel().GlobalMemoryStatusEx(buffer) else _failed()

    def _features() -> bytes | Unavailable:
        present = _kernel().IsProcessorFeaturePresent
        return json.dumps([number for number in range(_MOST_FEATURES) if present(number)]).encode()

    def _architecture() -> bytes | Unavailable:
        kernel = _kernel()
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        ask = kernel.IsWow64Process2
        ask.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint16), ctypes.POINTER(ctypes.c_uint16))
        process, native = ctypes.c_uint16(0), ctypes.c_uint16(0)
        if not ask(kernel.GetCurrentProcess(), ctypes.byref(process), ctypes.byref(native)):
            return _failed()
        return struct.pack("<HH", process.value, native.value)

    def _power() -> bytes | Unavailable:
        buffer = ctypes.create_string_buffer(_POWER_STATUS_BYTES)
        return buffer.raw if _kernel().GetSystemPowerStatus(buffer) else _failed()

    def _plan() -> bytes | Unavailable:
        ask = ctypes.WinDLL("powrprof").PowerGetActiveScheme
        ask.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
        ask.restype = ctypes.c_uint32
        scheme = ctypes.c_void_p()
        code = ask(None, ctypes.byref(scheme))
        if code or not scheme.value:
            return Unavailable("power_plan_refused", error=code)
        guid = ctypes.string_at(scheme.value, _GUID_BYTES)
        kernel = _kernel()
        kernel.LocalFree.argtypes = (ctypes.c_void_p,)
        kernel.LocalFree(scheme)
        return guid
