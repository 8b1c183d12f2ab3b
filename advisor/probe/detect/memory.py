"""Main memory, assembled from its sources."""

from collections.abc import Sequence

from advisor.facts.machine.machine import Cpu, Memory, MemoryModule
from advisor.facts.values.fact import Fact, known, unknown, weakest
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB, MEGA
from advisor.probe.linux.dmi import COMMANDS, parse_dmidecode, read_udev_dmi
from advisor.probe.linux.dmi import PATH as UDEV
from advisor.probe.shared.gpu_memory import Graphics
from advisor.probe.shared.host import Host
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.memory_channels import (
    Bus,
    bus_bytes,
    channel_names,
    channels_fact,
    memory_bus,
    names_channels,
    platform_of,
)
from advisor.probe.shared.memory_rate import MemoryDevice, effective_rate, memory_type, rated_rate
from advisor.probe.shared.smbios import PATH as SMBIOS
from advisor.probe.shared.smbios import read_smbios
from advisor.probe.source.root import Root, Unavailable

_SOLD_IN = (8 * GIB, 12 * GIB)
_LARGEST_RESERVED = 0.08
"""Kernel and firmware keep up to this part of the installed memory to themselves."""


def read_devices(root: Root, host: Host) -> tuple[tuple[MemoryDevice, ...], str] | Unavailable:
    """The populated devices and their source: the firmware's tables by the system's ways to them, in order of trust."""
    if host.kind == "windows":
        from advisor.probe.windows.machine import windows_memory_devices

        return windows_memory_devices(host)
    if host.kind == "macos":
        from advisor.probe.macos.profiler import macos_devices

        return macos_devices(host)
    devices = read_udev_dmi(root)
    if not isinstance(devices, Unavailable):
        return devices, UDEV
    tables = read_smbios(root)
    if not isinstance(tables, Unavailable) and tables.devices:
        return tables.devices, SMBIOS
    for command in COMMANDS:
        text = host.output(*command)
        found = () if isinstance(text, Unavailable) else parse_dmidecode(text)
        if found:
            return found, " ".join(command)
    return devices


def module_of(device: MemoryDevice, channel: str | None) -> MemoryModule:
    """The record of a device, its rates put right."""
    rate, rated, stated = effective_rate(device), rated_rate(device), device.configured_mt_per_s
    return MemoryModule(
        slot=device.slot or device.bank,
        bytes=device.bytes,
        type=memory_type(device)[0],
        rated_transfers_per_s=rated * MEGA if rated else None,
        configured_transfers_per_s=rate.mt_per_s * MEGA if rate else None,
        channel=channel,
        stated_transfers_per_s=stated * MEGA if rate and stated and rate.mt_per_s == 2 * stated else None,
    )


def about_installed_bytes(visible_bytes: int) -> int | None:
    """The next size memory is sold in, when what is visible is little below it."""
    fits = (-(-visible_bytes // step) * step for step in _SOLD_IN)
    nearest_bytes = min(fits)
    return nearest_bytes if visible_bytes >= nearest_bytes * (1 - _LARGEST_RESERVED) else None


def detect_memory(root: Root, host: Host, cpu: Cpu, pool: MainPool, graphics: Graphics) -> Memory:
    """Everything about main memory that files and captured tools tell."""
    virtual = cpu.hypervisor.value is not None
    listed = read_devices(root, host)
    why = listed.reason if isinstance(listed, Unavailable) else reason("firmware_silent")
    devices, source = ((), "") if isinstance(listed, Unavailable) else listed
    if virtual:
        devices, why = (), reason("no_modules_in_virtual_machine")
    platform = platform_of(cpu.name.value)
    bus = memory_bus(devices, platform, cpu.sockets.value, graphics.bus_bits)
    names = channel_names(devices, client=names_channels(platform, devices)) or (None,) * len(devices)
    modules = tuple(module_of(device, name) for device, name in zip(devices, names, strict=True))
    return Memory(
        installed_bytes=pool.installed or _installed(devices, source, pool.usable, graphics, virtual=virtual),
        usable_bytes=pool.usable,
        available_bytes=pool.available,
        limit_bytes=known(pool.limit.limit_bytes, origin="detected", source=pool.limit.source)
        if pool.limit
        else unknown("no_memory_limit"),
        modules=known(modules, origin="detected", source=source) if modules else unknown(why),
        channels=channels_fact(bus, why),
        theoretical_bytes_per_s=_theoretical(devices, source, bus, graphics.rated_mt_per_s, why),
        unified=graphics.unified or unknown("no_sharing_gpu"),
    )


def _installed(
    devices: Sequence[MemoryDevice], source: str, usable: Fact[int], graphics: Graphics, *, virtual: bool
) -> Fact[int]:
    if devices:
        return known(
            sum(device.bytes for device in devices), origin="detected", source=reason("sum_of_modules", source=source)
        )
    if usable.value is None:
        return unknown(usable.reason or reason("usable_memory_unknown"))
    if virtual:
        return unknown("host_memory_not_visible")
    about = about_installed_bytes(usable.value + (graphics.carve_out_bytes or 0))
    if about is None:
        return unknown("installed_memory_not_guessed")
    return known(about, origin="estimated", source=reason("rounded_to_sold_size", source=usable.source or ""))


def _theoretical(
    devices: Sequence[MemoryDevice], source: str, bus: Bus | None, rated_mt_per_s: int | None, why: Reason
) -> Fact[float]:
    if bus is not None and not devices and rated_mt_per_s:
        return known(
            rated_mt_per_s * MEGA * bus_bytes(bus),
            origin="estimated",
            source=reason("rated_by_bits", source="/sys/class/kfd", rate=rated_mt_per_s, bits=bus.bits),
        )
    if bus is None or not devices:
        return unknown(why if not devices else reason("memory_bus_width_unknown"))
    rates = [effective_rate(device) for device in devices]
    real = [rate for rate in rates if rate]
    if len(real) < len(devices):
        return unknown("module_rate_implausible")
    slowest = min(real, key=lambda rate: rate.mt_per_s)
    return known(
        slowest.mt_per_s * MEGA * bus_bytes(bus),
        origin=weakest(bus.origin, *(rate.origin for rate in real)),
        source=reason("rate_by_bits", source=source, rate=slowest.mt_per_s, bits=bus.bits, bus=bus.source),
    )
