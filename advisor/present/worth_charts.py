"""The charts of "Is it worth it": speeds with their ranges, money over the months, cost per million tokens."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from advisor.answer.worth import WorthAnswer
from advisor.answer.worth_compared import Compared
from advisor.answer.worth_sensitivity import MONTHS, spent_by_month
from advisor.facts.worth import PURCHASES
from advisor.predict.cost import DAYS_PER_MONTH
from advisor.present.capital import capital
from advisor.present.money import Currency, long_time
from advisor.present.quantity import UNKNOWN, times
from advisor.present.series import Axis, Line, LineChart, Mark, RangeBar, RangeChart, Role, Table
from advisor.present.ticks import linear_axis
from advisor.present.worth_speed_text import range_words, rate_words
from advisor.present.worth_text import best_name, hours_words, pay_words

if TYPE_CHECKING:
    from advisor.predict.worth_verdict import Span

SHOWN = 8
"""More bars are not compared at a glance."""

_UNITS = {"tokens": "tokens/s", "items": "per minute", "sound_s": "times as fast as spoken"}
_SECONDS_PER_MINUTE = 60.0


def worth_speed_chart(answer: WorthAnswer) -> RangeChart:
    """What the rig does now, and what the best ways would, each with its range."""
    ways = (answer.now, *_shown(answer))
    bars = tuple(_speed_bar(one, answer) for one in ways)
    largest = max((bar.high or 0.0 for bar in bars), default=0.0)
    unit = answer.now.reached.unit if answer.now.reached else "tokens"
    best = answer.best
    return RangeChart(
        title="How fast it is now, and would be" if best is None else f"{capital(best_name(best))}: {_gain(best)}",
        subtitle=f"{capital(_UNITS[unit])}, with the range; hatched: it spills",
        sentence=_speed_sentence(answer),
        axis=linear_axis(_UNITS[unit], largest=largest or 1.0),
        bars=bars,
        table=Table(("What", "Speed"), tuple((bar.name, bar.text) for bar in bars)),
    )


def worth_cost_chart(answer: WorthAnswer, currency: Currency) -> LineChart:
    """All money spent after so many months: buying against the cheapest way without, with the break-even marked."""
    best = answer.best or next((one for one in answer.others if one.kind in PURCHASES and one.price), None)
    lines = [line for one in (best, answer.elsewhere, answer.now) if one and (line := _cost_line(one, currency))]
    largest = max((y for line in lines for y in line.ys), default=1.0)
    mark = _break_even_mark(best, currency)
    return LineChart(
        title=f"{capital(best_name(best))} {pay_words(best)}" if best else "Nothing to buy is compared",
        subtitle=f"Money spent in all, at {hours_words(answer)}",
        sentence="Electricity, rent and tokens add up day by day; what is bought starts at its price.",
        x_axis=Axis("Months", 0.0, float(MONTHS), tuple((float(at), str(at)) for at in range(0, MONTHS + 1, 6))),
        y_axis=linear_axis(currency.code, largest=max([largest, *(one.y for one in mark)])),
        lines=tuple(lines),
        marks=mark,
        table=Table(
            ("Months", *(line.name for line in lines)),
            tuple(
                (str(month), *(currency.text(line.ys[month] * currency.usd) for line in lines))
                for month in range(0, MONTHS + 1, 6)
            ),
        ),
    )


def worth_price_chart(answer: WorthAnswer, currency: Currency) -> RangeChart:
    """What a million tokens or items cost each way, the price of what is bought spread over its life."""
    known = [one for one in (*_shown(answer), *_elsewhere(answer), answer.now) if one.usd_per_million is not None]
    bars = tuple(_price_bar(one, currency) for one in sorted(known, key=lambda one: one.usd_per_million or 0.0))
    what = "tokens" if answer.now.reached is None or answer.now.reached.unit == "tokens" else "items"
    cheapest = bars[0] if bars else None
    return RangeChart(
        title=f"{cheapest.name} is cheapest: {cheapest.text}" if cheapest else "No price is known",
        subtitle=f"{currency.code} per million {what}, at {hours_words(answer)}",
        sentence="What is bought carries its price, spread over three years of such days, and its electricity.",
        axis=linear_axis(currency.code, largest=max((bar.middle or 0.0 for bar in bars), default=0.0) or 1.0),
        bars=bars,
        table=Table(("What", f"Per million {what}"), tuple((bar.name, bar.text) for bar in bars)),
    )


def _shown(answer: WorthAnswer) -> tuple[Compared, ...]:
    """The purchases that come first, what the verdict is about among them."""
    bought = [one for one in answer.others if one.kind in PURCHASES and one.reached is not None and one.reached.runs]
    best = [one for one in bought if one.id == answer.decision.best_id]
    rest = [one for one in bought if one.id != answer.decision.best_id]
    return tuple((*best, *rest)[:SHOWN])


def _elsewhere(answer: WorthAnswer) -> Iterable[Compared]:
    return (one for one in answer.others if one.kind in ("rent", "api"))


def _speed_bar(one: Compared, answer: WorthAnswer) -> RangeBar:
    done, name = one.reached, capital("as it is" if one.kind == "nothing" else best_name(one))
    role: Role = "this_rig" if one.kind == "nothing" else "candidate"
    if done is None or done.rate is None:
        text = "does not fit" if done is not None and done.fit == "too_big" else UNKNOWN
        return RangeBar(name, None, None, None, text, role)
    rate: Span = done.rate.times(_SECONDS_PER_MINUTE if done.unit == "items" else 1.0)
    spills = done.fit == "spills"
    text = f"{rate_words(done, answer.question)} ({range_words(done, answer.question)})"
    return RangeBar(name, rate.low, rate.middle, rate.high, text, role, hatched=spills)


def _price_bar(one: Compared, currency: Currency) -> RangeBar:
    role: Role = "this_rig" if one.kind == "nothing" else "candidate" if one.kind in PURCHASES else "processor"
    name = capital("as it is" if one.kind == "nothing" else best_name(one))
    middle = (one.usd_per_million or 0.0) / currency.usd
    return RangeBar(name, None, middle, None, currency.text(one.usd_per_million), role)


def _cost_line(one: Compared, currency: Currency) -> Line | None:
    spent = spent_by_month(one)
    if spent is None:
        return None
    name = capital("as it is" if one.kind == "nothing" else best_name(one))
    role: Role = "candidate" if one.kind in PURCHASES else "this_rig" if one.kind == "nothing" else "processor"
    return Line(
        name=name,
        xs=tuple(float(month) for month in range(len(spent))),
        ys=tuple(usd / currency.usd for usd in spent),
        role=role,
        dash="solid" if one.kind in PURCHASES else "dashed",
        label=name,
        texts=tuple(f"{currency.text(usd)} after {month} months" for month, usd in enumerate(spent)),
    )


def _break_even_mark(best: Compared | None, currency: Currency) -> tuple[Mark, ...]:
    """Where buying has cost no more than the other way: within the months that are shown."""
    days, price = (best.break_even.days, best.price) if best else (None, None)
    if best is None or not days or price is None or best.usd_per_day is None or days > MONTHS * DAYS_PER_MONTH:
        return ()
    usd = price.usd + best.usd_per_day * days
    return (Mark(days / DAYS_PER_MONTH, usd / currency.usd, f"Paid for after {long_time(days)}", "guide"),)


def _gain(best: Compared) -> str:
    if best.gain is None:
        return "it makes it possible"
    return f"{times(best.gain.middle)} as fast"


def _speed_sentence(answer: WorthAnswer) -> str:
    best, now = answer.best, answer.now.reached
    mine = "It does not run here now" if now is None or not now.runs else f"Now {rate_words(now, answer.question)}"
    if best is None or best.reached is None:
        return f"{mine}."
    return f"{mine}; {best_name(best)} would reach {rate_words(best.reached, answer.question)}."
