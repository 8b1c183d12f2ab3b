"""The longest context that a plain question may ask for."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from advisor.advice.known_models import KnownModels
from advisor.answer.asked.problem import ProblemError
from advisor.answer.text.smaller import CACHE_TYPE as SMALL_CACHE
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.asked.question import CACHE_TYPE
from advisor.present.words.quantity import capacity, tokens
from advisor.present.words.words import joined

_STEP = 4_096
PLAIN_CACHE = "f16"


class Longest(NamedTuple):
    """The words of a command line that hold it, and what is said of it."""

    words: tuple[str, ...]
    lines: tuple[str, ...]


class Reach(NamedTuple):
    """A context that a file holds with a type of cache, and the answer with it."""

    tokens: int
    quant: str
    cache_type: str
    answer: AskAnswer
    is_all: bool


def longest_context(
    words: Sequence[str], wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog
) -> Longest | None:
    """The longest with the file that people take, each with a plain cache and one of half the size.

    What the cards hold is meant where they hold the model, else what is no worse than a short one. None for what
    writes no text, or does not run.
    """
    most = KnownModels(catalog).longest_tokens(answer.model_id) if answer.model_id in catalog.models else None
    file = answer.settings.quant
    if not most or file is None or answer.usability == "wont_run":
        return None
    caches = (str(told),) if (told := wish.fields.get(CACHE_TYPE)) else (PLAIN_CACHE, SMALL_CACHE.lower())
    found = list[Reach]()
    for quant in _files(wish, file, answer, catalog):
        if quant == file or not found:
            held = (reach(most, quant, one, wish, asked, catalog) for one in caches)
            found += [one for one in held if one is not None and _is_as_good(one, answer, quant == file)]
    if not found:
        return None
    usual = [one for one in found if one.quant == found[0].quant]
    best = max(usual, key=lambda one: one.tokens)
    others = [one for one in found if one is not best and (one.tokens, one.quant) != (best.tokens, best.quant)]
    return Longest((*words, *_options(best, wish)), tuple(_lines(best, others)))


def _files(wish: Wish, chosen: str, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """The usual file first, where nobody names one and the model has others; then the chosen one."""
    if wish.quant in (None, AUTO) and catalog.models[answer.model_id].native_quant is None and chosen != DEFAULT_QUANT:
        yield DEFAULT_QUANT
    yield chosen


def _is_as_good(one: Reach, answer: AskAnswer, is_chosen: bool) -> bool:
    """Whether the cards hold that file where they hold the chosen one, and it is as fast by its light."""
    lights = USABILITIES.index(one.answer.usability), USABILITIES.index(answer.usability)
    return is_chosen or (one.answer.settings.placement == answer.settings.placement and lights[0] <= lights[1])


def reach(most: int, quant: str, cache_type: str, wish: Wish, asked: AskedRig, catalog: Catalog) -> Reach | None:
    """The longest context of a file with a type of cache that goes as well as a short one; None where none does."""
    of_file = replace(wish, quant=quant, fields={**wish.fields, CACHE_TYPE: cache_type})

    @cache
    def at(steps: int) -> AskAnswer:
        return asked_answer(replace(of_file, context_tokens=min(most, steps * _STEP)), asked, catalog)[0]

    def is_worse(steps: int) -> bool:
        found, is_spilled = at(steps), at(1).settings.placement == "gpu+ram"
        is_slower = USABILITIES.index(found.usability) > USABILITIES.index(at(1).usability)
        is_elsewhere = found.fit != at(1).fit or found.settings.placement != at(1).settings.placement
        return found.usability == "wont_run" or is_elsewhere or (is_spilled and is_slower)

    try:
        steps = bisect_left(range(1, -(-most // _STEP) + 1), True, key=is_worse)
    except ProblemError:
        return None
    if not steps:
        return None
    return Reach(min(most, steps * _STEP), quant, cache_type, at(steps), steps * _STEP >= most)


def _options(best: Reach, wish: Wish) -> Iterator[str]:
    if wish.quant in (None, AUTO):
        yield from ("--quant", best.quant)
    yield from ("--context", str(best.tokens))
    if CACHE_TYPE not in wish.fields:
        yield from ("--set", f"{CACHE_TYPE}={best.cache_type}")


def _lines(best: Reach, others: Sequence[Reach]) -> Iterator[str]:
    is_in_ram = best.answer.settings.placement == "gpu+ram"
    beyond = "more does not go as well" if is_in_ram else "more does not fit"
    limit = "all that the model is made for" if best.is_all else beyond
    pages = f"about {best.tokens // TOKENS_A_PAGE} pages"
    needed = capacity(sum(best.answer.need_bytes.values()))
    yield f"Longest context: {tokens(best.tokens)}, {pages}, {limit}: {_how(best)}, {needed}."
    if others:
        yield f"Others: {joined((f'{tokens(one.tokens)} with {_how(one)}' for one in others), '; ')}."


def _how(one: Reach) -> str:
    return f"{one.quant} and a cache of {one.cache_type}"
