"""What the figures of AMD's compute driver come to: bytes per second of a card's memory, clock of all its units."""

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import BITS_PER_BYTE, GB, MEGA, TB
from advisor.probe.linux.kfd import FOLDER, KfdNode

_NARROWEST_STACK_BITS = 1024
_RDNA, _POLARIS = 10, 8
_LEAST_BYTES_PER_S, _MOST_BYTES_PER_S = 20 * GB, 20 * TB
_HIGHEST_MHZ = 5000
_NO_NODE = reason("no_figures_in", folder=FOLDER)


def transfers_per_clock(node: KfdNode) -> int | None:
    """Transfers per clock that the driver counts: 2 of stacked memory, 16 of GDDR6, 4 of GDDR5; None elsewhere.

    Cards with RDNA have GDDR6 unless their memory is stacked, those before Vega GDDR5.
    """
    if (node.width_bits or 0) >= _NARROWEST_STACK_BITS:
        return 2
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
