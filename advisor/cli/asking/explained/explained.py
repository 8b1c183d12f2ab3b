"""What is explained before anything is ranked, each with its figures."""

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.explained.slower_when_long import is_of_long, slower_when_long
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Plan, Told
from advisor.cli.asking.told_rig import ToldRig


def explained(told: Said, rig: ToldRig, catalog: Catalog) -> Plan | None:
    """The plan where an explanation is all that is asked; None for any other question."""
    text = told.wording.text
    if not told.is_bought and is_of_long(text):
        return Plan((Told(slower_when_long(told, rig.words(), catalog)),), tuple(rig.notes))
    return None
