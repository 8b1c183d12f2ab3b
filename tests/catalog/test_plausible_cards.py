"""Graphics cards against what their memory, units and architecture can do: what one figure says, the others must allow.

Figures that a card calls uncertain are held to the same; only dates before the sale may lie ahead.
"""

from math import log2

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.card import month_of
from advisor.facts.values.units import BITS_PER_BYTE, MEGA, TERA
from tests.each import each

CATALOG = load_catalog()
CARDS = dict(CATALOG.gpus.items())

TRANSFERS = {
    "DDR3": (1.0, 2.2), "DDR4": (1.6, 3.3), "DDR5": (4.0, 8.0), "LPDDR4": (2.6, 4.3), "LPDDR4X": (3.7, 4.3),
    "LPDDR5": (4.2, 6.5), "LPDDR5X": (6.4, 10.8), "GDDR5": (3.0, 9.1), "GDDR5X": (9.0, 12.0), "GDDR6": (9.9, 20.6),
    "GDDR6X": (18.9, 24.1), "GDDR7": (18.0, 32.5), "HBM": (1.0, 1.1), "HBM2": (1.2, 2.5), "HBM2e": (1.2, 3.8),
    "HBM3": (4.6, 6.6), "HBM3e": (5.8, 9.8), "HBM4": (6.0, 12.0),
}  # fmt: skip
"""Transfers per second and wire that each kind of memory was sold with, in GT/s."""

CHIP_BITS = 32
CHIP_GIB = (0.25, 0.5, 1, 1.5, 2, 3, 4, 6)
"""Memory on 32 wires of a GDDR card: one chip, or two that share them."""

RATES = (
    "fp32_tflop_per_s", "fp16_dense_tflop_per_s", "fp16_accumulate16_dense_tflop_per_s", "bf16_dense_tflop_per_s",
    "fp8_dense_tflop_per_s",
)  # fmt: skip
LESS, MORE = 0.85, 1.05
"""Operations of a unit per clock are a power of two; data sheets may count a lower clock (H100 NVL: 0.866) or round."""

OF_FP16 = {
    "bf16_dense_tflop_per_s": (1, 1), "tf32_dense_tflop_per_s": (0.25, 0.5), "fp8_dense_tflop_per_s": (1, 4.4),
    "fp6_dense_tflop_per_s": (2, 4.4), "fp4_dense_tflop_per_s": (4, 9),
}  # fmt: skip
"""Rates of other formats over that of fp16: usually doubled with each halving, on some chips those of few bits more."""

FIRST_SOLD = {
    "kepler": "2012-03", "maxwell": "2014-02", "pascal-gp100": "2016-04", "pascal": "2016-05", "volta": "2017-01",
    "turing": "2018-08", "ampere": "2020-05", "hopper": "2022-03", "ada": "2022-09", "blackwell": "2024-03",
    "rubin": "2026-01", "gcn4": "2016-06", "gcn5": "2017-06", "rdna1": "2019-07", "rdna2": "2020-10",
    "rdna3": "2022-11", "rdna3.5": "2024-06", "rdna4": "2025-02", "cdna1": "2020-11", "cdna2": "2021-11",
    "cdna3": "2023-01", "cdna4": "2025-06", "cdna5": "2026-01", "gen9.5": "2016-08", "gen11": "2019-05",
    "xe-lp": "2020-09", "xe-lpg": "2023-12", "xe2-lpg": "2024-09", "xe3": "2025-10", "xe-hpc": "2022-11",
    "alchemist": "2022-03", "battlemage": "2024-12", "apple-m1": "2020-11", "apple-m2": "2022-06",
    "apple-m3": "2023-10", "apple-m4": "2024-05", "apple-m5": "2025-10", "apple-m6": "2026-08", "gaudi2": "2022-05",
    "gaudi3": "2024-04",
}  # fmt: skip
"""When the first chip of an architecture was presented."""

MEMORY_KINDS = {"integrated": ("shared",), "soc": ("unified",), "server": ("dedicated", "unified")}


def stating(*fields: str) -> list[str]:
    return [one for one, card in CARDS.items() if all(getattr(card, field) is not None for field in fields)]


def within(value: float, bounds: tuple[float, float], tolerance: float = 0.03) -> bool:
    return bounds[0] * (1 - tolerance) <= value <= bounds[1] * (1 + tolerance)


@each("card_id", stating("bandwidth_gb_per_s", "bus_bits"))
def test_memory_is_as_fast_as_its_wires(card_id: str) -> None:
    card = CARDS[card_id]
    assert card.bandwidth_gb_per_s
    assert card.bus_bits
    transfers = card.bandwidth_gb_per_s * BITS_PER_BYTE / card.bus_bits
    if card.memory_gigatransfers_per_s:
        assert transfers == pytest.approx(card.memory_gigatransfers_per_s, rel=0.03)
    assert card.memory_type is None or within(transfers, TRANSFERS[card.memory_type], 0.0)


@each("card_id", [one for one in stating("memory_gib", "bus_bits") if "GDDR" in (CARDS[one].memory_type or "")])
def test_memory_is_made_of_chips(card_id: str) -> None:
    card = CARDS[card_id]
    assert card.memory_gib
    assert card.bus_bits
    assert card.memory_gib / (card.bus_bits / CHIP_BITS) in CHIP_GIB


@each("card_id", stating("compute_units", "boost_mhz"))
def test_a_unit_does_a_power_of_two_in_a_clock(card_id: str) -> None:
    card = CARDS[card_id]
    traits = CATALOG.architectures[card.architecture]
    assert card.compute_units
    assert card.boost_mhz
    for field in RATES:
        rate = getattr(card, field)
        if rate is None or "boost_mhz" in card.uncertain:
            continue
        per_clock = rate * TERA / (card.compute_units * card.boost_mhz * MEGA)
        likely = float(2 ** round(log2(per_clock)))
        if field == "fp32_tflop_per_s" and traits.flop_per_clock_per_unit:
            likely = traits.flop_per_clock_per_unit
        assert LESS <= per_clock / likely <= MORE, field


@each("card_id", stating("fp16_dense_tflop_per_s"))
def test_formats_of_few_bits_are_no_slower(card_id: str) -> None:
    card = CARDS[card_id]
    for field, bounds in OF_FP16.items():
        rate = getattr(card, field)
        assert rate is None or within(rate / (card.fp16_dense_tflop_per_s or 1), bounds), field


@each("card_id", CARDS)
def test_kind_and_date_of_a_card_fit_its_architecture(card_id: str) -> None:
    card = CARDS[card_id]
    assert card.memory_kind in MEMORY_KINDS.get(card.form, ("dedicated",))
    if card.memory_kind == "dedicated":
        assert card.memory_gib
        assert card.bandwidth_gb_per_s
    assert card.power_w is None or 5 <= card.power_w <= 2500
    assert card.suggested_supply_w is None or card.suggested_supply_w > (card.power_w or 0)
    first, year_only = FIRST_SOLD.get(card.architecture), "-" not in card.released
    assert first is None or card.released >= (first[:4] if year_only else first)
    assert "released" in card.uncertain or month_of(card.released) <= month_of(f"{card.checked:%Y-%m}")


@pytest.mark.parametrize("vendor", ["nvidia", "amd", "intel"])
def test_most_cards_state_what_speed_rests_on(vendor: str) -> None:
    cards = [card for card in CARDS.values() if card.vendor == vendor and card.memory_kind == "dedicated"]
    needed = ("memory_gib", "bandwidth_gb_per_s", "compute_units", "boost_mhz", "fp32_tflop_per_s")
    silent = [card.name for card in cards if any(getattr(card, field) is None for field in needed)]
    assert len(silent) <= 0.06 * len(cards), silent
