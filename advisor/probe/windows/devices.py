"""Where the plug-and-play manager is asked: display devices and accelerators, the bridges above them, PCI functions.

Functions: https://learn.microsoft.com/windows/win32/api/cfgmgr32/. The manager answers from its own records; the link
properties alone are read from the device, so those of a card that sleeps are not asked for.
"""

import ctypes
import sys
from collections.abc import Iterator

from advisor.probe.source.root import Unavailable
from advisor.probe.windows.pnp_devices import PnpAnswer, PnpDisplay, PnpFunction, class_code, is_asleep

_DISPLAY_CLASS = "{4d36e968-e325-11ce-bfc1-08002be10318}"
_ACCELERATOR_CLASS = "{f01a9d53-3ff6-48d2-9f97-c8a7004be10c}"
_BY_ENUMERATOR, _BY_CLASS, _PRESENT = 0x1, 0x200, 0x100
_STRING, _STRINGS = 0x12, 0x2012
_DEVICE, _STATUS, _DRIVER, _PCI = (
    "a45c254e-df1c-4efd-8020-67d146a850e0",
    "4340a6c5-93fa-4706-972c-7b648008a5a7",
    "a8b865dd-2e3d-4094-ad97-e593a70c75d6",
    "3ab22e31-8264-4b4e-9af5-a8d2d8e33e62",
)
"""Groups of device properties (devpkey.h, pciprop.h)."""
_NAME, _COMPATIBLE_IDS, _SERVICE, _BUS, _SLOT, _POWER = ((_DEVICE, number) for number in (2, 4, 6, 23, 30, 32))
_PROBLEM, _VERSION = (_STATUS, 3), (_DRIVER, 3)
_SPEED_NOW, _WIDTH_NOW, _SPEED_MAX, _WIDTH_MAX = ((_PCI, number) for number in (9, 10, 11, 12))
_MOST_PARENTS = 16
_DISPLAY_CODES = "03"

PropertyKey = tuple[str, int]


def read_devices() -> bytes | Unavailable:
    """The answer as JSON of `PnpAnswer`."""
    if sys.platform == "win32":
        return _asked().model_dump_json().encode()
    return Unavailable("no_pnp_manager")


if sys.platform == "win32":
    from uuid import UUID

    class _Key(ctypes.Structure):
        _fields_ = (("group", ctypes.c_byte * 16), ("number", ctypes.c_uint32))

    def _library() -> ctypes.WinDLL:
        return ctypes.WinDLL("cfgmgr32")

    def _asked() -> PnpAnswer:
        pci = _instances("PCI", _BY_ENUMERATOR)
        displays = set(_instances(_DISPLAY_CLASS, _BY_CLASS))
        # a card without a driver has no class yet: its own PCI class says what it is
        displays |= {one for one in pci if (_class_code(one) or "").startswith(_DISPLAY_CODES)}
        accelerators = (_property(one, _NAME) for one in _instances(_ACCELERATOR_CLASS, _BY_CLASS))
        return PnpAnswer(
            displays=tuple(_display(one) for one in sorted(displays)),
            functions=tuple(_function(one, with_link=False) for one in pci),
            accelerators=tuple(name for name in accelerators if isinstance(name, str)),
        )

    def _display(instance: str) -> PnpDisplay:
        power = _raw(instance, _POWER)
        data = power[1].hex(" ") if power else None
        plain = _function(instance, with_link=not is_asleep(data), whole_id=True)
        return PnpDisplay(
            **plain.model_dump(),
            name=_text(instance, _NAME),
            service=_text(instance, _SERVICE),
            driver_version=_text(instance, _VERSION),
            problem=_number(instance, _PROBLEM),
            power_data=data,
            class_code=_class_code(instance),
            parents=tuple(_function(one, with_link=not is_asleep(data)) for one in _parents(instance)),
        )

    def _function(instance: str, *, with_link: bool, whole_id: bool = False) -> PnpFunction:
        """Without the last part of its id: a network card has its hardware address there."""
        links = (_SPEED_NOW, _SPEED_MAX, _WIDTH_NOW, _WIDTH_MAX)
        speed_now, speed_max, width_now, width_max = (_number(instance, key) if with_link else None for key in links)
        return PnpFunction(
            id=instance if whole_id else instance.rpartition("\\")[0],
            bus=_number(instance, _BUS),
            slot=_number(instance, _SLOT),
            speed_now=speed_now,
            speed_max=speed_max,
            width_now=width_now,
            width_max=width_max,
        )

    def _instances(filter_text: str, kind: int) -> list[str]:
        library, size = _library(), ctypes.c_uint32(0)
        flags = kind | _PRESENT
        if library.CM_Get_Device_ID_List_SizeW(ctypes.byref(size), filter_text, flags) or not size.value:
            return []
        buffer = ctypes.create_unicode_buffer(size.value)
        if library.CM_Get_Device_ID_ListW(filter_text, buffer, size, flags):
            return []
        listed = ctypes.wstring_at(ctypes.addressof(buffer), size.value)
        return [one for one in listed.split("\0") if one]

    def _node(instance: str) -> ctypes.c_uint32 | None:
        node = ctypes.c_uint32(0)
        return None if _library().CM_Locate_DevNodeW(ctypes.byref(node), instance, 0) else node

    def _parents(instance: str) -> Iterator[str]:
        """Instance ids of the devices above, the nearest first."""
        library, node = _library(), _node(instance)
        name = ctypes.create_unicode_buffer(512)
        for _ in range(_MOST_PARENTS):
            above = ctypes.c_uint32(0)
            if node is None or library.CM_Get_Parent(ctypes.byref(above), node, 0):
                return
            if library.CM_Get_Device_IDW(above, name, len(name), 0):
                return
            yield name.value
            node = above

    def _raw(instance: str, key: PropertyKey) -> tuple[int, bytes] | None:
        """Type and bytes of a property."""
        node = _node(instance)
        if node is None:
            return None
        wanted = _Key((ctypes.c_byte * 16).from_buffer_copy(UUID(key[0]).bytes_le), key[1])
        kind, size = ctypes.c_uint32(0), ctypes.c_uint32(0)
        ask = _library().CM_Get_DevNode_PropertyW
        ask(node, ctypes.byref(wanted), ctypes.byref(kind), None, ctypes.byref(size), 0)
        buffer = ctypes.create_string_buffer(size.value)
        if not size.value or ask(node, ctypes.byref(wanted), ctypes.byref(kind), buffer, ctypes.byref(size), 0):
            return None
        return kind.value, buffer.raw[: size.value]

    def _property(instance: str, key: PropertyKey) -> int | str | list[str] | None:
        found = _raw(instance, key)
        if found is None:
            return None
        kind, raw = found
        if kind in (_STRING, _STRINGS):
            texts = [text for text in raw.decode("utf-16-le", errors="replace").split("\0") if text]
            return texts if kind == _STRINGS else "".join(texts[:1])
        return int.from_bytes(raw, "little") if len(raw) <= ctypes.sizeof(ctypes.c_uint32) else None

    def _text(instance: str, key: PropertyKey) -> str | None:
        value = _property(instance, key)
        return value if isinstance(value, str) else None

    def _number(instance: str, key: PropertyKey) -> int | None:
        value = _property(instance, key)
        return value if isinstance(value, int) else None

    def _class_code(instance: str) -> str | None:
        ids = _property(instance, _COMPATIBLE_IDS)
        return class_code(ids) if isinstance(ids, list) else None
