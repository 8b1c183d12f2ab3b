"""Filters of a ranking: what a person wants to see of it."""

from typing import Literal

from advisor.facts.answers.usability import Usability
from advisor.facts.cards.model_rating import Ability
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import GIGA
from advisor.present.rank.rows import ABILITIES, Facets
from advisor.present.words.choice import Choice
from advisor.present.words.words import say

_LIGHTS: dict[str, tuple[Usability, ...]] = {"great": ("great",), "fine": ("great", "fine")}
_SIZES: dict[str, float] = {"4b": 4.5, "10b": 10.5, "20b": 20.5, "40b": 40.5, "100b": 100.5}
"""The largest size in billions of parameters that still counts, so that a model called 4B is one."""


FileRows = Literal["none", "only", "too"]


@frozen
class RankFilter:
    """What to show; an empty part hides nothing. Of models only those known to be able pass as such."""

    light: str = ""
    is_inside: bool = False
    abilities: frozenset[Ability] = frozenset()
    takes_picture: bool = False
    license: str = ""
    maker: str = ""
    size: str = ""
    with_older: bool = False
    files: FileRows = "none"
    """Files on this computer: the models of the catalog stand for them, they alone are shown, or both."""

    def shows(self, one: Facets) -> bool:
        """Whether a row passes; older ones only where they are asked for."""
        if (one.older and not self.with_older) or (self.files != "too" and one.is_file != (self.files == "only")):
            return False
        if self.light and one.usability not in _LIGHTS[self.light]:
            return False
        if (self.is_inside and not one.is_inside) or (self.size and one.params > _SIZES[self.size] * GIGA):
            return False
        able = dict(zip(ABILITIES, one.abilities, strict=True))
        if not all(able[ability] for ability in self.abilities) or (self.takes_picture and not one.takes_picture):
            return False
        return self.license in ("", one.license) and self.maker in ("", one.maker)


def light_choices() -> tuple[Choice, ...]:
    """Lights to ask for."""
    return (
        Choice("", say("Any verdict")),
        Choice("great", say("Runs great")),
        Choice("fine", say("Runs great or fine")),
    )


def ability_choices() -> tuple[Choice, ...]:
    """What a model can be asked to be able to do."""
    words = (say("Sees"), say("Hears"), say("Thinks"), say("Uses tools"))
    return tuple(Choice(ability, text) for ability, text in zip(ABILITIES, words, strict=True))


def size_choices() -> tuple[Choice, ...]:
    """Sizes to ask for."""
    sizes = (Choice(one, say("Up to {size}", size=one.upper())) for one in _SIZES)
    return (Choice("", say("Any size")), *sizes)


def found_choices(values: frozenset[str], nothing: str) -> tuple[Choice, ...]:
    """The licenses or makers of some rows, and none of them."""
    return (Choice("", nothing), *(Choice(one, one) for one in sorted(values, key=str.lower)))
