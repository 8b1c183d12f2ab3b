"""What answers about models that write no text have in common: the device, what is not known, memory and fit."""

from collections.abc import Sequence

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_device.device import Device, find_processor
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import NetworkBytes, PartsMemory
from advisor.facts.answers.estimate import PoolNeed, Verdict
from advisor.facts.asked.request import Request
from advisor.facts.cards.calibration import Doubt
from advisor.facts.cards.card import GpuCard
from advisor.facts.cards.pipeline import Network
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.predict.memory.fit import budget_bytes, free_bytes
from advisor.predict.rates.certainty import ASSUMED, LAPTOP_PROMPT, TYPICAL_PEAK, UNLISTED_PROMPT

RUNTIME_BYTES = GIB // 2
"""What the driver and PyTorch take on a graphics card before the first weight: 0.47 GB with lazy loading."""


def find_device(request: Request, catalog: Catalog) -> Device:
    """The device of a request; of a name that several cards share the fastest of them, said in a note.

    Raises:
        ProblemError: no device is known by that name and its figures were not stated.
    """
    try:
        return find_processor(request, catalog)
    except ProblemError:
        members = [catalog.gpus[one] for one in catalog.gpus.members(request.device or "")]
        if not members:
            raise
    fastest = max(members, key=_rank)
    device = find_processor(request.changed(device=fastest.name), catalog)
    note = reason("fastest_assumed", name=request.device or "", assumed=fastest.name)
    return device._replace(notes=(*device.notes, note), assumed=True)


def _rank(card: GpuCard) -> tuple[float, float, float]:
    """By power, then bandwidth; of equal ones the smaller memory."""
    return card.power_w or 0.0, card.bandwidth_gb_per_s or 0.0, -(card.memory_gib or 0.0)


def doubts_of(device: Device) -> tuple[Doubt, ...]:
    """What is not known of a device."""
    processor = device.processor
    is_gpu = processor.kind == "gpu"
    known = processor.fp16_flop_per_s.value is not None or processor.fp32_flop_per_s.value is not None
    pairs = (
        (device.assumed, ASSUMED),
        (is_gpu and processor.card is None, UNLISTED_PROMPT),
        (is_gpu and not known, TYPICAL_PEAK),
        (processor.is_laptop, LAPTOP_PROMPT),
    )
    return tuple(doubt for is_so, doubt in pairs if is_so)


def parts_memory(
    networks: Sequence[Network],
    weight_bytes: Sequence[int],
    *,
    activation_bytes: int,
    processor: Processor,
    need_bytes: int | None = None,
) -> PartsMemory:
    """The need of a model with all parts resident; `need_bytes` where fewer of them are."""
    weights = sum(weight_bytes)
    total = weights + activation_bytes + RUNTIME_BYTES
    names = [network.name or network.role.replace("_", " ") for network in networks]
    pool = PoolNeed(
        pool=processor.pool,
        need_bytes=total if need_bytes is None else need_bytes,
        free_bytes=free_bytes(processor),
        total_bytes=processor.memory_total_bytes.value,
    )
    return PartsMemory(
        weights_bytes=weights,
        kv_cache_bytes=0,
        compute_bytes=activation_bytes,
        output_bytes=0,
        runtime_bytes=RUNTIME_BYTES,
        total_bytes=total,
        pools=(pool,),
        parts=tuple(NetworkBytes(name=name, weights_bytes=own) for name, own in zip(names, weight_bytes, strict=True)),
    )


def verdict_of(memory: PartsMemory, processor: Processor) -> Verdict:
    """Whether the need goes into the memory of the device."""
    budget = budget_bytes(processor)
    if budget is None:
        return "unknown"
    return "fits" if memory.pools[0].need_bytes <= budget else "too_big"
