"""What a model does that lacks memory only beside other programs, once these are closed."""

from typing import NamedTuple

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from advisor.predict.memory.fit import with_others_closed
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.light import light_word
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.placement_text import launch_line
from advisor.present.words.quantity import capacity


class Closed(NamedTuple):
    """In words what it does then, and how it is started."""

    title: str
    because: str
    command: str


def lacks_beside(found: TaskAnswer) -> bool:
    """Whether a model that writes lacks memory only for what other programs are counted with."""
    lacks = isinstance(found, TextAnswer) and found.light.usability == "wont_run"
    return lacks and found.chosen.fit.others_closed is not None


def closed_rig(rig: Rig) -> Rig:
    """The rig with no other program running, counted as fits are."""
    return rig.changed(processors=tuple(map(with_others_closed, rig.processors)), own_runs=())


def others_closed(found: TaskAnswer, question: Question, rig: Rig, models: KnownModels) -> Closed | None:
    """What it does then; None where it runs as it is, and where that does not help."""
    fit = found.chosen.fit
    pool = fit.pools[0] if fit.pools else None
    if not isinstance(found, TextAnswer) or not lacks_beside(found):
        return None
    if pool is None or pool.total_bytes is None or fit.budget_bytes is None:
        return None
    kept = question.changed(fields={**question.fields, "quant": found.quant})
    then, verdict = judged_answer(kept, closed_rig(rig), models, is_quant_own=True)
    if not isinstance(then, TextAnswer) or not then.chosen.runs:
        return None
    return Closed(
        f"Won't run beside other programs: {found.model_name}",
        f"It needs {capacity(pool.need_bytes)}; the system and other programs are counted with "
        f"{capacity(pool.total_bytes - fit.budget_bytes)} of {capacity(pool.total_bytes)} {POOL_WORDS[pool.pool]}. "
        f"Close the programs, and it fits: {_how_well(then)}. {verdict.because}",
        launch_line(then),
    )


def _how_well(then: TextAnswer) -> str:
    """Its light and its speed."""
    light, rate = light_word(then.light), then.chosen.rate
    return f"{light}, {SHOWN[then.task].rate_text(rate)} tokens/s" if rate is not None else light
