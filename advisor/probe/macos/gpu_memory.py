"""How much memory a GPU of a Mac may use, and of which kind it is."""

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MIB
from advisor.predict.memory.fit import apple_share
from advisor.probe.macos.metal import MetalDevice
from advisor.probe.macos.registry import RegistryGpu
from advisor.probe.macos.sysctl import Sysctl
from advisor.probe.shared.gpu_memory import GpuMemory, Kind, kind_fact, sane_bytes
from advisor.probe.shared.main_pool import MainPool

IN_MAIN_MEMORY = ("shared", "unified")
ONE_MEMORY = reason("graphics_share_memory", source="sysctl hw.optional.arm64")
_INTEL = 0x8086
_WITH_OWN_MEMORY = (0x1002, 0x10DE)
_METAL = "Metal recommendedMaxWorkingSetSize"


@frozen
class SeenGpu:
    """One GPU as `source` lists it, with what Metal says of it, or the `reason` why Metal says nothing."""

    gpu: RegistryGpu
    source: str
    metal: MetalDevice | None
    reason: Reason


def mac_gpu_memory(seen: SeenGpu, sysctl: Sysctl, pool: MainPool) -> GpuMemory:
    """The share of the one memory on Apple's chips, else what the driver reports."""
    kind = _kind(seen, sysctl)
    total = unified_pool(sysctl, seen.metal) if kind.value == "unified" else _reported(seen)
    if kind.value in IN_MAIN_MEMORY:
        return GpuMemory(total, _shared_free(total, pool.available), kind)
    free_bytes = seen.gpu.free_bytes
    if free_bytes is None:
        return GpuMemory(total, unknown("driver_silent"), kind)
    return GpuMemory(total, known(free_bytes, origin="detected", source=f"{seen.source} vramFreeBytes"), kind)


def unified_pool(sysctl: Sysctl, metal: MetalDevice | None) -> Fact[int]:
    """What the GPU may use of the one memory: Metal's figure, else the limit that was set, else the usual share."""
    installed_bytes = sysctl.number("hw.memsize")
    limit_bytes = sane_bytes((sysctl.number("iogpu.wired_limit_mb") or 0) * MIB)
    told = ((metal.working_set_bytes if metal else None, _METAL), (limit_bytes, "sysctl iogpu.wired_limit_mb"))
    for own_bytes, source in told:
        if own_bytes and (installed_bytes is None or own_bytes <= installed_bytes):
            return known(own_bytes, origin="detected", source=source)
    if installed_bytes is None or sysctl.is_virtual:
        return unknown("gpu_share_not_told")
    share = apple_share(installed_bytes)
    how = reason("usual_gpu_share", share=share, source="sysctl hw.memsize")
    return known(round(installed_bytes * share), origin="estimated", source=how)


def _reported(seen: SeenGpu) -> Fact[int]:
    if seen.gpu.total_bytes:
        return known(seen.gpu.total_bytes, origin="detected", source=f"{seen.source} VRAM")
    if seen.metal and seen.metal.working_set_bytes:
        return known(seen.metal.working_set_bytes, origin="detected", source=_METAL)
    return unknown("gives_no_memory_size", source=seen.source)


def _kind(seen: SeenGpu, sysctl: Sysctl) -> Fact[Kind]:
    if sysctl.is_apple_silicon:
        return kind_fact("unified", ONE_MEMORY)
    if seen.gpu.vendor_id == _INTEL:
        return kind_fact("shared", reason("intel_is_part_of_processor", source=seen.source))
    if seen.gpu.vendor_id in _WITH_OWN_MEMORY:
        return kind_fact("dedicated", reason("amd_and_nvidia_own_memory", source=seen.source), "estimated")
    return unknown("source_silent", source=seen.source)


def _shared_free(total: Fact[int], available: Fact[int]) -> Fact[int]:
    if available.value is None:
        return unknown(available.reason or reason("available_memory_unknown"))
    if total.value is not None and total.value < available.value:
        return known(total.value, origin="estimated", source=reason("all_of_share", source=available.source or ""))
    return known(available.value, origin="estimated", source=reason("available_memory", source=available.source or ""))
