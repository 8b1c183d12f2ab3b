"""A saved machine of a stranger: read within bounds, and tried before it takes the place of another."""

from collections.abc import Iterator
from pathlib import Path

from advisor.advice.assembled import assembled
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.values.message import Result
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.units import KIB
from advisor.present.rig.my_rig import my_rig_view
from advisor.run.limits import bounded
from advisor.store.atomic_file import StoreError
from advisor.store.profile import SAVED_MACHINE, OpenedMachine, open_machine

_PIECE_CHARACTERS = 64 * KIB


def opened_machine(path: Path, catalog: Catalog) -> OpenedMachine:
    """The machine in a file, of which a rig and its page can be made.

    Raises:
        StoreError: the file holds none, or one that nothing can be made of.
        LimitError: it takes too much memory or time.
    """
    with bounded(path):
        opened = open_machine(path)
        try:
            known = assembled(opened.profile, catalog)
            my_rig_view(
                machine=known.machine,
                rig=known.rig,
                measurements=opened.profile.measurements,
                answers=(),
                is_here=False,
            )
        except Exception as error:  # whatever it is: valid figures that no machine has
            raise StoreError("machine_impossible", name=plain_text(path.name)) from error
    return opened


def as_results(opened: OpenedMachine) -> Iterator[Result]:
    """What a child found, in pieces that fit a line."""
    text = opened.model_dump_json()
    for start in range(0, len(text), _PIECE_CHARACTERS):
        yield Result(kind=SAVED_MACHINE, body={"text": text[start : start + _PIECE_CHARACTERS]})
