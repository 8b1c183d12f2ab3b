"""Why writing slows down in a long conversation: how much that is on a computer, what helps, and when it is a fault."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answered, in_file_of, rig_of
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.asked.question import CACHE_TYPE
from advisor.facts.values.range import Range
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.facts.values.units import KIB
from advisor.present.words.quantity import speed_number

_FALLS = re.compile(
    r"\b(?:drop(?:s|ped|ping)?|fall(?:s|ing)?|fell|sink(?:s|ing)?|declin\w+|degrad\w+|tank(?:s|ed|ing)?|plummet\w*"
    r"|decreas\w+|goes down|going down|go down|slow(?:s|ed|ing)?(?: \w+)? down|slows|gets? (?:\w+ )?slow(?:er)?"
    r"|getting (?:\w+ )?slow(?:er)?|becom\w+ slow(?:er)?|los(?:es|ing) speed|slower (?:as|the longer|with|after))\b",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"\b(?:long(?:er)? (?:contexts?|conversations?|chats?|prompts?|sessions?|histor\w+)"
    r"|(?:context|conversation|chat|history|session|cache) (?:\w+ ){0,3}(?:grows?|growing|fills?|filled|filling|full"
    r"|gets? long(?:er)?|is long|length)|as (?:the|my) (?:context|conversation|chat)|growing context"
    r"|\d+(?:\.\d+)? ?k (?:tokens?|context|ctx|in)|\d{4,6} tokens|(?:after|at|past|beyond|over|to|by) \d{1,3} ?k\b"
    r"|more (?:context|tokens in)|context)\b",
    re.IGNORECASE,
)
_OF_SPEED = re.compile(
    r"\b(?:tokens?(?: ?/ ?| per | a )s\w*|tok/s\w*|t/s|tps|speed|generation|slow\w*|performance|inference)\b",
    re.IGNORECASE,
)
_OF_GPUS = re.compile(r"\b(?:two|2|second|both|several|multi\w*|dual)[ -](?:gpus?|cards?)\b", re.IGNORECASE)
"""It is asked about several cards, not about a length."""
_RATE = re.compile(
    r"(\d+(?:\.\d+)?) ?(?:t/s|tps|tok\w*(?: ?/ ?| per | a )s\w*|tokens?/s\w*)\b|\bfrom (\d+(?:\.\d+)?) (?:down )?to \d",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:to|at|only|just|around|about) (?:like |about |around |only )?(\d+(?:\.\d+)?)\b(?! ?k\b)", re.I
)
_FILLED = re.compile(r"(\d{1,3}(?:\.\d)?) ?k\b|\b(\d{4,6})(?= (?:tokens?|context|ctx)\b)", re.IGNORECASE)
_USUAL_TOKENS = 32 * KIB
_EXAMPLE = ("--gpu", "RTX 3060 12GB")
_SMALL = "q8_0"


class _Both(NamedTuple):
    """One model with little and with all of that read, and so with a small cache."""

    start: AskAnswer
    start_rate: Range
    full_rate: Range
    small_rate: Range | None

    @property
    def share(self) -> float:
        """What is left of the speed."""
        return self.full_rate.middle / self.start_rate.middle

    @property
    def least_share(self) -> float:
        """What is left of it at least."""
        return self.full_rate.low / self.start_rate.middle


def is_of_long(text: str) -> bool:
    """Whether it is asked why writing slows down the more has been read."""
    is_asked = all(one.search(text) is not None for one in (_FALLS, _LONG, _OF_SPEED))
    return is_asked and _OF_GPUS.search(text) is None


def slower_when_long(told: Said, rig: Sequence[str], catalog: Catalog) -> str:
    """That it is normal, how much it is on that computer, what helps, and when it is a fault."""
    text = told.wording.text
    tokens, had = _tokens(text), _rate(text)
    some = _some(told, tuple(rig) or _EXAMPLE, tokens, had, catalog)
    first = [*_figures(some, tokens, had, _after(text, had), is_example=not rig)] if some else []
    first = first or ["Normal: for every token the whole conversation so far is read again."]
    return "\n".join((*first, *_helps(some[0] if some else None), *_faults()))


def _figures(
    some: Sequence[_Both], tokens: int, had: float | None, after: float | None, *, is_example: bool
) -> Iterator[str]:
    """The verdict, the fall of each model, and that of the one who asks."""
    why = "for every token the whole conversation so far is read again"
    least = min(one.least_share for one in some)
    yours = after / had if had and after and after < had else None
    if yours is not None and yours < least:
        yield f"Only in part normal: {why}, but to {yours:.0%} is more than expected (at least {least:.0%})."
    else:
        yield f"Normal: {why}, so speed falls with its length. Nothing is broken."
    for one in some:
        start, full = one.start_rate, one.full_rate
        quant = one.start.settings.quant
        name = f"{one.start.model} as {quant}" if quant else one.start.model
        where = f"{'For example ' if is_example else ''}{name} on {one.start.settings.device}"
        yield (
            f"{where}: {speed_number(start.middle)} tokens/s at the start, {speed_number(full.middle)}"
            f" ({speed_number(full.low)} to {speed_number(full.high)}) with {tokens:,} tokens read, {one.share:.0%}."
        )
    if yours is not None:
        yield f"Yours: {had:g} to {after:g}, {yours:.0%}."
    if len(some) > 1:
        yield "How much depends on the model: name yours."


def _helps(both: _Both | None) -> Iterator[str]:
    yield "What helps:"
    yield "1. Flash attention on: -fa on in llama.cpp, OLLAMA_FLASH_ATTENTION=1 in Ollama."
    gain = ""
    if both is not None and both.small_rate is not None:
        before, now = both.full_rate.middle, both.small_rate.middle
        gain = f" Here {speed_number(now)} tokens/s in place of {speed_number(before)}." if now > before else ""
    yield f"2. A cache of 8 bits: -ctk q8_0 -ctv q8_0; half as much is read.{gain}"
    yield "3. A newer build of the program; on AMD cards try both ROCm and Vulkan."
    yield "4. A new chat, or a summary of the old one: speed is back at once."


def _faults() -> Iterator[str]:
    yield "Not normal: a sudden fall to a few tokens/s (the cache went to RAM: ollama ps, a smaller -c mends it);"
    yield "a new chat that stays slow (heat, power limit). llama-bench -d 0,16384,32768 shows the curve."


def _some(told: Said, rig: Sequence[str], tokens: int, had: float | None, catalog: Catalog) -> tuple[_Both, ...]:
    """The model that is named; else the best of the ranking that has the speed that was told, and what falls most."""
    named = [one.name for one in told.models[:1] if catalog.models.find(one.name)]
    quant = next(iter(told.models[0].quants if named else told.quants), "")
    names = named or [*best_on(rig_of(rig, catalog), "chat", catalog)]
    found = [*filter(None, (_of(one, quant, rig, tokens, catalog) for one in names))]
    alike = [one for one in found if had is not None and one.start_rate.low <= had <= one.start_rate.high] or found
    most = min(alike, key=lambda one: one.share, default=None)
    if most is None:
        return ()
    return (alike[0],) if most is alike[0] else (alike[0], most)


def _of(name: str, quant: str, rig: Sequence[str], tokens: int, catalog: Catalog) -> _Both | None:
    """With little and with so much read, in the same file; None where it does not run with so much."""
    context = ("--context", f"{tokens + KIB}")
    words = (name, "--workload", "chat", *(("--quant", quant) if quant else ()), *rig, *context)
    try:
        start, *_ = answered(words, catalog)
        file = () if quant else in_file_of(start)
        full = (*words, *file, "--set", f"prompt_tokens={tokens}")
        deep, *_ = answered(full, catalog)
        small, *_ = answered((*full, "--set", f"{CACHE_TYPE}={_SMALL}"), catalog)
    except (ReasonError, SentenceError):
        return None
    if not start.tokens_per_s or not deep.tokens_per_s or "wont_run" in (start.usability, deep.usability):
        return None
    return _Both(start, start.tokens_per_s, deep.tokens_per_s, small.tokens_per_s)


def _tokens(text: str) -> int:
    """How many tokens are read by then; the usual of a long conversation where nobody says it."""
    found = [round(float(one[1]) * KIB) if one[1] else int(one[2]) for one in _FILLED.finditer(text)]
    return max((one for one in found if one >= KIB), default=_USUAL_TOKENS)


def _rate(text: str) -> float | None:
    """The speed at the start: the largest that is told."""
    return max((float(one[1] or one[2]) for one in _RATE.finditer(text)), default=None)


def _after(text: str, had: float | None) -> float | None:
    """The speed later on."""
    rest = text[found.start() :] if (found := _FALLS.search(text)) is not None else text
    later = next((float(one[1]) for one in _AFTER.finditer(rest)), None)
    return later if had is not None and later is not None and later < had else None
