"""The tiles of page Overview: one for each use, and one for buying."""

from dataclasses import dataclass

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import Catalog
from advisor.present.rank.records import needed_bytes, wait_text
from advisor.present.tasks.shown import SHOWN
from advisor.present.upgrade.view import WorthView
from advisor.present.words.light import light_words
from advisor.present.words.quantity import capacity
from advisor.present.words.words import joined, say, uncapital

USES, UPGRADE = ("chat", "coding", "pictures"), "upgrade"
"""Ids of the tiles: the workloads that have one, and that about buying."""


@dataclass(frozen=True)
class Tile:
    """One answer in short: what is asked, the answer, its figures. `tone` is a role and an icon, `word` says it.

    Only `id` and `heading` are there before the answer is; `model_id` is empty where no model is named.
    """

    id: str
    heading: str
    tone: str = ""
    word: str = ""
    title: str = ""
    figures: str = ""
    model_id: str = ""


def best_tile(workload_id: str, best: Ranked | None, catalog: Catalog) -> Tile:
    """What the first model of the ranking does for a use."""
    workload = find_workload(workload_id, catalog)
    heading = say(workload.name)
    if best is None or best.usability == "wont_run":
        return Tile(workload_id, heading, "wont_run", say("Won't run"), say("No model for this runs here"), "")
    shown, wait = SHOWN[workload.task], wait_text(best)
    needed, spills = needed_bytes(best, shown), best.fit is not None and best.fit.verdict == "spills"
    figures = (
        shown.rate_words(best.rate) if best.rate else say("speed unknown"),
        _ready(wait, thinks=bool(best.light.thinks)) if wait and best.amount is None else "",
        "" if needed is None else joined((capacity(needed), *((say("partly in RAM"),) if spills else ())), ", "),
    )
    return Tile(
        workload_id,
        heading,
        best.usability,
        light_words(best.light),
        best.model.name,
        "\n".join(filter(None, figures)),
        best.model_id,
    )


def _ready(wait: str, *, thinks: bool) -> str:
    return say("answer in {wait}, thinking included", wait=wait) if thinks else say("answer in {wait}", wait=wait)


def upgrade_tile(view: WorthView) -> Tile:
    """The verdict of page Upgrade."""
    heading = say("Worth upgrading for {use}?", use=uncapital(view.use))
    return Tile(UPGRADE, heading, view.icon, view.word, view.title, view.subject)


def empty_tiles(catalog: Catalog) -> tuple[Tile, ...]:
    """All of them before anything is known, in the order in which they stand."""
    uses = (Tile(one, say(find_workload(one, catalog).name)) for one in USES)
    return (*uses, Tile(UPGRADE, say("Worth upgrading?")))
