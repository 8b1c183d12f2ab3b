"""How much faster a smaller file of good quality writes, where a larger one is chosen."""

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.rig.rig import Rig
from advisor.present.words.quantity import speed_number, times

_NOTICED = 1.2
"""From so many times the speed on somebody takes the smaller file for it (a judgment)."""
_FAST_ENOUGH = 10 * READING_TOKENS_PER_S
"""Nobody wishes for more (a judgment)."""


def faster_file(found: TextAnswer, question: Question, rig: Rig, models: KnownModels) -> str:
    """What the usual file of 4 bits does in place of a larger one; empty where that is no faster, or need not be."""
    card, rate = models.catalog.models.get(found.model_id), found.chosen.rate
    bits = {one.name: one.typical_bits_per_weight for one in models.catalog.quants.values()}
    is_larger = (bits.get(found.quant) or 0.0) > (bits.get(DEFAULT_QUANT) or 0.0)
    if card is None or card.native_quant is not None or not is_larger or not found.light.is_useful:
        return ""
    if rate is None or rate.middle >= _FAST_ENOUGH:
        return ""
    smaller = question.changed(fields={**question.fields, "quant": DEFAULT_QUANT})
    try:
        then = judged_answer(smaller, rig, models, is_quant_own=True)[0].chosen
    except ProblemError:
        return ""
    if not then.runs or then.rate is None or then.rate.middle < _NOTICED * rate.middle:
        return ""
    gain, number = times(then.rate.middle / rate.middle), speed_number(then.rate.middle)
    return f"As {DEFAULT_QUANT} it is {gain} as fast, {number} tokens/s, and answers slightly worse."
