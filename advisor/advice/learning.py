"""The cards of Learn with the figures of a rig."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor.answer.claims.claims import each_claim, learn_cards
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.present.learn.text import learn_pictures, learn_view
from advisor.present.learn.view import LearnPictures, LearnView

if TYPE_CHECKING:
    from advisor.facts.answers.claim import ClaimFinding


def learn_steps(rig: Rig | None, catalog: Catalog, money: Money) -> Iterator[LearnView | None]:
    """The view at the end, nothing before; without a rig the ideas and claims stand alone.

    `money` tells what the person's electricity costs.
    """
    found: list[ClaimFinding] = []
    for claim in each_claim(catalog, rig, money):
        found.append(claim)
        yield None
    pictures: dict[str, LearnPictures] = {}
    for card_id, card in catalog.learn.items():
        if rig is not None:
            pictures[card_id] = learn_pictures(card, rig, catalog)
        yield None
    yield learn_view(learn_cards(found, catalog), pictures)
