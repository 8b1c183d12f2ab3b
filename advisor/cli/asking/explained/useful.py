"""Whether a computer runs a model that is of use: yes, for small jobs alone, or no, by the best that it runs well."""

import re
from collections.abc import Sequence

from advisor.answer.which_model.capability import capability
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.best_of_all import first_answers
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import duration, speed_number

_KIND = (
    r"(?:useful|usable|decent|good|proper|worthwhile|meaningful|reasonable|serious|capable|respectable|competent"
    r"|worth using|half[ -]decent|sensible|helpful)"
)
_WHAT = r"(?:llms?|(?:language |ai |local )*models?|ais?|chat ?bots?|assistants?)"
_ASKED = re.compile(
    rf"\b(?:can|could|will|would|does|is|are|do)\b[^.?!]*\b(?:an? |any |some )?(?:really |actually |genuinely )?{_KIND}"
    rf" (?:\w+ ){{0,2}}?{_WHAT}\b"
    rf"|\b(?:can|could|will|would|does)\b[^.?!]*\b(?:anything|something|somthing|sth) {_KIND}\b"
    r"|\b(?:can|could|will|would|does|is)\b[^.?!]*\b(?:anything|something|somthing|sth|an? \w+|(?:model|llm|ai)s?)"
    r" (?:like|similar to|comparable to|close to|as good as) (?:chat ?gpt|gpt-?[45]\w*|claude|gemini|copilot)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\b(?:which|what|whats|what's|recommend\w*|best|fastest)\b", re.IGNORECASE)
_REFERENCE = "Qwen3 8B"
_BELOW = 0.5
"""A model that can do about as much as that one, so many doublings less at most, is of general use (a judgment)."""
_WEAK = "Good for short questions, short summaries and sorting; not for code, long texts or facts."
_SIMPLE = "Good for simple questions and texts. Services like ChatGPT know far more and err far less."
_FEW_PARAMS = 6e9
"""A newer model of fewer answers as well as older larger ones, but knows less (a judgment)."""
_STRONG = "Good for everyday questions, texts and simple code. Services like ChatGPT know more and err less."


def asks_of_use(text: str) -> bool:
    """Whether it is asked if a computer runs a useful model, and not which."""
    return _ASKED.search(text) is not None and _WHICH.search(text) is None


def useful_words(rig: Sequence[str], workload: str, catalog: Catalog) -> str:
    """The verdict, for what it is good, and what could do more and is too slow."""
    found = [one for one, _ in first_answers(rig, workload, catalog)]
    able = {one.model_id: _able(one, workload, catalog) for one in found}
    great = [one for one in found if one.usability == "great"]
    useful = great or [one for one in found if one.usability == "fine"]
    slow = [one for one in found if one.usability == "slow"]
    best = max(useful, key=lambda one: able[one.model_id], default=None)
    more = max(slow, key=lambda one: able[one.model_id], default=None)
    if best is None:
        return f"No: nothing here is fast enough. The nearest: {_told(more)}." if more else "No: nothing runs here."
    lines = [f"Only for small jobs: the most capable that is fast enough here is {_told(best)}.", _WEAK]
    reference = catalog.models.find(_REFERENCE)
    least = capability(catalog.models[reference], catalog.blocks, use=workload) - _BELOW if reference else 0.0
    if able[best.model_id] >= least:
        is_small = best.model_id in catalog.models and catalog.models[best.model_id].params < _FEW_PARAMS
        lines = [f"Yes, {best.model} runs well here: {_speed(best)}.", _SIMPLE if is_small else _STRONG]
    elif more is not None and able[more.model_id] > able[best.model_id]:
        lines.append(f"What can do more is slow here: {_told(more)}.")
    return "\n".join(lines)


def _able(one: AskAnswer, workload: str, catalog: Catalog) -> float:
    return capability(catalog.models[one.model_id], catalog.blocks, use=workload)


def _told(one: AskAnswer) -> str:
    return f"{one.model}, {_speed(one)}"


def _speed(one: AskAnswer) -> str:
    rate = f"about {speed_number(one.tokens_per_s.middle)} tokens/s" if one.tokens_per_s is not None else ""
    first = f"first word after {duration(one.first_token_s)}" if one.first_token_s is not None else ""
    return ", ".join(filter(None, (rate, first)))
