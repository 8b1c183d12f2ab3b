"""What two questions about RAM share: the model that is meant, and its speed with one RAM and the other."""

from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import pairs, rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer

GAIN = 1.1
"""From so many times the speed on anybody notices (a judgment)."""


def without_ram(rig: Sequence[str]) -> list[str]:
    """The options of a computer but its RAM."""
    return [word for pair in pairs(rig) if pair[0] != "--ram" for word in pair]


def model_meant(told: Said, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog) -> str:
    """The model that is named, else the best for the work on the computer of these options."""
    named = next((one.name for one in told.models if catalog.models.find(one.name)), "")
    return named or best_of_all([rig_of(rig, catalog)], workload, settings, catalog)[0]


def rates_of(told: Said) -> set[int]:
    """The rates of RAM that are named, in MT/s."""
    hardware = told.hardware
    return {one.told.mt_per_s for one in (*hardware.rams, *hardware.offered_rams) if one.told.mt_per_s}


def rate_of(one: AskAnswer) -> float:
    """Tokens a second; 0 for none."""
    return one.tokens_per_s.middle if one.tokens_per_s is not None else 0.0
