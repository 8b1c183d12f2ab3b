"""The verdict in words: one sentence, three reasons, what would change it, how sure it is."""

from advisor.answer.worth.compared import LIFE_DAYS, Compared
from advisor.answer.worth.conclusions import TurnCode, first_faster, turns
from advisor.answer.worth.worth import WorthAnswer
from advisor.facts.answers.worth import RuleFinding, Sureness, WorthReason
from advisor.predict.worth.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.upgrade.option_names import best_name, enough_words, owner_name, range_words, rate_words
from advisor.present.words.money import Currency, long_time, price_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, percent, speed_number, times, tokens
from advisor.present.words.words import capital, local_number, say, say_count, to_say

HINDRANCES = {
    "virtual": to_say("it is a virtual machine"),
    "apple": to_say("memory and graphics of an Apple chip cannot be added to"),
    "soldered": to_say("its memory is soldered and serves the graphics too"),
    "mobile": to_say("a laptop or small computer takes no card"),
}
_VERDICTS: dict[WorthReason, str] = {
    "not_used": to_say("No: at no hours a day nothing pays for itself."),
    "enough": to_say("No: what you have is enough, {now}."),
    "speed_unknown": to_say("It cannot be told yet: how fast this computer is has to be measured first."),
    "nothing_helps": to_say("No: {why_nothing}{instead}."),
    "over_budget": to_say("No: nothing within {budget} makes a difference that is felt{instead}."),
    "costs_nothing": to_say("No: nothing has to be bought, {name} reaches {reach}."),
    "pays_back": to_say("Yes: {name} for {price} reaches {reach} and {pay}."),
    "for_here": to_say("Yes, if it is to run here: {name} for {price} reaches {reach}."),
    "price_unknown": to_say("It depends on a price nobody told: {name} would reach {reach}."),
    "may_it_leave": to_say(
        "It depends on whether the work may leave this computer: {elsewhere}, while {name} for {price} {pay}."
    ),
    "pays_back_late": to_say("It depends on how long it lasts: {name} for {price} {pay}."),
    "cheaper_elsewhere": to_say("No: elsewhere it is far cheaper, {elsewhere}, while {name} for {price} {pay}."),
}
_TURNS: dict[TurnCode, str] = {
    "larger_model": to_say("A larger model, or more than one user at a time: ask again with that."),
    "other_computer": to_say("Another computer, a smaller model or a smaller quantization."),
    "hours": to_say("At {hours} hours a day {name} pays for itself within {life}."),
    "price_below": to_say("Below {below} {name} pays for itself within {life} at these hours."),
    "stays_no": to_say("If the work must stay on this computer, neither rent nor API counts: it is a no all the same."),
    "stays_yes": to_say(
        "If the work must stay on this computer, neither rent nor API counts: then {name} for {price} is worth it, "
        "{reach}."
    ),
    "stays_depends": to_say(
        "If the work must stay on this computer, neither rent nor API counts: then it turns on the price of {name}, "
        "{reach}."
    ),
    "smaller_step": to_say("A smaller step is {name} for {price}: {reach}."),
    "unpriced_step": to_say("A smaller step is {name}, whose price is not known here: {reach}."),
    "tell_price": to_say("The price of {name}: tell it."),
    "measure": to_say("A measurement of this computer, some seconds long: page My rig does it, or rig-advisor bench."),
    "speed": to_say("The speed itself: the ends of its range say different things; a measurement narrows it."),
}
_SURENESS: dict[Sureness, str] = {
    "sure": to_say("Sure: both ends of the range of every speed say the same."),
    "likely": to_say("Likely: the middle of the range of every speed says so, one end does not."),
    "depends": to_say("Open: the ends of the range of the speeds both say something else than the middle."),
}
_FOUND = {
    "R1": to_say("writing on {card} is {times} as fast as on the processor"),
    "R2": to_say("arithmetic on {card} is {times} as fast as on the processor"),
    "R3 gpu": to_say("one request alone is done sooner by {card}"),
    "R3": to_say("one request alone is done sooner by the processor"),
    "R4": to_say("the work takes {share}% of the time of the processor"),
    "R5 cpu": to_say("the weights stay in the cache"),
    "R5": to_say("the weights do not stay in the cache"),
    "R6 gpu": to_say("sending the work over the link pays"),
    "R6": to_say("sending the work over the link does not pay"),
    "R7 neither": to_say("memory is the limit while writing"),
    "R7": to_say("arithmetic is the limit"),
    "R8": to_say("faster memory leaves the prompt as slow as it is: all of it becomes {times} as fast"),
    "R9": to_say("it needs {need}, and {free} are free on {card}"),
}
"""What a rule found, and what it found where it speaks for that."""
_READING = to_say("reading on without a pause takes {share}% of the time of what writes now")
_WAITING = to_say("; from {boundary} on requests that come at random wait for each other")
_SHOWN_MODELS = 3
"""Models named as newly usable."""


def verdict_sentence(answer: WorthAnswer, currency: Currency) -> str:
    """The answer in one sentence, yes or no first."""
    return say(_VERDICTS[answer.decision.reason], **_told(answer, currency, answer.best))


def _told(answer: WorthAnswer, currency: Currency, one: Compared | None) -> dict[str, str]:
    """The gaps of the sentences about one way, by name."""
    question, elsewhere = answer.question, elsewhere_words(answer, currency)
    return {
        "now": _now_words(answer),
        "why_nothing": _why_nothing(answer),
        "instead": "" if answer.elsewhere is None or question.money.stays_here else f"; {elsewhere}",
        "budget": currency.text(question.money.budget_usd),
        "elsewhere": elsewhere,
        "life": long_time(LIFE_DAYS),
        "name": best_name(one) if one else "",
        "reach": rate_words(one.reached, question) if one else "",
        "price": say("about {amount}", amount=currency.text(one.price.usd.middle))
        if one and one.price
        else say("an unknown price"),
        "pay": pay_words(one),
    }


def reasons(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """Three reasons in figures: what the rig does now, what the best change would do, what that costs."""
    return (_reason_now(answer), _reason_change(answer), _reason_money(answer, currency))


def would_change(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What would turn the verdict: hours, a price, staying here, a larger model."""
    return tuple(
        say(
            _TURNS[turn.code],
            **_told(answer, currency, turn.about),
            hours=_number(turn.figure or 0.0),
            below=currency.text(turn.figure),
        )
        for turn in turns(answer)
    )


def sureness_sentence(answer: WorthAnswer) -> str:
    """How sure it is, from the ranges of all speeds."""
    if answer.decision.reason == "speed_unknown":
        return say("Open: no speed is known before the memory of this computer is measured.")
    return say(_SURENESS[answer.decision.sureness])


def pay_words(one: Compared | None) -> str:
    """When it has paid for itself: "pays for itself after 14 months", "never pays for itself"."""
    if one is None or one.break_even.never == "price_unknown":
        return say("pays for itself after an unknown time")
    if one.break_even.days is None:
        return say("is not used") if one.break_even.never == "not_used" else say("never pays for itself")
    if not one.break_even.days:
        return say("pays for itself at once")
    return say("pays for itself after {time}", time=long_time(one.break_even.days))


def elsewhere_words(answer: WorthAnswer, currency: Currency) -> str:
    """The cheapest way without buying: "the API of DeepInfra costs $0.05 a month"."""
    one = answer.elsewhere
    if one is None or one.usd_per_day is None:
        return say("no price of a rented card or an API is known for it")
    return say(
        "{name} costs {monthly} a month for the work of {hours}",
        name=best_name(one),
        monthly=currency.text(one.usd_per_day * DAYS_PER_MONTH),
        hours=hours_words(answer),
    )


def hours_words(answer: WorthAnswer) -> str:
    """The hours of a day."""
    hours = answer.question.hours_per_day
    return say_count("{count} hour a day", "{count} hours a day", hours, count=_number(hours))


def _number(hours: float) -> str:
    return speed_number(hours).removesuffix(local_number(".0"))


def finding_words(one: RuleFinding, answer: WorthAnswer) -> str:
    """A rule with its figure and where it turns."""
    text = _FOUND.get(f"{one.rule} {one.favors}") or _FOUND[one.rule]
    if one.rule == "R4" and answer.question.is_interactive:
        text = _READING
    words = say(
        text,
        card=say("the {name}", name=short_name(answer.card.name)) if answer.card else say("the card"),
        times=times(one.figure),
        share=speed_number(100 * one.figure),
        need=capacity(one.figure),
        free=capacity(one.boundary),
    )
    if one.rule == "R4" and text is not _READING and one.figure >= one.boundary:
        words += say(_WAITING, boundary=percent(one.boundary))
    return f"{one.rule}: {words}"


def _reason_now(answer: WorthAnswer) -> str:
    now, question, enough = answer.counted.now, answer.question, enough_words(answer.question)
    if not now.runs:
        what = say("does not fit into this computer") if now.fit == "too_big" else say("has no known speed here")
        end = say("; enough would be {enough}", enough=enough) if enough else ""
        return f"{question.model_text} {what}{end}."
    read = question.run.prompt_tokens if question.is_interactive else 0
    return say(
        "Now: {now}, range {range}{after}{end}.",
        now=_now_words(answer),
        range=range_words(now, question),
        after=say(" after {prompt} were read", prompt=tokens(read)) if read else "",
        end=say("; enough is {enough}", enough=enough) if enough else "",
    )


def _reason_change(answer: WorthAnswer) -> str:
    best, question = first_faster(answer), answer.question
    if best is None:
        return capital(_why_nothing(answer)) + "."
    gain = (
        to_say(", a whole answer {times} as fast as now")
        if question.is_interactive
        else to_say(", {times} as fast as now")
    )
    models = ", ".join(question.catalog.models[one].name for one in best.newly_usable[:_SHOWN_MODELS])
    return say(
        "{name} would reach {rate}{gain}{more}.",
        name=capital(best_name(best)),
        rate=rate_words(best.reached, question),
        gain="" if best.gain is None else say(gain, times=times(best.gain.middle)),
        more=say("; newly usable: {models}", models=models) if models else "",
    )


def _reason_money(answer: WorthAnswer, currency: Currency) -> str:
    best, stays = first_faster(answer, priced=True), answer.question.money.stays_here
    end = say("elsewhere: {elsewhere}", elsewhere=elsewhere_words(answer, currency))
    if stays:
        end = say("neither rent nor API is counted, as the work stays here")
    if best is None or best.price is None:
        running = answer.now.usd_per_day
        if running is not None:
            end = say("electricity now: {running} a year; ", running=currency.text(running * DAYS_PER_YEAR)) + end
        return f"{capital(end)}."
    pays = "" if stays and best.saved_usd_per_day is None else say(" and {pay}", pay=pay_words(best))
    price = price_words(best.price, currency)
    return say("{name} costs {price}{pays}; {end}.", name=capital(best_name(best)), price=price, pays=pays, end=end)


def _now_words(answer: WorthAnswer) -> str:
    now, question = answer.counted.now, answer.question
    owner = owner_name(now) or say("this computer")
    return say(
        "{model_text} on {owner}: {words}", model_text=question.model_text, owner=owner, words=rate_words(now, question)
    )


def _why_nothing(answer: WorthAnswer) -> str:
    hindrance = answer.limits.hindrance
    if hindrance is not None:
        return say("nothing that helps can be put into this computer: {why}", why=say(HINDRANCES[hindrance]))
    return say("nothing that can be put into this computer makes a difference that is felt")
