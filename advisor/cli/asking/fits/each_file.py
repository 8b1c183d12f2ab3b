"""One model in each of its files on one computer: what fits whole, with how much to spare, and what does not."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.published_forms import STEP_BETWEEN, published_forms
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.model import ModelCard
from advisor.facts.rig.rig import Rig
from advisor.present.words.answer_text import spilled_bytes
from advisor.present.words.quantity import capacity, speed_number

_WHOLE = ("fits", "tight")


class File(NamedTuple):
    """A file of a model with its answer; `lost`: by the size of models, how many more of 100 answers were wrong."""

    quant: str
    found: TaskAnswer
    has_gpu: bool
    lost: Mapping[float, float]

    @property
    def is_whole(self) -> bool:
        """Whether one memory holds it, that of the graphics where there are any."""
        return self.found.chosen.fit.verdict in _WHOLE and not self.is_beside_card

    @property
    def is_beside_card(self) -> bool:
        """Whether the CPU does it because the graphics do not hold it."""
        cpu = self.found.cpu if isinstance(self.found, TextAnswer) else None
        return self.has_gpu and cpu is not None and self.found.chosen.processor_id == cpu.processor_id

    @property
    def rate(self) -> float:
        """The middle of its speed; 0 for none."""
        return self.found.chosen.rate.middle if self.found.chosen.runs and self.found.chosen.rate else 0.0

    @property
    def speed(self) -> str:
        """Its speed in words."""
        return f"about {speed_number(self.rate)} tokens/s" if self.rate else ""

    @property
    def room(self) -> str:
        """What it leaves, or what does not fit, in words."""
        fit = self.found.chosen.fit
        if self.is_whole:
            return f"{capacity(fit.spare_bytes)} to spare" if fit.verdict == "fits" and fit.spare_bytes else "just"
        if fit.verdict == "spills":
            return f"{capacity(spilled_bytes(self.found.chosen))} too much for VRAM"
        if self.is_beside_card:
            return "on the CPU alone"
        return f"{capacity(abs(fit.spare_bytes))} too much" if fit.spare_bytes else "too much"


def files_on(question: Question, rig: Rig, known: KnownModels) -> list[File]:
    """The files of the model that is asked about, the largest first; none of one that has one file only."""
    card = known.catalog.models.get(question.model_id)
    quants = _quants(card, known) if card is not None else ()
    found, quant_cards = list[File](), {one.name: one for one in known.catalog.quants.values()}
    has_gpu = any(one.kind == "gpu" and one.blocked is None for one in rig.processors)
    for quant in quants if len(quants) > 1 else ():
        asked = question.changed(fields={**question.fields, "quant": quant})
        try:
            answer, _ = judged_answer(asked, rig, known, is_quant_own=True)
        except ProblemError:  # no program runs it there
            continue
        lost = {one.params_b: one.answers for one in quant_cards[quant].lost} if quant in quant_cards else {}
        found.append(File(quant, answer, has_gpu, lost))
    return found


def _quants(card: ModelCard, known: KnownModels) -> Sequence[str]:
    bits = {one.name: one.typical_bits_per_weight or 0.0 for one in known.catalog.quants.values()}
    forms = published_forms(card)
    more = (STEP_BETWEEN,) if len(forms) > 1 else ()
    return sorted({*forms, *more}, key=lambda one: -bits.get(one, 0.0))
