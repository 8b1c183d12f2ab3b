"""The processors of a rig beside others of the catalog: what each does, draws and costs."""

import datetime
from functools import lru_cache
from math import inf

from advisor.answer.money.prices import Prices
from advisor.answer.rig.rig_figures import (
    cpu_flop_per_s,
    cpu_w,
    peak_flop_per_s,
    reached_flop_per_s,
    read_rate,
    usable,
    with_named_cores,
)
from advisor.answer.rig.vector_width import multiply_adds_per_tick
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.claim import Chip
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import reason
from advisor.facts.values.units import SECONDS_PER_DAY, TERA

NETWORK_FLOP = 9 * SECONDS_PER_DAY * 0.275 * TERA
"""A small network that takes a laptop nine days; the claim `nine-days` has the same rate."""
_DOLLARS = ("card", "USD")
REACHED = 0.5
"""The share of a peak that training reaches, judged."""


@frozen
class ChipFigures:
    """One CPU or GPU in base units; `multiply_adds` are those of 32-bit numbers in one clock tick.

    `flop_per_s` is the peak: of a GPU with 16-bit numbers, of a CPU with 32 bits, which reaches `reached_flop_per_s`
    for as long as a program runs, None where nobody knows. `usd` is the least that is asked for it, unknown where no
    source says.
    """

    name: str
    is_own: bool
    is_gpu: bool
    multiply_adds: float | None
    flop_per_s: Fact[float]
    bytes_per_s: Fact[float]
    memory_bytes: int | None
    power_w: Fact[float]
    usd: Fact[float]
    reached_flop_per_s: float | None = None

    @property
    def usd_per_flop_per_s(self) -> float | None:
        """Price over peak."""
        usd, rate = self.usd.value, self.flop_per_s.value
        return usd / rate if usd and rate else None

    @property
    def flop_per_j(self) -> float | None:
        """Peak over power."""
        rate, power_w = self.flop_per_s.value, self.power_w.value
        return rate / power_w if rate and power_w else None

    @property
    def training_s(self) -> float | None:
        """How long the small network takes."""
        peak = self.flop_per_s.value
        rate = min(peak * REACHED, self.reached_flop_per_s or inf) if peak else None
        return NETWORK_FLOP / rate if rate else None


def compared_chips(rig: Rig, others: tuple[Chip, ...], catalog: Catalog) -> tuple[ChipFigures, ...]:
    """Those of the rig, equal ones once, then the others that are not among them."""
    own = {one.name: one if one.kind == "gpu" else with_named_cores(one, catalog) for one in usable(rig)}
    chips = [_figures(one, catalog, usd=_price(one.card or "", catalog), is_own=True) for one in own.values()]
    cards = {one.card for one in own.values()}
    found = (_other(one, catalog) for one in others if one.of not in cards)
    return (*chips, *(one for one in found if one.name not in own))


@lru_cache(maxsize=16)
def _other(chip: Chip, catalog: Catalog) -> ChipFigures:
    stated = known(chip.usd, origin="datasheet", source=chip.source or chip.of) if chip.usd else None
    return _figures(_processor(chip.of, catalog), catalog, usd=stated or _price(chip.of, catalog), is_own=False)


def _processor(card_id: str, catalog: Catalog) -> Processor:
    if card_id in catalog.cpus:
        return cpu_processor(card_id, catalog)
    return gpu_processor(card_id, catalog)


def _figures(one: Processor, catalog: Catalog, *, usd: Fact[float], is_own: bool) -> ChipFigures:
    is_gpu = one.kind == "gpu"
    return ChipFigures(
        name=one.name,
        is_own=is_own,
        is_gpu=is_gpu,
        multiply_adds=_gpu_lanes(one) if is_gpu else _cpu_lanes(one, catalog),
        flop_per_s=peak_flop_per_s(one) if is_gpu else cpu_flop_per_s(one, catalog),
        bytes_per_s=read_rate(one),
        memory_bytes=one.memory_total_bytes.value,
        power_w=one.power_w if is_gpu else cpu_w(one, catalog),
        usd=usd,
        reached_flop_per_s=None if is_gpu else reached_flop_per_s(one, catalog),
    )


def _cpu_lanes(cpu: Processor, catalog: Catalog) -> float | None:
    """Cores x numbers that each works on; small cores are not counted."""
    per_core = multiply_adds_per_tick(cpu, catalog).value
    return cpu.cores.value * per_core if cpu.cores.value and per_core else None


def _gpu_lanes(gpu: Processor) -> float | None:
    """The 32-bit peak over the clock, two calculations for each; whole for each compute unit."""
    rate, units = gpu.fp32_flop_per_s.value, gpu.cores.value
    if not rate or not gpu.clock_hz:
        return None
    lanes = rate / (2 * gpu.clock_hz)
    return round(lanes / units) * units if units else lanes


def _price(card_id: str, catalog: Catalog) -> Fact[float]:
    """The low end of the price that purchases are counted with, else of the one at its launch."""
    prices = Prices(catalog, Money(), _newest(catalog))
    best = prices.bought(card_id) or next(iter(prices.offers(card_id)), None)
    if best is None:
        return unknown(reason("figure_not_known"))
    return known(best.usd.low, origin="datasheet", source=best.source)


@lru_cache(maxsize=4)
def _newest(catalog: Catalog) -> datetime.date:
    """The day of the newest price: what is said here depends on the cards alone."""
    return max((one.as_of for one in catalog.prices.values() if one.as_of), default=datetime.date.min)
