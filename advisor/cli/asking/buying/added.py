"""A card of another kind than the one that is there, in a slot of its own beside it."""

from collections.abc import Iterator

from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.cli.asking.buying.add_or_replace import asks_add_or_replace
from advisor.cli.asking.sentence.kinds.beside_own import comes_beside
from advisor.cli.asking.sentence.least_vram import asks_for_one_card
from advisor.cli.asking.sentence.said import Said
from advisor.present.upgrade.option_names import best_name
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number
from advisor.present.words.support_words import ended_support
from advisor.present.words.words import capital, joined, say, to_say

_MOST, _PAIR = 3, 2


def is_added(told: Said) -> bool:
    """Whether the one card that would be bought is another kind than the one that is there, and comes beside it."""
    owned, offered, text = told.hardware.owned, told.hardware.offered, told.wording.text
    if len(owned) != 1 or len(offered) != 1 or not (owned[0].gpus and offered[0].gpus):
        return False
    if {one.card_id for one in owned[0].gpus} & {one.card_id for one in offered[0].gpus}:
        return False
    return comes_beside(text, offered[0].start) and not (told.trade.is_sold or asks_add_or_replace(text))


def slots_told(told: Said, *, is_usual_pc: bool) -> tuple[str, ...]:
    """How many slots there are, as a question tells by the way, as options; empty for nothing told."""
    if is_usual_pc and asks_for_one_card(told.wording.text):
        return ("--slots", "1")
    if told.volume.slots is not None:
        return ("--slots", f"{told.volume.slots}")
    if not is_added(told):
        return ()
    rigs = (*told.hardware.owned, *told.hardware.offered)
    return ("--slots", f"{sum(gpu.number for one in rigs for gpu in one.gpus)}")


def of_added(way: Compared, answer: WorthAnswer) -> Iterator[str]:
    """What a card brings beside the one that is there: whether it makes the model faster, and what it opens."""
    now, then, model = answer.now.reached, way.reached, answer.question.model_text
    if now.rate is None or then.rate is None or then.unit != "tokens":
        return
    name, is_faster = str(way.name), then.rate.middle >= A_TENTH * now.rate.middle
    if is_faster and now.light.usability == "great":
        yield say("Not needed: an added {name} speeds up what is great already.", name=name)
    elif is_faster:
        yield say("Yes, faster: an added {name} speeds {model} up.", name=name, model=model)
    else:
        yield say("No: an added {name} makes {model} no faster.", name=name, model=model)
    both, alone = speed_number(then.rate.middle), speed_number(now.rate.middle)
    cards = 1 + sum(one.pool == "vram" for one in answer.parts)
    text = to_say("Both cards together write about {both} tokens/s, now {alone}.")
    if cards > _PAIR:
        text = to_say("All {cards} cards together write about {both} tokens/s, now {alone}.")
    yield say(text, cards=cards, both=both, alone=alone)
    opened = [answer.question.catalog.models[one].name for one in way.with_new.newly_usable[:_MOST]]
    if opened:
        yield say("What it adds is room, for {models}.", models=joined(opened, ", "))
    if way.price is not None:
        price = span_words(way.price, currency_of(answer.question.money))
        yield say("{name} costs {price}.", name=capital(best_name(way)), price=price)
    if troubles := ended_support(way.card) if way.card is not None else ():
        yield say("Note: {remark}.", remark=joined(troubles, ", "))
