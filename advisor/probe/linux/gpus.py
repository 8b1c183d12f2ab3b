"""All graphics processors: the PCI bus lists them, each vendor's reader adds what it knows."""

from advisor.facts.machine.machine import Gpu, Link
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.linux.amdgpu import amd_memory, amd_name, is_apu, memory_clock, power_limit
from advisor.probe.linux.intel_gpu import intel_memory, is_integrated
from advisor.probe.linux.kfd import FOLDER, KfdNode, card_bandwidth, read_gpu_nodes, read_rated_mt_per_s, shader_clock
from advisor.probe.nvidia.nvidia import nvidia_gpus
from advisor.probe.shared.gpu_memory import GpuMemory, Graphics, no_memory, unified_fact
from advisor.probe.shared.host import Host
from advisor.probe.shared.id_tables import board_names
from advisor.probe.shared.link import link_fact
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.pci import (
    BUS,
    Address,
    PciDevice,
    driver_fact,
    pci_id_fact,
    read_display_devices,
    revision_fact,
    state_fact,
    subsystem_fact,
    vendor_fact,
)
from advisor.probe.source.root import Root

_STAND_IN = 0x1414
"""Microsoft's stand-in for the GPUs of the host, beside which the real ones may answer."""
_MAIN_MEMORY = reason("works_in_main_memory")
_INTEGRATED = reason("no_link_of_integrated")


def detect_gpus(root: Root, host: Host, pool: MainPool, architecture: str | None) -> tuple[tuple[Gpu, ...], Graphics]:
    """Every GPU in order of address, and what they tell of main memory."""
    devices = read_display_devices(root)
    nodes = read_gpu_nodes(root)
    nvidia = tuple(device for device in devices if device.vendor_id == 0x10DE)
    found: dict[Address | int, Gpu] = dict(nvidia_gpus(root, host, nvidia, pool, architecture))
    memories: list[GpuMemory] = []
    for device in devices:
        if device in nvidia:
            continue
        node = nodes.get(device.address)
        memory = _memory(root, device, node, pool)
        memories.append(memory)
        found[device.address] = _gpu(root, device, node, memory)
    if any(device.vendor_id == _STAND_IN for device in devices) and len(found) > 1:
        found = {key: gpu for key, gpu in found.items() if gpu.vendor.value != "microsoft"}
    order = sorted(found, key=lambda key: key if isinstance(key, tuple) else (1 << 32, key, 0, 0))
    gpus = tuple(found[key] for key in order)
    carve_out_bytes = max((memory.carve_out_bytes or 0 for memory in memories), default=0) or None
    bits = max((memory.bus_bits or 0 for memory in memories), default=0) or None
    return gpus, Graphics(carve_out_bytes, bits, read_rated_mt_per_s(root), _unified(root, gpus, architecture))


def _memory(root: Root, device: PciDevice, node: KfdNode | None, pool: MainPool) -> GpuMemory:
    if device.vendor_id == 0x1002:
        return amd_memory(root, device, node, pool)
    if device.vendor_id == 0x8086:
        return intel_memory(root, device, pool)
    return no_memory(reason("no_memory_reader_of_vendor"))


def _gpu(root: Root, device: PciDevice, node: KfdNode | None, memory: GpuMemory) -> Gpu:
    amd = device.vendor_id == 0x1002
    no_such = reason("nvidia_only")
    subsystem = subsystem_fact(root, device)
    chip, board = board_names(root, device, subsystem.value)
    name = amd_name(root, device) if amd else chip
    return Gpu(
        name=chip if name.value is None else name,
        vendor=vendor_fact(device),
        driver=driver_fact(device),
        pci_id=pci_id_fact(device),
        pci_address=known(device.address_text, origin="detected", source="/sys/bus/pci/devices"),
        card=unknown("not_matched_yet"),
        memory_total_bytes=memory.total_bytes,
        memory_free_bytes=memory.free_bytes,
        memory_kind=memory.kind,
        link=_link(root, device, node),
        power_limit_w=power_limit(root, device, "power1_cap", "power1_max"),
        compute_capability=known(f"gfx{node.gfx_name}", origin="detected", source="/sys/class/kfd gfx_target_version")
        if node and node.gfx_name
        else unknown(reason("kernel_names_no_target") if amd else no_such),
        mig=unknown(no_such),
        state=state_fact(device),
        subsystem_id=subsystem,
        board=board,
        pci_revision=revision_fact(device),
        compute_units=_told(node.compute_units if node else None),
        memory_bus_bits=_told(node.width_bits if node else None),
        memory_hz=memory_clock(root, device) if amd else unknown("not_read_here"),
        power_default_w=power_limit(root, device, "power1_cap_default", "power1_rated_max"),
        xgmi_links=_told(node.xgmi_links if node else None) if amd else unknown("not_read_here"),
        theoretical_bytes_per_s=card_bandwidth(node) if memory.kind.value == "dedicated" else unknown(_MAIN_MEMORY),
        shader_hz=shader_clock(node),
    )


def _told(number: int | None) -> Fact[int]:
    """A figure of the compute driver's topology."""
    return (
        unknown("no_figures_in", folder=FOLDER) if number is None else known(number, origin="detected", source=FOLDER)
    )


def _link(root: Root, device: PciDevice, node: KfdNode | None) -> Fact[Link]:
    integrated = device.vendor_id == 0x8086 and is_integrated(device)
    if integrated or (device.vendor_id == 0x1002 and is_apu(root, device, node)):
        return unknown(_INTEGRATED)
    return link_fact(root, device)


def _unified(root: Root, gpus: tuple[Gpu, ...], architecture: str | None) -> Fact[bool] | None:
    if not gpus and architecture == "x86_64" and root.listdir(BUS):
        return known(False, origin="detected", source=reason("lists_no_gpu", source=BUS))
    return unified_fact(gpus)
