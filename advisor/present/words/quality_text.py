"""What a file of few bits costs in answers, and which model is the better choice then, as sentences."""

from advisor.answer.which_model.published_forms import loss_steps
from advisor.facts.answers.task_answer import Nearest, QuantLoss, TaskAnswer
from advisor.facts.answers.usability import is_just_enough
from advisor.facts.cards.quant import Lost
from advisor.present.words.quantity import speed
from advisor.present.words.words import joined, local_number, say

_SEVERAL_TIMES = 2.5
"""From so many times the speed on another model is named beside one that is just fast enough (a judgment)."""


def quality_sentences(answer: TaskAnswer) -> str:
    """Both; empty where the file keeps nearly all, but for what is much faster than one that is just fast enough."""
    if answer.loss is None:
        return _much_faster(answer)
    return joined((loss_sentence(answer.loss), _choice(answer)))


def loss_sentence(loss: QuantLoss | None) -> str:
    """What a file of that type loses in a test, of the largest and the smallest model that were asked."""
    if loss is None or not loss.lost:
        return ""
    lost = sorted(loss.lost, key=lambda one: -one.params_b)
    quant = loss.quant if loss.quant == loss.like else say("{quant} (like {like})", quant=loss.quant, like=loss.like)
    most, many = _size(lost[0]), _count(lost[0])
    if len(lost) == 1:
        return say(
            "{quant} costs quality: {size} models gave {lost} more wrong answers per 100, larger ones fewer.",
            quant=quant,
            size=most,
            lost=many,
        )
    return say(
        "{quant} costs quality: {size} models gave {lost} more wrong answers per 100, {smaller} models {more}.",
        quant=quant,
        size=most,
        lost=many,
        smaller=_size(lost[-1]),
        more=_count(lost[-1]),
    )


def _choice(answer: TaskAnswer) -> str:
    """What somebody who knows would run here."""
    best = answer.nearest
    if best is None or not answer.light.is_useful:
        return ""
    if best.model_id == answer.model_id:
        if _is_better_file(best.quant, answer.loss):
            return say("The better choice here: {model}{how}.", model=best.model_name, how=_how(best))
        return say("Even so, no other model is the better choice here.")
    if best.quant is not None and loss_steps(best.quant):
        return ""
    return say("The better choice here: {model}{how}.", model=best.model_name, how=_how(best))


def _is_better_file(quant: str | None, loss: QuantLoss | None) -> bool:
    """Whether a file of the same model keeps more than the one that was asked about."""
    if quant is None or loss is None or quant == loss.quant:
        return False
    steps = loss_steps(quant)
    return not steps or steps < loss_steps(loss.quant)


def _much_faster(answer: TaskAnswer) -> str:
    """What writes several times as fast here in a good file; empty where nothing does, or it need not."""
    best, rate = answer.nearest, answer.chosen.rate
    if best is None or best.rate is None or rate is None or best.model_id == answer.model_id:
        return ""
    is_poor = best.quant is None or loss_steps(best.quant) > 0 or not is_just_enough(answer.light)
    if is_poor or best.rate.middle < _SEVERAL_TIMES * rate.middle:
        return ""
    return say("Several times as fast here: {model}{how}.", model=best.model_name, how=_how(best))


def _how(best: Nearest) -> str:
    """In which file, and how fast."""
    if best.quant is None:
        return ""
    rate = say(", about {rate}", rate=speed(best.rate.middle)) if best.rate is not None else ""
    return say(" as {quant}{rate}", quant=best.quant, rate=rate)


def _count(one: Lost) -> str:
    return local_number(f"{one.answers:.2g}")


def _size(one: Lost) -> str:
    return f"{one.params_b:g}B"
