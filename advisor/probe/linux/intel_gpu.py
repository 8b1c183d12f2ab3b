"""Intel graphics: memory from the files of the xe and i915 drivers."""

import re

from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.shared.gpu_memory import GpuMemory, kind_fact, no_memory, sane_bytes
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.pci import DRM, PciDevice
from advisor.probe.source.reading import number_in
from advisor.probe.source.root import Root


def is_integrated(device: PciDevice) -> bool:
    """Whether the GPU is part of the processor: Intel puts it on the root bus as device 2."""
    return device.address[1:3] == (0, 2)


def intel_memory(root: Root, device: PciDevice, pool: MainPool) -> GpuMemory:
    """The card's own memory; an integrated GPU shares main memory without a stated limit."""
    if device.asleep and not is_integrated(device):
        return no_memory(reason("asleep_memory_not_read"), kind_fact("dedicated", _where(device)))
    for total_bytes, source in _sizes(root, device):
        if sane_bytes(total_bytes):
            free = unknown("free_memory_needs_rights")
            total = known(total_bytes, origin="detected", source=source)
            return GpuMemory(total, free, kind_fact("dedicated", source))
    if not is_integrated(device):
        silent = reason("driver_without_size_file", driver=device.driver) if device.driver else None
        return no_memory(silent or reason("no_driver_no_size_file"), kind_fact("dedicated", _where(device)))
    available = pool.available
    free = unknown("available_memory_unknown")
    if available.value is not None:
        free = known(
            available.value, origin="estimated", source=reason("available_memory", source=available.source or "")
        )
    no_limit = unknown("no_share_limit")
    return GpuMemory(no_limit, free, kind_fact("shared", _where(device)))


def _where(device: PciDevice) -> str:
    return f"PCI address {device.address_text}"


def _sizes(root: Root, device: PciDevice) -> list[tuple[int, str]]:
    tiles = [name for name in root.listdir(device.folder) if re.fullmatch(r"tile\d+", name)]
    sizes = [number_in(root, f"{device.folder}/{tile}/physical_vram_size_bytes") for tile in tiles]
    found = [(sum(size for size in sizes if size), f"{device.folder}/tile*/physical_vram_size_bytes")]
    cards = [f"{device.folder}/drm/{name}" for name in root.listdir(f"{device.folder}/drm")]
    of_class = [f"{DRM}/{name}" for name in root.listdir(DRM) if re.fullmatch(r"card\d+", name)]
    cards += [card for card in of_class if _is_of(root, card, device)]
    for card in cards:
        total_bytes = number_in(root, f"{card}/lmem_total_bytes")
        found.append((total_bytes or 0, f"{card}/lmem_total_bytes"))
    return found


def _is_of(root: Root, card: str, device: PciDevice) -> bool:
    target = f"{card}/device"
    if device.folder == target:
        return True
    words = (root.readlink(target) or "") + " " + str(root.read_text(f"{target}/uevent"))
    return device.address_text in words
