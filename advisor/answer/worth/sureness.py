"""Why a verdict is less sure than the ends of its speeds say: no room, no known place, or hardware nobody measured."""

from typing import Literal

from advisor.answer.which_device.room import leaves_room
from advisor.answer.worth.compared import Compared
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Reason

HeldBack = Literal["no_room", "not_measured", "no_place"]
_NOT_MEASURED: tuple[ReasonCode, ...] = (
    "architecture_not_measured",
    "card_not_in_catalog",
    "figures_of_other_chip",
    "figures_of_other_program",
    "unit_rate_unpublished",
)
"""What a speed rests on where no row of its kind of hardware was among those that were fitted."""


def held_back(way: Compared) -> HeldBack | None:
    """What keeps a verdict about such a way from being called sure; None where nothing does."""
    if way.needs_place:
        return "no_place"
    done = way.reached
    if done.fit == "tight":
        return "no_room"
    one = done.estimate
    if one is None:
        return None
    if one.fit.verdict == "fits" and not leaves_room(one.fit):
        return "no_room"
    doubts = (basis.parameters.get("doubt") for basis in one.decode.basis if basis.code == "less_sure")
    is_unmeasured = any(isinstance(doubt, Reason) and doubt.code in _NOT_MEASURED for doubt in doubts)
    return "not_measured" if is_unmeasured else None
