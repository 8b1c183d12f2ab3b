"""A card that would stand beside the one that is there: `adding a 3060 next to my 3090`, `as a second card`."""

import re

NEXT_TO = r"(?:next to|besides?|alongside|in addition to)"
_ADDED = re.compile(
    r"\b(?:add(?:ing|ed)?|put(?:ting)?|plug(?:ging)?|second|2nd|third|3rd|additional|extra)\b"
    r"(?:(?!\b(?:or|vs\.?|versus|instead|than|replac\w+)\b)[^.?!;,]){0,40}$",
    re.IGNORECASE,
)
"""Before a card: it comes into the computer as one more."""
_BESIDE = re.compile(
    rf"\b(?:{NEXT_TO}|along with|on top of|together with|side by side with"
    rf"|(?:combin\w+|pair\w*)(?: (?:an?|the|it|used|new|rtx|gtx|rx|[\w-]*\d[\w-]*)){{0,6}} with)"
    r" (?:my|our|the|an?|it|that|this|what|existing|current)\b"
    r"|\bas (?:an?|my|the) (?:second|2nd|third|additional|extra|another) (?:gpu|(?:graphics |video )?card)\b",
    re.IGNORECASE,
)
_REPLACED = re.compile(r"\b(?:replac\w+|swap\w*|instead of|in place of|trad(?:e|ing)|sell\w*)\b", re.IGNORECASE)
_CARD = r"(?:[2-5]0[5-9]0|10[5-8]0|16[56]0|[67][5-9][05]0|90[67]0|[ab]\d{3,4}|p40|p100|v100|mi\d{2,3})"
_TWO_CARDS = re.compile(rf"\b{_CARD}\b.*\b{_CARD}\b", re.IGNORECASE)
_WEIGHED = re.compile(
    r"\b(?:help\w*|worth\w*|useful|benefit\w*|pointless|good idea|makes? sense|should (?:i|we)|faster|gain\w*"
    r"|improv\w*|difference|speed(?:s|ed)? up)\b",
    re.IGNORECASE,
)


def asks_beside(text: str) -> bool:
    """Whether it is asked if a card is of use beside another one: nobody has the first one yet."""
    is_beside = _BESIDE.search(text) is not None and _TWO_CARDS.search(text) is not None
    return is_beside and _WEIGHED.search(text) is not None


def comes_beside(text: str, start: int) -> bool:
    """Whether the card that begins there comes into the computer as one more, and takes no place of another."""
    is_beside = _ADDED.search(text[:start]) is not None or _BESIDE.search(text) is not None
    return is_beside and _REPLACED.search(text) is None
