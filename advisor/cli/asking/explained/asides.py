"""What comes before an answer: principles in short, and services that a computer at home is held against."""

import re
from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.beside.own_graphics import own_graphics_words
from advisor.cli.asking.sentence.said import Said
from advisor.present.words.money import Currency

_MOST_MONTHS = 36
"""So long such things are counted to be of use (a judgment)."""
_SERVICE = r"(claude|chat ?gpt|gpt-?[45][\w.]*|gemini|opus|sonnet)"
_AT_HOME = re.compile(
    rf"\b{_SERVICE}(?: \w+){{0,4}}? (?:at home|locally|local|offline|in house|self[- ]?hosted)\b"
    rf"|\b(?:my own|our own|a local|a private|an offline) {_SERVICE}\b"
    rf"|\b(?:pay(?:ing)? for|subscri\w+ to|instead of|rather than|vs\.?|versus) (?:a |the |my )?{_SERVICE}\b",
    re.IGNORECASE,
)
_THINKS = re.compile(r"\b(?:thinking|reasoning|think)\b", re.IGNORECASE)
_TURNED_OFF = re.compile(
    r"\b(?:turn|switch|shut)(?:ing)? (?:it |that |this |thinking |reasoning |the thinking )?off\b|\bdisabl\w+\b"
    r"|\bno_?think\b|\bwithout (?:it |the )?(?:thinking|reasoning)\b"
    r"|\b(?:stop|skip|avoid)(?:ping)? (?:it |the )?(?:from )?(?:thinking|reasoning)\b",
    re.IGNORECASE,
)
SWITCH = "--reasoning-budget 0 in llama.cpp, /set nothink in Ollama, the thinking button of LM Studio"
"""How a model is kept from thinking; ollama.com/blog/thinking."""
_OUT_OF_MEMORY = re.compile(
    r"\b(?:(?:runs?|running|ran) out of (?:v-?ram|memory)|out of memory|oom|cuda out)\b", re.IGNORECASE
)
_NAMES = {"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini", "opus": "Opus", "sonnet": "Sonnet"}


def asides(told: Said, in_short: str, catalog: Catalog) -> Iterator[str]:
    """All of it that there is, in the order of reading."""
    text = told.wording.text
    of_services = (_closed_words(told), _bill_words(told))
    yield from filter(
        None, (own_graphics_words(told, catalog), in_short, _thinking_words(text), *_memory_words(told), *of_services)
    )


def _thinking_words(text: str) -> str:
    """How a model is kept from thinking, and what that costs, where that is asked."""
    if _THINKS.search(text) is None or _TURNED_OFF.search(text) is None:
        return ""
    return (
        f"Yes, where the model has the switch: {SWITCH}. Answers then begin at once; everyday ones stay as good, hard "
        "maths and code get worse."
    )


def _memory_words(told: Said) -> Iterator[str]:
    """What helps a program that runs out of memory."""
    if _OUT_OF_MEMORY.search(told.wording.text) is None:
        return
    if {"films", "pictures"} & set(told.works):
        yield (
            "What helps: a smaller file (GGUF Q4_K_M or fp8), block swap or --lowvram, decoding in tiles, a smaller "
            "size or fewer frames, and RAM for what waits (32 to 64 GB)."
        )
    else:
        yield "What helps: a smaller file, less context, a q8_0 cache (-ctk q8_0 -ctv q8_0), fewer layers (-ngl)."


def _closed_words(told: Said) -> str:
    """That nothing at home equals a service that somebody wants there; empty where nobody does."""
    found = _AT_HOME.search(told.wording.text)
    if found is None:
        return ""
    service = next(filter(None, found.groups())).lower().replace(" ", "")
    name = _NAMES.get(service, service.upper())
    return (
        f"No model that runs at home equals {name}: the best open ones come near it in everyday questions, less so in "
        "hard code and facts."
    )


def _bill_words(told: Said) -> str:
    """How many months of a bill a complete computer costs; empty where none is held against one."""
    bill, spent = told.bill, told.spent
    if bill is None or spent is None or not told.is_complete or bill.currency != spent.currency or not bill.amount:
        return ""
    paid, months = Currency(spent.currency), spent.amount / bill.amount
    of_them = f"{paid.text(spent.amount)} is {months:,.0f} months of the {paid.text(bill.amount)} you pay"
    if months > _MOST_MONTHS:
        return f"No, not for the money: {of_them}, before electricity; and services know more than models at home."
    return f"It may pay: {of_them}, before electricity; but only if a model at home does what you pay for."
