"""The parts of a Windows machine, in the form that detection asks for: memory, system, power, accelerators.

Layouts: https://learn.microsoft.com/windows/win32/api/winbase/ns-winbase-system_power_status and
https://learn.microsoft.com/windows/win32/api/sysinfoapi/ns-sysinfoapi-memorystatusex
"""

import struct
from typing import Literal
from uuid import UUID

from advisor.facts.machine.machine import Gap, System
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import Reason, reason
from advisor.probe.shared.host import Host
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.memory_rate import MemoryDevice
from advisor.probe.shared.smbios import parse_windows_smbios
from advisor.probe.source.reading import told
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.cim import ask_cim, memory_devices
from advisor.probe.windows.graphics import list_graphics
from advisor.probe.windows.pnp_devices import parse_pnp
from advisor.probe.windows.registry import Registry, ask_registry, stated_text

_POWER_STATUS = struct.Struct("<4BII")
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
    return _SOURCES.get(_POWER_STATUS.unpack(raw)[0]) if len(raw) == _POWER_STATUS.size else None


def parse_plan(raw: bytes) -> str | None:
    """The plan of an answer of PowerGetActiveScheme, by its number; None for a plan that is not Windows' own."""
    return _PLANS.get(str(UUID(bytes_le=raw))) if len(raw) == _GUID_BYTES else None


_FIRST_11_BUILD = 22000
_SOURCE = "registry Windows NT\\CurrentVersion"


def windows_pool(host: Host) -> MainPool:
    """Main memory as the system sees it."""
    return parse_memory_status(host.call("windows/memory"))


def windows_memory_devices(host: Host) -> tuple[tuple[MemoryDevice, ...], str] | Unavailable:
    """The populated memory devices and their source: the firmware's tables, else the rows of CIM."""
    raw = host.call("windows/smbios")
    tables = raw if isinstance(raw, Unavailable) else parse_windows_smbios(raw)
    if not isinstance(tables, Unavailable):
        if tables.devices:
            return tables.devices, "GetSystemFirmwareTable RSMB"
        tables = Unavailable("firmware_lists_no_memory_device")
    answer = ask_cim(host)
    found = () if isinstance(answer, Unavailable) else memory_devices(answer)
    return (found, "CIM Win32_PhysicalMemory") if found else tables


def windows_system(host: Host) -> System:
    """Name, version, kernel. The registry calls Windows 11 by the name of its predecessor; the build does not."""
    asked = ask_registry(host)
    registry = Registry() if isinstance(asked, Unavailable) else asked
    why = asked.reason if isinstance(asked, Unavailable) else reason("registry_silent")
    build = stated_text(registry.system, "CurrentBuild")
    name = stated_text(registry.system, "ProductName")
    if name and build and build.isdecimal() and int(build) >= _FIRST_11_BUILD:
        name = name.replace("Windows 10", "Windows 11")
    revision = registry.system.get("UBR")
    kernel = f"10.0.{build}.{revision}" if build and isinstance(revision, int) else build
    return System(
        name=_stated(name, why),
        version=_stated(
            stated_text(registry.system, "DisplayVersion") or stated_text(registry.system, "ReleaseId"), why
        ),
        kernel=_stated(kernel, why),
        container=unknown("windows_without_containers"),
        power_source=told(
            host.call("windows/power"),
            parse_power_source,
            source="GetSystemPowerStatus",
            silent=reason("source_silent", source="GetSystemPowerStatus"),
        ),
        power_plan=told(
            host.call("windows/plan"),
            parse_plan,
            source="PowerGetActiveScheme",
            silent=reason("source_silent", source="PowerGetActiveScheme"),
        ),
    )


def windows_npus(host: Host) -> Fact[tuple[str, ...]]:
    """Accelerators for AI by name; none is an answer."""
    raw = host.call("windows/devices")
    answer = raw if isinstance(raw, Unavailable) else parse_pnp(raw)
    if isinstance(answer, Unavailable):
        return unknown(answer.reason)
    return known(answer.accelerators, origin="detected", source="plug-and-play manager: class ComputeAccelerator")


def windows_cpu_gaps(host: Host) -> tuple[Gap, ...]:
    """What Windows never tells of a processor."""
    if isinstance(host.call("windows/features"), Unavailable):
        return ()
    return (Gap(fact="cpu.flags", reason=reason("windows_without_finer_sets")),)


def windows_gpu_gaps(host: Host) -> tuple[Gap, ...]:
    """Why graphics may be missing."""
    listed = list_graphics(host, None)
    if listed.no_displays and listed.no_adapters:
        why = reason("no_windows_gpu_lists", first=listed.no_displays, second=listed.no_adapters)
        return (Gap(fact="gpus", reason=why),)
    return ()


def _stated(value: str | None, why: Reason) -> Fact[str]:
    return known(value, origin="detected", source=_SOURCE) if value else unknown(why)


_STATUS = struct.Struct("<IIQQ5Q")
_MEMORY_CALL = "GlobalMemoryStatusEx"
_LARGEST_BYTES = 1 << 52


def parse_memory_status(raw: bytes | Unavailable) -> MainPool:
    """Usable and available memory; 0 and what no machine has are unknown."""
    if isinstance(raw, Unavailable):
        return MainPool(unknown(raw.reason), unknown(raw.reason), None)
    if len(raw) < _STATUS.size:
        damaged = unknown("answer_cut_short", source=_MEMORY_CALL)
        return MainPool(damaged, damaged, None)
    total_bytes, available_bytes = _STATUS.unpack_from(raw)[2:4]
    if not 0 < total_bytes < _LARGEST_BYTES:
        reason = unknown("no_plausible_size", source=_MEMORY_CALL)
        return MainPool(reason, reason, None)
    usable = known(total_bytes, origin="detected", source=f"{_MEMORY_CALL} total physical")
    if available_bytes > total_bytes:
        return MainPool(usable, unknown("more_available_than_there_is", source=_MEMORY_CALL), None)
    return MainPool(
        usable, known(available_bytes, origin="detected", source=f"{_MEMORY_CALL} available physical"), None
    )
