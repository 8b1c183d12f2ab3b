"""Whose cards or computers are wanted: `which amd card`, `no nvidia`, `which mac`, `a mac studio or a pc`."""

import re
from typing import NamedTuple

from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.card import Vendor

_MAKERS: dict[str, Vendor] = {
    "nvidia": "nvidia", "geforce": "nvidia", "amd": "amd", "radeon": "amd", "intel": "intel", "arc": "intel",
    "apple": "apple", "mac": "apple", "macs": "apple",
}  # fmt: skip
_ALL: tuple[Vendor, ...] = ("nvidia", "amd", "intel", "apple")
_WORD = re.compile(rf"\b(?:{'|'.join(_MAKERS)})\b", re.IGNORECASE)
_SEVERAL = rf"{_WORD.pattern}(?:(?: ?(?:,|/|or|and|nor) ?| ){_WORD.pattern})*"
_NOT = re.compile(
    r"\b(?:no|not|non|without|avoid(?:ing)?|except|anything but|other than|don't want|dont want|hate)[ -](?:an? )?"
    rf"({_SEVERAL})(?: (?:gpus?|cards?|graphics(?: cards?)?|hardware))?(?! [\w-]*\d)",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"\b(?:only|just) ({_SEVERAL})(?! [\w-]*\d)|({_SEVERAL}) only\b"
    rf"|({_SEVERAL}) (?:gpus?|(?:graphics |video )?cards?|boards?|pcs?|builds?|laptops?)\b"
    rf"|\b(?:with|having) (?:an? )?({_SEVERAL})(?! [\w-]*\d)(?! (?:cpu|processor|chip|core|ryzen|graphics\b))",
    re.IGNORECASE,
)
_CARDS_OF = r"(?:nvidia|geforce|amd|radeon|intel(?: arc)?)(?: (?:gpus?|(?:graphics |video )?cards?))?"
_BETWEEN = re.compile(
    rf"\b({_CARDS_OF}) (?:or|vs\.?|versus) (?:an? )?({_CARDS_OF})(?! [\w-]*\d)(?! (?:cpu|processor|ryzen|core))\b",
    re.IGNORECASE,
)
"""Whose card is the better one, none named."""
_OWNED = frozenset(("my", "have", "own", "got", "i've", "ive", "current", "existing", "old", "integrated"))
_MAC = re.compile(r"\b(?:mac ?(minis?|studios?|books?(?: air| pro)?)|i?macs?)\b", re.IGNORECASE)
_PRODUCTS = {"m": "Mac mini", "s": "Mac Studio", "b": "MacBook"}
_ARTICLES = r"(?:an? |my own |self[ -]?built |custom |gaming |windows |linux )*"
_PC = rf"{_ARTICLES}(?:pc|desktop|computer|tower)"
_BESIDE = re.compile(
    rf"{_MAC.pattern} (?:or|vs\.?|versus) {_PC}\b|\b{_PC} (?:or|vs\.?|versus) {_ARTICLES}{_MAC.pattern}", re.IGNORECASE
)
_WHICH = re.compile(rf"\b(?:best|which|what|cheapest) (?:new |used |apple )*{_MAC.pattern}", re.IGNORECASE)


class Makers(NamedTuple):
    """Those of cards that are wanted, none for all.

    `macs` is how the names of the computers of Apple begin that are meant, empty for none; `is_beside`: others, too;
    `is_to_buy`: it is asked which of them; `is_between`: whose cards to take, though none is named.
    """

    wanted: tuple[Vendor, ...] = ()
    macs: str = ""
    is_beside: bool = False
    is_to_buy: bool = False
    is_between: bool = False


def makers_among(sentence: Sentence) -> Makers:
    """What is said of it."""
    unwanted = {one for found in _NOT.finditer(sentence.text) for one in _named(found[1])}
    meant = [found for found in _ONLY.finditer(sentence.text) if not _OWNED & set(sentence.before(found.start(), 3))]
    only = [one for found in meant for one in _named(next(filter(None, found.groups())))]
    wanted = tuple(one for one in dict.fromkeys(only) if one not in unwanted)
    if unwanted and not wanted:
        wanted = tuple(one for one in _ALL if one not in unwanted)
    mac = _MAC.search(sentence.text) if "apple" not in unwanted else None
    product = _PRODUCTS[mac[1][0].lower()] if mac is not None and mac[1] else "Mac"
    between = _BETWEEN.search(sentence.text)
    if between is not None and not wanted:
        wanted = tuple(dict.fromkeys(one for name in between.groups() for one in _named(name)))
    is_beside, is_to_buy = (one.search(sentence.text) is not None for one in (_BESIDE, _WHICH))
    return Makers(
        wanted,
        product if mac is not None else "",
        is_beside,
        is_to_buy=is_beside or is_to_buy,
        is_between=between is not None,
    )


def _named(text: str) -> list[Vendor]:
    return [_MAKERS[one.lower()] for one in _WORD.findall(text)]
