"""What a plain question says of the work and of a file: how many users, how long a context, how many bits."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.plain_words import runs

_CONTEXT = re.compile(
    r"\b(\d{1,4}) ?k\b(?= ?(?:tokens? )?(?:of )?(?:context|ctx|window|tokens?))"
    r"|\b(?:context|ctx)(?: of| length)? (\d{1,4}) ?k\b",
    re.IGNORECASE,
)
_USERS = re.compile(
    r"\b(\d{1,4}) (?:concurrent |simultaneous |parallel )?(?:users|people|employees|colleagues|clients)\b",
    re.IGNORECASE,
)
_SUPPLY = re.compile(r"\b(\d{3,4}) ?w(?:atts?)?\b(?: (?:psu|power supply|supply))?", re.IGNORECASE)
_HOURS = re.compile(
    r"\b(\d{1,3}(?:\.\d)?) hours? (?:a|per|each|every|once a|once per) (day|week|month)\b", re.IGNORECASE
)
_DAYS = {"day": 1.0, "week": 7.0, "month": 365 / 12}
_BITS = re.compile(r"^(?:(i?q[1-8](?:_\w+)?|mxfp4|nvfp4|fp8|fp16|bf16|f16)|([2-8])-?bit)$", re.IGNORECASE)
_USUAL_FILE = {"2": "Q2_K", "3": "Q3_K_M", "4": "Q4_K_M", "5": "Q5_K_M", "6": "Q6_K", "8": "Q8_0"}
"""What people mean by a number of bits."""
_FULL = re.compile(r"\bfull(?:y)?[- ](?:parameter |weight )?fine-?\s?tun", re.IGNORECASE)
_TUNED = re.compile(r"\bfine-?\s?tun(?:e|es|ed|ing)\b", re.IGNORECASE)
_AGENTS = re.compile(r"\bagents?\b", re.IGNORECASE)
_SEEING = re.compile(r"\b(?:ocr|screenshots?|scans|scanned|receipts|photos?)\b", re.IGNORECASE)
_SERVED = re.compile(r"\b(?:serve|serving|vllm)\b", re.IGNORECASE)


_TWO_RATES = re.compile(
    r"\b(l?p?ddr[345]x?)[- ](\d{4})\b[^?]*?\b(?:at|to|with|vs|versus|or|of) (?:\1[- ])?(\d{4})\b", re.IGNORECASE
)
_SETTING = re.compile(r"\b(?:xmp|expo|docp|slower|faster|overclock\w*|instead)\b", re.IGNORECASE)


_ONE_STICK = re.compile(r"\b(?:one|single|1)(?: single)? stick(?: of)? (\d{1,3}) ?gb\b", re.IGNORECASE)
_TWO_STICKS = re.compile(r"\b(?:two|2)(?: sticks(?: of)?)? (\d{1,3}) ?gb\b|\b(?:dual|two) channels?\b", re.IGNORECASE)
_TYPE = re.compile(r"\bl?p?ddr[345]x?(?:[- ]\d{4})?\b", re.IGNORECASE)


def rams_among(text: str, size: str) -> tuple[str, ...]:
    """Two settings of the same RAM that are held against each other, the slower first; nothing for other questions.

    Two speeds of sticks, or one stick and two; `size` is what was said of all of it, in GB.
    """
    one, two, kind = _ONE_STICK.search(text), _TWO_STICKS.search(text), _TYPE.search(text)
    if one is not None and two is not None and kind is not None:
        each = int(two[1] or 0) or int(one[1]) // 2
        return f"1x{one[1]} {kind[0].upper()}", f"2x{each} {kind[0].upper()}"
    told = _TWO_RATES.search(text)
    if told is None or not _SETTING.search(text) or told[2] == told[3]:
        return ()
    return tuple(f"{size} {told[1].upper()}-{rate}".strip() for rate in sorted((told[2], told[3])))


class Told(NamedTuple):
    """What was said: tokens of context in thousands, people at once, watts of the power supply, hours of a day."""

    context_k: str = ""
    users: str = ""
    supply_w: str = ""
    hours: float | None = None
    sees: bool = False

    @property
    def of_answer(self) -> str:
        """The options of `ask` for it, with a space before them."""
        users = f" --set concurrency={self.users}" if self.users else ""
        return f"{users}{f' --context {self.context_k}k' if self.context_k else ''}"

    @property
    def of_purchase(self) -> str:
        """The same of `worth`."""
        supply = f" --psu-w {self.supply_w}" if self.supply_w else ""
        return f"{supply}{f' --hours-per-day {self.hours:.2g}' if self.hours is not None else ''}"


def told_among(text: str) -> tuple[str, Told]:
    """The text without these, and what they say."""
    context, users, supply, hours = (one.search(text) for one in (_CONTEXT, _USERS, _SUPPLY, _HOURS))
    told = Told(
        context_k=(context[1] or context[2]) if context else "",
        users=users[1] if users else "",
        supply_w=supply[1] if supply else "",
        sees=_SEEING.search(text) is not None,
        hours=min(24.0, float(hours[1]) / _DAYS[hours[2].lower()]) if hours else None,
    )
    for one in (_CONTEXT, _SUPPLY, _HOURS):
        text = one.sub(" ", text)
    return text, told


def workload_among(text: str, words: Sequence[str], told: Told, catalog: Catalog) -> str:
    """The id of the work that is meant, the narrowest that the words say; empty for none."""
    if _FULL.search(text):
        return "fine-tune-full"
    if re.search(r"\bq-?lora\b", text, re.IGNORECASE):
        return "fine-tune-qlora"
    if _TUNED.search(text):
        return "fine-tune-lora"
    if told.users or _SERVED.search(text):
        return "serve-a-team"
    if _AGENTS.search(text):
        return "coding-agent"
    for first, last in runs(len(words)):
        name = " ".join(words[first:last])
        if found := catalog.workloads.find(name) or catalog.other_workloads.find(name):
            return found
    return ""


def files_among(words: Sequence[str]) -> dict[int, str]:
    """The quantizations among the words, by their places."""
    found = {}
    for place, word in enumerate(words):
        if told := _BITS.match(word):
            name = (told[1] or "").upper()
            bits = told[2] or (name[1:] if name[:1] == "Q" and name[1:].isdigit() else "")
            found[place] = _USUAL_FILE.get(bits, "Q8_0" if bits else name)
    return found
