"""What of the memory of a computer nobody named, in words."""

from advisor.answer.what_if.usual_sticks import Sticks
from advisor.facts.cards.memory_kit import STICK_GIB


def assumed_sticks(sticks: Sticks | None, *, with_rate: bool) -> str:
    """What of the sticks nobody named, in words; empty where all was named, or nothing is known."""
    if sticks is None or (sticks.is_number_told and sticks.is_rate_told):
        return ""
    rate = sticks.transfers_mt_per_s if with_rate else None
    kind = "-".join(f"{one}" for one in (sticks.type, rate) if one)
    is_crowded = sticks.type == "DDR5" and sticks.number > sticks.all_channels and not sticks.is_slowed
    if rate and is_crowded and not sticks.is_rate_told:  # by how much its maker does not say
        kind += ", though so many sticks often run slower"
    if sticks.is_number_told or sticks.sizes_gib[0] not in STICK_GIB:
        return kind
    number = f"{sticks.number} stick{'s' if sticks.number > 1 else ''} of {sticks.sizes_gib[0]:g} GB"
    return number if sticks.is_rate_told else f"{number} {kind}"
