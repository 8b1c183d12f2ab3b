"""A rig with more memory, another card or one card more: what comes of it, without money."""

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact, known
from advisor.facts.values.reason import reason


def with_memory(rig: Rig, *, rate: float = 1.0, paper: float | None = None, grown: float) -> Rig:
    """The rig with main memory so many times as fast and as large; graphics that share it get it too."""
    old = rig.processors[0].bandwidth_bytes_per_s.value
    parts = []
    for one in rig.processors:
        if one.pool == "vram":
            parts.append(one)
            continue
        total, free = one.memory_total_bytes.value, one.memory_free_bytes.value
        more = 0 if total is None else round(total * (grown - 1))
        shares = one.kind == "cpu" or one.bandwidth_bytes_per_s.value in (None, old)
        parts.append(
            one.changed(
                memory_total_bytes=_set(one.memory_total_bytes, None if total is None else total + more),
                memory_free_bytes=_set(one.memory_free_bytes, None if free is None else free + more),
                bandwidth_bytes_per_s=_set(one.bandwidth_bytes_per_s, paper if shares else None, anyway=paper),
                read_bytes_per_s=_times(one.read_bytes_per_s, rate if shares else 1.0),
            )
        )
    return rig.changed(processors=tuple(parts), own_runs=(), judgements=())


def with_gpu(rig: Rig, card_id: str, catalog: Catalog, *, beside: bool = False) -> Rig:
    """The rig with a new card, which comes last, in place of the first one or `beside` all."""
    card = with_card_link(gpu_processor(card_id, catalog), catalog, host=rig.processors[0].name)
    card = card.changed(id="new-card")
    old = None if beside else next((one for one in rig.processors if one.pool == "vram"), None)
    kept = tuple(one for one in rig.processors if one is not old)
    return rig.changed(processors=(*kept, card), own_runs=(), judgements=())


def doubled_gpu(rig: Rig) -> Processor | None:
    """The card of the rig of which there could be a second one."""
    cards = (one for one in rig.processors if one.pool == "vram" and one.card)
    return next((one for one in cards if not one.is_laptop and one.blocked is None), None)


def with_second_gpu(rig: Rig, first: Processor) -> Rig:
    """The rig with another one of its cards, which comes last."""
    taken = {one.id for one in rig.processors}
    free = next(name for place in range(len(taken) + 1) if (name := f"second-card{'-' * place}") not in taken)
    second = first.changed(id=free, memory_free_bytes=first.memory_total_bytes)
    return rig.changed(processors=(*rig.processors, second), own_runs=(), judgements=())


def _set(fact: Fact, value: float | None, *, anyway: float | None = None) -> Fact:  # type: ignore[type-arg]
    """The fact with another value; as it was where there is none."""
    if value is None or (fact.value is None and anyway is None):
        return fact
    return known(value, origin="estimated", source=reason("as_it_would_be"))


def _times(fact: Fact[float], factor: float) -> Fact[float]:
    return fact if fact.value is None else fact.changed(value=fact.value * factor, origin="estimated")
