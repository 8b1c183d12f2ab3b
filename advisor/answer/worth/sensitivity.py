"""How the break-even moves with the hours of a day and the price, and how money adds up over the months."""

from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.worth import WorthAnswer
from advisor.facts.answers.worth import PayBack, Price
from advisor.facts.values.range import Range
from advisor.predict.worth.cost import DAYS_PER_MONTH, spent_usd

HOURS = (1.0, 2.0, 4.0, 8.0, 16.0, 24.0)
MONTHS = 36


def pay_backs(answer: WorthAnswer, one: Compared) -> tuple[PayBack, ...]:
    """Days until a purchase has paid for itself, by hours of a day and at both ends of its price."""
    price = one.price
    if price is None:
        return ()
    return tuple(_at(answer, one, price, hours) for hours in sorted({*HOURS, answer.question.hours_per_day} - {0.0}))


def _at(answer: WorthAnswer, one: Compared, price: Price, hours: float) -> PayBack:
    counted = answer.counted
    money = counted.question.money.changed(hours_per_day=hours)
    other = replace(counted, question=replace(counted.question, money=money))

    def days(usd: float) -> float | None:
        priced = price.changed(usd=Range.exactly(usd))
        return other.purchase(replace(one, price=priced)).break_even.days

    low, middle, high = map(days, price.usd)
    return PayBack(hours_per_day=hours, days=middle, low_days=low, high_days=high)


def spent_by_month(one: Compared) -> tuple[float, ...] | None:
    """All money spent on one way after 0, 1, 2 ... months, in US dollars; None where price or running cost is unknown.

    What is rented or paid by tokens has no price to begin with.
    """
    is_bought = one.kind not in ("rent", "api", "nothing")
    if one.usd_per_day is None or (is_bought and one.price is None):
        return None
    usd = one.price.usd.middle if is_bought and one.price else 0.0
    return tuple(
        spent_usd(price_usd=usd, running_usd_per_day=one.usd_per_day, days=DAYS_PER_MONTH * month)
        for month in range(MONTHS + 1)
    )
