"""A memory device as the firmware lists it, and what rate it runs at, from the rated and the configured figure.

The rules and ranges were counted on 162,000 published firmware listings: fields that should hold transfers per
second often hold the clock, half of it.
"""

from typing import NamedTuple

from advisor.facts.values.fact import Origin
from advisor.facts.values.frozen import frozen

_OTHER_TYPES = frozenset(
    ("FLASH", "ROM", "EEPROM", "FEPROM", "EPROM", "SRAM", "CDRAM", "VRAM", "LOGICAL NON-VOLATILE DEVICE")
)


@frozen
class MemoryDevice:
    """A populated entry of SMBIOS type 17; rates in MT/s as printed, None where the field says nothing."""

    slot: str
    bank: str
    bytes: int
    type: str | None
    form: str | None
    rated_mt_per_s: int | None
    configured_mt_per_s: int | None
    data_bits: int | None


def is_main_memory(kind: str | None) -> bool:
    """Whether a device of this type holds programs and data, not firmware or files."""
    return (kind or "").upper() not in _OTHER_TYPES


def stated(text: str | None) -> str | None:
    """A firmware string, None for its many ways to say nothing."""
    cleaned = (text or "").strip()
    empty = cleaned.lower() in ("", "unknown", "other", "reserved", "none", "not specified", "<out of spec>", "n/a")
    return None if empty else cleaned


_HALF_LOW, _HALF_HIGH = 0.48, 0.52
_FIRST_DDR5_MT_PER_S = 4000


class Range(NamedTuple):
    """Plausible transfer rates of a memory type in MT/s; `floor` is its lowest standard rate, if clocks occur."""

    floor: int | None
    lowest: int
    highest: int


RANGES = {
    "DDR3": Range(800, 800, 3000),
    "DDR4": Range(1600, 1600, 5400),
    "DDR5": Range(3200, 3200, 9000),
    "LPDDR3": Range(None, 1066, 2400),
    "LPDDR4": Range(None, 1600, 4400),
    "LPDDR4X": Range(None, 1600, 4400),
    "LPDDR5": Range(None, 3200, 9700),
    "LPDDR5X": Range(None, 3200, 9700),
}


class Rate(NamedTuple):
    """A rate in MT/s and how far to trust it."""

    mt_per_s: int
    origin: Origin


def memory_type(device: MemoryDevice) -> tuple[str | None, Origin]:
    """The type as stated, else inferred for fast modules that old firmware readers cannot name."""
    if device.type:
        return device.type, "detected"
    fastest = max(device.rated_mt_per_s or 0, device.configured_mt_per_s or 0)
    form = (device.form or "").upper()
    if fastest >= _FIRST_DDR5_MT_PER_S and form.endswith("DIMM"):
        return "DDR5", "estimated"
    if fastest >= _FIRST_DDR5_MT_PER_S and form == "ROW OF CHIPS":
        return "LPDDR5", "estimated"
    return None, "estimated"


def is_soldered(device: MemoryDevice) -> bool:
    """Whether the device is LPDDR, whose widths describe chips, not channels."""
    return (memory_type(device)[0] or "").startswith("LPDDR")


def effective_rate(device: MemoryDevice) -> Rate | None:
    """Transfers per second the device runs at; None when the fields say nothing or nothing plausible."""
    kind, type_origin = memory_type(device)
    bounds = RANGES.get(kind or "")
    rate = _rate(device, bounds.floor if bounds else None)
    if rate is None or (bounds and not bounds.lowest <= rate.mt_per_s <= bounds.highest):
        return None
    soft = type_origin == "estimated" or (kind or "").startswith("LPDDR")
    return Rate(rate.mt_per_s, "estimated" if soft else rate.origin)


def rated_rate(device: MemoryDevice) -> int | None:
    """The rate the module is sold for in MT/s, None when the field is empty or implausible."""
    bounds = RANGES.get(memory_type(device)[0] or "")
    rated = device.rated_mt_per_s
    if rated is None or bounds is None:
        return rated
    if bounds.floor and rated < bounds.floor:
        rated *= 2
    return rated if bounds.lowest <= rated <= bounds.highest else None


def _rate(device: MemoryDevice, floor: int | None) -> Rate | None:
    configured, rated = device.configured_mt_per_s, device.rated_mt_per_s
    if configured is None:
        if rated is None:
            return None
        return Rate(rated * 2 if floor and rated < floor else rated, "estimated")
    if floor and configured < floor:
        return Rate(configured * 2, "detected")
    if floor and rated and _HALF_LOW <= configured / rated <= _HALF_HIGH:
        return Rate(configured * 2, "detected")
    return Rate(configured, "detected")
