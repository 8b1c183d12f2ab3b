"""Chart "Compare": this processor, this card and candidates; and whether a (better) GPU would help, without money."""

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.workload import READING_TOKENS_PER_S
from advisor.facts.values.range import middle
from advisor.present.words.answer_text import reading_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, capacity, duration, speed, speed_number, times
from advisor.present.words.retold import retold
from advisor.present.words.series import RangeBar, RangeChart, Role, Table
from advisor.present.words.ticks import linear_axis
from advisor.present.words.words import say

_WORTH_SAYING, _SOONER = 1.15, 2.0
"""A candidate below this speed-up is no gain: it lies within the range of the estimate; a first word so many times as
soon is worth a card."""
_RUNS = ("fits", "tight")


def compare_chart(answer: TextAnswer, *, enough_wait_s: float | None = None) -> RangeChart:
    """Generation speed of every processor of the rig and of the candidates, with ranges."""
    options = (*answer.options, *([answer.offloaded] if answer.offloaded else []), answer.chosen)
    own = {estimate.processor_name: estimate for estimate in options}.values()
    entries = [(estimate, _own_role(answer, estimate), say("yours")) for estimate in own]
    entries += [(estimate, "candidate", say("candidate")) for estimate in answer.candidates]
    bars = tuple(_bar(estimate, role, offloaded=estimate == answer.offloaded) for estimate, role, _ in entries)
    largest = max((bar.high or bar.middle or 0.0 for bar in bars), default=0.0)
    return RangeChart(
        title=_title(answer),
        subtitle=say("Tokens per second, with the range; hatched: part of the model spills"),
        sentence=gpu_sentence(answer, enough_wait_s=enough_wait_s),
        axis=linear_axis(say("tokens/s"), largest=max(largest, READING_TOKENS_PER_S)),
        bars=bars,
        table=Table(
            (say("Processor"), say("Whose"), say("Speed")),
            tuple((bar.name, whose, bar.text) for bar, (_, _, whose) in zip(bars, entries, strict=True)),
        ),
    )


def gpu_sentence(answer: TextAnswer, *, enough_wait_s: float | None = None) -> str:
    """One yes or no: whether a (better) graphics card would help with this model on this rig.

    `enough_wait_s` is how long a person waits for the first word without minding, where that is known.
    """
    now, best = answer.chosen, _best(answer)
    rate = now.decode.tokens_per_s
    if rate is None:
        return say("Whether a faster card would help is unknown, as the speed of this rig is.")
    on_cpu = answer.cpu is not None and now.processor_id == answer.cpu.processor_id and now != answer.offloaded
    card = say("graphics card") if on_cpu else say("faster graphics card")
    if now.fit.verdict in _RUNS and rate.low >= READING_TOKENS_PER_S:
        name, pace = short_name(now.processor_name), reading_words(rate.middle)
        slow_start = _slow_start(now, best, enough_wait_s)
        if slow_start:
            return slow_start
        enough = say("No {card} is needed for this: {name} is {pace}.", card=card, name=name, pace=pace)
        if best is None:
            return enough
        name, reach = short_name(best.processor_name), speed(middle(best.decode.tokens_per_s))
        return f"{enough} {say('The {name} would reach about {reach}.', name=name, reach=reach)}"
    if best is None or best.decode.tokens_per_s is None:
        return say(
            "No: none of the cards compared holds {model} as {quant} and is faster.",
            model=now.model_name,
            quant=now.quant,
        )
    reach = speed(middle(best.decode.tokens_per_s))
    if now.fit.verdict == "too_big":
        return _holding_words(answer, best)
    name, gain = short_name(best.processor_name), times(best.decode.tokens_per_s.middle / rate.middle)
    if now.fit.verdict in _RUNS:
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
        pace=reading_words(middle(now.decode.tokens_per_s) or 0.0),
        wait=duration(wait_s),
        best=short_name(best.processor_name),
        reach=duration(reach_s),
    )


def _holding_words(answer: TextAnswer, best: Estimate) -> str:
    """The smallest candidate that holds a model nothing here holds, and the fastest one where that is another."""
    least = _smallest(answer) or best
    need, reach = capacity(answer.chosen.memory.total_bytes), speed(middle(least.decode.tokens_per_s))
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
        most=speed(middle(best.decode.tokens_per_s)),
    )


def _smallest(answer: TextAnswer) -> Estimate | None:
    """The candidate with the least memory that holds the model."""
    holding = [candidate for candidate in answer.candidates if candidate.fit.verdict in _RUNS]
    return min(holding, key=lambda candidate: candidate.fit.pools[0].total_bytes or 0, default=None)


def _best(answer: TextAnswer) -> Estimate | None:
    """The fastest candidate that holds the model and is clearly faster than now, if it runs now."""
    now = middle(answer.chosen.decode.tokens_per_s) or 0.0
    least = 0.0 if answer.chosen.fit.verdict == "too_big" else now * _WORTH_SAYING
    faster = [
        candidate
        for candidate in answer.candidates
        if candidate.fit.verdict in _RUNS and (middle(candidate.decode.tokens_per_s) or 0.0) > least
    ]
    return max(faster, key=lambda candidate: candidate.decode.tokens_per_s or 0.0, default=None)


def _title(answer: TextAnswer) -> str:
    now, best = answer.chosen.decode.tokens_per_s, _best(answer)
    if not answer.candidates:
        return say("How fast each part of this rig would be")
    if now is None:
        return say("What other cards would reach")
    if best is None or best.decode.tokens_per_s is None:
        holding = any(one.fit.verdict in _RUNS for one in answer.candidates)
        if holding:
            return say("None of the cards compared would be faster")
        return say("None of the cards compared would hold it")
    if answer.chosen.fit.verdict == "too_big":
        return say("The {name} would hold it", name=short_name((_smallest(answer) or best).processor_name))
    gain = times(best.decode.tokens_per_s.middle / now.middle)
    return say("The {name} would be {gain} as fast", name=short_name(best.processor_name), gain=gain)


def _own_role(answer: TextAnswer, estimate: Estimate) -> Role:
    return "this_rig" if estimate.processor_name == answer.chosen.processor_name else "processor"


def _bar(estimate: Estimate, role: Role, *, offloaded: bool) -> RangeBar:
    decode, runs = estimate.decode, offloaded or estimate.fit.verdict not in ("spills", "too_big")
    name = short_name(estimate.processor_name) + (say(" + main memory") if offloaded else "")
    if not runs or decode.tokens_per_s is None:
        text = say("does not fit") if not runs else say(UNKNOWN)
        return RangeBar(name, None, None, None, text, role)
    low, best, high = decode.tokens_per_s
    span = (
        "" if low is None or high is None else say(" ({low} to {high})", low=speed_number(low), high=speed_number(high))
    )
    remark = (
        say(", spills")
        if offloaded
        else say(" if it could be used: {blocked}", blocked=retold(estimate.blocked))
        if estimate.blocked
        else ""
    )
    text = f"{speed_number(best)}{span}{remark}"
    return RangeBar(name, low, best, high, text, role, hatched=bool(remark))
