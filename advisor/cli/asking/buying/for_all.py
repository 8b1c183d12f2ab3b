"""One card for all that was asked about, where each of several kinds of work was judged for itself."""

from collections.abc import Iterator, Sequence

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import CARDS
from advisor.present.upgrade.option_names import best_name, rate_words
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.words import joined


def for_all(answers: Sequence[WorthAnswer]) -> Iterator[str]:
    """The card that does all of it, and how fast; that none does; nothing where nothing has to be bought."""
    if all(one.decision.reason == "enough" for one in answers):
        return
    ways = [{one.id: one for one in answer.others if _does(one)} for answer in answers]
    common = [one for one in ways[0] if all(one in others for others in ways[1:])]
    if not common:
        yield f"No one card of the list does {'both' if len(answers) == 2 else 'all of it'} within this."
        return
    best = min(common, key=lambda one: _places(one, answers))
    cards = [some[best] for some in ways]
    price = cards[0].price
    cost = f" for {span_words(price, currency_of(answers[0].question.money))}" if price is not None else ""
    each = (
        f"{each.question.model_text} {rate_words(one.reached, each.question)}"
        for one, each in zip(cards, answers, strict=True)
    )
    yield f"One for {'both' if len(answers) == 2 else 'all'}: {best_name(cards[0])}{cost}. {joined(each, '; ')}."


def _does(one: Compared) -> bool:
    """Whether it is a card that somebody can pay and that does the work without parts that nobody sells with it."""
    is_card = one.kind in CARDS and one.price is not None and not one.is_dear
    return is_card and one.reached.light.is_useful and not one.is_makeshift


def _places(way_id: str, answers: Sequence[WorthAnswer]) -> tuple[int, int]:
    """How many of the answers advise another one, and how far behind the first it stands in all of them."""
    others = sum(one.decision.best_id not in (None, way_id) for one in answers)
    return others, sum([way.id for way in one.others].index(way_id) for one in answers)
