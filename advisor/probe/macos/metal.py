"""Metal's word on each GPU. It loads a driver, so it runs in a child process of its own.

`recommendedMaxWorkingSetSize` and `registryID`: https://developer.apple.com/documentation/metal/mtldevice;
messages to objects by C: https://developer.apple.com/documentation/objectivec/objective-c-runtime.
"""

import ctypes
import json
import sys
from typing import Any

from advisor.facts.values.frozen import frozen
from advisor.probe.shared.gpu_memory import sane_bytes
from advisor.probe.shared.host import Host
from advisor.probe.source.root import Unavailable

CALL = "macos/metal"
_METAL = "/System/Library/Frameworks/Metal.framework/Metal"
_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
"""Metal names a device only to a program that has loaded it."""

_RUNTIME = "/usr/lib/libobjc.A.dylib"
_FIRST_APPLE_FAMILY = 1001
_APPLE_FAMILIES = 30
_MOST_DEVICES = 64


@frozen
class MetalDevice:
    """One device; `family` is the newest of Apple's own families it belongs to: `apple9`."""

    entry_id: int
    name: str
    working_set_bytes: int | None
    has_unified_memory: bool
    family: str | None


def parse_metal(raw: bytes) -> tuple[MetalDevice, ...]:
    """The devices of an answer; an entry without its number is left out."""
    try:
        listed = json.loads(raw).get("devices", [])
    except (ValueError, AttributeError, RecursionError):
        return ()
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    return tuple(found for entry in entries[:_MOST_DEVICES] if (found := _device(entry)))


def read_metal(host: Host) -> tuple[MetalDevice, ...] | Unavailable:
    """The devices of this machine, or why there are none."""
    answer = host.call(CALL)
    if isinstance(answer, Unavailable):
        return answer
    return parse_metal(answer) or Unavailable("metal_names_no_device")


def _device(entry: dict[str, Any]) -> MetalDevice | None:
    number, name, size = entry.get("registry_id"), entry.get("name"), entry.get("working_set_bytes")
    family = entry.get("family")
    if not isinstance(number, int) or not isinstance(name, str) or not name:
        return None
    return MetalDevice(
        entry_id=number,
        name=name,
        working_set_bytes=sane_bytes(size) if isinstance(size, int) else None,
        has_unified_memory=entry.get("unified") is True,
        family=family if isinstance(family, str) and family else None,
    )


def ask_metal() -> bytes | Unavailable:
    """The answer of the running system as JSON. To be called in a child process."""
    if sys.platform != "darwin":
        return Unavailable("metal_on_macos_only")
    try:
        ctypes.CDLL(_GRAPHICS)
        return metal_answer(ctypes.CDLL(_METAL), ctypes.CDLL(_RUNTIME))
    except OSError as error:
        return Unavailable("metal_not_loaded", error=str(error))


def metal_answer(metal: Any, objects: Any) -> bytes:
    """All devices as JSON, by the library of Metal and the one that sends messages to objects."""
    runtime = _Runtime(objects)
    metal.MTLCopyAllDevices.restype = ctypes.c_void_p
    listed = metal.MTLCopyAllDevices()
    count = runtime.number(listed, "count", ctypes.c_ulong) if listed else 0
    devices = [runtime.item(listed, index) for index in range(min(count, _MOST_DEVICES))]
    return json.dumps({"devices": [_asked(runtime, device) for device in devices]}).encode()


def _asked(runtime: "_Runtime", device: Any) -> dict[str, Any]:
    return {
        "registry_id": runtime.number(device, "registryID", ctypes.c_uint64),
        "name": runtime.text(device, "name"),
        "working_set_bytes": runtime.number(device, "recommendedMaxWorkingSetSize", ctypes.c_uint64),
        "unified": bool(runtime.number(device, "hasUnifiedMemory", ctypes.c_bool)),
        "family": runtime.family(device),
    }


class _Runtime:
    """Sends messages to Objective-C objects; one that an object does not know is never sent."""

    def __init__(self, library: Any) -> None:
        self._library = library
        library.sel_registerName.restype = ctypes.c_void_p
        library.sel_registerName.argtypes = [ctypes.c_char_p]
        self._address = ctypes.cast(library.objc_msgSend, ctypes.c_void_p).value

    def number(self, target: Any, message: str, kind: Any) -> int:
        """The answer to a message without arguments; 0 where the object does not know it."""
        return int(self._send(target, message, kind) or 0) if self._knows(target, message) else 0

    def text(self, target: Any, message: str) -> str:
        """The answer to a message that returns a text."""
        found = self._send(target, message, ctypes.c_void_p) if self._knows(target, message) else None
        raw = self._send(found, "UTF8String", ctypes.c_char_p) if found else None
        return raw.decode(errors="replace") if raw else ""

    def item(self, listed: Any, index: int) -> Any:
        """One object of an array."""
        return self._send(listed, "objectAtIndex:", ctypes.c_void_p, (ctypes.c_ulong, index))

    def family(self, device: Any) -> str | None:
        """The newest family of Apple's own that the device belongs to."""
        if not self._knows(device, "supportsFamily:"):
            return None
        for number in range(_APPLE_FAMILIES, 0, -1):
            family = (ctypes.c_long, _FIRST_APPLE_FAMILY + number - 1)
            if self._send(device, "supportsFamily:", ctypes.c_bool, family):
                return f"apple{number}"
        return None

    def _knows(self, target: Any, message: str) -> bool:
        selector = self._library.sel_registerName(message.encode())
        return bool(self._send(target, "respondsToSelector:", ctypes.c_bool, (ctypes.c_void_p, selector)))

    def _send(self, target: Any, message: str, kind: Any, *arguments: tuple[Any, Any]) -> Any:
        types = [ctypes.c_void_p, ctypes.c_void_p, *(argument[0] for argument in arguments)]
        function = ctypes.CFUNCTYPE(kind, *types)(self._address or 0)
        return function(target, self._library.sel_registerName(message.encode()), *(value for _, value in arguments))
