"""The libraries of Windows as its readers call them, answering from a machine in lists and buffers."""

import ctypes
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from advisor.probe import windows
from advisor.probe.windows import cim as windows_cim
from advisor.probe.windows import devices as windows_devices
from advisor.probe.windows import registry as windows_registry

AS_ELSEWHERE = (windows_cim, windows_devices, windows_registry)
"""What one reader imports of the others: loaded before the system is taken for Windows, so that they stay the same."""

PROPERTY_GROUP_BYTES = 16


def put(target: Any, raw: bytes) -> None:
    """Write what a call returns through a pointer."""
    ctypes.memmove(getattr(target, "_obj", target), raw, len(raw))


def number_at(target: Any, value: int) -> None:
    target._obj.value = value


def kernel32(answers: Mapping[str, bytes]) -> SimpleNamespace:
    """Calls of the kernel; one without an answer refuses."""

    def sized(name: str) -> Any:
        def ask(_what: int, buffer: Any, size: Any) -> int:
            raw = answers.get(name, b"")
            number_at(size, len(raw))
            if buffer is not None:
                put(buffer, raw)
            return int(buffer is not None and bool(raw))

        return ask

    def firmware(_provider: int, _table: int, buffer: Any, _size: int) -> int:
        raw = answers.get("smbios", b"")
        if buffer is not None:
            put(buffer, raw)
        return len(raw)

    def plain(name: str) -> Any:
        def ask(buffer: Any) -> int:
            put(buffer, answers.get(name, b""))
            return int(name in answers)

        return ask

    def native(_process: int, own: Any, machine: Any) -> int:
        number_at(own, 0)
        number_at(machine, int.from_bytes(answers.get("architecture", b"")[2:4], "little"))
        return int("architecture" in answers)

    return SimpleNamespace(
        GetLogicalProcessorInformationEx=sized("topology"),
        GetSystemFirmwareTable=firmware,
        GlobalMemoryStatusEx=plain("memory"),
        GetSystemPowerStatus=plain("power"),
        IsProcessorFeaturePresent=lambda feature: feature in (10, 39, 40),
        GetCurrentProcess=lambda: -1,
        IsWow64Process2=native,
        LocalFree=lambda _pointer: 0,
    )


def powrprof(plan: bytes) -> SimpleNamespace:
    kept = ctypes.create_string_buffer(plan, len(plan))

    def scheme(_root: None, pointer: Any) -> int:
        pointer._obj.value = ctypes.addressof(kept)
        return 0

    return SimpleNamespace(PowerGetActiveScheme=scheme)


class ConfigurationManager:
    """cfgmgr32 over devices: id -> properties by (group, number), `parent` and the filters that list it."""

    def __init__(self, devices: Mapping[str, Mapping[Any, Any]]) -> None:
        self.devices = devices
        self.ids = list(devices)
        self.asked: list[tuple[str, int]] = []

    def _listed(self, wanted: str) -> str:
        return "".join(f"{one}\0" for one in self.ids if wanted in self.devices[one].get("lists", ())) + "\0"

    def CM_Get_Device_ID_List_SizeW(self, size: Any, wanted: str, _flags: int) -> int:  # noqa: N802
        number_at(size, len(self._listed(wanted)))
        return 0

    def CM_Get_Device_ID_ListW(self, wanted: str, buffer: Any, _size: Any, _flags: int) -> int:  # noqa: N802
        listed = self._listed(wanted)
        buffer[: len(listed)] = listed
        return 0

    def CM_Locate_DevNodeW(self, node: Any, instance: str, _flags: int) -> int:  # noqa: N802
        number_at(node, self.ids.index(instance) + 1 if instance in self.devices else 0)
        return int(instance not in self.devices)

    def CM_Get_Parent(self, above: Any, node: Any, _flags: int) -> int:  # noqa: N802
        parent = self.devices[self.ids[node.value - 1]].get("parent")
        number_at(above, self.ids.index(parent) + 1 if parent else 0)
        return int(parent is None)

    def CM_Get_Device_IDW(self, node: Any, buffer: Any, _size: int, _flags: int) -> int:  # noqa: N802
        buffer.value = self.ids[node.value - 1]
        return 0

    def CM_Get_DevNode_PropertyW(self, node: Any, key: Any, kind: Any, buffer: Any, size: Any, _flags: int) -> int:  # noqa: N802
        raw = bytes(key._obj)
        place = (str(UUID(bytes_le=raw[:PROPERTY_GROUP_BYTES])), int.from_bytes(raw[PROPERTY_GROUP_BYTES:], "little"))
        instance = self.ids[node.value - 1]
        self.asked.append((instance, place[1]))
        value = self.devices[instance].get(place)
        content, code = encoded(value)
        number_at(size, len(content))
        number_at(kind, code)
        if buffer is not None:
            put(buffer, content)
        return int(value is None)


def encoded(value: Any) -> tuple[bytes, int]:
    """Bytes and type of a property."""
    if isinstance(value, str):
        return f"{value}\0".encode("utf-16-le"), 0x12
    if isinstance(value, list):
        return ("".join(f"{one}\0" for one in value) + "\0").encode("utf-16-le"), 0x2012
    if isinstance(value, int):
        return value.to_bytes(4, "little"), 0x07
    return value or b"", 0x1003


class Gdi:
    """gdi32 over adapters: each a mapping from query to answer, `luid`, and `usage` by memory group."""

    def __init__(self, *adapters: Mapping[Any, Any]) -> None:
        self.adapters = adapters
        self.closed: list[int] = []
        self.used: list[int] = []

    def D3DKMTEnumAdapters2(self, question: Any) -> int:  # noqa: N802
        listed = question._obj
        for index, one in enumerate(self.adapters if listed.adapters else ()):
            listed.adapters[index].handle = index + 1
            listed.adapters[index].luid.low = one["luid"]
        listed.count = len(self.adapters)
        return 0

    def D3DKMTQueryAdapterInfo(self, question: Any) -> int:  # noqa: N802
        asked = question._obj
        raw = self.adapters[asked.handle - 1].get(asked.query)
        if raw is None or len(raw) > asked.size:
            return -1
        ctypes.memmove(asked.answer, raw, len(raw))
        return 0

    def D3DKMTQueryStatistics(self, question: Any) -> int:  # noqa: N802
        asked = question._obj
        (one,) = (adapter for adapter in self.adapters if adapter["luid"] == asked.luid.low)
        self.used.append(asked.luid.low)
        raw = one.get("usage", {}).get(asked.group)
        if raw is None:
            return -1
        ctypes.memmove(asked.result, raw, len(raw))
        return 0

    def D3DKMTCloseAdapter(self, handle: Any) -> int:  # noqa: N802
        self.closed.append(handle._obj.value)
        return 0


class WinRegistry(ModuleType):
    """winreg over keys: path -> values."""

    HKEY_LOCAL_MACHINE = "HKLM"

    def __init__(self, keys: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__("winreg")
        self.keys = {path.lower(): values for path, values in keys.items()}
        self.names = {path.lower(): path for path in keys}

    def _below(self, path: str) -> list[str]:
        names = [self.names[one][len(path) + 1 :].split("\\")[0] for one in self.keys if one.startswith(f"{path}\\")]
        return list(dict.fromkeys(names))

    def OpenKey(self, _hive: str, path: str) -> Any:  # noqa: N802
        if path.lower() not in self.keys and not self._below(path.lower()):
            raise FileNotFoundError(path)
        return OpenedKey(path.lower())

    def QueryValueEx(self, key: Any, name: str) -> tuple[Any, int]:  # noqa: N802
        if name not in self.keys.get(key.path, {}):
            raise FileNotFoundError(name)
        return self.keys[key.path][name], 1

    def QueryInfoKey(self, key: Any) -> tuple[int, int, int]:  # noqa: N802
        return len(self._below(key.path)), 0, 0

    def EnumKey(self, key: Any, index: int) -> str:  # noqa: N802
        return self._below(key.path)[index]


class OpenedKey:
    """A key as a context."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> "OpenedKey":
        return self

    def __exit__(self, *_: object) -> None:
        return None


def reader(name: str, patch: pytest.MonkeyPatch, libraries: Mapping[str, Any]) -> Any:
    """A reader's module as Windows imports it, with these libraries."""
    patch.setattr(sys, "platform", "win32")
    patch.setattr(ctypes, "WinDLL", lambda library, **_: libraries[library], raising=False)
    patch.setattr(ctypes, "FormatError", lambda code: f"error {code}", raising=False)
    patch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    place = Path(windows.__path__[0]) / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"advisor.probe.windows.{name}", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    patch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module
