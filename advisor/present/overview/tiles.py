"""The tiles of page Overview: one for each use, and one for buying."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.answer.text.one_setting import Setting
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.values.frozen import frozen
from advisor.present.rank.records import needed_bytes, wait_text
from advisor.present.rank.rows import other_work_words
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.upgrade.view import WorthView, upgrade_question
from advisor.present.words.light import light_words
from advisor.present.words.quantity import capacity, speed_number
from advisor.present.words.words import joined, say

USES, UPGRADE = ("chat", "coding", "pictures"), "upgrade"
"""Ids of the tiles: the workloads that have one, and that about buying."""


@frozen
class Tile:
    """One answer in short: what is asked, the answer, its figures. `tone` is a role and an icon, `word` says it.

    Only `id` and `heading` are there before the answer is; `model_id` is empty where no model is named. `more` is what
    else to know: the next best models, or why the advice is what it is; `longer` the same with a line each, for where
    there is room, `bullets` the same in sentences.
    """

    id: str
    heading: str
    tone: str = ""
    word: str = ""
    title: str = ""
    figures: str = ""
    model_id: str = ""
    more: str = ""
    longer: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()


NAMED, LISTED = 3, 9
"""So many models of a use are named: the best and the next that run well, in a line and in a list."""


def best_tile(workload_id: str, found: Sequence[Ranked], catalog: Catalog) -> Tile:
    """What the first of these models, in the order of the ranking, does for a use."""
    workload = find_workload(workload_id, catalog)
    heading, best = say(workload.name), found[0] if found else None
    if best is None or best.usability == "wont_run":
        return Tile(workload_id, heading, "wont_run", say("Won't run"), say("No model for this runs here"), "")
    shown, wait = SHOWN[workload.task], wait_text(best)
    needed, spills = needed_bytes(best, shown), best.fit is not None and best.fit.verdict == "spills"
    figures = (
        joined(
            (shown.rate_words(best.rate) if best.rate else say("speed unknown"), *map(_whole, other_work_words(best))),
            ", ",
        ),
        _ready(wait, thinks=bool(best.light.thinks)) if wait and best.amount is None else "",
        "" if needed is None else joined((_of_memory(needed), *_where(best, shown, spills=spills)), ", "),
        _poor_file(best),
    )
    others = [one for one in found[1:LISTED] if one.light.is_useful]
    names = [one.model.name for one in others[: NAMED - 1]]
    return Tile(
        workload_id,
        heading,
        best.usability,
        say("{light}, a weak model", light=light_words(best.light)) if best.is_weak else light_words(best.light),
        best.model.name,
        "\n".join(filter(None, figures)),
        best.model_id,
        say("Next best: {models}", models=joined(names, ", ")) if names else _sooner(found),
        (say("Next best:"), *(_listed(one, shown) for one in others)) if others else (),
    )


def before_measuring(tile: Tile, guessed: Tile | None) -> Tile:
    """The answer after a measurement, and what stood in its place before, where that was another model."""
    if guessed is None or not guessed.model_id or not tile.model_id or guessed.model_id == tile.model_id:
        return tile
    told = say("Measured speeds put it before {model}.", model=guessed.title)
    return replace(tile, more=joined((told, tile.more)), longer=(told, *(tile.longer or filter(None, (tile.more,)))))


_SOONER = 0.5
"""What takes so much less of the time is named beside what is slow."""


def _sooner(found: Sequence[Ranked]) -> str:
    """Beside the best, where it is slow: of those after it the one that is done far sooner, or that none is."""
    best, others = found[0], [one for one in found[1:] if one.wait_s is not None and one.usability != "wont_run"]
    if best.light.is_useful or best.wait_s is None or not others:
        return ""
    first = min(others, key=lambda one: one.wait_s.middle if one.wait_s else 0.0)
    if first.wait_s is None or first.wait_s.middle > best.wait_s.middle:
        return say("The next best take longer.")
    if first.wait_s.middle > _SOONER * best.wait_s.middle:
        return ""
    return say("Sooner, less capable: {model}, {wait}", model=first.model.name, wait=wait_text(first))


def _listed(one: Ranked, shown: ShownTask) -> str:
    """A model with its file, which is another one for other work, and its speed, which stays in one line."""
    unit = say(shown.unit.text)
    rate = one.rate.middle * shown.unit.per_s if one.rate else None
    speed = say("speed unknown") if rate is None else f"{speed_number(rate)} {unit}"
    file = [one.way.quant] if isinstance(one.way, Setting) else []
    return " · ".join((one.model.name, *file, _whole(joined((speed, *other_work_words(one)), ", "))))


def _whole(text: str) -> str:
    """A text that stays in one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _of_memory(needed_bytes: int) -> str:
    return say("{amount} of memory", amount=capacity(needed_bytes))


def _where(best: Ranked, shown: ShownTask, *, spills: bool) -> Iterator[str]:
    """That not all of it lies in one memory, or not all of it at once."""
    if spills:
        yield say("partly in RAM")
    elif isinstance(best.way, TaskOption) and (at_once := shown.span_at_once(best.way)):
        yield at_once


def _poor_file(best: Ranked) -> str:
    """That it runs in a file that answers noticeably worse; empty for a good one."""
    quant = best.way.quant if isinstance(best.way, Setting) else ""
    return say("{quant} costs quality", quant=quant) if quant and loss_steps(quant) else ""


def _ready(wait: str, *, thinks: bool) -> str:
    return say("answer in {wait}, thinking included", wait=wait) if thinks else say("answer in {wait}", wait=wait)


def upgrade_tile(view: WorthView) -> Tile:
    """The verdict of page Upgrade in short."""
    why = view.reasons[0] if view.reasons else ""
    return Tile(
        UPGRADE,
        upgrade_question(view),
        view.icon,
        view.word,
        view.title,
        view.subject,
        more=why,
        bullets=tuple(view.reasons),
    )


def empty_tiles(catalog: Catalog) -> tuple[Tile, ...]:
    """All of them before anything is known, in the order in which they stand."""
    uses = (Tile(one, say(find_workload(one, catalog).name)) for one in USES)
    return (*uses, Tile(UPGRADE, say("Worth upgrading?")))
