"""The longest context with which a graphics card holds all of a model, where the one that was asked about spills."""

from collections.abc import Iterator
from dataclasses import replace

from advisor.advice.question import judged_answer
from advisor.answer.text.smaller import CACHE_TYPE as SMALL_CACHE
from advisor.answer.which_model.subject import DEFAULT_QUANT
from advisor.cli.asking.wish import AUTO, Meant, Wish, question_of
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import CACHE_TYPE
from advisor.facts.rig.rig import Rig
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.quantity import tokens

_STEP = 1024
_TRIES = 12
_USEFUL = 2
"""So many times prompt and answer a context has to hold to be worth a word."""


def held_context(found: TaskAnswer, wish: Wish, about: Meant, rig: Rig) -> str:
    """That context with its file, cache and speed; empty where it is of no use, or nothing asked for one."""
    asked = wish.context_tokens
    if asked is None or not isinstance(found, TextAnswer) or found.chosen.fit.verdict != "spills":
        return ""
    stored = {CACHE_TYPE: SMALL_CACHE.lower(), **wish.fields}
    longest, quant = max(_longest(found, replace(wish, fields=stored), about, rig), default=(0, ""))
    least = _USEFUL * (found.chosen.prompt_tokens + found.chosen.generated_tokens)
    for tokens_held in _downwards(min(longest, asked), least):
        held = _answer(replace(wish, context_tokens=tokens_held, quant=quant, fields=stored), about, rig).chosen
        if held.fit.verdict != "spills" and held.rate is not None:
            cache = "" if stored[CACHE_TYPE] == "f16" else f", cache {stored[CACHE_TYPE]}"
            kept = f"up to {tokens(tokens_held)} of context ({quant}{cache})"
            return f"All of it lies in VRAM with {kept}: {SHOWN[found.task].rate_text(held.rate)} tokens/s."
    return ""


def _downwards(most: int, least: int) -> Iterator[int]:
    """Lengths from the most that has room to the least of use: what has just room is run divided all the same."""
    step = _STEP * max(1, most // _STEP // _TRIES)
    yield from list(range(most // _STEP * _STEP, least - 1, -step))[:_TRIES]


def _longest(found: TextAnswer, wish: Wish, about: Meant, rig: Rig) -> Iterator[tuple[int, str]]:
    """How long it may be with the file that was chosen, and with the usual one where nobody asked for a file."""
    card = about.known.catalog.models.get(about.model_id)
    is_open = wish.quant in (None, AUTO) and about.quant is None and card is not None and card.native_quant is None
    for quant in dict.fromkeys((found.quant, DEFAULT_QUANT) if is_open else (found.quant,)):
        answer = _answer(replace(wish, quant=quant), about, rig)
        if answer.chosen.fit.verdict != "spills":
            yield answer.context_tokens, quant
        elif answer.smaller is not None and answer.smaller.context_tokens is not None:
            yield answer.smaller.context_tokens, quant


def _answer(wish: Wish, about: Meant, rig: Rig) -> TextAnswer:
    question, is_quant_own, _ = question_of(wish, about, rig)
    answer, _ = judged_answer(question, rig, about.known, is_quant_own=is_quant_own)
    assert isinstance(answer, TextAnswer)
    return answer
