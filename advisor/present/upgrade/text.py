"""The verdict in words: one sentence, three reasons, what would change it, how sure it is."""

from advisor.answer.tasks.ask import find_workload
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import TurnCode, first_faster, runs_it, turns
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, WorthReason
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.cost import DAYS_PER_MONTH
from advisor.predict.worth.verdict import FAR_LIVES
from advisor.present.upgrade.comfort import comfort, why_nothing
from advisor.present.upgrade.electricity import electricity_words
from advisor.present.upgrade.option_names import (
    best_name,
    made_possible,
    million_words,
    model_names,
    rate_words,
)
from advisor.present.words.light import may_be_enough
from advisor.present.words.money import AVERAGES, Currency, long_time, price_words, span_words
from advisor.present.words.quantity import power, speed_number, tokens
from advisor.present.words.words import capital, joined, local_number, say, say_count, sentence, to_say

_IN_POOR_FILE = to_say("No: it runs here, best as {quant_now}.")
VERDICTS: dict[WorthReason, str] = {
    "not_used": to_say("No: nothing pays off at 0 hours."),
    "enough": to_say("No: what you have is {enough}."),
    "speed_unknown": to_say("It depends on a measurement: this computer has none."),
    "nothing_helps": to_say("No: {why_nothing}."),
    "over_budget": to_say("No: nothing within {budget} does this well."),
    "other_model": to_say("No: use {instead}."),
    "still_slow": to_say("No: {model} stays slow, even with {name}."),
    "faster_yet_slow": to_say("It depends on your patience: {name} is faster, but still slow."),
    "far_faster": to_say("Yes: {name} for {price}, many times as fast, though {model} stays slow."),
    "worse_file": to_say("It depends on quality: {name} for {price} runs {model} only as {quant}."),
    "better_file": to_say("Yes: {name} for {price}."),
    "little_room": to_say("It depends on what else you run: {name} for {price} has hardly any memory left beside it."),
    "more_capable": to_say("It depends on the models you want: {name} for {price} also runs {makes}."),
    "better_models": to_say("It depends on the models you want: {name} for {price} also runs {makes}."),
    "dear": to_say("It depends on your budget: {name}, {price}."),
    "costs_nothing": to_say("No: {name} is enough."),
    "pays_back": to_say("Yes: {name} for {price}, {pay}."),
    "for_here": to_say("Yes: {name} for {price}."),
    "sooner": to_say("It depends on how long you like to wait: {name} for {price}."),
    "free_gain": to_say("Yes: {name}, for free."),
    "to_think": to_say("It depends on whether you want it to think: {name} for {price}."),
    "small_step": to_say("Yes: {name} for {price}."),
    "price_unknown": to_say("Enter a price for {name}."),
    "may_it_leave": to_say("It depends on whether the work must stay here."),
    "pays_back_late": to_say("It depends on how long you use it: {name} for {price}, {pay}."),
    "cheaper_elsewhere": to_say("No: {cheaper} is far cheaper."),
    "only_elsewhere": to_say("It depends on what {cheaper} is worth to you: nothing here does it."),
}
_AGAINST_BILL = to_say("It depends on how good the answers must be: {name} for {price}, {pay}.")
"""Where something pays back what is paid for the work of a model that may be far better."""
_MAYBE_ENOUGH = to_say("It depends on how fast {name} really is: maybe fast enough, at worst slow.")
"""Where the middle of its range is enough, which is no word for what is still slow."""
_BY_API = to_say("No: {cheaper} does this for {cheaper_monthly} a month.")
"""Where what is far cheaper is paid by the month for whatever is written."""
_AS_CAPABLE = to_say("Another model: {other} is as capable and great here, nothing to buy.")
_FOR_THIS_MODEL = to_say("Yes, for this model: {name} for {price}.")
"""Where another model, as capable and great here already, needs no purchase."""
_TURNS: dict[TurnCode, str] = {
    "larger_model": to_say("A larger model or several users: try those settings."),
    "harder_model": to_say("With {harder}: {harder_rate} here."),
    "harder_with": to_say("With {harder}: {harder_rate} here; with {name} for {price}, {harder_there}."),
    "smaller_model": to_say("Another model: {other} runs well here, nothing to buy."),
    "other_file": to_say("Another file: as {quant} it runs well here, nothing to buy: {reach}."),
    "better_file": to_say("Better answers: {name} for {price} runs it as {quant}, {reach}."),
    "other_work": to_say("Other work is slow here, such as {works}. A purchase may help with that."),
    "other_work_elsewhere": to_say("Other work is slow here, such as {works}. A rented GPU may help with that."),
    "other_computer": to_say("Another computer, a smaller model or a smaller quantization."),
    "elsewhere": to_say("A rented GPU or an API: compare with the cloud."),
    "online": to_say("If your data may leave this computer: {name} for {monthly} a month, nothing to buy."),
    "hours": to_say("At {hours} hours a day {name} would pay for itself within {life}."),
    "price_below": to_say("Below {below} {name} would pay for itself within {life} at these hours."),
    "pays_at_twice": to_say("Even at twice its price {name} would pay for itself within {life} at these hours."),
    "stays_no": to_say("If the work must stay here, the answer is still no."),
    "stays_yes": to_say("If the work must stay here: yes, {name} for {price}, {reach}."),
    "stays_depends": to_say("If the work must stay here, it depends on the price of {name}: {reach}."),
    "larger_step": to_say("For more of the money: {name} for {price}, {reach}."),
    "smaller_step": to_say("A smaller step is {name} for {price}: {reach}."),
    "as_able": to_say("None of these is more capable than {able}, which runs well here."),
    "as_well": to_say("For {price}, {name} does about the same: {reach}."),
    "sound_way": to_say("For {price}, {name} runs it as {quant}, with room to spare: {reach}."),
    "then": to_say("After that: {name} for {price}, {reach}."),
    "then_makes": to_say("After that {name} for {price}, with which you could run: {made}."),
    "buys_most": to_say("With {name} for {price} you could run: {made}."),
    "runs_it": to_say("For {price}, {name} would run it well: {reach}."),
    "unpriced_step": to_say("A smaller step is {name} (price unknown): {reach}."),
    "unpriced_way": to_say("A price for {name}: it reaches {reach}."),
    "weaker_supply": to_say("With a power supply below {watts}: {name} for {price}, {reach}."),
    "larger_supply": to_say("With a power supply below {supply_watts}: a larger one for about {below} comes on top."),
    "second_slot": to_say("With a free second slot for a GPU: {name} for {price}, {reach}."),
    "tell_price": to_say("A price for {name}."),
    "measure": to_say("A measurement: My rig (10 seconds) or rig-advisor bench."),
    "little_more": to_say("For {below} more: {name} for {price}, {reach}."),
    "found_cheap": to_say("If you find {name} for less than {below}: {reach}. It mostly costs more."),
    "speed": to_say("A measurement, which narrows the range of the speed."),
}
_HARDER = {
    "serve": to_say("A larger model or more users: try those settings."),
    **dict.fromkeys(
        ("image", "video", "finetune", "pretrain", "embed", "classify", "speech"),
        to_say("A larger model: try those settings."),
    ),
}
"""What asks more of a computer, by task; writing has the words of every turn."""


def verdict_sentence(answer: WorthAnswer, currency: Currency) -> str:
    """The answer in one sentence, yes or no first."""
    return say(_verdict_text(answer), **_told(answer, currency, answer.best))


def _verdict_text(answer: WorthAnswer) -> str:
    reason = answer.decision.reason
    if answer.question.bill_usd_per_day is not None and reason in ("pays_back", "pays_back_late"):
        return _AGAINST_BILL
    if reason == "enough" and answer.counted.now.is_reduced:
        return _IN_POOR_FILE
    if reason == "cheaper_elsewhere" and answer.elsewhere is not None and answer.elsewhere.kind == "api":
        return _BY_API
    if reason == "faster_yet_slow" and answer.best is not None and may_be_enough(answer.best.reached.light):
        return _MAYBE_ENOUGH
    return _FOR_THIS_MODEL if reason == "for_here" and answer.is_matched_here else VERDICTS[reason]


def _told(answer: WorthAnswer, currency: Currency, one: Compared | None) -> dict[str, str]:
    """The gaps of the sentences about one way, by name."""
    question, cheaper, harder = answer.question, answer.elsewhere, answer.harder
    return {
        "enough": say("enough") if answer.counted.now.is_enough else say("about enough"),
        "why_nothing": why_nothing(answer),
        "model": question.model_text,
        "instead": _model_name(answer, answer.instead),
        "able": _model_name(answer, answer.as_able),
        "other": _model_name(answer, answer.runs_well),
        "harder": _model_name(answer, harder.model_id) if harder else "",
        "harder_rate": rate_words(harder.here, question) if harder else "",
        "harder_there": rate_words(harder.there, question) if harder and harder.there else "",
        "makes": joined(model_names(one, question), ", ") if one else "",
        "budget": currency.text(question.money.budget_usd),
        "cheaper": best_name(cheaper) if cheaper is not None else say("renting"),
        "cheaper_monthly": _monthly(cheaper, currency),
        "life": long_time(LIFE_DAYS),
        "works": joined((say(find_workload(id, question.catalog).name) for id in answer.slow_works), ", "),
        "name": _with_supply(one) if one else "",
        "reach": rate_words(one.reached, question) if one else "",
        "price": _price_words(one, answer, currency),
        "pay": pay_words(one),
        "quant": (one.reached.quant or "") if one else "",
        "quant_now": answer.counted.now.quant or "",
        "monthly": _monthly(one, currency),
    }


def _monthly(one: Compared | None, currency: Currency) -> str:
    """What a way costs a month; empty where nobody knows."""
    return currency.text(one.usd_per_day * DAYS_PER_MONTH) if one and one.usd_per_day else ""


def _with_supply(one: Compared) -> str:
    """What is bought, with the power supply that its price includes."""
    name = best_name(one)
    return say("{name} plus power supply", name=name) if "supply_in_price" in one.doubts else name


def _price_words(one: Compared | None, answer: WorthAnswer, currency: Currency) -> str:
    """Its price; of a span that begins within the budget only that beginning, and that it may be more."""
    if one is None or one.price is None:
        return say("an unknown price")
    budget, usd = answer.question.money.budget_usd, one.price.usd
    if budget is None or usd.high <= budget or answer.question.is_beyond(one.price):
        return span_words(one.price, currency)
    return say("{amount} or more", amount=currency.text(usd.low))


def reasons(answer: WorthAnswer, currency: Currency) -> tuple[tuple[str, ...], ...]:
    """Comfort, privacy and money, each in lines of one fact."""
    instead = "" if answer.decision.reason == "enough" else _instead_words(answer)
    also = (instead,) if instead else ()
    if answer.question.stays_here is False:
        return (tuple(comfort(answer)), (_privacy(answer),), (*_money(answer, currency), *also))
    return ((*comfort(answer), *also), (_privacy(answer),), _money(answer, currency))


def would_change(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What would turn the verdict: hours, a price, staying here, a larger model."""
    return tuple(
        say(
            _turn_text(turn.code, answer),
            **_told(answer, currency, turn.about),
            made=made_possible(turn.about.with_new, answer.question) if turn.about is not None else "",
            hours=_number(turn.figure or 0.0),
            below=currency.text(turn.figure),
            watts=power(turn.figure or 0.0),
            supply_watts=power(_supply_w(turn.about)),
        )
        for turn in turns(answer)
    )


def _turn_text(code: TurnCode, answer: WorthAnswer) -> str:
    if code == "larger_model":
        return _HARDER.get(answer.question.task, _TURNS[code])
    return _AS_CAPABLE if code == "smaller_model" and answer.is_matched_here else _TURNS[code]


def _supply_w(one: Compared | None) -> float:
    """What the power supply must give for it; 0 where that is not known."""
    return (one.needs.supply_w or 0.0) if one is not None and one.needs is not None else 0.0


USEFUL_DAYS = FAR_LIVES * LIFE_DAYS
"""So long such things are of use at most: a payback after that is none."""


def pays_in_time(one: Compared) -> bool:
    """Whether it has paid for itself while it is of use."""
    return one.break_even.days is not None and one.break_even.days <= USEFUL_DAYS


def pay_words(one: Compared | None, *, by_hours: bool = True) -> str:
    """When it has paid for itself: "pays for itself after 14 months"; `by_hours`: more of a day may change it."""
    if one is None or one.break_even.never == "price_unknown":
        return say("payback unknown")
    if one.break_even.days is None:
        return say("not used") if one.break_even.never == "not_used" else say("does not pay back")
    if not pays_in_time(one):
        return say("won't pay off at these hours") if by_hours else say("never pays for itself")
    if not one.break_even.days:
        return say("pays for itself at once")
    return say("pays for itself after {time}", time=long_time(one.break_even.days))


def _pays(one: Compared) -> bool:
    """Whether it is known when it pays for itself, or that it never does."""
    return one.break_even.never != "price_unknown"


def elsewhere_words(answer: WorthAnswer, currency: Currency) -> str:
    """The cheapest way without buying: "the API of DeepInfra costs $0.05 a month ($0.97 for a million tokens)"."""
    one = answer.elsewhere
    if one is None or one.usd_per_day is None:
        return say("no known price for renting or an API")
    million = million_words(one, answer.question, currency)
    api = next((way for way in answer.others if way.kind == "api" and way.usd_per_day is not None), None)
    if api is not None and api.id != one.id:
        return say(
            "{name} costs {monthly} a month, {api} {api_monthly}",
            name=best_name(one),
            monthly=currency.text(one.usd_per_day * DAYS_PER_MONTH),
            api=best_name(api),
            api_monthly=currency.text((api.usd_per_day or 0.0) * DAYS_PER_MONTH),
        )
    return say(
        "{name} costs {monthly} a month{million}",
        name=best_name(one),
        monthly=currency.text(one.usd_per_day * DAYS_PER_MONTH),
        million=say(" ({remarks})", remarks=million) if million else "",
    )


def use_words(question: WorthQuestion) -> str:
    """The use of a day, explained: "2 hours a day of reading answers, about 36,000 tokens"."""
    count = question.hours_per_day
    if question.units_per_day is not None and question.tokens_per_day is not None:
        return say("{amount} read and written a day", amount=tokens(round(question.tokens_per_day)))
    if not question.is_interactive:
        return say_count("{count} hour of work a day", "{count} hours of work a day", count, count=_number(count))
    amount = round(count * SECONDS_PER_HOUR * question.pace_tokens_per_s)
    text = say_count(
        "{count} hour a day of reading answers", "{count} hours a day of reading answers", count, count=_number(count)
    )
    return say("{text}, about {amount}", text=text, amount=tokens(amount))


def hours_words(answer: WorthAnswer) -> str:
    """The hours of a day and what they are filled with, or the tokens of one where somebody said how many."""
    hours, question = answer.question.hours_per_day, answer.question
    if question.units_per_day is not None and question.tokens_per_day is not None:
        return say("{amount} a day", amount=tokens(round(question.tokens_per_day)))
    if not question.is_interactive:
        return say_count("{count} hour of work a day", "{count} hours of work a day", hours, count=_number(hours))
    return say_count("{count} hour of reading a day", "{count} hours of reading a day", hours, count=_number(hours))


def _number(hours: float) -> str:
    return speed_number(hours).removesuffix(local_number(".0"))


def _privacy(answer: WorthAnswer) -> str:
    if answer.question.with_cloud:
        return say("Privacy: with an API or a rented GPU, your data leaves this computer.")
    return say("Privacy: your data stays on your own computers.")


def _money(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What it costs at once and in a year, and what else would do; only here whether that pays back."""
    one = _paid_for(answer)
    found = []
    if one.price is not None:
        is_free = not one.price.usd.high
        price = say("nothing") if is_free else price_words(one.price, currency)
        found.append(say("{name} costs {price}", name=_with_supply(one), price=price))
    if one.usd_per_day is not None:
        rate = electricity_rate(answer, currency)
        text = (
            to_say("for what takes this computer {hours}") if answer.counted.does_as_much(one) else to_say("at {hours}")
        )
        use = say(text, hours=hours_words(answer))
        found += electricity_words(one, answer, currency, use=use, rate=rate)
    found += [] if found else [say("nothing to buy") if one.kind == "nothing" else say("no price known")]
    found += [elsewhere_words(answer, currency)] if answer.question.with_cloud else []
    if answer.question.bill_usd_per_day is None and answer.question.with_cloud and is_bought(one):
        found.append(say("compared with {name}, buying {pay}", name=_cheapest_without(answer), pay=pay_words(one)))
    first, *others = found
    return (say("Money: {told}.", told=first), *(sentence(capital(one)) for one in others))


def _paid_for(answer: WorthAnswer) -> Compared:
    """What money is about: what is advised; where nothing is, the way that is named beside it, else this computer."""
    is_no = answer.decision.verdict == "no" and answer.best is None
    best = runs_it(answer) if is_no else first_faster(answer, priced=True)
    is_bought_for = answer.decision.reason != "enough" and not answer.is_beyond_budget
    return best if is_bought_for and best is not None else answer.now


def is_bought(one: Compared) -> bool:
    """Whether it costs money at once, and it is known when that has paid for itself."""
    return one.kind in PURCHASES and one.price is not None and bool(one.price.usd.high) and _pays(one)


def _cheapest_without(answer: WorthAnswer) -> str:
    """What a purchase is counted against: the cheapest way without buying, this computer where it does the work."""
    here, cheaper, counted = answer.now.usd_per_day, answer.elsewhere, answer.counted
    is_done_here = counted.sold_id is None and counted.now.is_enough and here is not None
    if cheaper is None or (is_done_here and (here or 0.0) <= (cheaper.usd_per_day or 0.0)):
        return say("this computer as it is")
    return best_name(cheaper)


def electricity_rate(answer: WorthAnswer, currency: Currency) -> str:
    """What a kilowatt hour is counted with, and whose figure that is."""
    amount, region = currency.text(answer.electricity.usd.middle), answer.electricity.region
    if region is None:
        return say("{amount} per kWh", amount=amount)
    return say("{amount} per kWh ({average})", amount=amount, average=say(AVERAGES[region]))


def _instead_words(answer: WorthAnswer) -> str:
    """What does the same work on this computer as it is; empty where nothing does, or the model itself."""
    name = _model_name(answer, answer.instead)
    return say("{model} does this work well here.", model=name) if name not in ("", answer.question.model_text) else ""


def _model_name(answer: WorthAnswer, model_id: str | None) -> str:
    catalog = answer.question.catalog
    found = catalog.models.get(model_id or "") or catalog.other_models.get(model_id or "")
    return found.name if found is not None else ""
