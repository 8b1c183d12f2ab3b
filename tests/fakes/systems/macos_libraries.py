"""Stand-ins for the libraries of macOS, with the protocol of the real ones: out parameters, selectors, pointers."""

import ctypes
from collections.abc import Mapping
from typing import Any

SELF = ctypes.c_void_p
MESSAGE = ctypes.CFUNCTYPE(ctypes.c_uint64, SELF, SELF, ctypes.c_uint64)


class FakeSystem:
    """Answers sysctlbyname and host_statistics64; a refusal is any number but 0."""

    def __init__(self, values: Mapping[str, bytes], counts: Mapping[str, int] | None) -> None:
        self._values, self._counts = values, counts

    def sysctlbyname(self, name: bytes, buffer: Any, size: Any, _new: None, _length: Any) -> int:
        raw = self._values.get(name.decode())
        if raw is None:
            return -1
        size._obj.value = len(raw)
        if buffer is not None:
            buffer[: len(raw)] = raw
        return 0

    def mach_host_self(self) -> int:
        return 1

    def host_statistics64(self, _port: Any, _flavor: Any, found: Any, count: Any) -> int:
        if self._counts is None or count._obj.value * 4 != ctypes.sizeof(found._obj):
            return 5
        for name, value in self._counts.items():
            setattr(found._obj, name, value)
        return 0


class FakeObjects:
    """Objects by number, each with answers by message; one it does not know may not be sent."""

    def __init__(self, objects: Mapping[int, Mapping[str, Any]]) -> None:
        self._objects, self._names, self._texts = objects, [""], list[Any]()
        self.sel_registerName: Any = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_char_p)(self._selector)
        self.objc_msgSend = MESSAGE(self._send)

    def _selector(self, name: bytes) -> int:
        if name.decode() not in self._names:
            self._names.append(name.decode())
        return self._names.index(name.decode())

    def _send(self, target: int, selector: int, argument: int) -> int:
        answers, name = self._objects[target], self._names[selector]
        if name == "respondsToSelector:":
            return int(self._names[argument] in answers)
        answer = answers[name]
        value = answer(argument) if callable(answer) else answer
        if isinstance(value, bytes):
            self._texts.append(ctypes.create_string_buffer(value))
            return ctypes.addressof(self._texts[-1])
        return int(value)


class FakeMetal:
    """The one function of Metal that is called."""

    def __init__(self, listed: int) -> None:
        self.MTLCopyAllDevices = ctypes.CFUNCTYPE(ctypes.c_uint64)(lambda: listed)
