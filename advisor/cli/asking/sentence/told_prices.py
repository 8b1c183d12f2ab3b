"""What each of the cards that would be bought was told to cost."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.kinds.thing_prices import amounts_of_things
from advisor.cli.asking.sentence.money import Spent

_BEFORE_CARD = re.compile(
    r"^ *(?:(?:too much|a (?:good|fair|great) (?:price|deal)) )?(?:for|on) (?:an? |the |one |this |that )?"
    r"(?:(?:used|new|second[- ]hand|refurb\w*|refurbished|ex-mining|old|cheap|local|nvidia|amd|intel) )*$",
    re.IGNORECASE,
)
"""`$250 for a used` before a card."""
_OTHER_MONEY = re.compile(
    r"\b(?:budget|up to|under|max\w*|spend|save|saved|have|got|with)\b[^.?!,;]{0,20}$", re.IGNORECASE
)
"""Before an amount: what may be spent, or what is there."""
_MINE = re.compile(r"\b(?:my|our)(?: (?:current|old|own|existing))? *$", re.IGNORECASE)
_EACH = re.compile(r"^ ?(?:each|apiece|a piece|per card|per gpu|a pop)\b", re.IGNORECASE)


class ToldPrice(NamedTuple):
    """A card, and what one of it was told to cost."""

    card: NamedPart
    spent: Spent
    is_each: bool = False

    @property
    def amount(self) -> float:
        """Of one card."""
        return self.spent.amount / (1 if self.is_each else self.card.number)


def told_prices(text: str, cards: Sequence[NamedPart], amounts: Sequence[Spent]) -> Iterator[ToldPrice]:
    """Each card with the amount that was told of it: the one behind it, or the one that is `for` it."""
    places = [(one.start, one.end) for one in cards]
    beside = {amount: cards[place] for place, amount in amounts_of_things(text, places, amounts).items()}
    for amount in (one for one in amounts if not one.is_shared):
        behind = [one for one in cards if amount.end <= one.start]
        before = [one for one in cards if one.start < amount.start]
        before = [one for one in before if _MINE.search(text[: one.start]) is None] or before
        is_each = _EACH.match(text[amount.end :]) is not None
        if amount.is_asked and before:
            yield ToldPrice(before[-1], amount, is_each)
        elif (card := beside.get(amount)) is not None and "," not in text[card.end : amount.start]:
            yield ToldPrice(card, amount, is_each)
        elif behind and _is_for(text, amount, behind[0]):
            yield ToldPrice(behind[0], amount, is_each)


def cards_for_money(text: str, cards: Sequence[NamedPart], amounts: Sequence[Spent]) -> Iterator[NamedPart]:
    """The cards that money is told to be for, be it their price or all that there is: `I have $800 for a 4070`."""
    for amount in amounts:
        behind = next((one for one in cards if amount.end <= one.start), None)
        if behind is not None and _BEFORE_CARD.match(text[amount.end : behind.start]) is not None:
            yield behind


def _is_for(text: str, amount: Spent, card: NamedPart) -> bool:
    is_other = _OTHER_MONEY.search(text[: amount.start]) is not None
    return not is_other and _BEFORE_CARD.match(text[amount.end : card.start]) is not None
