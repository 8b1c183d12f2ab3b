"""What stands beside the plain speed of a model that writes: a draft that guesses ahead, thinking before the answer."""

from collections.abc import Iterator

from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.model_parts import ThinkingAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.present.words.quantity import capacity, duration, speed, speed_number, times
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say, sentence

_BRIEF_S = 3.0
"""A wait below this is not worth a sentence."""


def beside_sentences(answer: TextAnswer) -> tuple[str, ...]:
    """A sentence or two on each, where there is something to say."""
    return (*_thinking(answer.thinking, is_kept_from_it=answer.light.thinks is False), *_draft(answer.draft))


def _thinking(found: ThinkingAnswer | None, *, is_kept_from_it: bool) -> Iterator[str]:
    if found is None or found.answer_starts_s is None or found.answer_starts_s.high < _BRIEF_S:
        return
    low, middle, high = found.answer_starts_s
    if is_kept_from_it:
        yield say("Thinking is off here; with it on, the answer would start after about {time}.", time=duration(middle))
        return
    yield say(
        "It thinks first: the answer starts after about {middle} ({low} to {high}).",
        middle=duration(middle),
        low=duration(low),
        high=duration(high),
    )


def draft_sentence(found: DraftAnswer | None) -> str:
    """How fast it writes with the draft that was asked for; empty without one, and where nobody knows."""
    if found is None or found.tokens_per_s is None or found.speed_up is None:
        return ""
    low, middle, high = found.tokens_per_s
    return say(
        "With {name}: about {middle} ({low} to {high}), {gain} as fast, for {size} more memory.",
        name=say("MTP") if found.kind == "mtp" else found.name,
        middle=speed(middle),
        low=speed_number(low),
        high=speed_number(high),
        gain=times(found.speed_up.middle),
        size=capacity(found.memory.total_bytes),
    )


def _draft(found: DraftAnswer | None) -> Iterator[str]:
    """What is to be known of that draft."""
    yield from map(sentence, map(in_words, found.notes if found is not None else ()))
