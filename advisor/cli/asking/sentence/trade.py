"""What is to be done with the money of a plain question: sell, rent, buy memory, a card instead, or a size of VRAM."""

import re
from typing import NamedTuple

from advisor.cli.asking.sentence.apart.card_number import CARD_NUMBER
from advisor.cli.asking.sentence.sentence import Sentence

_SOLD = re.compile(
    r"\b(sell|selling|swap|swapping|switch(?:ing)? from|trad(?:e|ing)(?: in)?|replac(?:e|ing)) (?:off )?"
    r"(?:my|mine|our|ours|the|both|two|these|a pair)\b|\breplac(?:e|ing) (?:it|them)\b",
    re.IGNORECASE,
)
_RENTED = re.compile(r"\b(rent|renting|rented|rental|runpod|vast(?:\.ai)?|lambda)\b", re.IGNORECASE)
_VRAM_WANTED = re.compile(
    r"\b(?:cheap\w*[^.?!\x00]{0,30}?|way to|(?:get|getting|reach|buy|build)(?: to| me)?)"
    r" (?:get |reach |have |to |at least |for |with )*(\d{2,4}) ?gi?b (?:of |total |in )*v-?ram\b(?: (?:gpu|card)\b)?",
    re.IGNORECASE,
)
"""So much of it is to be bought, nobody has it."""
_ONE_CARD = re.compile(r"\b(gpu|card)\b", re.IGNORECASE)
_ON_ONE = re.compile(r"\b(?:on|in|with|as) (?:one|a single|just one) (?:gpu|graphics card|card)\b", re.IGNORECASE)
_OF_RAM = re.compile(
    r"\b(?:more|add(?:ing)?|extra|buy(?:ing)?|get(?:ting)?|upgrad\w*|for|on|into|another|doubl(?:e|ing)|invest\w* in"
    r"|go(?:ing)?|jump\w*|bump\w*|expand\w*)"
    r"(?: (?:my|the|system|ddr\d\S*|some|a)| (?<!for )(?<!on )(?:from |to |up )*\d[\dx]* ?(?:gi?b)?(?: of)?)*"
    r" (?:ram|memory)\b|\b(?:ram|memory) (?:upgrade|kit|worth)",
    re.IGNORECASE,
)
_OR_CARD = re.compile(
    r"\b(?:or|vs\.?|versus|instead of|than)\b.*\b(?:gpus?|graphics|cards?|e?gpus?|vram)\b"
    r"|\b(?:e-?gpus?|gpus?|graphics|cards?|vram)\b.*\b(?:or|vs\.?|versus|instead of|than)\b",
    re.IGNORECASE,
)
"""Beside these it is asked whether memory or another thing is to be bought."""
_A_CARD = (
    r"(?:(?:an?|the|one|used|new|second|second-hand|cheap|another|2nd) )*"
    r"(?:(?:nvidia|geforce|radeon|intel|amd) )*"
    r"(?:rtx|gtx|rx|arc|tesla|v100|p40|mi50|[2-5]0[5-9]0|[67][5-9][05]0|90[67]0|gpu\b|graphics card|video card)"
)
_SOME_RAM = (
    r"(?:(?:more|extra|another|an extra) )*\d{2,4} ?gi?b(?: (?:more|extra|of|system|fast))*"
    r" (?:ddr\d\S*(?: ram| memory)?|ram\b|memory\b)(?: more)?"
)
_OR = r"(?: kit| upgrade|,)* ?(?:or|vs\.?|versus|instead of|rather than|over) (?:rather |to )?(?:(?:buy|get|add) )*"
_OF_A_RIG = r"(?<!with )(?<!and )(?<!plus )(?<!\+ )"
"""Before memory that somebody has, beside a card or a chip."""
_EITHER = re.compile(
    rf"{_OF_A_RIG}\b{_SOME_RAM}{_OR}{_A_CARD}|\b{_A_CARD}[^.?!,]{{0,24}}?{_OR}{_SOME_RAM}", re.IGNORECASE
)
_ANY_RAM = r"(?:(?:more|extra|faster|additional|upgrad\w+|new|system|the) )*(?:ram|memory)(?: upgrade)?"
_ANY_GPU = (
    r"(?:(?:an?|the|new|better|bigger|second|used|faster|upgrad\w+|dedicated|other) )*"
    r"(?:gpus?|(?:graphics |video )?cards?)(?: upgrade)?"
)
_OR_ANY = r" ?(?:,|/|or|vs\.?|versus|before|rather than|instead of)+ (?:to )?(?:(?:buy|get|add|upgrade|for) )*"
_EITHER_KIND = re.compile(rf"\b{_ANY_RAM}{_OR_ANY}{_ANY_GPU}\b|\b{_ANY_GPU}{_OR_ANY}{_ANY_RAM}\b", re.IGNORECASE)


_INSTEAD = re.compile(
    r"^\s*(?:\d{1,2} ?gi?b)?,?\s*(?:-+>|=+>|\u2192|\bto\b)\s*(?:(?:an?|the|used|new|second-?hand|single|one) )*$", re.I
)
_MOVES = re.compile(
    r"-+>|=+>|\u2192|\b(?:upgrad\w*|from|go(?:ing)?|mov(?:e|ing)|jump\w*|switch\w*|step(?:ping)?|swap\w*)\b",
    re.IGNORECASE,
)
_CARD_NAME = rf"{CARD_NUMBER}(?: ?(?:ti|super|xtx?|gre))*(?: \d{{1,2}} ?gi?b)?"
_ONE_TO_ANOTHER = re.compile(
    rf"\b{_CARD_NAME}\s*(?:-+>|=+>|\u2192|to\b)\s*(?:(?:an?|the|used|new|rtx|gtx|rx) )*{_CARD_NAME}\b", re.IGNORECASE
)


SECOND_OR = re.compile(
    r"\b(?:an?|get(?:ting)?|add(?:ing)?|buy(?:ing)?) (?:second|2nd|another)(?: one| card| gpu)?"
    r"(?= (?:or|vs\.?|versus)\b)"
    r"|\b(?:or|vs\.?|versus) (?:get |add |buy |just )?(?:a )?(?:second|2nd|another)(?: one| card| gpu)?"
    r"(?= *(?:$|[?.,!]| for\b))",
    re.IGNORECASE,
)
"""One more of what is there, held against another card."""


def takes_its_place(between: str, text: str) -> bool:
    """Whether what stands behind these words takes the place of what stands before: `from a 3060 to a 3090`, `->`."""
    return _INSTEAD.match(between) is not None and _MOVES.search(text) is not None


def asks_of_another(text: str) -> bool:
    """Whether one card in place of another, or a second one, is asked about: who does not buy has it."""
    is_of_another = _ONE_TO_ANOTHER.search(text) is not None and _MOVES.search(text) is not None
    return is_of_another or SECOND_OR.search(text) is not None


_FROM_TO = re.compile(
    r"\b(?:go(?:ing)?|jump\w*|mov(?:e|ing)|bump\w*|upgrad\w*|step\w*|expand\w*|increas\w*|doubl\w*|chang\w*|rais\w*|adding"
    r"|add|more)\b[^.?!]{0,40}?\b\d{1,4} ?(?:gi?b)?(?: (?:of )?(?:ddr\d\S*|ram|memory))* to \d{1,4} ?gi?b"
    r"(?! ?(?:v-?ram|cards?|gpus?))"
    r"|\b\d{1,4} ?gi?b(?: (?:of )?(?:ddr\d\S*|ram|memory))* ?(?:-+>|=+>|\u2192) ?\d{1,4} ?gi?b"
    r"(?! ?(?:v-?ram|cards?|gpus?))"
    r"|\badd(?:ing)? (?:another |an extra )?\d{2,3} ?gi?b\b(?! ?(?:v-?ram|cards?|gpus?|\d))"
    r"|\b(?:go(?:ing)?|upgrad\w*|mov(?:e|ing)|jump\w*|bump\w*) (?:up )?to (?:32|48|64|96|128|192|256|384|512) ?gi?b\b"
    r"(?! ?(?:v-?ram|cards?|gpus?|\d|one|version|model|mac|m\d))"
    r"|\b(?:more|extra|additional|doubl\w+|upgrad\w+|add\w*|bigger)(?: \w+){0,3}? (?:system )?(?:ram|ddr[345]\S*)\b",
    re.IGNORECASE,
)
_HELPS = re.compile(
    r"\b(?:help\w*|worth\w*|benefit\w*|difference|useful|matter\w*|gain\w*|improv\w*|unlock\w*|allow\w*|open\w*|enable\w*"
    r"|(?:let|get|give|gain) (?:me|us)|good idea|makes? sense|pointless|point)\b",
    re.IGNORECASE,
)


class Trade(NamedTuple):
    """What is there is sold, cards are rented, main memory alone is bought, or so much VRAM, `is_one_card` on one."""

    is_sold: bool = False
    is_rented: bool = False
    is_of_ram: bool = False
    vram_gib: float | None = None
    is_one_card: bool = False


def trade_among(sentence: Sentence) -> Trade:
    """What is said of it; the words for a size of VRAM are taken."""
    text, vram = sentence.text, next(iter(sentence.take(_VRAM_WANTED)), None)
    return Trade(
        is_sold=_SOLD.search(text) is not None,
        is_rented=_RENTED.search(text) is not None,
        is_of_ram=(_OF_RAM.search(text) is not None or asks_more_ram(text)) and _OR_CARD.search(text) is None,
        vram_gib=float(vram[1]) if vram else None,
        is_one_card=vram is not None and bool(_ONE_CARD.search(vram[0]) or _ON_ONE.search(text)),
    )


def ram_or_card_at(text: str) -> tuple[int, int] | None:
    """Where both stand; None where they are not held against each other."""
    found = _EITHER.search(text)
    return None if found is None else found.span()


def asks_more_ram(text: str) -> bool:
    """Whether it is asked if more memory than there is helps: `would going from 32 to 96 GB help`."""
    return _FROM_TO.search(text) is not None and _HELPS.search(text) is not None and not asks_ram_or_card(text)


def asks_ram_or_gpu(text: str) -> bool:
    """Whether it is asked which of them to buy."""
    return _EITHER_KIND.search(text) is not None


def asks_ram_or_card(text: str) -> bool:
    """Whether both are held against each other, by their kind or by name."""
    return asks_ram_or_gpu(text) or ram_or_card_at(text) is not None


def asks_second(between: str, sentence: Sentence) -> bool:
    """Whether a new sentence holds another card against one more of what is there: `my 3090. 5090 or a second?`."""
    return between.strip() in (".", ";", ":") and SECOND_OR.search(sentence.text) is not None
