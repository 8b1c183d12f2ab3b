"""What is asked where somebody wants to know what a model takes, of no computer in particular."""

from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Machines, Needs, Step
from advisor.cli.asking.told_work import MOST, ToldWork

_USUAL = ("--gpu", "RTX 3090", "--ram", "64")
"""What runs most models that people have at home, to pick one of a family by."""


def need_steps(told: Said, work: ToldWork, card: str = "") -> list[Step]:
    """What it takes, with the cheapest complete computers; or how many of a card."""
    steps: list[Step] = []
    for model in told.models[:MOST]:
        named = next((one for one in work.works() if work.is_for(model.name, one)), "")
        settings = work.settings(named or work.home([model]))
        with_file = model if model.quants else model._replace(quants=told.quants)
        wanted = told.volume.wanted_per_s or 0.0
        steps.append(Needs(with_file, named, settings, wanted, card, is_cheapest=told.asks.cheapest))
        if not told.asks.memory and not card:
            steps.append(Machines(with_file, named, None, settings=settings, wanted_per_s=wanted))
    return steps


def with_best_of_family(told: Said, family: str, work: ToldWork) -> Said:
    """The question about the model that people take first of a family: "how much VRAM does Wan 2.2 need"."""
    catalog = work.catalog
    names = best_on(rig_of(_USUAL, catalog), work.of_family_usual(family), catalog, family)
    first = next(names, None)
    return told if first is None else told._replace(models=(NamedModel(first, 0),))
