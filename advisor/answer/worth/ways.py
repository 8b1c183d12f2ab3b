"""One way to have it otherwise, with what it reaches: a setting, a purchase, a card that is rented."""

from advisor.answer.money.prices import RENT
from advisor.answer.what_if.upgrade import Upgrade
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.ease import doubts_of, ease_of, is_roomy
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached, Speeds, reached_smaller, with_four_bits
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.worth import CARDS, WITH_CARD, BreakEven, Price
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason


def free_way(rig: Rig, now: Reached, question: WorthQuestion) -> tuple[Compared, ...]:
    """The least change of a setting that makes the model fit: nothing has to be bought for it."""
    found = reached_smaller(rig, question) if now.fit in ("spills", "too_big") else None
    if found is None:
        return ()
    setting, done = found
    return (
        Compared(
            "smaller",
            "setting",
            "",
            done,
            gain=gain_over(now, done),
            price=Price(usd=Range.exactly(0.0), origin="estimated", source=reason("program_setting")),
            break_even=BreakEven(days=0.0),
            setting=setting,
        ),
    )


def offered(one: Upgrade, now: Reached, question: WorthQuestion, speeds: Speeds, *, may_be_less: bool) -> Compared:
    """An upgrade with what it reaches; `may_be_less`: with a model in four bits, where it holds no larger one."""
    found, setting = speeds.of(one.id, one.rig, question), None
    if not found.light.is_useful and may_be_less and one.kind in WITH_CARD:
        less = speeds.in_four_bits(one.id, one.rig, question)
        if less is not None and less.light.place < found.light.place:
            found, setting = less, with_four_bits(less)
    gain = gain_over(now, found)
    return Compared(
        one.id,
        one.kind,
        one.name,
        found,
        gain=gain,
        price=one.price,
        doubts=doubts_of(one, question),
        needs=one.needs,
        maker=one.maker,
        card=one.rig.processors[-1] if one.kind in CARDS else None,
        ease=ease_of(one, question),
        is_roomy=is_roomy(one, question),
        setting=setting,
        edits=one.edits,
        is_twin=one.is_twin,
        bare_price=one.bare_price,
    )


def rented_way(
    card_id: str, price: Price, now: Reached, question: WorthQuestion, speeds: Speeds
) -> tuple[Compared, ...]:
    """What a card that is rented out reaches; nothing where it does not hold the model and nobody asked about it."""
    card = question.catalog.gpus.get(card_id)
    if card is None:
        return ()
    count = dict(question.rented_counts).get(card_id, 1)
    one = gpu_processor(card_id, question.catalog)
    rig = Rig(name=card.name, processors=tuple(one.changed(id=f"{one.id}-{place}") for place in range(count)))
    done = speeds.of("rent", rig, question)
    takes_turns = question.task in ("image", "video") and done.is_enough  # its parts wait in the RAM of the computer
    is_whole = done.runs and (takes_turns or done.fit in ("fits", "tight", "unknown"))
    if not is_whole and not question.asks_about(f"{RENT}{card_id}"):
        return ()
    name = f"{count}x {card.name}" if count > 1 else card.name
    price = price.changed(usd=price.usd.times(count))
    return (Compared(f"{RENT}{card_id}", "rent", name, done, gain=gain_over(now, done), price=price),)


def gain_over(now: Reached, other: Reached) -> Range | None:
    """How many times as fast a request is, each end against the same end; None where now has no speed."""
    if now.request_s is None or other.request_s is None:
        return None
    return Range(*(mine / theirs for mine, theirs in zip(now.request_s, other.request_s, strict=True)))
