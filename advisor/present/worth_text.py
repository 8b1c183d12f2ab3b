"""The verdict in words: one sentence, three reasons, what would change it, how sure it is."""

from advisor.answer.worth import WorthAnswer
from advisor.answer.worth_compared import Compared
from advisor.answer.worth_money import LIFE_DAYS
from advisor.answer.worth_sensitivity import pay_backs
from advisor.facts.rig_answer import SmallerSetting
from advisor.facts.verdict import RuleFinding
from advisor.facts.worth import PURCHASES
from advisor.predict.cost import DAYS_PER_MONTH, DAYS_PER_YEAR
from advisor.present.capital import capital
from advisor.present.money import Currency, long_time, price_words
from advisor.present.processor_name import short_name
from advisor.present.quantity import capacity, percent, speed_number, times, tokens
from advisor.present.worth_speed_text import enough_words, has_line, range_words, rate_words

HINDRANCES = {
    "virtual": "it is a virtual machine, and nothing can be put into that",
    "apple": "memory and graphics of an Apple chip cannot be added to",
    "soldered": "its memory is soldered and serves the graphics too",
    "mobile": "a laptop or small computer takes no card",
}
_LIFE = long_time(LIFE_DAYS)
_SHOWN_MODELS = 3


def verdict_sentence(answer: WorthAnswer, currency: Currency) -> str:
    """The answer in one sentence, yes or no first."""
    best, decision = answer.best, answer.decision
    name = best_name(best) if best else ""
    reach = rate_words(best.reached, answer.question) if best and best.reached else ""
    match decision.reason:
        case "not_used":
            return "No: at no hours a day nothing pays for itself."
        case "enough":
            return f"No: what you have is enough, {_now_words(answer)}."
        case "speed_unknown":
            return "It cannot be told yet: how fast this computer is has to be measured first."
        case "nothing_helps":
            return f"No: {_why_nothing(answer)}{_instead(answer, currency)}."
        case "over_budget":
            budget = currency.text(answer.question.money.budget_usd)
            return f"No: nothing within {budget} makes a difference that is felt{_instead(answer, currency)}."
        case "costs_nothing":
            return f"No: nothing has to be bought, {name} reaches {reach}."
        case "pays_back":
            return f"Yes: {name} for {_price(best, currency)} reaches {reach} and {pay_words(best)}."
        case "for_here":
            return f"Yes, if it is to run here: {name} for {_price(best, currency)} reaches {reach}."
        case "price_unknown":
            return f"It depends on a price nobody told: {name} would reach {reach}."
        case "may_it_leave":
            return (
                f"It depends on whether the work may leave this computer: {elsewhere_words(answer, currency)}, while "
                f"{name} for {_price(best, currency)} {pay_words(best)}."
            )
        case "pays_back_late":
            return f"It depends on how long it lasts: {name} for {_price(best, currency)} {pay_words(best)}."
        case _:
            return (
                f"No: elsewhere it is far cheaper, {elsewhere_words(answer, currency)}, while {name} for "
                f"{_price(best, currency)} {pay_words(best)}."
            )


def reasons(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """Three reasons in figures: what the rig does now, what the best change would do, what that costs."""
    return (_reason_now(answer), _reason_change(answer), _reason_money(answer, currency))


def would_change(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What would turn the verdict: hours, a price, staying here, a larger model."""
    found: list[str] = []
    best, reason, money = answer.best, answer.decision.reason, answer.question.money
    if reason == "enough":
        found.append("A larger model, or more than one user at a time: ask again with that.")
    if reason in ("nothing_helps", "over_budget"):
        found.append("Another computer, a smaller model or a smaller quantization.")
    if best is not None:
        hours = hours_to_pay(best, answer)
        if hours is not None:
            found.append(f"At {hours} hours a day {best_name(best)} pays for itself within {_LIFE}.")
        if best.worth_below_usd:
            below = currency.text(best.worth_below_usd)
            found.append(f"Below {below} {best_name(best)} pays for itself within {_LIFE} at these hours.")
        if reason in ("may_it_leave", "cheaper_elsewhere") and money.stays_here is None:
            found.append(_if_it_stays(answer, currency))
        found += _smaller_step(answer, currency)
        if reason == "price_unknown":
            found.append(f"The price of {best_name(best)}: tell it.")
    if reason == "speed_unknown":
        found.append("A measurement of this computer, which takes some seconds: rig-advisor bench.")
    elif answer.decision.sureness != "sure":
        found.append("The speed itself: the ends of its range say different things; a measurement narrows it.")
    return tuple(found)


def _smaller_step(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """Memory that is felt, where something larger is meant: it costs little beside that."""
    best = answer.best
    step = next((one for one in answer.others if one.kind in ("sticks", "memory") and one.is_felt), None)
    if best is None or best.kind not in ("card", "second_card", "computer") or step is None or step.reached is None:
        return ()
    price = ", whose price is not known here" if step.price is None else f" for about {currency.text(step.price.usd)}"
    return (f"A smaller step is {best_name(step)}{price}: {rate_words(step.reached, answer.question)}.",)


def _if_it_stays(answer: WorthAnswer, currency: Currency) -> str:
    """What holds where neither rent nor API counts."""
    start = "If the work must stay on this computer, neither rent nor API counts"
    decision, best = answer.if_it_stays
    if best is None or best.reached is None:
        return f"{start}: it is a no all the same."
    reach = rate_words(best.reached, answer.question)
    if decision.verdict == "yes":
        return f"{start}: then {best_name(best)} for {_price(best, currency)} is worth it, {reach}."
    return f"{start}: then it turns on the price of {best_name(best)}, {reach}."


def sureness_sentence(answer: WorthAnswer) -> str:
    """How sure it is, from the ranges of all speeds."""
    if answer.decision.reason == "speed_unknown":
        return "Open: no speed is known before the memory of this computer is measured."
    match answer.decision.sureness:
        case "sure":
            return "Sure: both ends of the range of every speed say the same."
        case "likely":
            return "Likely: the middle of the range of every speed says so, one end does not."
        case _:
            return "Open: the ends of the range of the speeds both say something else than the middle."


def best_name(one: Compared) -> str:
    """What a candidate is called within a sentence."""
    name = short_name(one.name)
    match one.kind:
        case "second_card":
            return f"a second {name}"
        case "sticks":
            return f"a {name}" if one.name.startswith("second") else name
        case "setting":
            return f"a driver for the {name}" if one.id == "driver" else _setting_words(one.setting)
        case "memory":
            return name
        case "rent":
            return f"a rented {name}"
        case "api":
            return f"the API of {one.name}"
        case "nothing":
            return "doing nothing"
        case "computer":
            return f"a computer with {name}"
        case _:
            return f"{_article(name)} {name}"


def way_name(one: Compared) -> str:
    """What a way is called outside of a sentence: "RTX 3090", "Second stick", "This computer"."""
    if one.kind == "nothing":
        return "This computer"
    article, _, rest = best_name(one).partition(" ")
    return capital(rest if article in ("a", "an", "the") else best_name(one))


def _setting_words(setting: SmallerSetting | None) -> str:
    """A change that costs nothing."""
    if setting is None:
        return "letting the memory run at its rated speed in the firmware setup"
    if setting.quant is not None:
        return f"a file of the type {setting.quant}"
    if setting.context_tokens is not None:
        return f"a context of {tokens(setting.context_tokens)}"
    if setting.cache_type is not None:
        return f"a KV cache of the type {setting.cache_type}"
    return f"reading prompts in portions of {tokens(setting.ubatch_tokens)}"


def _article(name: str) -> str:
    """By how the first word is spoken: letters one by one where it is no word (an RTX, an M5, a GTX)."""
    first = name.split(" ")[0]
    spelled = (first.isupper() and not first.isalpha()) or first in ("RTX", "RX")
    return "an" if first[:1] in ("AEFHILMNORSX" if spelled else "AEIO") else "a"


def pay_words(one: Compared | None) -> str:
    """When it has paid for itself: "pays for itself after 14 months", "never pays for itself"."""
    if one is None or one.break_even.never == "price_unknown":
        return "has nothing to be weighed against"
    if one.break_even.days is None:
        return "is not used" if one.break_even.never == "not_used" else "never pays for itself"
    return "pays for itself " + (f"after {long_time(one.break_even.days)}" if one.break_even.days else "at once")


def elsewhere_words(answer: WorthAnswer, currency: Currency) -> str:
    """The cheapest way without buying: "the API of DeepInfra costs $0.05 a month"."""
    one = answer.elsewhere
    if one is None or one.usd_per_day is None:
        return "no price of a rented card or an API is known for it"
    monthly = currency.text(one.usd_per_day * DAYS_PER_MONTH)
    return f"{best_name(one)} costs {monthly} a month for the work of {hours_words(answer)}"


def hours_words(answer: WorthAnswer) -> str:
    """The hours of a day."""
    hours = answer.question.hours_per_day
    return f"{speed_number(hours).removesuffix('.0')} hour{'' if hours == 1 else 's'} a day"


def hours_to_pay(one: Compared, answer: WorthAnswer) -> str | None:
    """Hours a day from which it pays for itself within its life; None where no day is long enough, or now is."""
    days = one.break_even.days
    if answer.question.hours_per_day <= 0 or (days is not None and days <= LIFE_DAYS):
        return None
    found = pay_backs(answer, one)
    hours = next((at.hours_per_day for at in found if at.days is not None and at.days <= LIFE_DAYS), None)
    return None if hours is None else speed_number(hours).removesuffix(".0")


def finding_words(one: RuleFinding, answer: WorthAnswer) -> str:
    """A rule with its figure and where it turns."""
    card = f"the {short_name(answer.card.name)}" if answer.card else "the card"
    if answer.question.is_interactive:
        traffic = f"reading on without a pause takes {speed_number(100 * one.figure)}% of the time of what writes now"
    else:
        traffic = f"the work takes {speed_number(100 * one.figure)}% of the time of the processor"
        if one.rule == "R4" and one.figure >= one.boundary:
            traffic += f"; from {percent(one.boundary)} on requests that come at random wait for each other"
    words = {
        "R1": f"writing on {card} is {times(one.figure)} as fast as on the processor",
        "R2": f"arithmetic on {card} is {times(one.figure)} as fast as on the processor",
        "R3": "one request alone is done sooner by " + (card if one.favors == "gpu" else "the processor"),
        "R4": traffic,
        "R5": "the weights " + ("stay in the cache" if one.favors == "cpu" else "do not stay in the cache"),
        "R6": "sending the work over the link " + ("pays" if one.favors == "gpu" else "does not pay"),
        "R7": "memory is the limit while writing" if one.favors == "neither" else "arithmetic is the limit",
        "R8": f"faster memory leaves the prompt as slow as it is: all of it becomes {times(one.figure)} as fast",
        "R9": f"it needs {capacity(one.figure)}, and {capacity(one.boundary)} are free on {card}",
    }
    return f"{one.rule}: {words[one.rule]}"


def _reason_now(answer: WorthAnswer) -> str:
    now = answer.now.reached
    if now is None or not now.runs:
        what = "does not fit into this computer" if now and now.fit == "too_big" else "has no known speed here"
        end = f"; enough would be {enough_words(answer.question)}" if has_line(answer.question) else ""
        return f"{answer.question.model_text} {what}{end}."
    end = f"; enough is {enough_words(answer.question)}" if has_line(answer.question) else ""
    return f"Now: {_now_words(answer)}, range {range_words(now, answer.question)}{end}."


def _reason_change(answer: WorthAnswer) -> str:
    best = answer.best or _first_faster(answer)
    if best is None or best.reached is None:
        return capital(_why_nothing(answer)) + "."
    gain = "" if best.gain is None else f", {times(best.gain.middle)} as fast as now"
    models = [answer.question.catalog.models[one].name for one in best.newly_usable[:_SHOWN_MODELS]]
    more = f"; newly usable: {', '.join(models)}" if models else ""
    return f"{capital(best_name(best))} would reach {rate_words(best.reached, answer.question)}{gain}{more}."


def _reason_money(answer: WorthAnswer, currency: Currency) -> str:
    best, stays = answer.best or _first_faster(answer, priced=True), answer.question.money.stays_here
    end = f"elsewhere: {elsewhere_words(answer, currency)}"
    if stays:
        end = "neither rent nor API is counted, as the work stays here"
    if best is None or best.price is None:
        running = answer.now.usd_per_day
        own = "" if running is None else f"electricity now: {currency.text(running * DAYS_PER_YEAR)} a year; "
        return f"{capital(own + end)}."
    pays = "" if stays and best.saved_usd_per_day is None else f" and {pay_words(best)}"
    return f"{capital(best_name(best))} costs {price_words(best.price, currency)}{pays}; {end}."


def _first_faster(answer: WorthAnswer, *, priced: bool = False) -> Compared | None:
    """The first of the purchases that would be faster than now, where nothing in particular is meant."""
    bought = (one for one in answer.others if one.kind in PURCHASES and (one.price is not None or not priced))
    return next((one for one in bought if one.gain is not None and one.gain.middle > 1), None)


def _now_words(answer: WorthAnswer) -> str:
    now = answer.now.reached
    owner = short_name(now.processor.name) if now and now.processor else "this computer"
    words = rate_words(now, answer.question) if now else "unknown"
    return f"{answer.question.model_text} on {owner}: {words}"


def _why_nothing(answer: WorthAnswer) -> str:
    hindrance, now = answer.takes.hindrance, answer.now.reached
    stays = f"; it stays at {_now_words(answer)}" if now is not None and now.runs else ""
    if hindrance is not None:
        return f"nothing that helps can be put into this computer: {HINDRANCES[hindrance]}{stays}"
    return f"nothing that can be put into this computer makes a difference that is felt{stays}"


def _instead(answer: WorthAnswer, currency: Currency) -> str:
    if answer.elsewhere is None or answer.question.money.stays_here:
        return ""
    return f"; {elsewhere_words(answer, currency)}"


def _price(one: Compared | None, currency: Currency) -> str:
    return "an unknown price" if one is None or one.price is None else "about " + currency.text(one.price.usd)
