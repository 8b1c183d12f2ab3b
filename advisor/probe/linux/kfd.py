"""AMD's compute driver: the topology below /sys/class/kfd, readable by everyone."""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import BITS_PER_BYTE, GB, MEGA, TB
from advisor.probe.shared.pci import Address
from advisor.probe.source.reading import pairs, positive, text_or_none, whole_number
from advisor.probe.source.root import Root

FOLDER = "/sys/class/kfd/kfd/topology/nodes"
_STRIX_HALO = 110501
_MOST = 1 << 16
"""No bus is wider in bits, no clock higher in MHz, and no GPU has more units."""
_MOST_NODES = 256
"""Processors and GPUs of one computer, and banks or links of one of them."""
_XGMI = 11
"""The type of a link that is AMD's own, between GPUs."""
_DOUBLED_BITS, _CLIENT_BITS = 256, 128
"""Kernels before the fix of drm/amd#2468 count LPDDR5 twice; only Strix Halo really has 256 bits."""


@frozen
class KfdNode:
    """One GPU node: its address, graphics target, local memory and its width, and links of AMD's own to other GPUs."""

    address: Address
    gfx_target: int | None
    bank_bytes: int | None
    width_bits: int | None
    memory_mhz: int | None = None
    compute_units: int | None = None
    shader_mhz: int | None = None
    xgmi_links: int = 0

    @property
    def system_bus_bits(self) -> int | None:
        """For a GPU inside a processor: the width of main memory in bits."""
        doubled = self.width_bits == _DOUBLED_BITS and self.gfx_target != _STRIX_HALO
        return _CLIENT_BITS if doubled else self.width_bits

    @property
    def gfx_name(self) -> str | None:
        """The graphics target as compilers write it, `1150` for 110500."""
        if self.gfx_target is None:
            return None
        major, minor, step = self.gfx_target // 10000, self.gfx_target // 100 % 100, self.gfx_target % 100
        return f"{major}{minor:x}{step:x}"

    @property
    def unified(self) -> bool:
        """Whether this is the processor built around one large pool."""
        return self.gfx_target == _STRIX_HALO


def parse_properties(text: str) -> dict[str, int]:
    """Numbers by name from lines such as `simd_count 24`."""
    numbers = ((key, whole_number(value)) for key, value in pairs(text, " ").items())
    return {key: number for key, number in numbers if number is not None}


def read_rated_mt_per_s(root: Root) -> int | None:
    """The rated transfers of main memory that the CPU node copies from the firmware, in MT/s."""
    for name in root.listdir(FOLDER)[:_MOST_NODES]:
        fields = parse_properties(text_or_none(root, f"{FOLDER}/{name}/properties") or "")
        if not fields.get("cpu_cores_count") or fields.get("simd_count"):
            continue
        for bank in root.listdir(f"{FOLDER}/{name}/mem_banks")[:_MOST_NODES]:
            memory = parse_properties(text_or_none(root, f"{FOLDER}/{name}/mem_banks/{bank}/properties") or "")
            if clock := _sane(memory.get("mem_clk_max", 0)):
                return clock
    return None


def _sane(number: int) -> int | None:
    """A width, clock or count that hardware can have."""
    return number if 0 < number <= _MOST else None


def read_gpu_nodes(root: Root) -> dict[Address, KfdNode]:
    """GPU nodes by PCI address."""
    found: dict[Address, KfdNode] = {}
    for name in root.listdir(FOLDER)[:_MOST_NODES]:
        fields = parse_properties(text_or_none(root, f"{FOLDER}/{name}/properties") or "")
        location = fields.get("location_id")
        if not re.fullmatch(r"\d+", name) or not fields.get("simd_count") or location is None:
            continue
        banks = [
            parse_properties(text_or_none(root, f"{FOLDER}/{name}/mem_banks/{bank}/properties") or "")
            for bank in root.listdir(f"{FOLDER}/{name}/mem_banks")[:_MOST_NODES]
        ]
        links = [
            parse_properties(text_or_none(root, f"{FOLDER}/{name}/io_links/{link}/properties") or "")
            for link in root.listdir(f"{FOLDER}/{name}/io_links")[:_MOST_NODES]
        ]
        simds_per_unit = positive(fields.get("simd_per_cu"))
        address = (fields.get("domain", 0), location >> 8 & 0xFF, location >> 3 & 0x1F, location & 0x7)
        found[address] = KfdNode(
            address,
            fields.get("gfx_target_version") or None,
            sum(bank.get("size_in_bytes", 0) for bank in banks) or None,
            _sane(max((bank.get("width", 0) for bank in banks), default=0)),
            _sane(max((bank.get("mem_clk_max", 0) for bank in banks), default=0)),
            _sane(fields["simd_count"] // simds_per_unit) if simds_per_unit else None,
            positive(fields.get("max_engine_clk_fcompute")),
            sum(link.get("type") == _XGMI for link in links),
        )
    return found


_NARROWEST_STACK_BITS = 1024
_FIRST_WITH_HBM3 = 904
"""gfx940, without its last step."""
_RDNA, _POLARIS = 10, 8
_LEAST_BYTES_PER_S, _MOST_BYTES_PER_S = 20 * GB, 20 * TB
_HIGHEST_MHZ = 5000
_NO_NODE = reason("no_figures_in", folder=FOLDER)


def transfers_per_clock(node: KfdNode) -> int | None:
    """Transfers per clock that the driver counts: 2 of HBM2, 4 of HBM3, 16 of GDDR6, 4 of GDDR5; None elsewhere.

    Cards with RDNA have GDDR6 unless their memory is stacked, those before Vega GDDR5; MI300 and later have HBM3, whose
    1300 MHz are 5.2 GT/s on 8192 bits.
    """
    if (node.width_bits or 0) >= _NARROWEST_STACK_BITS:
        return 4 if (node.gfx_target or 0) // 100 >= _FIRST_WITH_HBM3 and (node.gfx_target or 0) < _RDNA * 10000 else 2
    generation = (node.gfx_target or 0) // 10000
    if generation >= _RDNA:
        return 16
    return 4 if generation == _POLARIS else None


def card_bandwidth(node: KfdNode | None) -> Fact[float]:
    """Highest memory clock x transfers per clock x width of a card with memory of its own."""
    if node is None or not node.memory_mhz or not node.width_bits:
        return unknown(_NO_NODE)
    transfers = transfers_per_clock(node)
    if transfers is None:
        return unknown("memory_type_not_told")
    bytes_per_s = float(transfers * node.memory_mhz * MEGA * node.width_bits / BITS_PER_BYTE)
    if not _LEAST_BYTES_PER_S < bytes_per_s < _MOST_BYTES_PER_S:
        return unknown("implausible_memory_bus", clock_mhz=node.memory_mhz, width_bits=node.width_bits)
    how = reason("clock_by_bits", source=FOLDER, transfers=transfers, clock_mhz=node.memory_mhz, bits=node.width_bits)
    return known(bytes_per_s, origin="estimated", source=how)


def shader_clock(node: KfdNode | None) -> Fact[float]:
    """Compute units x their highest clock."""
    if node is None or not node.compute_units or not node.shader_mhz or node.shader_mhz > _HIGHEST_MHZ:
        return unknown(_NO_NODE)
    how = reason("units_by_clock", source=FOLDER, units=node.compute_units, clock_mhz=node.shader_mhz)
    return known(float(node.compute_units * node.shader_mhz * MEGA), origin="detected", source=how)
