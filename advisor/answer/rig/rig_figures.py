"""Figures of a person's own rig that take the place of those in an article."""

from collections.abc import Mapping
from datetime import date
from typing import get_args

from advisor.answer.asked.problem import ProblemError
from advisor.answer.money.prices import Prices
from advisor.answer.rig.vector_width import multiply_adds_per_tick
from advisor.answer.tasks.ask import answer_question, usual_question
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.facts.answers.claim import RigFigure
from advisor.facts.kept.settings import NOTHING_SAID, Money
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIGA, MIB, TERA
from advisor.predict.memory.fit import most_budget_bytes
from advisor.predict.rates.core_rate import cores_flop_per_s
from advisor.predict.rates.rates import (
    SERVER_CLOCK_SHARE,
    Rate,
    is_server,
    known_bandwidth,
    measured_bandwidth,
    prompt_peak,
)

NO_CARD = reason("no_usable_graphics")
SHARED = reason("graphics_use_main_memory")
NO_CPU = reason("nothing_known_of_processor")
_MATRICES = "vision-transformer"
"""The card of programs that do little but multiply matrices; what its rate of a core was seen on."""
PICTURE_MODEL, PICTURE, PICTURE_FLOP = "image/sdxl", {"steps": 30}, 405 * TERA
"""The picture of the claim `image-on-cpu`."""
_MOST_OF_MEMORY = 0.6
"""Of main memory, what graphics that share it are granted where models run on them; others take half (Windows)."""
_ANY_DAY = date.min
"""No price of electricity grows old."""
_USUAL_HZ = 4.3 * GIGA
"""The clock of the desktop processors that rates per core are from, with all cores at work (specs/engines)."""


def rig_figures(rig: Rig, catalog: Catalog, money: Money = NOTHING_SAID) -> Mapping[RigFigure, Fact[float]]:
    """Every figure, unknown with its reason where the rig does not tell it."""
    cpu = next((with_named_cores(one, catalog) for one in rig.processors if one.kind == "cpu"), None)
    card = _fastest_card(rig)
    figures: dict[RigFigure, Fact[float]] = {
        name: unknown(NO_CPU if name.startswith(("ram_", "cpu_")) else NO_CARD) for name in get_args(RigFigure)
    }
    figures |= {**(_of_cpu(cpu, catalog) if cpu else {}), **(_of_card(card) if card else {})}
    home = card or cpu
    if home is not None:
        count = sum(one.kind == "gpu" for one in usable(rig)) or 1
        figures["held_bytes"] = _held(home)
        figures["gpu_count"] = known(float(count), origin="detected", source=home.name)
    figures |= {name: figures[of] for name, of in (_BY_CARD if card else _BY_CPU).items()}
    holder = cpu if card and cpu and not _holds_most(card, cpu) else home
    if holder is not None:
        figures["model_bytes"] = _for_models(holder, rig)
    figures["usd_per_kwh"] = _usd_per_kwh(Prices(catalog, money, _ANY_DAY))
    return figures | {"picture_share": _picture_share(rig, figures["best_flop_per_s"], catalog)}


def _usd_per_kwh(prices: Prices) -> Fact[float]:
    """What a kilowatt hour costs: as a person said, else the mean of a region."""
    found = prices.electricity()
    if found.is_told:
        return known(found.usd.middle, origin="user", source=reason("typed_by_you"))
    return known(found.usd.middle, origin="datasheet", source="specs/prices/electricity")


def _for_models(holder: Processor, rig: Rig) -> Fact[float]:
    """What models may take of a memory with no other program running; of all cards, which hold a model together.

    That of the fastest alone where not all is known.
    """
    total, most = _number(holder.memory_total_bytes), most_budget_bytes(holder)
    if most is None:
        return total
    cards = [one for one in usable(rig) if one.kind == "gpu" and one.pool == "vram"]
    sizes = [most_budget_bytes(one) for one in cards] if holder in cards else []
    return total.changed(value=float(sum(filter(None, sizes)) if len(sizes) > 1 and all(sizes) else max(0, most)))


def _holds_most(card: Processor, cpu: Processor) -> bool:
    """Whether models lie in the memory of the card: where it may take a small part of main memory they do in that."""
    own, whole = card.memory_total_bytes.value, cpu.memory_total_bytes.value
    return card.pool == "vram" or not own or not whole or own >= _MOST_OF_MEMORY * whole


def _picture_share(rig: Rig, peak: Fact[float], catalog: Catalog) -> Fact[float]:
    """What a picture of SDXL reaches of the peak, by the time that is predicted for it."""
    question = usual_question("pictures", catalog, PICTURE_MODEL)
    try:
        found = answer_question(rig, catalog, question.changed(fields={**question.fields, **PICTURE}), is_glance=True)
    except ProblemError as problem:
        return unknown(problem.reason)
    rate = getattr(found.chosen, "rate", None)
    if rate is None or not peak.value:
        return unknown(peak.reason or NO_CPU)
    return known(PICTURE_FLOP * rate.middle / peak.value, origin="estimated", source=PICTURE_MODEL)


_BY_CARD: Mapping[RigFigure, RigFigure] = {
    "model_bytes_per_s": "card_bytes_per_s", "best_flop_per_s": "card_flop_per_s",
    "prompt_flop_per_s": "card_prompt_flop_per_s", "best_w": "card_w",
}  # fmt: skip
_BY_CPU: Mapping[RigFigure, RigFigure] = {
    "model_bytes_per_s": "ram_bytes_per_s", "best_flop_per_s": "cpu_flop_per_s",
    "prompt_flop_per_s": "cpu_flop_per_s", "best_w": "cpu_w",
}  # fmt: skip


def with_named_cores(cpu: Processor, catalog: Catalog) -> Processor:
    """The CPU with the cores that its name tells, where nothing else told of them."""
    if cpu.cores.value is not None or (named := find_cpu(cpu.name, catalog)) is None:
        return cpu
    return cpu.changed(cores=named[0].cores, slow_cores=named[0].slow_cores)


def usable(rig: Rig) -> tuple[Processor, ...]:
    """The processors that programs can use as they are."""
    return tuple(one for one in rig.processors if one.blocked is None)


def _fastest_card(rig: Rig) -> Processor | None:
    """The graphics processor with the fastest memory of its own, else the one that shares it."""
    cards = [one for one in usable(rig) if one.kind == "gpu"]
    return max(cards, key=lambda one: (one.pool == "vram", read_rate(one).value or 0.0), default=None)


def _of_cpu(cpu: Processor, catalog: Catalog) -> dict[RigFigure, Fact[float]]:
    return {
        "ram_bytes_per_s": read_rate(cpu),
        "ram_bytes": _number(cpu.memory_total_bytes),
        "cpu_flop_per_s": cpu_flop_per_s(cpu, catalog),
        "cpu_cache_bytes": last_cache(cpu, catalog),
        "cpu_cores": _number(cpu.cores),
        "cpu_multiply_adds": multiply_adds_per_tick(cpu, catalog),
        "cpu_w": cpu_w(cpu, catalog),
    }


def cpu_flop_per_s(cpu: Processor, catalog: Catalog) -> Fact[float]:
    """The peak with 32-bit numbers: as measured, else cores x multiply-adds a tick x the clock of such processors."""
    if cpu.fp32_flop_per_s.value is not None:
        return cpu.fp32_flop_per_s
    cores, adds = cpu.cores.value, multiply_adds_per_tick(cpu, catalog).value
    if not cores or not adds:
        return unknown(cpu.cores.reason or NO_CPU)
    clock_hz = _USUAL_HZ * (SERVER_CLOCK_SHARE if is_server(cpu) or cpu.sockets > 1 else 1.0)
    return known(2 * cores * adds * clock_hz, origin="estimated", source=reason("estimated_core_rate"))


def reached_flop_per_s(cpu: Processor, catalog: Catalog) -> float | None:
    """What programs of matrices reach with 32-bit numbers for as long as they run, as far as power allows."""
    card = catalog.networks[_MATRICES]
    powered = cpu.changed(power_w=cpu_w(cpu, catalog))
    return cores_flop_per_s(powered, card.core_gflop_per_s, gflop_per_j=card.gflop_per_j)


def cpu_w(cpu: Processor, catalog: Catalog) -> Fact[float]:
    """The power of a CPU: its own, else that of its card."""
    card_id = cpu.card or catalog.cpus.find(cpu.name) or ""
    power_w = catalog.cpus[card_id].power_w if card_id in catalog.cpus else None
    if cpu.power_w.value is not None or power_w is None:
        return cpu.power_w
    return known(float(power_w), origin="datasheet", source=catalog.source_of(card_id))


def _held(home: Processor) -> Fact[float]:
    """What other programs hold of its memory."""
    total, free = home.memory_total_bytes, home.memory_free_bytes
    if total.value is None or free.value is None or free.origin is None:
        return unknown(free.reason or total.reason or reason("figure_not_known"))
    return known(float(max(0, total.value - free.value)), origin=free.origin, source=free.source or home.name)


def peak_flop_per_s(card: Processor) -> Fact[float]:
    """The peak of a graphics card with 16-bit numbers, or with 32 bits where that is all that is known."""
    return card.fp16_flop_per_s if card.fp16_flop_per_s.value is not None else card.fp32_flop_per_s


def _prompt_flop_per_s(card: Processor) -> Fact[float]:
    """The fastest peak with 16-bit numbers, which page Will it run? holds prompts against."""
    peak = prompt_peak(card, main_type="F16", reached=True)
    if peak is None:
        return peak_flop_per_s(card)
    fact: Fact[float] = known(peak.value, origin=peak.origin, source=peak.source or card.name)
    return fact.changed(uncertainty=card.fp16_flop_per_s.uncertainty)


def _of_card(card: Processor) -> dict[RigFigure, Fact[float]]:
    return {
        "card_bytes_per_s": read_rate(card),
        "vram_bytes_per_s": read_rate(card) if card.pool == "vram" else unknown(SHARED),
        "card_bytes": _number(card.memory_total_bytes),
        "card_flop_per_s": peak_flop_per_s(card),
        "card_prompt_flop_per_s": _prompt_flop_per_s(card),
        "card_w": card.power_w,
        "card_link_bytes_per_s": card.link_bytes_per_s,
    }


def read_rate(processor: Processor) -> Fact[float]:
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
    return known(size_mib * MIB, origin="datasheet", source=catalog.source_of(card_id))


def _number(fact: Fact[int]) -> Fact[float]:
    """The same fact as a number that may have a fraction."""
    if fact.value is None or fact.origin is None or fact.source is None:
        return unknown(fact.reason or reason("figure_not_known"))
    number: Fact[float] = known(float(fact.value), origin=fact.origin, source=fact.source)
    return number.changed(uncertainty=fact.uncertainty)
