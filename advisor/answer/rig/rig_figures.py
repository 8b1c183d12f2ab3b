"""Figures of a person's own rig that take the place of those in an article."""

from collections.abc import Mapping
from typing import get_args

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import RigFigure
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import MIB
from advisor.predict.rates.rates import Rate, known_bandwidth, measured_bandwidth

NO_CARD = reason("no_usable_graphics")
SHARED = reason("graphics_use_main_memory")
NO_CPU = reason("nothing_known_of_processor")


def rig_figures(rig: Rig, catalog: Catalog) -> Mapping[RigFigure, Fact[float]]:
    """Every figure, unknown with its reason where the rig does not tell it."""
    cpu = next((one for one in rig.processors if one.kind == "cpu"), None)
    card = _fastest_card(rig)
    figures: dict[RigFigure, Fact[float]] = {
        name: unknown(NO_CPU if name.startswith(("ram_", "cpu_")) else NO_CARD) for name in get_args(RigFigure)
    }
    figures |= {**(_of_cpu(cpu, catalog) if cpu else {}), **(_of_card(card) if card else {})}
    home: tuple[RigFigure, RigFigure] = ("card_bytes_per_s", "card_bytes") if card else ("ram_bytes_per_s", "ram_bytes")
    return {**figures, "model_bytes_per_s": figures[home[0]], "model_bytes": figures[home[1]]}


def _fastest_card(rig: Rig) -> Processor | None:
    """The graphics processor with the fastest memory of its own, else the one that shares it."""
    cards = [one for one in rig.processors if one.kind == "gpu" and one.blocked is None]
    return max(cards, key=lambda one: (one.pool == "vram", _bandwidth(one).value or 0.0), default=None)


def _of_cpu(cpu: Processor, catalog: Catalog) -> dict[RigFigure, Fact[float]]:
    return {
        "ram_bytes_per_s": _bandwidth(cpu),
        "ram_bytes": _number(cpu.memory_total_bytes),
        "cpu_flop_per_s": cpu.fp32_flop_per_s,
        "cpu_cache_bytes": last_cache(cpu, catalog),
        "cpu_cores": _number(cpu.cores),
    }


def _of_card(card: Processor) -> dict[RigFigure, Fact[float]]:
    peak = card.fp16_flop_per_s if card.fp16_flop_per_s.value is not None else card.fp32_flop_per_s
    return {
        "card_bytes_per_s": _bandwidth(card),
        "vram_bytes_per_s": _bandwidth(card) if card.pool == "vram" else unknown(SHARED),
        "card_bytes": _number(card.memory_total_bytes),
        "card_flop_per_s": peak,
        "card_w": card.power_w,
        "card_link_bytes_per_s": card.link_bytes_per_s,
    }


def _bandwidth(processor: Processor) -> Fact[float]:
    """What was measured to be read, else the rate on paper."""
    rate: Rate | None = measured_bandwidth(processor) or known_bandwidth(processor)
    if rate is None:
        return processor.bandwidth_bytes_per_s
    fact: Fact[float] = known(rate.value, origin=rate.origin, source=rate.source or processor.name)
    return fact.changed(uncertainty=processor.best_bytes_per_s.uncertainty)


def last_cache(cpu: Processor, catalog: Catalog) -> Fact[float]:
    """All caches of the last level together: as the system tells, or else by the card of the processor."""
    if cpu.last_cache_bytes.value is not None:
        return _number(cpu.last_cache_bytes)
    card_id = cpu.card or catalog.cpus.find(cpu.name) or ""
    size_mib = catalog.cpus[card_id].l3_mib if card_id in catalog.cpus else None
    if size_mib is None:
        return unknown("last_cache_unknown")
    return known(size_mib * MIB, origin="datasheet", source=f"specs/{card_id}.toml")


def _number(fact: Fact[int]) -> Fact[float]:
    """The same fact as a number that may have a fraction."""
    if fact.value is None or fact.origin is None or fact.source is None:
        return unknown(fact.reason or reason("figure_not_known"))
    number: Fact[float] = known(float(fact.value), origin=fact.origin, source=fact.source)
    return number.changed(uncertainty=fact.uncertainty)
