"""What the file of 4 bits does where another is chosen: faster than a larger one, a better answer than a poor one."""

from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.present.words.quantity import speed_number, times

_NOTICED = 1.2
"""From so many times the speed on somebody takes the smaller file for it (a judgment)."""
_FAST_ENOUGH = 10 * READING_TOKENS_PER_S
"""Nobody wishes for more (a judgment)."""


def other_file(found: TextAnswer, question: Question, rig: Rig, models: KnownModels) -> str:
    """What that file does in place of the chosen one; empty where it is nothing worth a word."""
    card, rate = models.catalog.models.get(found.model_id), found.chosen.rate
    if card is None or card.native_quant is not None or not found.light.is_useful or rate is None:
        return ""
    bits = {one.name: one.typical_bits_per_weight for one in models.catalog.quants.values()}
    is_larger = (bits.get(found.quant) or 0.0) > (bits.get(DEFAULT_QUANT) or 0.0)
    is_poor = loss_steps(found.quant) > 0
    if not (is_poor or (is_larger and rate.middle < _FAST_ENOUGH)):
        return ""
    usual = question.changed(fields={**question.fields, "quant": DEFAULT_QUANT})
    try:
        then = judged_answer(usual, rig, models, is_quant_own=True)[0].chosen
    except ProblemError:
        return ""
    if not then.runs or then.rate is None:
        return ""
    return _better(then.rate, then.fit.verdict) if is_poor else _faster(then.rate, rate)


def _faster(usual: Range, chosen: Range) -> str:
    if usual.middle < _NOTICED * chosen.middle:
        return ""
    gain, number = times(usual.middle / chosen.middle), speed_number(usual.middle)
    return f"As {DEFAULT_QUANT} it is {gain} as fast, {number} tokens/s, and answers slightly worse."


def _better(usual: Range, verdict: str) -> str:
    """Only where one memory holds it, and it is mostly written as fast as people read."""
    if verdict not in ("fits", "tight") or usual.middle < READING_TOKENS_PER_S:
        return ""
    low, high = speed_number(usual.low), speed_number(usual.high)
    return f"{DEFAULT_QUANT} fits, too, and answers better: {speed_number(usual.middle)} tokens/s ({low} to {high})."
