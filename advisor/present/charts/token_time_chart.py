"""Chart "What limits it?": the time of one token, split into its terms."""

from advisor.facts.answers.estimate import Estimate, Term
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.units import MILLISECOND
from advisor.present.words.answer_text import main_pool, why_unknown
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import percent, speed, step_time
from advisor.present.words.series import Bar, BarChart, Role, Segment, Table
from advisor.present.words.ticks import linear_axis
from advisor.present.words.what_if import READING, time_of, what_if
from advisor.present.words.words import say, to_say

_TERMS: dict[str, tuple[str, Role]] = {
    "weights": (to_say("read the weights"), "weights"),
    "unpacking": (to_say("unpack the weights"), "this_rig"),
    "kv_cache": (to_say("read the conversation"), "kv_cache"),
    "attention": (to_say("work on the conversation"), "attention"),
    "overhead": (to_say("overhead"), "overhead"),
    "arithmetic": (to_say("calculations"), "other_programs"),
    "interconnect": (to_say("link between devices"), "guide"),
    "main_memory": (to_say("the part in main memory"), "spill"),
}
_NO_CHANGE = 1.03
_LABELED_SHARE = 0.02
"""Smaller parts stand in the table only."""


def term_words(term: Term) -> str:
    """What one term of the time does, in words."""
    return say(_TERMS[term.name][0]) if term.name in _TERMS else term.name.replace("_", " ")


def token_time_chart(answer: TextAnswer) -> BarChart:
    """One bar: reading the weights, reading the conversation, overhead. Empty where the speed is unknown."""
    decode = answer.chosen.decode
    terms = [term for term in decode.terms if term.s > 0]
    total_s = sum(term.s for term in terms)
    segments, start_s = [], 0.0
    for term in terms:
        segments.append(_segment(term, start_s=start_s, total_s=total_s))
        start_s += term.s
    return BarChart(
        title=_title(answer, total_s=total_s),
        subtitle=_subtitle(answer, total_s=total_s),
        sentence=_sentence(answer.chosen),
        axis=linear_axis("ms", largest=total_s / MILLISECOND),
        bars=(Bar(say("One token"), tuple(segments)),) if segments else (),
        table=Table(
            (say("Part"), say("Time"), say("Share")),
            tuple((term_words(term), step_time(term.s), percent(term.s / total_s)) for term in terms),
        ),
    )


def _title(answer: TextAnswer, *, total_s: float) -> str:
    if not total_s:
        return say("The time of one token is unknown")
    if answer.chosen.fit.verdict == "too_big":
        return say("Where the {time} of one token would go", time=step_time(total_s))
    return say("Where the {time} of one token go", time=step_time(total_s))


def _segment(term: Term, *, start_s: float, total_s: float) -> Segment:
    words = term_words(term)
    role = _TERMS.get(term.name, ("", "overhead"))[1]
    text = f"{words} {step_time(term.s)}" if term.s >= _LABELED_SHARE * total_s else ""
    return Segment(words, start_s / MILLISECOND, term.s / MILLISECOND, text, role)


def _subtitle(answer: TextAnswer, *, total_s: float) -> str:
    if not total_s:
        return say("Milliseconds")
    moved = time_of(answer.chosen.decode, ("main_memory",)) / total_s
    if moved:
        return say("Milliseconds; {moved} is the part in main memory", moved=percent(moved))
    reading = time_of(answer.chosen.decode, READING) / total_s
    return say(
        "Milliseconds; {reading} is reading the {pool}",
        reading=percent(reading),
        pool=say(POOL_WORDS[main_pool(answer.chosen)]),
    )


def _sentence(estimate: Estimate) -> str:
    changed = what_if(estimate.decode)
    if changed is None:
        return why_unknown(estimate)
    return say(
        "If it calculated twice as fast: {if_changed} If its memory were twice as fast: {if_changed_2}",
        if_changed=_if_changed(total_s=changed.total_s, new_s=changed.faster_chip_s),
        if_changed_2=_if_changed(total_s=changed.total_s, new_s=changed.faster_memory_s),
    )


def _if_changed(*, total_s: float, new_s: float) -> str:
    if total_s / new_s < _NO_CHANGE:
        return say("{speed}, no change.", speed=speed(1 / total_s))
    return say("about {speed}.", speed=speed(1 / new_s))
