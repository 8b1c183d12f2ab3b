"""Every graphics card of specs/, simulated as the files of a Linux system that hold one, is named by detection."""

from functools import cache

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.name_key import without_size
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.facts.cards.card import GpuCard
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB, GIGA, KIB, MEGA
from advisor.probe.source.tar_root import MemoryRoot
from tests.catalog.test_graphics_of_processors import PROCESSORS
from tests.each import each
from tests.fakes.trees import replayed

FOLDER = "/sys/bus/pci/devices/0000:03:00.0"
NODES = "/sys/class/kfd/kfd/topology/nodes"
DRIVERS = {"1002": "amdgpu", "8086": "xe", "10de": "nvidia"}
CLOCKS = {"GDDR5": 4, "GDDR6": 16, "HBM": 2, "HBM2": 2, "HBM2e": 2, "HBM3": 2}
CARDS = [card_id for card_id, card in load_catalog().gpus.items() if card.pci_ids]


@cache
def catalog() -> Catalog:
    return load_catalog()


def simulated(card: GpuCard, pci_id: str, processor: str) -> MemoryRoot:
    """A machine with this card: the bus, the driver's memory and clocks, AMD's compute driver, and its processor."""
    vendor, device, *revision = pci_id.split(":")
    driver = DRIVERS[vendor]
    files = {
        "/proc/version": "Linux version 6.12",
        "/proc/cpuinfo": f"processor\t: 0\nmodel name\t: {processor}",
        f"{FOLDER}/vendor": f"0x{vendor}",
        f"{FOLDER}/device": f"0x{device}",
        f"{FOLDER}/class": "0x030000",
        f"{FOLDER}/revision": f"0x{revision[0] if revision else '00'}",
        f"{FOLDER}/power/runtime_status": "active",
    }
    if vendor == "10de":
        files |= nvidia_files(card)
    if vendor == "1002":
        files |= amd_files(card)
    if vendor == "8086" and card.memory_kind == "dedicated":
        files[f"{FOLDER}/tile0/physical_vram_size_bytes"] = str(int((card.memory_gib or 0) * GIB))
    links = {f"{FOLDER}/driver": f"../../bus/pci/drivers/{driver}"}
    return MemoryRoot({path: text.encode() + b"\n" for path, text in files.items()}, links)


def nvidia_files(card: GpuCard) -> dict[str, str]:
    """What NVIDIA's driver says: a name without the memory size, and the size."""
    name, mebibytes = without_size(card.name), int((card.memory_gib or 0) * KIB)
    memory = f"<fb_memory_usage><total>{mebibytes} MiB</total></fb_memory_usage>"
    gpu = f'<gpu id="00000000:03:00.0"><product_name>NVIDIA GeForce {name}</product_name>{memory}</gpu>'
    log = f"<nvidia_smi_log><driver_version>580.95.05</driver_version>{gpu}</nvidia_smi_log>"
    return {"/commands/nvidia-smi_-q_-x": log}


def amd_files(card: GpuCard) -> dict[str, str]:
    size = int((card.memory_gib or 0.5) * GIB)
    files = {f"{FOLDER}/mem_info_vram_total": str(size), f"{FOLDER}/hwmon/hwmon0/name": "amdgpu"}
    if card.memory_kind != "dedicated":
        files |= {f"{FOLDER}/hwmon/hwmon0/in1_input": "700", f"{FOLDER}/mem_info_gtt_total": str(16 * GIB)}
    elif card.memory_type in CLOCKS and card.memory_gigatransfers_per_s:
        clock = card.memory_gigatransfers_per_s * GIGA / CLOCKS[card.memory_type] / MEGA
        files[f"{FOLDER}/pp_dpm_mclk"] = f"0: 96Mhz\n1: {clock:.0f}Mhz *"
    if card.compute_units:
        files[f"{NODES}/1/properties"] = (
            f"cpu_cores_count 0\nsimd_count {card.compute_units * 2}\nsimd_per_cu 2\nlocation_id {3 << 8}\ndomain 0"
        )
        files[f"{NODES}/1/mem_banks/0/properties"] = f"size_in_bytes {size}\nwidth {card.bus_bits or 0}"
    return files


@cache
def named(card_id: str) -> tuple[Gpu, ...]:
    """What detection makes of the card, once for each PCI id it is sold with."""
    card = catalog().gpus[card_id]
    processor = PROCESSORS.get(card_id, ("Intel(R) Xeon(R) w5-3435X",))[0]
    machines = [told(replayed(simulated(card, pci_id, processor)), card) for pci_id in card.pci_ids]
    return tuple(gpu for machine in machines for gpu in with_cards(machine, catalog()).gpus)


def told(machine: Machine, card: GpuCard) -> Machine:
    """The machine with what NVIDIA's library says beyond its tool: memory clock x width."""
    if card.vendor != "nvidia" or card.bandwidth_gb_per_s is None:
        return machine
    rate = known(card.bandwidth_gb_per_s * GIGA, origin="detected", source="NVML")
    return machine.changed(gpus=tuple(gpu.changed(theoretical_bytes_per_s=rate) for gpu in machine.gpus))


@pytest.mark.broad
@each("card_id", CARDS)
def test_a_card_is_named_or_among_the_few_it_may_be(card_id: str) -> None:
    for gpu in named(card_id):
        assert gpu.card.value == card_id or card_id in gpu.possible_cards
        assert without_size(catalog().gpus[card_id].name) in (gpu.name.value or "")


@pytest.mark.parametrize("vendor", ["amd", "intel", "nvidia"])
def test_nearly_every_card_is_named_alone(vendor: str) -> None:
    cards = [card_id for card_id in CARDS if catalog().gpus[card_id].vendor == vendor]
    among = [card_id for card_id in cards if any(gpu.card.value != card_id for gpu in named(card_id))]
    assert len(among) <= 0.03 * len(cards), among
    assert len(cards) > 60
