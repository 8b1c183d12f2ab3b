"""AMD graphics: memory, name and power limit from the files of the amdgpu driver."""

import re

from advisor.facts.values.fact import Fact, Source, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GB, MEGA
from advisor.probe.linux.kfd import KfdNode
from advisor.probe.shared.gpu_memory import GpuMemory, kind_fact, no_memory, sane_bytes
from advisor.probe.shared.id_tables import product_name
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.pci import PciDevice
from advisor.probe.source.reading import number_in, positive, text_or_none
from advisor.probe.source.root import Root, Unavailable

_HIGHEST_MHZ, _HIGHEST_W = 10000, 10000
_SYSTEM_KEEPS_BYTES = 2 * GB
"""What the pool of an APU always leaves to the system."""


def is_apu(root: Root, device: PciDevice, node: KfdNode | None) -> bool:
    """Whether the GPU is part of the processor: it reports a north bridge voltage, or its bank is host memory."""
    if device.driver != "amdgpu":
        return False
    hwmon = f"{device.folder}/hwmon"
    if any(root.exists(f"{hwmon}/{name}/in1_input") for name in root.listdir(hwmon)):
        return True
    bank_bytes = node.bank_bytes if node and not device.asleep else None
    return bank_bytes is not None and bank_bytes == number_in(root, f"{device.folder}/mem_info_gtt_total")


def amd_memory(root: Root, device: PciDevice, node: KfdNode | None, pool: MainPool) -> GpuMemory:
    """The pool: its own memory on a card, carve-out plus what it may map of main memory on an APU."""
    if device.asleep:
        return no_memory(reason("asleep_memory"))
    if device.driver != "amdgpu":
        return no_memory(
            reason("driver_without_memory_size", driver=device.driver) if device.driver else reason("no_driver_bound")
        )
    place = device.folder
    total_bytes = positive(number_in(root, f"{place}/mem_info_vram_total"))
    used_bytes = number_in(root, f"{place}/mem_info_vram_used")
    if is_apu(root, device, node):
        return _apu_memory(root, place, node, pool, total_bytes=total_bytes, used_bytes=used_bytes)
    seen = bool(root.listdir(f"{place}/hwmon"))
    sign = f"{place}/hwmon" if seen else _sign_of_a_card(root, place, node, total_bytes)
    if sign is None:
        return no_memory(reason("gpu_place_not_told"))
    kind = kind_fact("dedicated", sign, "detected" if seen else "estimated")
    total_bytes = sane_bytes(total_bytes)
    source = f"{place}/mem_info_vram_total"
    if total_bytes is None and node is not None and seen:
        total_bytes, source = sane_bytes(node.bank_bytes), "/sys/class/kfd mem_banks"
    if total_bytes is None:
        text = root.read_text(source)
        return no_memory(
            text.reason if isinstance(text, Unavailable) else reason("implausible_size", size=text, source=source), kind
        )
    free = unknown("no_file", path=f"{place}/mem_info_vram_used")
    if used_bytes is not None and 0 <= used_bytes <= total_bytes:
        free = known(total_bytes - used_bytes, origin="detected", source=f"{place}/mem_info_vram_used")
    return GpuMemory(known(total_bytes, origin="detected", source=source), free, kind)


def _sign_of_a_card(root: Root, place: str, node: KfdNode | None, total_bytes: int | None) -> Source | None:
    """The file that tells of a card where there are no sensors: its link, chips or window, which an APU lacks."""
    visible_bytes = positive(number_in(root, f"{place}/mem_info_vis_vram_total"))
    maker = text_or_none(root, f"{place}/mem_info_vram_vendor")
    signs = (
        ("pp_dpm_pcie", text_or_none(root, f"{place}/pp_dpm_pcie")),
        ("mem_info_vram_vendor", maker and maker != "unknown"),
        ("mem_info_vis_vram_total", visible_bytes and visible_bytes < (total_bytes or 0)),
    )
    named = next((f"{place}/{name}" for name, holds in signs if holds), None)
    if named is None and node is not None and node.bank_bytes == total_bytes:
        return reason("equal_to_its_bank", path=f"{place}/mem_info_vram_total", folder="/sys/class/kfd")
    return named


def _apu_memory(
    root: Root, place: str, node: KfdNode | None, pool: MainPool, *, total_bytes: int | None, used_bytes: int | None
) -> GpuMemory:
    kind = kind_fact("unified" if node and node.unified else "shared", f"{place}/hwmon")
    bits = node.system_bus_bits if node else None
    mapped_bytes = number_in(root, f"{place}/mem_info_gtt_total")
    if mapped_bytes is None or mapped_bytes <= 0:
        why = reason("no_file", path=f"{place}/mem_info_gtt_total")
        return GpuMemory(unknown(why), unknown(why), kind, total_bytes, bits)
    pool_bytes = mapped_bytes + (total_bytes or 0)
    usable_bytes = pool.usable.value
    if usable_bytes is not None:
        pool_bytes = min(pool_bytes, usable_bytes + (total_bytes or 0) - _SYSTEM_KEEPS_BYTES)
    if pool_bytes <= 0:
        return GpuMemory(unknown("implausible_pool"), unknown("implausible_pool"), kind, total_bytes, bits)
    total = known(
        pool_bytes,
        origin="estimated",
        source=reason("capped", source=f"{place}/mem_info_vram_total + mem_info_gtt_total"),
    )
    free: Fact[int] = unknown("available_memory_unknown")
    if pool.available.value is not None:
        carve_free_bytes = max(0, (total_bytes or 0) - (used_bytes or 0))
        now_bytes = min(pool_bytes, pool.available.value + carve_free_bytes)
        free = known(now_bytes, origin="estimated", source=reason("available_and_carve_out"))
    return GpuMemory(total, free, kind, total_bytes, bits)


def amd_name(root: Root, device: PciDevice) -> Fact[str]:
    """The product name that the card's own memory holds, else that of libdrm's table for its revision."""
    path = f"{device.folder}/product_name"
    name = None if device.asleep else text_or_none(root, path)
    if name and name != "N/A":
        return known(name, origin="detected", source=path)
    return product_name(root, device)


def memory_clock(root: Root, device: PciDevice) -> Fact[int]:
    """The highest clock of its memory among those that the driver lists."""
    if device.asleep:
        return unknown("asleep_sensors")
    path = f"{device.folder}/pp_dpm_mclk"
    text = text_or_none(root, path)
    clocks_mhz = [int(clock) for clock in re.findall(r"^\d+: *(\d{1,5})mhz", text or "", re.IGNORECASE | re.MULTILINE)]
    if not clocks_mhz or not 0 < max(clocks_mhz) < _HIGHEST_MHZ:
        return unknown("kernel_lists_no_clock", path=path)
    return known(max(clocks_mhz) * MEGA, origin="detected", source=path)


def power_limit(root: Root, device: PciDevice, *files: str) -> Fact[float]:
    """The first power limit among hwmon files, in watts."""
    if device.asleep:
        return unknown("asleep_sensors")
    hwmon = f"{device.folder}/hwmon"
    for name in root.listdir(hwmon):
        for file in files:
            microwatts = number_in(root, f"{hwmon}/{name}/{file}")
            if microwatts is not None and 0 < microwatts < _HIGHEST_W * MEGA:
                return known(microwatts / MEGA, origin="detected", source=f"{hwmon}/{name}/{file}")
    return unknown("no_power_limit", folder=hwmon)
