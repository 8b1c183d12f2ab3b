"""A slice of a graphics card (NVIDIA's Multi-Instance GPU): its share of the memory and of the compute units.

`3g.40gb` is three of seven parts of the units with 40 GB. The memory lies in eight parts, in four or two on cards whose
units come in four or two; bandwidth goes with the memory. Pairs and cards: NVIDIA's MIG user guide, supported profiles.
"""

import re
from typing import NamedTuple

from advisor.catalog.cards.card_index import CardIndex
from advisor.facts.cards.card import GpuCard
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason

_SLICE = re.compile(r"\b(?:mig[ -]*)?(\d)g\.(\d+)gb(?:\+me)?(?:\s*mig)?\b", re.IGNORECASE)
_OF_SEVEN = ((1, 1), (1, 2), (2, 2), (3, 4), (4, 4), (7, 8))
_ROUNDED = 0.07
"""Names round to whole GB, of less than the card's memory in newer drivers."""


class MigSlice(NamedTuple):
    """A card, and the shares of its compute units and of its memory."""

    card_id: str
    profile: str
    units_share: float
    memory_share: float


def without_slice(name: str) -> str:
    """The name of the whole card: `H100 MIG 3g.40gb` -> `H100`."""
    return re.sub(r"\bmig\b", " ", _SLICE.sub(" ", name), flags=re.IGNORECASE).strip()


def names_slice(name: str) -> bool:
    """Whether a name is that of a slice."""
    return _SLICE.search(name) is not None


def find_slice(name: str, gpus: CardIndex[GpuCard]) -> MigSlice | None:
    """The slice that a name means; of several cards that have it the one it divides most evenly, then the largest."""
    found, whole = _SLICE.search(name), without_slice(name)
    if found is None or not whole:
        return None
    units, size_gb = int(found[1]), int(found[2])
    card_id = gpus.find(whole)
    members = (card_id,) if card_id else (*gpus.members(whole), *gpus.variants(whole))
    fitting = []
    for one in members:
        card = gpus[one]
        parts = _memory_parts(card, units, size_gb)
        if parts is not None and card.mig_slices and card.memory_gib:
            whole_parts = _parts(card.mig_slices)
            rank = (parts, -(card.power_w or 0), card.memory_gib)
            part = MigSlice(one, f"{units}g.{size_gb}gb", units / card.mig_slices, parts / whole_parts)
            fitting.append((rank, part))
    return min(fitting)[1] if fitting else None


def slice_of(whole: Processor, part: MigSlice) -> Processor:
    """The slice as a processor: all rates in proportion, no link of its own to other slices."""
    source = reason("mig_guide", units=part.units_share, memory=part.memory_share)

    def times(fact: Fact[float], share: float) -> Fact[float]:
        return fact if fact.value is None else known(fact.value * share, origin="estimated", source=source)

    size = whole.memory_total_bytes
    return whole.changed(
        name=f"{whole.name} MIG {part.profile}",
        memory_total_bytes=size.changed(value=int(size.value * part.memory_share)) if size.value else size,
        bandwidth_bytes_per_s=times(whole.bandwidth_bytes_per_s, part.memory_share),
        fp32_flop_per_s=times(whole.fp32_flop_per_s, part.units_share),
        fp16_flop_per_s=times(whole.fp16_flop_per_s, part.units_share),
        fp16_accumulate16_flop_per_s=times(whole.fp16_accumulate16_flop_per_s, part.units_share),
        int8_op_per_s=times(whole.int8_op_per_s, part.units_share),
        shader_hz=times(whole.shader_hz, part.units_share),
        power_w=times(whole.power_w, part.units_share),
        cores=unknown("of_a_slice"),
        peer_bytes_per_s=unknown("slices_without_link"),
        peer_devices=None,
    )


def _parts(slices: int) -> int:
    """Parts of the memory."""
    return 8 if slices == 7 else slices


def _memory_parts(card: GpuCard, units: int, size_gb: int) -> int | None:
    """How many parts of the memory such a slice has; None where the card is not divided so."""
    if card.mig_slices is None or card.memory_gib is None:
        return None
    count = _parts(card.mig_slices)
    pairs = _OF_SEVEN if card.mig_slices == 7 else tuple((one, one) for one in (1, 2, 4) if one <= count)
    for pair, parts in pairs:
        if pair == units and abs(size_gb / (card.memory_gib * parts / count) - 1) <= _ROUNDED:
            return parts
    return None
