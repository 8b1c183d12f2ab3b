"""One memory device as the firmware lists it, before any rule is applied."""

from dataclasses import dataclass

_OTHER_TYPES = frozenset(
    ("FLASH", "ROM", "EEPROM", "FEPROM", "EPROM", "SRAM", "CDRAM", "VRAM", "LOGICAL NON-VOLATILE DEVICE")
)


@dataclass(frozen=True)
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
