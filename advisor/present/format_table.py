"""Formats of numbers on a card: what each takes in memory, what it brings in speed, and what sums are kept in."""

from collections.abc import Sequence

from advisor.facts.number_format import NumberFormat, Units
from advisor.present.origin import fact_origin
from advisor.present.quantity import compute, operations, percent, times
from advisor.present.series import Table

_UNITS: dict[Units, str] = {
    "matrix": "matrix units",
    "vector": "ordinary units",
    "none": "none: unpacked to 16 bits",
    "unknown": "unknown",
}


def format_table(formats: Sequence[NumberFormat]) -> Table:
    """One row for each format, both factors over 16 bits with sums in 32."""
    return Table(
        ("Format", "Sums in", "Memory", "Speed", "Rate", "Units", "From"),
        tuple(
            (
                one.name,
                one.accumulator,
                percent(one.memory_factor),
                times(one.speed_factor) if one.speed_factor else "unknown",
                (operations if one.name.startswith("INT") else compute)(one.rate.value),
                _UNITS[one.units],
                fact_origin(one.rate),
            )
            for one in formats
        ),
    )


def format_sentence(name: str, formats: Sequence[NumberFormat]) -> str:
    """The smallest format that the card multiplies as it is, and what it brings."""
    native = [one for one in formats if one.units == "matrix" and one.speed_factor]
    if not native:
        return f"{name} has no units for small formats: they save memory, not arithmetic."
    best = min(native, key=lambda one: (one.stored_bits, -(one.speed_factor or 0)))
    return (
        f"{name} multiplies {best.name} as it is stored: {percent(best.memory_factor)} of the memory of 16 bits at "
        f"{times(best.speed_factor or 1)} the arithmetic, sums kept in {best.accumulator}."
    )
