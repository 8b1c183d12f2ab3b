"""Watch it type: a sample text, cut into tokens, and how each way to run the model would write it."""

import re

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.frozen import frozen
from advisor.present.words.answer_text import until_measured
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import duration, speed, tokens, wait
from advisor.present.words.words import joined, say, to_say

SAMPLE = to_say(
    "A language model writes one token after the other. A token is a short word, a part of a long one, or a mark "
    "such as this comma, so that three words take about four of them. For every single token the computer reads "
    "nearly all weights of the model from its memory, multiplies, adds, and decides what comes next. That is why the "
    "speed of the memory sets the pace, and why a model that is twice as large writes half as fast. Five tokens a "
    "second is about as fast as most people read. Slower than that, you wait for the words; much faster, and you skim "
    "the answer as if it had been there all along. Before the first word there is a pause: the model reads your "
    "question, and everything said before it, in one go."
)
_WORDS = re.compile(r"\s*(?:\w+|[^\w\s]+)")
_LONG = 6
"""Letters of a word from which on it is two tokens."""
_MARKS_EVERY = 20
"""Tokens between two marks of the time."""


@frozen
class TypingLane:
    """One way to run the model: what it is, its pace in words, and both as figures, None where it does not type.

    `marked` is the text with the time at which each part of it would be there.
    """

    name: str
    pace: str
    wait_s: float | None
    tokens_per_s: float | None
    marked: str

    def shown_tokens(self, elapsed_s: float) -> int:
        """How many tokens are there so long after the question."""
        if self.wait_s is None or self.tokens_per_s is None or elapsed_s < self.wait_s:
            return 0
        return 1 + int((elapsed_s - self.wait_s) * self.tokens_per_s)


@frozen
class TypingView:
    """The text in pieces, and everything that writes it."""

    title: str
    sentence: str
    pieces: tuple[str, ...]
    lanes: tuple[TypingLane, ...]


def typing_view(answer: TextAnswer, candidate: Estimate | None = None) -> TypingView:
    """The way that is answered, the processor alone where that is another, and a card that is not there."""
    pieces = tokens_of(say(SAMPLE))
    chosen, cpu = answer.chosen, answer.cpu
    own = short_name(chosen.processor_name)
    if chosen == answer.offloaded:
        own = say("{name} and RAM", name=own)
    lanes = [_lane(say("This rig: {name}", name=own), chosen, pieces)]
    if cpu is not None and cpu.processor_name != chosen.processor_name:
        lanes.append(_lane(say("CPU alone: {name}", name=short_name(cpu.processor_name)), cpu, pieces))
    if candidate is not None:
        name = say("With another GPU: {name}", name=short_name(candidate.processor_name))
        lanes.append(_lane(name, candidate, pieces, is_own=False))
    text = say(
        "The text has {tokens}, each about three quarters of a word. The prompt has {prompt}.",
        tokens=tokens(len(pieces)),
        prompt=tokens(chosen.prompt_tokens),
    )
    return TypingView(
        title=say("How fast {model} would type here", model=answer.model_name),
        sentence=joined((text, _thinking_words(answer)), "\n"),
        pieces=pieces,
        lanes=tuple(lanes),
    )


def _thinking_words(answer: TextAnswer) -> str:
    """That a model which thinks does so before any of this; empty for others."""
    if not answer.light.thinks or answer.thinking is None or answer.thinking.thinking_s is None:
        return ""
    taken = wait(answer.thinking.thinking_s.middle)
    return say("Thinking, about {time} before the first word on this rig, is not shown.", time=taken)


def tokens_of(text: str) -> tuple[str, ...]:
    """The text in pieces as models cut it, about: words with the blank before them, long ones in two, and marks."""
    pieces: list[str] = []
    for word in _WORDS.findall(text):
        letters = len(word.strip())
        middle = len(word) - letters // 2 if letters >= _LONG else len(word)
        pieces += [word[:middle], word[middle:]]
    return tuple(filter(None, pieces))


def _lane(name: str, one: Estimate, pieces: tuple[str, ...], *, is_own: bool = True) -> TypingLane:
    rate, wait_s = one.decode.tokens_per_s, one.time_to_first_token_s
    holds = one.fit.verdict in ("fits", "tight", "unknown") or (one.fit.verdict == "spills" and is_own)
    if not holds:
        return TypingLane(name, say("The model won't fit there."), None, None, "")
    if rate is None:
        return TypingLane(name, say("Speed unknown{reason}.", reason=until_measured(one)), None, None, "")
    pace = say("{speed}, first word after {wait}", speed=speed(rate.middle), wait=duration(wait_s))
    if wait_s is None:
        wait_s, pace = 0.0, say("{speed}; the wait for the first word is unknown", speed=speed(rate.middle))
    return TypingLane(name, pace, wait_s, rate.middle, _marked(pieces, wait_s, rate.middle))


def _marked(pieces: tuple[str, ...], wait_s: float, rate_tokens_per_s: float) -> str:
    parts = []
    for start in range(0, len(pieces), _MARKS_EVERY):
        parts.append(f"[{duration(wait_s + start / rate_tokens_per_s)}]")
        parts.append("".join(pieces[start : start + _MARKS_EVERY]).strip())
    parts.append(f"[{duration(wait_s + (len(pieces) - 1) / rate_tokens_per_s)}]")
    return " ".join(parts)
