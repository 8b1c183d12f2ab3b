"""Whether a computer is good for some work: yes, partly or no by the best model there, then what is weak about it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.answer.which_model.capability import capability
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any, rig_of
from advisor.cli.asking.best_of_all import first_answers
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.units import GIGA
from advisor.present.words.quantity import capacity, duration, speed_number, tokens
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined

_GOOD = (
    r"(?:good|great|ok|okay|fine|decent|suitable|viable|usable|useful|capable|powerful|fast|strong|adequate|sufficient"
    r"|enough|useless|bad|any use|a good (?:choice|fit|pick|option|machine|card|gpu|buy)|worth(?:while| it)?)"
)
_ASKED = re.compile(
    rf"\b(?:is|are|isn't|would)\b[^?.]*?\b{_GOOD}(?: enough)?(?: choice| fit)?,? (?:for|at|to|as|with)\b", re.IGNORECASE
)
_WHICH = re.compile(
    r"\b(?:which|what|whats|what's|recommend\w*|best|fastest|how|than|or|vs\.?|versus)\b", re.IGNORECASE
)
_TRIED, _DENSE_LEAST, _DENSE_MOST = 6, 20 * GIGA, 36 * GIGA
_OF_CUDA = ("pictures", "films", "fine-tune-lora", "fine-tune-qlora", "fine-tune-full", "pre-train")
_SLOW_TOKENS = 15.0
"""Below so many tokens a second work that waits for answers is called slow (a judgment)."""


class _Found(NamedTuple):
    answer: AskAnswer
    verdict: Verdict


def asks_if_good(told: Said) -> bool:
    """Whether it is asked if the one computer that is named is good for work, and not which."""
    text, software = told.wording.text, told.software
    is_other = told.is_bought or told.models or told.spent is not None or told.quants or told.wording.is_voice
    is_one = len(told.hardware.computers) < 2 and not (told.hardware.offered or software.programs or software.is_which)
    is_asked = _ASKED.search(text) is not None and _WHICH.search(text) is None
    asks = told.asks
    is_other = (
        bool(is_other) or told.wording.is_retrieval or told.software.is_asked or len({*told.works} - {"chat"}) > 1
    )
    is_of_parts = asks.supply or asks.mixes or asks.splits or asks.heat or asks.cost or asks.at_once
    return is_asked and is_one and not (is_other or is_of_parts)


def good_for(rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog) -> list[str]:
    """The verdict with the best model and its speed, then what counts against it; empty for work without a ranking."""
    found = [_Found(*one) for one in first_answers(rig, workload, catalog, settings, count=_TRIED)]
    best = next((one for one in found if one.answer.is_useful), None)
    name = _name(workload, catalog).lower()
    if best is None:
        near = max(found, key=lambda one: one.answer.rate_per_s.middle if one.answer.rate_per_s else 0.0, default=None)
        return [f"No ({name}): nothing runs well. The nearest is {_told(near)}."] if near is not None else []
    weak = [*_weaknesses(best.answer, rig, workload, settings, catalog)]
    word = "Partly" if best.answer.usability == "fine" or any(one.is_heavy for one in weak) else "Yes"
    return [f"{word} ({name}): the best here is {_told(best)}.", *(one.text for one in weak)]


class _Weak(NamedTuple):
    text: str
    is_heavy: bool = False


def _weaknesses(
    best: AskAnswer, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> Iterator[_Weak]:
    if (first := _first_prompt(best, rig, workload, settings, catalog)) is not None:
        yield first
    if best.settings.placement == "gpu+ram" and (ram := best.need_bytes.get("ram", 0)):
        yield _Weak(f"{capacity(ram)} of it lie in RAM beside the GPU.")
    if workload in _OF_CUDA and _lacks_cuda(rig, catalog):
        yield _Weak("It has no CUDA: fewer programs for this run there.")
    if best.tokens_per_s is not None and (dense := _dense(best, rig, workload, settings, catalog)):
        yield _Weak(dense)


def _lacks_cuda(rig: Sequence[str], catalog: Catalog) -> bool:
    asked = rig_of(rig, catalog)
    gpus = [one for one in assembled(asked.profile, catalog, name=asked.name).rig.processors if one.kind == "gpu"]
    return bool(gpus) and all(one.vendor != "nvidia" for one in gpus)


def _first_prompt(
    best: AskAnswer, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> _Weak | None:
    """How long the first prompt takes where later ones are mostly kept, as those of an agent."""
    card = catalog.other_workloads.get(workload)
    prompt = card.fields.get("prompt_tokens") if card is not None else None
    if card is None or not isinstance(prompt, int) or "new_tokens" not in card.fields:
        return None
    words = (best.model, "--workload", workload, *settings, *rig, "--quant", best.settings.quant or "auto")
    whole = answer_if_any((*words, "--set", f"new_tokens={prompt}"), catalog)
    if whole is None or whole.first_token_s is None or best.first_token_s is None:
        return None
    first_s = whole.first_token_s
    is_long = card.enough_first_prompt_s is not None and first_s > card.enough_first_prompt_s
    return _Weak(
        f"The first prompt, {tokens(prompt)}, takes {duration(first_s)}; later ones {duration(best.first_token_s)}.",
        is_long,
    )


def _dense(best: AskAnswer, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog) -> str:
    """That a dense model is slow there, beside a mixture of experts that is fast; empty where none is."""
    card = catalog.models.get(best.model_id)
    if card is None or card.active_params >= card.params:
        return ""
    dense = [
        one
        for one in catalog.models.values()
        if one.active_params >= one.params and _DENSE_LEAST <= one.params <= _DENSE_MOST
    ]
    if not dense:
        return ""
    model = max(dense, key=lambda one: capability(one, catalog.blocks, use=workload))
    found = answer_if_any((model.name, "--workload", workload, *settings, *rig), catalog)
    if found is None or found.usability == "wont_run" or found.tokens_per_s is None:
        return f"Dense models of its kind do not fit: {model.name} does not."
    rate = found.tokens_per_s.middle
    if rate >= _SLOW_TOKENS:
        return ""
    return f"Dense models are slow: {model.name} writes about {speed_number(rate)} tokens/s."


def _told(one: _Found) -> str:
    """The model with its speed and its wait."""
    speed, wait, *_ = one.verdict.figures
    quant = f" as {one.answer.settings.quant}" if one.answer.settings.quant else ""
    figures = joined((f"about {speed.amount}", f"{wait.name.lower()} {wait.amount}"), ", ")
    return f"{one.answer.model}{quant}, {figures}"


def _name(workload: str, catalog: Catalog) -> str:
    card = catalog.workloads.get(workload) or catalog.other_workloads[workload]
    return card.name
