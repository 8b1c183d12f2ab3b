"""The model that a command is asked about, as people write its name: a family and a size mean the newest."""

from collections.abc import Callable
from typing import NamedTuple

from advisor.answer.rig.rank import each_of_best
from advisor.answer.which_model.family import family_members, is_of_family
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.cli.frame.profile import DEFAULT_WORKLOAD, asked_workload_id
from advisor.facts.rig.rig import Rig


class NamedModel(NamedTuple):
    """The name of the model that is meant, the file in its name, and what is said where it was written otherwise."""

    name: str
    quant: str | None = None
    note: str = ""


def newest_note(name: str) -> str:
    """That a family and a size were taken for this model."""
    return f"The newest of that name and size: {name}."


def named_model(name: str, workload: str | None, catalog: Catalog, rig: Callable[[], Rig]) -> NamedModel:
    """The model of that name; the newest of a family and a size; the best of a family here.

    A name that is none of these stays as it is: the command says what is known.

    Raises:
        CommandError: there is no such workload.
    """
    if catalog.models.find(name) or catalog.other_models.find(name):
        return NamedModel(name)
    newest = catalog.models.newest(name)
    if newest is not None:
        card, quant = catalog.models[newest], quant_in_name(name)
        return NamedModel(card.name, quant if quant and catalog.quants.find(quant) else None, newest_note(card.name))
    members = family_members(name, catalog)
    if not members:
        return NamedModel(name)
    usual = workload or (None if any(one.kind == "language" for one in members) else members[0].name)
    workload_id = asked_workload_id(workload, usual, catalog) if usual else DEFAULT_WORKLOAD
    *_, best = (None, *each_of_best(rig(), catalog, workload_id=workload_id, count=1, wanted=is_of_family(name)))
    return (
        NamedModel(name)
        if best is None
        else NamedModel(best.model.name, note=f"The best of {name} here: {best.model.name}.")
    )
