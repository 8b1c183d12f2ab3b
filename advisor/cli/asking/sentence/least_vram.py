"""How much memory a card that is to be bought has to have: `24 GB or more`, `at least 16GB of vram`, `24gb+`."""

import re
from typing import NamedTuple

from advisor.cli.asking.sentence.sentence import Sentence

_SIZE = r"(\d{1,3}) ?gi?b"
_OF_CARD = r"(?: (?:of )?(?:v-?ram|gpu memory|graphics memory|video memory))?"
_NO_RAM = r"(?! ?(?:of )?(?:system |main )?(?:ram|memory|ddr|unified))"
_LEAST = re.compile(
    rf"\b(?:with |having |has |needs? |and )*(?:at least|a minimum of|minimum(?: of)?|min\.?|no less than|not less than"
    rf"|(?:over|more than) (?=\d+ ?gi?b)|>=?) ?{_SIZE}\b{_NO_RAM}{_OF_CARD}"
    rf"|\b(?:with |having |has |needs? |and )*{_SIZE}{_NO_RAM}{_OF_CARD}"
    r" ?(?:or (?:more|better|above|higher|up|larger|bigger)|and (?:up|more|above)|minimum|min\b|at least|plus\b"
    r"|\+(?! ?\d))",
    re.IGNORECASE,
)
_CARDS = r"(?:gpus?|(?:graphics |video )?cards?)"
_KIND = re.compile(
    rf"\b(?:which|what|best|cheapest|fastest|any|good|recommend an?|is there an?) (?:[\w-]+ ){{0,3}}?{_SIZE} {_CARDS}\b"
    rf"|\b(?:which|what|best|cheapest|fastest|any|good|recommend an?|is there an?) (?:[\w-]+ ){{0,3}}?{_CARDS}\b"
    rf"(?:(?!\b(?:have|my|own)\b)[^.?!,;]){{0,40}}?\bwith {_SIZE}\b{_NO_RAM}{_OF_CARD}",
    re.IGNORECASE,
)
"""A kind of card that is asked for."""
_OWNED = re.compile(
    r"\b(?:my|have|i've|ive|own|got|existing|current|beside|for (?:an?|the|my))\b[^.?!,;]*$", re.IGNORECASE
)
_MORE_THAN = re.compile(r"\b(?:over|more than)\b|>(?!=)", re.IGNORECASE)
_WHICH = re.compile(
    rf"\b(?:which|what|best|cheapest|fastest|recommend an?) (?:[\w-]+ ){{0,3}}?{_CARDS}\b"
    rf"|\b(?:put|fit|install|stick|plug) (?:an?|any|some) (?:[\w-]+ ){{0,2}}?{_CARDS}\b",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:which|what|best|cheapest|fastest|an?|one|single) (?:[\w-]+ ){0,3}?(?:gpu|(?:graphics |video )?card)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:gpus|cards|pairs?|dual|two|both|several|multi\w*|[2-8] ?x|x ?[2-8])\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|our|mine|i have|i've|ive|i own|i got)\b", re.IGNORECASE)
_CARD = re.compile(rf"\b{_CARDS}\b|\bv-?ram\b", re.IGNORECASE)


_COMPUTER = re.compile(
    r"\b(?:mini[ -]?pcs?|macs?|mac ?(?:minis?|studios?|books?(?: air| pro)?)|macbooks?|laptops?|notebooks?|pcs?"
    r"|computers?|machines?|desktops?|workstations?|servers?)\b(?! (?:has|is)\b)[^.?!;]{0,40}$",
    re.IGNORECASE,
)
_RAM = r"(?: (?:of )?(?:unified |system |main )?(?:ram|memory))?"
_LEAST_RAM = re.compile(
    rf"\b(?:with |having )?(?:at least|a minimum of|minimum(?: of)?|min\.?|no less than|>=?) ?{_SIZE}\b{_RAM}"
    rf"|\b(?:with |having )?{_SIZE}{_RAM} ?(?:or (?:more|better|above|higher|up)|and (?:up|more|above)|minimum|at least"
    rf"|\+(?! ?\d)){_RAM}",
    re.IGNORECASE,
)


class Least(NamedTuple):
    """So many GB that a card, or a complete computer, has to have; 0 where nothing is said of it."""

    vram_gib: float = 0.0
    ram_gib: float = 0.0


def least_among(sentence: Sentence, *, is_bought: bool) -> Least:
    """What is said of it; `is_bought`: something is to be bought, whatever it is."""
    is_of_card = asks_for_card(sentence.text)
    vram_gib = least_vram_among(sentence) if is_bought or is_of_card else 0.0
    return Least(vram_gib, least_ram_among(sentence) if is_bought and not is_of_card else 0.0)


def least_ram_among(sentence: Sentence) -> float:
    """So many GB that a complete computer which is to be bought has to have; 0 where nothing is said of it."""
    for one in _LEAST_RAM.finditer(sentence.left):
        before = sentence.text[: one.start()]
        if _COMPUTER.search(before) is not None and _OWNED.search(before) is None:
            sentence.blank(one.start(), one.end())
            return _gib(one)
    return 0.0


def least_vram_among(sentence: Sentence) -> float:
    """So many GB; 0 where nothing is said of it, or no card is to be bought."""
    if _CARD.search(sentence.text) is None:
        return 0.0
    found = 0.0
    for one in _LEAST.finditer(sentence.left):
        if _OWNED.search(sentence.text[: one.start()]) is None:
            found = max(found, _gib(one) + (_MORE_THAN.search(one[0]) is not None))
            sentence.blank(one.start(), one.end())
    for one in _KIND.finditer(sentence.left):
        if _OWNED.search(sentence.text[: one.start()]) is None:
            found = max(found, _gib(one))
            place = next(place for place, size in enumerate(one.groups(), 1) if size)
            size = re.compile(r"\d{1,3} ?gi?b" + _OF_CARD, re.IGNORECASE).match(sentence.left, one.start(place))
            sentence.blank(one.start(place), size.end() if size is not None else one.end(place))
    return found


def asks_for_card(text: str) -> bool:
    """Whether it is asked which card to take."""
    return _WHICH.search(text) is not None


def asks_for_one_card(text: str) -> bool:
    """Whether a single card is meant."""
    return _ONE.search(text) is not None and _SEVERAL.search(text) is None


def asks_what_to_take(text: str) -> bool:
    """Whether it is asked which card to take for no computer that is there."""
    return asks_for_card(text) and _MINE.search(text) is None


def _gib(one: re.Match[str]) -> float:
    return float(next(size for size in one.groups() if size))
