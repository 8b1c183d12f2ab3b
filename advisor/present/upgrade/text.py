"""The verdict in words: one sentence, three reasons, what would change it, how sure it is."""

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.money import LIFE_DAYS
from advisor.answer.worth.sensitivity import pay_backs
from advisor.answer.worth.worth import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, RuleFinding
from advisor.predict.worth.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.upgrade.option_names import best_name
from advisor.present.upgrade.speed_text import enough_words, has_line, owner_name, range_words, rate_words
from advisor.present.words.money import Currency, long_time, price_words
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, capacity, percent, speed_number, times, tokens
from advisor.present.words.words import capital, local_number, say, to_say

HINDRANCES = {
    "virtual": to_say("it is a virtual machine"),
    "apple": to_say("memory and graphics of an Apple chip cannot be added to"),
    "soldered": to_say("its memory is soldered and serves the graphics too"),
    "mobile": to_say("a laptop or small computer takes no card"),
}
_VERDICTS = {
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
"""The sentence by the reason, where one way in particular is meant."""
_SHOWN_MODELS, _FASTER = 3, 1.1
"""Models named as newly usable, and the gain from which something is called faster."""


def verdict_sentence(answer: WorthAnswer, currency: Currency) -> str:
    """The answer in one sentence, yes or no first."""
    best, decision = answer.best, answer.decision
    name = best_name(best) if best else ""
    reach = rate_words(best.reached, answer.question) if best and best.reached else ""
    match decision.reason:
        case "not_used":
            return say("No: at no hours a day nothing pays for itself.")
        case "enough":
            return say("No: what you have is enough, {now}.", now=_now_words(answer))
        case "speed_unknown":
            return say("It cannot be told yet: how fast this computer is has to be measured first.")
        case "nothing_helps":
            return say(
                "No: {why_nothing}{instead}.", why_nothing=_why_nothing(answer), instead=_instead(answer, currency)
            )
        case "over_budget":
            budget = currency.text(answer.question.money.budget_usd)
            return say(
                "No: nothing within {budget} makes a difference that is felt{instead}.",
                budget=budget,
                instead=_instead(answer, currency),
            )
        case reason:
            return say(
                _VERDICTS[reason],
                name=name,
                reach=reach,
                price=_price(best, currency),
                pay=pay_words(best),
                elsewhere=elsewhere_words(answer, currency),
            )


def reasons(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """Three reasons in figures: what the rig does now, what the best change would do, what that costs."""
    return (_reason_now(answer), _reason_change(answer), _reason_money(answer, currency))


def would_change(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What would turn the verdict: hours, a price, staying here, a larger model."""
    found: list[str] = []
    best, reason, money = answer.best, answer.decision.reason, answer.question.money
    if reason == "enough":
        found.append(say("A larger model, or more than one user at a time: ask again with that."))
    if reason in ("nothing_helps", "over_budget"):
        found.append(say("Another computer, a smaller model or a smaller quantization."))
    if best is not None:
        hours = hours_to_pay(best, answer)
        if hours is not None:
            found.append(
                say(
                    "At {hours} hours a day {name} pays for itself within {life}.",
                    hours=hours,
                    name=best_name(best),
                    life=long_time(LIFE_DAYS),
                )
            )
        if best.worth_below_usd:
            below = currency.text(best.worth_below_usd)
            found.append(
                say(
                    "Below {below} {name} pays for itself within {life} at these hours.",
                    below=below,
                    name=best_name(best),
                    life=long_time(LIFE_DAYS),
                )
            )
        if reason in ("may_it_leave", "cheaper_elsewhere") and money.stays_here is None:
            found.append(_if_it_stays(answer, currency))
        found += _smaller_step(answer, currency)
        if reason == "price_unknown":
            found.append(say("The price of {name}: tell it.", name=best_name(best)))
    if reason == "speed_unknown":
        found.append(
            say("A measurement of this computer, some seconds long: page My rig does it, or rig-advisor bench.")
        )
    elif answer.decision.sureness != "sure":
        found.append(say("The speed itself: the ends of its range say different things; a measurement narrows it."))
    return tuple(found)


def _smaller_step(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """Memory that is felt, where something larger is meant: it costs little beside that."""
    best = answer.best
    step = next((one for one in answer.others if one.kind in ("sticks", "memory") and one.is_felt), None)
    if best is None or best.kind not in ("card", "second_card", "computer") or step is None or step.reached is None:
        return ()
    price = (
        say(", whose price is not known here")
        if step.price is None
        else say(" for about {amount}", amount=currency.text(step.price.usd.middle))
    )
    return (
        say(
            "A smaller step is {name}{price}: {rate}.",
            name=best_name(step),
            price=price,
            rate=rate_words(step.reached, answer.question),
        ),
    )


def _if_it_stays(answer: WorthAnswer, currency: Currency) -> str:
    """What holds where neither rent nor API counts."""
    start = say("If the work must stay on this computer, neither rent nor API counts")
    decision, best = answer.if_it_stays
    if best is None or best.reached is None:
        return say("{start}: it is a no all the same.", start=start)
    reach = rate_words(best.reached, answer.question)
    if decision.verdict == "yes":
        return say(
            "{start}: then {name} for {price} is worth it, {reach}.",
            start=start,
            name=best_name(best),
            price=_price(best, currency),
            reach=reach,
        )
    return say(
        "{start}: then it turns on the price of {name}, {reach}.",
        start=start,
        name=best_name(best),
        reach=reach,
    )


def sureness_sentence(answer: WorthAnswer) -> str:
    """How sure it is, from the ranges of all speeds."""
    if answer.decision.reason == "speed_unknown":
        return say("Open: no speed is known before the memory of this computer is measured.")
    match answer.decision.sureness:
        case "sure":
            return say("Sure: both ends of the range of every speed say the same.")
        case "likely":
            return say("Likely: the middle of the range of every speed says so, one end does not.")
        case _:
            return say("Open: the ends of the range of the speeds both say something else than the middle.")


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
    monthly = currency.text(one.usd_per_day * DAYS_PER_MONTH)
    return say(
        "{name} costs {monthly} a month for the work of {hours}",
        name=best_name(one),
        monthly=monthly,
        hours=hours_words(answer),
    )


def hours_words(answer: WorthAnswer) -> str:
    """The hours of a day."""
    hours = answer.question.hours_per_day
    if hours == 1:
        return say("1 hour a day")
    return say("{hours} hours a day", hours=speed_number(hours).removesuffix(local_number(".0")))


def hours_to_pay(one: Compared, answer: WorthAnswer) -> str | None:
    """Hours a day from which it pays for itself within its life; None where no day is long enough, or now is."""
    days = one.break_even.days
    if answer.question.hours_per_day <= 0 or (days is not None and days <= LIFE_DAYS):
        return None
    found = pay_backs(answer, one)
    hours = next((at.hours_per_day for at in found if at.days is not None and at.days <= LIFE_DAYS), None)
    return None if hours is None else speed_number(hours).removesuffix(local_number(".0"))


def finding_words(one: RuleFinding, answer: WorthAnswer) -> str:
    """A rule with its figure and where it turns."""
    card = say("the {name}", name=short_name(answer.card.name)) if answer.card else say("the card")
    if answer.question.is_interactive:
        traffic = say(
            "reading on without a pause takes {figure}% of the time of what writes now",
            figure=speed_number(100 * one.figure),
        )
    else:
        traffic = say("the work takes {figure}% of the time of the processor", figure=speed_number(100 * one.figure))
        if one.rule == "R4" and one.figure >= one.boundary:
            traffic += say(
                "; from {boundary} on requests that come at random wait for each other", boundary=percent(one.boundary)
            )
    words = {
        "R1": say("writing on {card} is {times} as fast as on the processor", card=card, times=times(one.figure)),
        "R2": say("arithmetic on {card} is {times} as fast as on the processor", card=card, times=times(one.figure)),
        "R3": say(
            "one request alone is done sooner by {who}", who=card if one.favors == "gpu" else say("the processor")
        ),
        "R4": traffic,
        "R5": say("the weights stay in the cache")
        if one.favors == "cpu"
        else say("the weights do not stay in the cache"),
        "R6": say("sending the work over the link pays")
        if one.favors == "gpu"
        else say("sending the work over the link does not pay"),
        "R7": say("memory is the limit while writing") if one.favors == "neither" else say("arithmetic is the limit"),
        "R8": say(
            "faster memory leaves the prompt as slow as it is: all of it becomes {times} as fast",
            times=times(one.figure),
        ),
        "R9": say(
            "it needs {need}, and {free} are free on {card}",
            need=capacity(one.figure),
            free=capacity(one.boundary),
            card=card,
        ),
    }
    return f"{one.rule}: {words[one.rule]}"


def _reason_now(answer: WorthAnswer) -> str:
    now = answer.now.reached
    if now is None or not now.runs:
        what = (
            say("does not fit into this computer") if now and now.fit == "too_big" else say("has no known speed here")
        )
        end = (
            say("; enough would be {enough}", enough=enough_words(answer.question)) if has_line(answer.question) else ""
        )
        return f"{answer.question.model_text} {what}{end}."
    end = say("; enough is {enough}", enough=enough_words(answer.question)) if has_line(answer.question) else ""
    read = answer.question.run.prompt_tokens if answer.question.is_interactive else 0
    return say(
        "Now: {now}, range {range}{after}{end}.",
        now=_now_words(answer),
        range=range_words(now, answer.question),
        after=say(" after {prompt} were read", prompt=tokens(read)) if read else "",
        end=end,
    )


def _reason_change(answer: WorthAnswer) -> str:
    best = answer.best or _first_faster(answer)
    if best is None or best.reached is None:
        return capital(_why_nothing(answer)) + "."
    gain = "" if best.gain is None else say(", {times} as fast as now", times=times(best.gain.middle))
    if best.gain is not None and answer.question.is_interactive:
        gain = say(", a whole answer {times} as fast as now", times=times(best.gain.middle))
    models = [answer.question.catalog.models[one].name for one in best.newly_usable[:_SHOWN_MODELS]]
    more = say("; newly usable: {models}", models=", ".join(models)) if models else ""
    return say(
        "{name} would reach {rate}{gain}{more}.",
        name=capital(best_name(best)),
        rate=rate_words(best.reached, answer.question),
        gain=gain,
        more=more,
    )


def _reason_money(answer: WorthAnswer, currency: Currency) -> str:
    best, stays = answer.best or _first_faster(answer, priced=True), answer.question.money.stays_here
    end = say("elsewhere: {elsewhere}", elsewhere=elsewhere_words(answer, currency))
    if stays:
        end = say("neither rent nor API is counted, as the work stays here")
    if best is None or best.price is None:
        running = answer.now.usd_per_day
        own = (
            ""
            if running is None
            else say("electricity now: {running} a year; ", running=currency.text(running * DAYS_PER_YEAR))
        )
        return f"{capital(own + end)}."
    pays = "" if stays and best.saved_usd_per_day is None else say(" and {pay}", pay=pay_words(best))
    return say(
        "{name} costs {price}{pays}; {end}.",
        name=capital(best_name(best)),
        price=price_words(best.price, currency),
        pays=pays,
        end=end,
    )


def _first_faster(answer: WorthAnswer, *, priced: bool = False) -> Compared | None:
    """The first of the purchases that would be clearly faster than now, where nothing in particular is meant."""
    bought = (one for one in answer.others if one.kind in PURCHASES and (one.price is not None or not priced))
    return next((one for one in bought if one.gain is not None and one.gain.middle >= _FASTER), None)


def _now_words(answer: WorthAnswer) -> str:
    now = answer.now.reached
    owner = owner_name(now) or say("this computer")
    words = rate_words(now, answer.question) if now else say(UNKNOWN)
    return say("{model_text} on {owner}: {words}", model_text=answer.question.model_text, owner=owner, words=words)


def _why_nothing(answer: WorthAnswer) -> str:
    hindrance = answer.limits.hindrance
    if hindrance is not None:
        return say("nothing that helps can be put into this computer: {why}", why=say(HINDRANCES[hindrance]))
    return say("nothing that can be put into this computer makes a difference that is felt")


def _instead(answer: WorthAnswer, currency: Currency) -> str:
    if answer.elsewhere is None or answer.question.money.stays_here:
        return ""
    return f"; {elsewhere_words(answer, currency)}"


def _price(one: Compared | None, currency: Currency) -> str:
    return (
        say("an unknown price")
        if one is None or one.price is None
        else say("about {amount}", amount=currency.text(one.price.usd.middle))
    )
