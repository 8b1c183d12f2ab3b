"""The charts of "Is it worth it": speeds with their ranges, money over the months, cost per million tokens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from advisor.answer.worth.compared import A_TENTH, Compared
from advisor.answer.worth.conclusions import MONTHS, meant_or_priced, paid_back, purchases, spent_by_month
from advisor.answer.worth.days_work import per_million
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import CLOUD, PURCHASES
from advisor.facts.values.units import MEGA, SECONDS_PER_MINUTE
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.present.tasks.shown import SHOWN
from advisor.present.upgrade.option_names import best_name, cost_unit, option_name, owner_name, rate_words
from advisor.present.upgrade.text import hours_words, pay_words
from advisor.present.words.money import Currency, long_time
from advisor.present.words.palette import Role
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, speed_number, times
from advisor.present.words.series import Axis, Line, LineChart, Mark, RangeBar, RangeChart, Table, linear_axis
from advisor.present.words.words import capital, joined, say, say_count, sentence, to_say

if TYPE_CHECKING:
    from advisor.facts.values.range import Range

MOST_SHOWN = 8
"""More bars are not compared at a glance."""

_UNITS = {"tokens": to_say("tokens/s"), "items": to_say("per minute"), "sound_s": to_say("times as fast as spoken")}


def worth_speed_chart(answer: WorthAnswer) -> RangeChart:
    """What the rig does now, and what the best ways would, each with its range."""
    shown = purchases(answer)[:MOST_SHOWN]
    bars = (*_own_bars(answer), *(_bar(option_name(one), one.reached, "candidate") for one in shown))
    largest = max((bar.high or 0.0 for bar in bars), default=0.0)
    unit = say(_UNITS[answer.counted.now.unit])
    return RangeChart(
        title=_speed_title(answer),
        subtitle=range_subtitle(unit, bars, answer.question.task),
        sentence=_speed_sentence(answer),
        axis=linear_axis(unit, largest=largest or 1.0),
        bars=bars,
        table=Table((say("What"), say("Speed")), tuple((bar.name, bar.text) for bar in bars)),
    )


def range_subtitle(unit: str, bars: Sequence[RangeBar], task: str) -> str:
    """What the bars show, and what it means where some are hatched."""
    hatched = say(SHOWN[task].hatched) if any(one.hatched for one in bars) else ""
    return say("{words}, with likely range{hatched}", words=capital(unit), hatched=hatched)


def worth_cost_chart(answer: WorthAnswer, currency: Currency) -> LineChart:
    """All money spent after so many months: buying against the cheapest way without, with the break-even marked."""
    best, months = meant_or_priced(answer), range(0, MONTHS + 1, 6)
    lines = [line for one in (best, answer.elsewhere, answer.now) if one and (line := _cost_line(one, currency))]
    largest = max((y for line in lines for y in line.ys), default=1.0)
    marks = _paid_back_marks(best, currency)
    return LineChart(
        title=_cost_title(best, answer, currency),
        subtitle=say("Total {code} spent, at {hours}", code=currency.code, hours=hours_words(answer)),
        sentence=_cost_sentence(best, answer, currency, lines=len(lines)),
        x_axis=Axis(say("Months"), 0.0, float(MONTHS), tuple((float(at), str(at)) for at in months)),
        y_axis=linear_axis(currency.code, largest=max([largest, *(one.y for one in marks)])),
        lines=tuple(lines),
        marks=marks,
        table=Table(
            (say("Months"), *(line.name for line in lines)),
            tuple((str(at), *(currency.text(line.ys[at] * currency.usd) for line in lines)) for at in months),
        ),
    )


def worth_price_chart(answer: WorthAnswer, currency: Currency) -> RangeChart:
    """What a million tokens, a picture or a run costs each way, the price of what is bought spread over its life."""
    elsewhere = (one for one in answer.others if one.kind in ("rent", "api"))
    ways = (*purchases(answer)[:MOST_SHOWN], *elsewhere, answer.now)
    what, units = cost_unit(answer.question)
    known = [one for one in ways if one.usd_per_million is not None]
    costs = [(one.usd_per_million or 0.0, one) for one in known]
    bare = [(cost, one) for one in ways if (cost := _without_electricity(one, answer)) is not None]
    ordered = sorted((*costs, *bare), key=lambda pair: pair[0])
    bars = tuple(_cost_bar(one, usd * units / MEGA, currency) for usd, one in ordered)
    hours, name, text = hours_words(answer), "", ""
    title, said = to_say("Cost of {what} is unknown"), _price_sentence([one for _, one in ordered], answer)
    if bars:
        name, text = bars[0].name, bars[0].text
        title = to_say("Cheapest: {name}, {text}")
        if answer.now not in known and answer.counted.now.runs:
            is_online = all(one.kind in CLOUD for _, one in ordered)
            after = to_say("Cost of {what} after buying")
            title = to_say("Cheapest online: {name}, {text}") if is_online else after
    return RangeChart(
        title=say(title, what=what, name=name, text=text),
        subtitle=say("{code} for {what}, at {hours}", code=currency.code, what=what, hours=hours),
        sentence=said,
        axis=linear_axis(currency.code, largest=max((bar.middle or 0.0 for bar in bars), default=0.0) or 1.0),
        bars=bars,
        table=Table((say("What"), capital(what)), tuple((bar.name, bar.text) for bar in bars)),
    )


def _price_sentence(drawn: Sequence[Compared], answer: WorthAnswer) -> str:
    """What the bars count, of what is drawn; without any, why."""
    if not drawn:
        if any(one.price is not None and one.reached.rate is not None for one in (*answer.others, answer.now)):
            return say("Costs can't be compared: how much power the parts use is unknown.")
        return say("No option has price and speed. Add prices in the table.")
    if all(one.kind in CLOUD for one in drawn):
        return say("Paid as it is used; nothing is bought.")
    if not any(one.kind in PURCHASES for one in drawn):
        return say("Includes electricity; nothing is bought.")
    if any(one.usd_per_million is None for one in drawn):
        return say("Includes purchase price over three years, and electricity where power use is known.")
    return say("Includes purchase price over three years plus electricity.")


def _without_electricity(one: Compared, answer: WorthAnswer) -> float | None:
    """The same of what is bought whose power use is unknown, by its price alone; None for all others."""
    if one.usd_per_million is not None or one.price is None or one.kind not in PURCHASES or one.reached.rate is None:
        return None
    return per_million(0.0, answer.counted.work_of(one), price_usd=one.price.usd.middle)


def _cost_bar(one: Compared, usd: float, currency: Currency) -> RangeBar:
    text = currency.text(usd)
    if one.usd_per_million is None:
        text = say("{amount} without electricity", amount=text)
    return RangeBar(option_name(one), None, usd / currency.usd, None, text, _role(one))


def _own_bars(answer: WorthAnswer) -> tuple[RangeBar, ...]:
    """What this computer reaches as it is, and its processor alone where something else does the work."""
    now, cpu = answer.counted.now, answer.cpu
    owner = now.processor if now.runs else None
    name = say("This computer") if owner is None else owner_name(now)
    mine = _bar(name, now, "this_rig")
    if cpu is None or cpu.processor is None or owner is None or owner.kind == "cpu":
        return (mine,)
    return (mine, _bar(say("{name} alone", name=short_name(cpu.processor.counted_name)), cpu, "processor"))


def _bar(name: str, done: Reached, role: Role) -> RangeBar:
    """The speed in the unit of the axis."""
    if done.rate is None:
        text = say("won't fit") if done.fit == "too_big" else say(UNKNOWN)
        return RangeBar(name, None, None, None, text, role)
    rate: Range = done.rate.times(SECONDS_PER_MINUTE if done.unit == "items" else 1.0)
    low, middle, high = map(speed_number, rate)
    text = say("{middle} ({low} to {high})", middle=middle, low=low, high=high)
    return RangeBar(name, rate.low, rate.middle, rate.high, text, role, hatched=done.fit == "spills")


def _role(one: Compared) -> Role:
    return "this_rig" if one.kind == "nothing" else "candidate" if one.kind in PURCHASES else "processor"


def _cost_line(one: Compared, currency: Currency) -> Line | None:
    spent = spent_by_month(one)
    if spent is None:
        return None
    name = option_name(one)
    return Line(
        name=name,
        xs=tuple(float(month) for month in range(len(spent))),
        ys=tuple(usd / currency.usd for usd in spent),
        role=_role(one),
        dash="solid" if one.kind in PURCHASES else "dashed",
        label=name,
        texts=tuple(
            say_count(
                "{amount} after {count} months", "{amount} after {count} months", month, amount=currency.text(usd)
            )
            for month, usd in enumerate(spent)
        ),
    )


def _paid_back_marks(best: Compared | None, currency: Currency) -> tuple[Mark, ...]:
    """Where buying has cost no more than the other way: within the months that are shown."""
    found = paid_back(best)
    if best is None or found is None:
        return ()
    text = say("Paid for after {time}", time=long_time(best.break_even.days or 0.0))
    return (Mark(found[0], found[1] / currency.usd, text, "guide"),)


def _speed_title(answer: WorthAnswer) -> str:
    """What the bars show: how far the one of what would be bought reaches, else why nothing is."""
    best, options = answer.best, purchases(answer)
    if best is not None:
        return joined((option_name(best), _faster(best, answer)), ": ")
    if answer.decision.reason == "enough":
        return say("What you have is fast enough")
    if not options:
        return say("This computer can't be upgraded")
    if all(one.kind == "computer" for one in options):
        return say("Only another computer could be faster")
    if answer.decision.reason == "over_budget":
        return say("Nothing within the budget does this well")
    useful = [one for one in options if one.reached.light.is_useful]
    if useful and not answer.counted.now.is_enough and all(one.kind == "computer" for one in useful):
        return say("Only another computer does this well")
    return say("No purchase makes a noticeable difference")


def _faster(best: Compared, answer: WorthAnswer) -> str:
    now, then = answer.counted.now.rate, best.reached.rate
    if best.gain is None or now is None or then is None:
        return say("makes it possible")
    share = then.middle / now.middle
    if share < A_TENTH:
        return rate_words(best.reached, answer.question, with_wait=False)
    return say("{times} as fast", times=times(share))


def _cost_title(best: Compared | None, answer: WorthAnswer, currency: Currency) -> str:
    if best is not None and best.price is not None and best.running is None:
        own = answer.now.usd_per_day
        if own is None:
            return say("Power use unknown")
        return say("This computer: {amount} a month", amount=currency.text(own * DAYS_PER_MONTH))
    if best is not None:
        return joined((option_name(best), pay_words(best)), ": ")
    other = answer.elsewhere
    return say("No price known") if other is None else say("Without buying: {name}", name=option_name(other))


def _cost_sentence(best: Compared | None, answer: WorthAnswer, currency: Currency, *, lines: int) -> str:
    """What a month of each way without buying costs."""
    if lines < 2 and best is not None and best.price is not None:
        return say("Costs can't be compared: how much power the parts use is unknown.")
    if not lines:
        return say("No option has a known price. Add prices in the table.")
    options = [one for one in (answer.now, answer.elsewhere) if one is not None and one.usd_per_day is not None]
    monthly = (f"{option_name(one)} {currency.text((one.usd_per_day or 0.0) * DAYS_PER_MONTH)}" for one in options)
    told = joined(monthly, ", ")
    begins = say("The line of a purchase begins at its price.") if best is not None and best.price is not None else ""
    return joined((begins, say("Monthly cost: {told}.", told=told) if told else ""))


def _speed_sentence(answer: WorthAnswer) -> str:
    best, now = answer.best, answer.counted.now
    if answer.decision.reason == "speed_unknown":
        mine = say("Current speed unknown")
    elif not now.runs:
        mine = say("It won't run here now")
    else:
        mine = say("Now {rate}", rate=rate_words(now, answer.question, with_wait=False))
    if best is None:
        return sentence(mine)
    rate = rate_words(best.reached, answer.question, with_wait=False)
    return say("{mine}; with {name}: {rate}.", mine=mine, name=best_name(best), rate=rate)
