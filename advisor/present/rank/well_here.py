"""What runs well on a rig, as a short table: the report's list of models."""

from collections.abc import Sequence

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.values.frozen import frozen
from advisor.present.rank.records import needed_bytes, quant_name, rate_text, ready_text
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.light import light_word
from advisor.present.words.quantity import UNKNOWN, capacity
from advisor.present.words.series import Table
from advisor.present.words.words import capital, say


@frozen
class WellHere:
    """What it is a list of, and a row for each model, the best first."""

    title: str
    table: Table


def well_here(found: Sequence[Ranked], catalog: Catalog, *, workload_id: str) -> WellHere | None:
    """Of these models, in their order, those that are of use for the work; None where none is."""
    workload = find_workload(workload_id, catalog)
    shown = SHOWN[workload.task]
    columns = (
        *(say("Model"), say("File"), say("Verdict")),
        *(capital(say(shown.unit.text)), say("Ready in"), say("Memory")),
    )
    rows = tuple(_row(one, shown) for one in found if one.light.is_useful)
    title = say("What runs well here: {work}", work=say(workload.name))
    return WellHere(title, Table(columns, rows)) if rows else None


def _row(one: Ranked, shown: ShownTask) -> tuple[str, ...]:
    needed = needed_bytes(one, shown)
    memory = say(UNKNOWN) if needed is None else capacity(needed)
    return (one.model.name, quant_name(one), light_word(one.light), rate_text(one, shown), ready_text(one), memory)
