"""Graphics of a Mac: the registry lists them, Metal says how much memory each may use."""

from typing import Literal

from advisor.facts.machine.machine import Gap, Gpu
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.cpu import CHIP
from advisor.probe.macos.gpu_memory import IN_MAIN_MEMORY, ONE_MEMORY, SeenGpu, mac_gpu_memory
from advisor.probe.macos.metal import MetalDevice, read_metal
from advisor.probe.macos.profiler import SOURCE as PROFILER
from advisor.probe.macos.profiler import read_profile
from advisor.probe.macos.registry import Registry, RegistryGpu, read_registry
from advisor.probe.macos.sysctl import Sysctl, read_sysctl
from advisor.probe.shared.gpu_memory import Graphics
from advisor.probe.shared.host import Host
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.pci import VENDORS
from advisor.probe.source.root import Unavailable

Metal = tuple[MetalDevice, ...] | Unavailable
REGISTRY = "IORegistry"
_APPLE = 0x106B
_INTEGRATED = reason("no_link_of_integrated")
_NVIDIA_ONLY = reason("nvidia_only")
_NO_PCI = reason("no_pci_device")
_NO_CLOCKS = reason("macos_without_memory_clock")
_NOT_ASKED = Unavailable("metal_not_asked")


def macos_gpus(host: Host, pool: MainPool) -> tuple[tuple[Gpu, ...], Graphics]:
    """Every GPU, those with memory of their own first, and whether the memory is one pool."""
    sysctl = read_sysctl(host)
    listed, source = list_gpus(host, sysctl)
    metal = read_metal(host) if _is_metal_needed(sysctl, listed.gpus) else _NOT_ASKED
    if not listed.gpus and not isinstance(metal, Unavailable):
        listed, source = Registry(tuple(_of_metal(device) for device in metal)), "Metal"
    gpus = [_gpu(_seen(gpu, source, listed.gpus, metal), sysctl, pool) for gpu in listed.gpus]
    gpus.sort(key=lambda gpu: gpu.memory_kind.value != "dedicated")
    return tuple(gpus), Graphics(unified=_unified(sysctl, gpus))


def macos_gpu_gaps(host: Host) -> tuple[Gap, ...]:
    """Why no GPU may be listed."""
    listed, _ = list_gpus(host, read_sysctl(host))
    return (Gap(fact="gpus", reason=reason(listed.missing)),) if listed.missing else ()


def _is_metal_needed(sysctl: Sysctl, gpus: tuple[RegistryGpu, ...]) -> bool:
    """On Apple's chips always; on Intel Macs where it can say something new and wakes no second card."""
    return sysctl.is_apple_silicon or (len(gpus) < 2 and all(gpu.driver and not gpu.total_bytes for gpu in gpus))


def list_gpus(host: Host, sysctl: Sysctl) -> tuple[Registry, str]:
    """The GPUs and who lists them: the registry, else the system profiler."""
    listed = read_registry(host, with_pci=not sysctl.is_apple_silicon)
    if listed.gpus:
        return listed, REGISTRY
    profile = read_profile(host)
    if isinstance(profile, Unavailable) or not profile.gpus:
        return listed, REGISTRY
    return Registry(profile.gpus), PROFILER


def _of_metal(device: MetalDevice) -> RegistryGpu:
    return RegistryGpu(device.entry_id, device.name, None, None, "Metal", None, None, None)


def _seen(gpu: RegistryGpu, source: str, gpus: tuple[RegistryGpu, ...], metal: Metal) -> SeenGpu:
    """The GPU with Metal's word on it: by the number of its entry, else the only device for the only GPU."""
    if isinstance(metal, Unavailable):
        return SeenGpu(gpu, source, None, metal.reason)
    own = next((device for device in metal if device.entry_id == gpu.entry_id), None)
    if own is None and len(gpus) == len(metal) == 1:
        own = metal[0]
    return SeenGpu(
        gpu, source, own, reason("metal_lists_it_not") if own is None else reason("source_silent", source="Metal")
    )


def _gpu(seen: SeenGpu, sysctl: Sysctl, pool: MainPool) -> Gpu:
    gpu, source = seen.gpu, seen.source
    on_chip = sysctl.is_apple_silicon
    memory = mac_gpu_memory(seen, sysctl, pool)
    vendor_id = _APPLE if on_chip else gpu.vendor_id
    vendor = VENDORS.get(vendor_id, f"pci vendor {vendor_id:04x}") if vendor_id else None
    pci_id = f"{gpu.vendor_id:04x}:{gpu.device_id:04x}" if gpu.vendor_id and gpu.device_id else None
    return Gpu(
        name=name_fact(seen, sysctl),
        vendor=_told(vendor, source, "gives_no_vendor"),
        driver=_told(gpu.driver, source, "gives_no_driver"),
        pci_id=unknown(_NO_PCI) if on_chip else _told(pci_id, source, "gives_no_pci_id"),
        pci_address=unknown(_NO_PCI) if on_chip else _told(gpu.pci_address, source, "gives_no_pci_address"),
        card=unknown("not_matched_yet"),
        memory_total_bytes=memory.total_bytes,
        memory_free_bytes=memory.free_bytes,
        memory_kind=memory.kind,
        link=unknown(_INTEGRATED if memory.kind.value in IN_MAIN_MEMORY else reason("macos_without_link")),
        power_limit_w=unknown("macos_without_power_limit"),
        compute_capability=known(seen.metal.family, origin="detected", source="Metal supportsFamily")
        if seen.metal and seen.metal.family
        else unknown(seen.reason),
        mig=unknown(_NVIDIA_ONLY),
        state=_state(gpu, source),
        subsystem_id=unknown(_NO_PCI if on_chip else reason("gives_no_subsystem", source=source)),
        theoretical_bytes_per_s=unknown(_NO_CLOCKS),
        fp32_flop_per_s=unknown(_NO_CLOCKS),
        shader_hz=unknown(_NO_CLOCKS),
        nvlinks=unknown(_NVIDIA_ONLY),
    )


def _told(value: str | None, source: str, otherwise: ReasonCode) -> Fact[str]:
    return known(value, origin="detected", source=source) if value else unknown(otherwise, source=source)


def _state(gpu: RegistryGpu, source: str) -> Fact[Literal["active", "asleep", "no_driver"]]:
    """Only the registry knows of cards that no driver serves."""
    if gpu.driver:
        return known("active", origin="detected", source=source)
    if source == REGISTRY:
        return known("no_driver", origin="detected", source=reason("no_accelerator_below", source=source))
    return unknown("source_silent", source=source)


def name_fact(seen: SeenGpu, sysctl: Sysctl) -> Fact[str]:
    """The name; of a chip with its number of GPU cores, without which its bandwidth is not certain."""
    model, cores = seen.gpu.model, seen.gpu.cores
    if model and cores and sysctl.is_apple_silicon and CHIP.fullmatch(model):
        how = reason("model_and_gpu_cores", source=seen.source)
        return known(f"{model} ({cores}-core GPU)", origin="detected", source=how)
    if model:
        return known(model, origin="detected", source=f"{seen.source} model")
    if seen.metal:
        return known(seen.metal.name, origin="detected", source="Metal")
    return unknown("gives_no_name", source=seen.source)


def _unified(sysctl: Sysctl, gpus: list[Gpu]) -> Fact[bool] | None:
    if sysctl.is_apple_silicon:
        return known(True, origin="detected", source=ONE_MEMORY)
    kinds = [gpu.memory_kind for gpu in gpus if gpu.memory_kind.value]
    if not kinds:
        return None
    return known(False, origin="detected", source=kinds[0].source or REGISTRY)
