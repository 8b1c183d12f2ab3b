"""The memory of a chip that comes with it, at the speed that its data sheet tells."""

from advisor.facts.cards.card import GpuCard
from advisor.facts.machine.machine import Machine
from advisor.facts.values.fact import Fact, known
from advisor.facts.values.units import GIGA


def with_own_rate(machine: Machine, card: GpuCard) -> Machine:
    """The machine with memory as fast as that of its chip; as it is where nobody tells that."""
    if card.bandwidth_gb_per_s is None:
        return machine
    return with_rate(machine, known(card.bandwidth_gb_per_s * GIGA, origin="datasheet", source=card.source))


def with_rate(machine: Machine, bytes_per_s: Fact[float]) -> Machine:
    """The machine with memory of that speed."""
    return machine.changed(memory=machine.memory.changed(theoretical_bytes_per_s=bytes_per_s))
