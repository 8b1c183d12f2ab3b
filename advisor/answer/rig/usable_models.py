"""Which models a rig makes usable: a cheap test of memory and bandwidth, without the speed of each."""

from functools import lru_cache
from typing import NamedTuple

from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import BITS_PER_BYTE, GIB
from advisor.predict.memory.fit import budget_bytes

_BESIDE_BYTES = 3 * GIB // 2
"""What a conversation and the engine take beside the weights of a model."""

_READ_SHARE = 0.6
"""Share of the theoretical bandwidth that generation reaches, about (one global median, docs/physics.md 15)."""


def usable_models(rig: Rig, catalog: Catalog, *, use: str) -> tuple[str, ...]:
    """Ids of the models that lie in one memory of a rig at their usual quantization and are written as fast as read.

    The most capable first. Equal cards hold a model together.
    """
    rooms = tuple(room for one in rig.processors if (room := _room(one, rig)) is not None)
    return tuple(
        one.model_id
        for one in _most_capable_first(catalog, use)
        if any(one.all_bytes <= memory and one.read_bytes <= rate for memory, rate in rooms)
    )


class _Needs(NamedTuple):
    """What a model needs: bytes of all weights, and of those that one token reads."""

    model_id: str
    all_bytes: float
    read_bytes: float


@lru_cache(maxsize=16)
def _most_capable_first(catalog: Catalog, use: str) -> tuple[_Needs, ...]:
    """All models in their order for a use, which every rig is asked about."""
    ids = sorted(catalog.models, key=lambda model_id: -capability(catalog.models[model_id], catalog.blocks, use=use))
    return tuple(_needs(model_id, catalog) for model_id in ids)


def _needs(model_id: str, catalog: Catalog) -> _Needs:
    model = catalog.models[model_id]
    quant = catalog.quants[catalog.quants.find(model.native_quant or DEFAULT_QUANT) or DEFAULT_QUANT]
    each_bytes = quant.typical_bits_per_weight / BITS_PER_BYTE
    return _Needs(model_id, model.params * each_bytes + _BESIDE_BYTES, model.active_params * each_bytes)


def _room(processor: Processor, rig: Rig) -> tuple[float, float] | None:
    """Bytes that a processor and its like hold, and bytes of weights it reads while a person reads one token."""
    budget = budget_bytes(processor)
    rate = processor.read_bytes_per_s.value or _READ_SHARE * (processor.bandwidth_bytes_per_s.value or 0.0)
    if budget is None or not rate or processor.blocked is not None:
        return None
    alike = sum(one.card == processor.card for one in rig.processors) if processor.pool == "vram" else 1
    return budget * max(1, alike), rate / READING_TOKENS_PER_S
