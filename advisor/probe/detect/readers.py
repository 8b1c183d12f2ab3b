"""The readers of each system: which functions tell the parts of a machine."""

from collections.abc import Callable
from typing import NamedTuple

from advisor.facts.machine.machine import Cpu, Gap, Gpu, System
from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.reason import reason
from advisor.probe.linux.cpu import detect_cpu
from advisor.probe.linux.gpus import detect_gpus
from advisor.probe.linux.npu import npus_fact
from advisor.probe.linux.system import detect_system
from advisor.probe.nvidia.nvidia import ask_driver
from advisor.probe.nvidia.nvidia_signs import DRIVER, NVIDIA
from advisor.probe.shared.gpu_memory import Graphics
from advisor.probe.shared.host import Host, Kind
from advisor.probe.shared.main_pool import MainPool, read_main_pool
from advisor.probe.shared.pci import BUS, DRM, read_display_devices
from advisor.probe.shared.topology import read_topology
from advisor.probe.source.reading import text_or_none
from advisor.probe.source.root import Root, Unavailable


class Readers(NamedTuple):
    """Processor, main memory as a pool, graphics, system, reasons for what is not listed at all, and NPUs by name."""

    cpu: Callable[[Root, Host], Cpu]
    pool: Callable[[Root, Host, Cpu], MainPool]
    gpus: Callable[[Root, Host, MainPool, Cpu], tuple[tuple[Gpu, ...], Graphics]]
    system: Callable[[Root, Host], System]
    cpu_gaps: Callable[[Root, Host], tuple[Gap, ...]]
    gpu_gaps: Callable[[Root, Host], tuple[Gap, ...]]
    npus: Callable[[Root, Host], Fact[tuple[str, ...]]] = lambda _root, _host: unknown("not_read_here")


def readers_of(kind: Kind) -> Readers:
    """The readers of a system; those of Linux read nothing but files and find nothing elsewhere."""
    if kind == "windows":
        return _windows()
    if kind == "macos":
        return _macos()
    return Readers(
        cpu=lambda root, _: detect_cpu(root),
        pool=lambda root, _, cpu: read_main_pool(root, cpu.architecture.value),
        gpus=lambda root, host, pool, cpu: detect_gpus(root, host, pool, cpu.architecture.value),
        system=lambda root, _: detect_system(root),
        cpu_gaps=_offline,
        gpu_gaps=_unlisted,
        npus=lambda root, _: npus_fact(root),
    )


def _windows() -> Readers:
    from advisor.probe.windows import machine as windows_machine
    from advisor.probe.windows.cpu import windows_cpu
    from advisor.probe.windows.gpus import windows_gpus

    return Readers(
        cpu=lambda _, host: windows_cpu(host),
        pool=lambda _, host, _cpu: windows_machine.windows_pool(host),
        gpus=lambda root, host, pool, cpu: windows_gpus(root, host, pool, cpu.architecture.value),
        system=lambda _, host: windows_machine.windows_system(host),
        cpu_gaps=lambda _, host: windows_machine.windows_cpu_gaps(host),
        gpu_gaps=lambda _, host: windows_machine.windows_gpu_gaps(host),
        npus=lambda _, host: windows_machine.windows_npus(host),
    )


def _macos() -> Readers:
    from advisor.probe.macos.cpu import macos_cpu, macos_cpu_gaps
    from advisor.probe.macos.gpus import macos_gpu_gaps, macos_gpus
    from advisor.probe.macos.memory import macos_pool
    from advisor.probe.macos.system import macos_npus, macos_system

    return Readers(
        cpu=lambda _, host: macos_cpu(host),
        pool=lambda _, host, _cpu: macos_pool(host),
        gpus=lambda _, host, pool, _cpu: macos_gpus(host, pool),
        system=lambda _, host: macos_system(host),
        cpu_gaps=lambda _, host: macos_cpu_gaps(host),
        gpu_gaps=lambda _, host: macos_gpu_gaps(host),
        npus=lambda _, host: macos_npus(host),
    )


def _offline(root: Root, _host: Host) -> tuple[Gap, ...]:
    offline = sorted(read_topology(root).offline)
    if not offline or text_or_none(root, "/sys/devices/system/cpu/online") is None:
        return ()
    names = ", ".join(map(str, offline))
    return (Gap(fact="cpu.threads", reason=reason("cpus_offline", cpus=names)),)


def _unlisted(root: Root, host: Host) -> tuple[Gap, ...]:
    on_bus = any(device.vendor_id == NVIDIA for device in read_display_devices(root))
    answer = ask_driver(host, ()) if not on_bus and any(root.exists(path) for path in DRIVER) else None
    if isinstance(answer, Unavailable):
        return (
            Gap(
                fact="gpus",
                reason=reason("nvidia_driver_silent", cause=answer.reason),
            ),
        )
    if root.exists(BUS) or root.exists(DRM):
        return ()
    return (Gap(fact="gpus", reason=reason("no_gpu_lists", first=BUS, second=DRM)),)
