"""Cards of which only the size is told and that would be bought, `sell it for a 24gb card`: the cheapest."""

import re
from collections.abc import Iterator

from advisor.answer.money.prices import Prices
from advisor.answer.what_if.vram_sets import vram_sets
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.kept.settings import Money
from advisor.facts.values.local_time import local_today
from advisor.present.words.words import joined

_OF_SIZE = re.compile(
    r"\b(?:for|to|or|into|get|getting|buy|buying|than|vs\.?|versus|with)(?: (?:to|get|getting|buy|buying|go|going|for"
    r"|swap|upgrade|an?|the|one|single|just|used|new|bigger|larger|proper|real|cheap|cheaper|decent|second-?hand))*"
    r" (\d{1,3}) ?gi?b (?:v-?ram )?(?:nvidia |amd |intel )?(?:(?:graphics |video )?cards?|gpus?)\b",
    re.IGNORECASE,
)
_MOST = 3


def unnamed_cards(sentence: Sentence, catalog: Catalog, notes: list[str]) -> list[NamedPart]:
    """The cheapest card of each maker with just so much memory that today's programs run; empty where none is meant."""
    found = list[NamedPart]()
    for one in sentence.take(_OF_SIZE):
        gib = float(one[1])
        cards = [*_cheapest(gib, catalog)][:_MOST]
        if not cards:
            notes.append(f"No card with {gib:g} GB has a price.")
            continue
        found += [NamedPart(catalog.gpus[card].name, 1, card, one.start(), one.end()) for card in cards]
        names = joined((catalog.gpus[card].name for card in cards), ", ")
        notes.append(f"Taken for a card with {gib:g} GB: the cheapest of each maker, {names}.")
    return found


def _cheapest(gib: float, catalog: Catalog) -> Iterator[str]:
    """Of each maker the cheapest card of that size."""
    makers, prices = set[str](), Prices(catalog, Money(), local_today())
    for one in sorted(vram_sets(gib, prices, most=1), key=lambda one: one.usd):
        if one.card.memory_gib == gib and not one.is_old and one.card.vendor not in makers:
            makers.add(one.card.vendor)
            yield one.card_id
