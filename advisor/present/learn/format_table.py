"""Formats of numbers on a card: what each takes in memory, what it brings in speed, and what sums are kept in."""

from collections.abc import Sequence

from advisor.facts.values.number_format import NumberFormat, Units
from advisor.present.words.origin import fact_origin
from advisor.present.words.quantity import UNKNOWN, compute, operations, percent, times
from advisor.present.words.series import Table
from advisor.present.words.words import say, to_say

_UNITS: dict[Units, str] = {
    "matrix": to_say("matrix units"),
    "vector": to_say("ordinary units"),
    "none": to_say("none: unpacked to 16 bits"),
    "unknown": UNKNOWN,
}


def format_table(formats: Sequence[NumberFormat]) -> Table:
    """One row for each format, both factors over 16 bits with sums in 32."""
    return Table(
        (say("Format"), say("Sums in"), say("Memory"), say("Speed"), say("Rate"), say("Units"), say("From")),
        tuple(
            (
                one.name,
                one.accumulator,
                percent(one.memory_factor),
                times(one.speed_factor) if one.speed_factor else say(UNKNOWN),
                (operations if one.name.startswith("INT") else compute)(one.rate.value),
                say(_UNITS[one.units]),
                fact_origin(one.rate),
            )
            for one in formats
        ),
    )


def format_sentence(name: str, formats: Sequence[NumberFormat]) -> str:
    """The smallest format that the card multiplies as it is, and what it brings."""
    native = [one for one in formats if one.units == "matrix" and one.speed_factor]
    if not native:
        return say("{name} has no units for small formats: they save memory, not arithmetic.", name=name)
    best = min(native, key=lambda one: (one.stored_bits, -(one.speed_factor or 0)))
    return say(
        "{name} multiplies {format} as it is stored: {share} of the memory of 16 bits at {gain} the arithmetic, sums "
        "kept in {sums}.",
        name=name,
        format=best.name,
        share=percent(best.memory_factor),
        gain=times(best.speed_factor or 1),
        sums=best.accumulator,
    )
