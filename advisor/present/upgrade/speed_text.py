"""How fast something does a kind of work, in the words of that work."""

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.cards.workload import data_tokens
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR
from advisor.present.words.answer_text import reading_words
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import UNKNOWN, duration, speed, speed_number, tokens
from advisor.present.words.words import capital, say, to_say

_EACH = {"image": to_say("a picture"), "video": to_say("a clip")}
_RUN = to_say("one run")
_ITEMS = {"embed": to_say("texts"), "classify": to_say("pictures")}


def _timed(question: WorthQuestion) -> int | None:
    """Units of the speed in one thing whose time is told: a picture, a run of so many tokens; None for other work."""
    return 1 if question.task in _EACH else data_tokens(question.workload)


def rate_words(one: Reached, question: WorthQuestion) -> str:
    """The speed: "about 42 tokens/s, 8.4 times as fast as you read", "a picture in 12 s", "135 texts a second"."""
    if one.rate is None:
        return say("does not fit") if one.fit == "too_big" else say("at a speed that is not known")
    middle, task, timed = one.rate.middle, question.task, _timed(question)
    if question.is_interactive:
        wait = "" if one.first_word_s is None else say(", the first word after {time}", time=duration(one.first_word_s))
        return say("about {speed}, {pace}{wait}", speed=speed(middle), pace=reading_words(middle), wait=wait)
    if timed:
        each = say(_EACH[task]) if task in _EACH else say("a run of {tokens}", tokens=tokens(timed))
        return say("{each} in about {time}", each=each, time=duration(timed / middle))
    if task in _ITEMS:
        return say("about {middle} {items} a second", middle=speed_number(middle), items=say(_ITEMS[task]))
    if task == "speech":
        return say("about {middle} times as fast as people speak", middle=speed_number(middle))
    if question.workload.fields.get("concurrency") == 1:
        return say("about {speed}", speed=speed(middle))
    return say("about {speed} for all together", speed=speed(middle))


def owner_name(one: Reached) -> str:
    """What does the work: "RTX 3090", "2 x RTX 3090"; empty where that is not known."""
    if one.processor is None:
        return ""
    if one.estimate is not None:
        return short_name(one.estimate.processor_name)
    return grouped(short_name(one.processor.name), one.devices)


def range_words(one: Reached, question: WorthQuestion) -> str:
    """The range in the words of the speed: "36 to 48", "10 s to 15 s"."""
    if one.rate is None:
        return ""
    (low, _, high), timed = one.rate, _timed(question)
    ends = (duration(timed / high), duration(timed / low)) if timed else (speed_number(low), speed_number(high))
    return say("{low} to {high}", low=ends[0], high=ends[1])


def rate_heading(question: WorthQuestion) -> str:
    """What `short_rate` counts, as the title of a column."""
    if _timed(question):
        return say("{each} in", each=capital(say(_EACH.get(question.task, _RUN))))
    if question.task in _ITEMS:
        return say("{items} a second", items=capital(say(_ITEMS[question.task])))
    return say("Times as fast as spoken") if question.task == "speech" else say("Tokens/s")


def short_rate(one: Reached, question: WorthQuestion) -> str:
    """The speed and its range without their unit: "42 (36 to 48)", "12 s (10 s to 15 s)"."""
    if one.rate is None:
        return "" if one.fit == "too_big" else say(UNKNOWN)
    timed = _timed(question)
    middle = duration(timed / one.rate.middle) if timed else speed_number(one.rate.middle)
    return f"{middle} ({range_words(one, question)})"


def cost_unit(question: WorthQuestion) -> tuple[str, float]:
    """What a cost is told for, and how many units of the speed that is: a million tokens, a picture, one run."""
    if timed := _timed(question):
        return say(_EACH.get(question.task, _RUN)), timed
    if question.task in _ITEMS:
        return say("a million {items}", items=say(_ITEMS[question.task])), MEGA
    return (say("an hour of sound"), SECONDS_PER_HOUR) if question.task == "speech" else (say("a million tokens"), MEGA)


def enough_words(question: WorthQuestion) -> str:
    """What is enough for the work: "5 tokens/s and a first word within 10 s"; empty where no line is drawn."""
    workload, task = question.workload, question.task
    if workload.is_interactive:
        wait = workload.enough_first_word_s
        second = say(" and the first word within {time}", time=duration(wait)) if wait else ""
        return f"{speed(workload.enough_tokens_per_s)}{second}"
    if workload.enough_items_per_s:
        items = say(_ITEMS.get(task, to_say("items")))
        return say("{number} {items} a second", number=speed_number(workload.enough_items_per_s), items=items)
    if workload.enough_tokens_per_s:
        return say("{speed} for each", speed=speed(workload.enough_tokens_per_s))
    if workload.enough_s:
        what = to_say("a run") if data_tokens(workload) else to_say("a recording of that length")
        return say("{what} in {time}", what=say(_EACH.get(task, what)), time=duration(workload.enough_s))
    return ""
