"""Which models a rig makes usable: a cheap test of memory and bandwidth, without the speed of each."""

from functools import lru_cache

from advisor.answer.capability import capability
from advisor.answer.subject import DEFAULT_QUANT
from advisor.catalog.catalog import Catalog
from advisor.facts.rig import Processor, Rig
from advisor.facts.units import BITS_PER_BYTE, GIB
from advisor.facts.workload import READING_TOKENS_PER_S
from advisor.predict.fit import budget_bytes

_BESIDE_BYTES = 3 * GIB // 2
"""What a conversation and the engine take beside the weights of a model."""

_READ_SHARE = 0.6
"""Share of the theoretical bandwidth that generation reaches, about (prediction section 15, one global median)."""


def usable_models(rig: Rig, catalog: Catalog, *, use: str) -> tuple[str, ...]:
    """Ids of the models that lie in one memory of a rig at their usual quantization and are written as fast as read.

    The most capable first. Equal cards hold a model together.
    """
    rooms = tuple(room for one in rig.processors if (room := _room(one, rig)) is not None)
    found = [model_id for model_id in catalog.models if _goes(_weights(model_id, catalog), rooms)]
    return tuple(sorted(found, key=lambda model_id: -capability(catalog.models[model_id], catalog.blocks, use=use)))


def _goes(weights: tuple[float, float], rooms: tuple[tuple[float, float], ...]) -> bool:
    need, active = weights
    return any(need <= memory and active <= rate for memory, rate in rooms)


@lru_cache(maxsize=1024)
def _weights(model_id: str, catalog: Catalog) -> tuple[float, float]:
    """Bytes of all weights, and of those that one token reads."""
    model = catalog.models[model_id]
    quant = catalog.quants[catalog.quants.find(model.native_quant or DEFAULT_QUANT) or DEFAULT_QUANT]
    each_bytes = quant.typical_bits_per_weight / BITS_PER_BYTE
    return model.params * each_bytes + _BESIDE_BYTES, model.active_params * each_bytes


def _room(processor: Processor, rig: Rig) -> tuple[float, float] | None:
    """Bytes that a processor and its like hold, and bytes of weights it reads while a person reads one token."""
    budget = budget_bytes(processor)
    rate = processor.read_bytes_per_s.value or _paper(processor)
    if budget is None or rate is None or processor.blocked is not None:
        return None
    alike = sum(one.card == processor.card for one in rig.processors) if processor.pool == "vram" else 1
    return budget * max(1, alike), rate / READING_TOKENS_PER_S


def _paper(processor: Processor) -> float | None:
    paper = processor.bandwidth_bytes_per_s.value
    return None if paper is None else _READ_SHARE * paper
