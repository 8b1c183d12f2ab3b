"""Whether a (better) graphics card would help with writing text, without money."""

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import middle
from advisor.present.words.answer_text import reading_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, duration, speed, times
from advisor.present.words.words import say

_SOONER = 2.0
"""A first word so many times as soon is worth a card."""


def card_sentence(answer: TextAnswer, *, enough_wait_s: float | None = None) -> str:
    """One yes or no: whether a (better) graphics card would help with this model on this rig.

    `enough_wait_s` is how long a person waits for the first word without minding, where that is known.
    """
    now, best = answer.chosen, answer.faster_candidate
    rate = now.rate
    if rate is None:
        return say("Whether a faster card would help is unknown, as the speed of this rig is.")
    on_cpu = answer.cpu is not None and now.processor_id == answer.cpu.processor_id and now != answer.offloaded
    card = say("graphics card") if on_cpu else say("faster graphics card")
    if now.holds and rate.low >= READING_TOKENS_PER_S:
        name, pace = short_name(now.processor_name), reading_words(rate.middle)
        slow_start = _slow_start(now, best, enough_wait_s)
        if slow_start:
            return slow_start
        enough = say("No {card} is needed for this: {name} is {pace}.", card=card, name=name, pace=pace)
        if best is None:
            return enough
        name, reach = short_name(best.processor_name), speed(middle(best.rate))
        return f"{enough} {say('The {name} would reach about {reach}.', name=name, reach=reach)}"
    if best is None or best.rate is None:
        return say(
            "No: none of the cards compared holds {model} as {quant} and is faster.",
            model=now.model_name,
            quant=now.quant,
        )
    reach = speed(middle(best.rate))
    if now.fit.verdict == "too_big":
        return _holding_words(answer, best)
    name, gain = short_name(best.processor_name), times(best.rate.middle / rate.middle)
    if now.holds:
        return say("Yes: the {name} would be {gain} as fast (about {reach}).", name=name, gain=gain, reach=reach)
    return say(
        "Yes: the {name} would be {gain} as fast (about {reach}), because it holds all of its {need}.",
        name=name,
        gain=gain,
        reach=reach,
        need=capacity(now.memory.total_bytes),
    )


def _slow_start(now: Estimate, best: Estimate | None, enough_wait_s: float | None) -> str:
    """What to say where words come fast enough, but the first one late; empty where no card helps with that."""
    wait_s, reach_s = now.time_to_first_token_s, best.time_to_first_token_s if best is not None else None
    if best is None or wait_s is None or reach_s is None or enough_wait_s is None:
        return ""
    if wait_s <= enough_wait_s or wait_s < _SOONER * reach_s:
        return ""
    return say(
        "Yes, for the wait: {name} writes {pace}, but its first word takes {wait}; with the {best} it takes {reach}.",
        name=short_name(now.processor_name),
        pace=reading_words(middle(now.rate) or 0.0),
        wait=duration(wait_s),
        best=short_name(best.processor_name),
        reach=duration(reach_s),
    )


def _holding_words(answer: TextAnswer, best: Estimate) -> str:
    """The smallest candidate that holds a model nothing here holds, and the fastest one where that is another."""
    least = answer.best_candidate or best
    need, reach = capacity(answer.chosen.memory.total_bytes), speed(middle(least.rate))
    name = short_name(least.processor_name)
    if least == best:
        return say(
            "Yes: the {name} holds all of its {need} and would reach about {reach}.", name=name, need=need, reach=reach
        )
    return say(
        "Yes: the {name} holds all of its {need} and would reach about {reach}, the {fastest} about {most}.",
        name=name,
        need=need,
        reach=reach,
        fastest=short_name(best.processor_name),
        most=speed(middle(best.rate)),
    )
