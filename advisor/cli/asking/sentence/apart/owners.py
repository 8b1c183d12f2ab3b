"""Whose a card is, and two sizes of cards to be bought, in plain words: `16gb or 24gb card for a 4070 owner`."""

import re

_CARD = (
    r"(?:(?:nvidia|geforce|rtx|gtx|radeon|amd|rx|intel|arc) )*"
    r"(?:[2-5]0[5-9]0|10[5-8]0|16[56]0|[67][5-9][05]0|90[67]0|[ab][3-7][5-8]0)(?: ?(?:ti|super|xtx?|gre))*"
    r"(?: \d{1,2} ?gi?b)?"
)
_OWNER = re.compile(
    rf"(?:\bfor |\bas )?(?:\b(?:an?|the|current|existing) )*\b(?P<card>{_CARD}) (?:owner|user|haver)s?\b(?: here)?"
    r"(?:,? (?:who|that)\b)?"
    rf"|(?:\bfor )?(?:\b(?:an?|the) )?\bowner of (?:an? |the )?(?P<other>{_CARD})\b",
    re.IGNORECASE,
)
_SIZES = re.compile(
    r"(?:\b(?:an?|get|getting|buy|buying) )*(?<![\w.-])(?P<one>\d{1,3}) ?gi?b (?:(?:cards?|gpus?) )?"
    r"(?:or|vs\.?|versus) (?:an? )?"
    r"(?P<two>\d{1,3}) ?gi?b (?:v-?ram )?(?:graphics |video )?(?:card|gpu)s?\b",
    re.IGNORECASE,
)


def with_owners(text: str) -> str:
    """The text with `I have a 4070`, and with `get a 16gb card or a 24gb card` beside a card."""
    text = _OWNER.sub(lambda one: f", I have a {one['card'] or one['other']} and", text).removeprefix(", ")
    if re.search(rf"\b{_CARD}\b", text, re.IGNORECASE) is None:
        return text
    return _SIZES.sub(r"get a \g<one>gb card or a \g<two>gb card", text)


WISHED_LARGER = re.compile(
    r"\b(?:larger|bigger|large|big|huge|stronger|smarter|better|best|more capable)(?: (?:local|open|language|ai))*"
    r" (?:models?|llms?)\b",
    re.IGNORECASE,
)
"""What is bought is for models that do not run well now."""
