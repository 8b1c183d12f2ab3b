"""The verdict as the record that `rig-advisor worth` prints, and as lines for the terminal."""

from advisor.answer.what_if.upgrades import Doubt
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import pay_backs
from advisor.answer.worth.worth import WorthAnswer
from advisor.facts.answers.worth import PURCHASES, Worth, WorthCandidate
from advisor.present.upgrade.option_names import best_name, rate_words
from advisor.present.upgrade.text import finding_words, reasons, sureness_sentence, verdict_sentence, would_change
from advisor.present.words.money import Currency, api_words, currency_note, currency_of, long_time, price_words
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.words import capital, say, to_say

DOUBTS: dict[Doubt, str] = {
    "slot_unknown": to_say("whether a slot is free is not known"),
    "second_slot_unknown": to_say("whether there is a second slot for a card is not known"),
    "length_unknown": to_say("how long a card the case takes is not known"),
    "supply_unknown": to_say("what the power supply gives is not known"),
    "memory_slots_unknown": to_say("whether a slot for a stick is free is not known"),
    "most_memory_unknown": to_say("how much memory the board takes is not known"),
    "die_limits": to_say("the processor takes in less than such memory gives"),
    "largest_memory_meant": to_say("with the largest memory it is sold with"),
}
_HEADINGS = (
    to_say("What"),
    to_say("Speed"),
    to_say("Price"),
    to_say("A day"),
    to_say("Pays back after"),
    to_say("Worth below"),
)


def worth(answer: WorthAnswer) -> Worth:
    """The whole answer as a record."""
    question, currency = answer.question, currency_of(answer.question.money)
    decision = answer.decision
    return Worth(
        verdict=decision.verdict,
        sentence=verdict_sentence(answer, currency),
        rules=tuple(dict.fromkeys(one.rule for one in answer.findings)),
        candidates=tuple(_candidate(one, answer, currency) for one in answer.others),
        reason=decision.reason,
        best=decision.best_id,
        sureness=decision.sureness,
        reasons=reasons(answer, currency),
        would_change=would_change(answer, currency),
        findings=answer.findings,
        pay_backs=pay_backs(answer, answer.best) if answer.best is not None else (),
        hours_per_day=question.hours_per_day,
        currency=currency.code,
        notes=notes(answer, currency),
    )


def notes(answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    """What the whole answer rests on and nobody told."""
    money, found = answer.question.money, []
    missing = currency_note(money)
    found += [missing] if missing else []
    if not answer.electricity.is_told:
        usd = answer.electricity.usd.middle
        found.append(
            say(
                "Electricity is counted at {amount} per kWh, the mean of the world: tell what you pay.",
                amount=currency.text(usd),
            )
        )
    if money.hours_per_day is None:
        found.append(say("How long it is used is not told: counted with two hours a day."))
    found.append(say("What the formulas do not see: privacy, work without a network, a computer that is yours."))
    return tuple(found)


def worth_lines(answer: WorthAnswer) -> tuple[str, ...]:
    """The answer for the terminal."""
    found = worth(answer)
    currency = currency_of(answer.question.money)
    rows = (_HEADINGS, *(_row(one, answer, currency) for one in answer.others))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return (
        found.sentence,
        *(f"- {reason}" for reason in found.reasons),
        sureness_sentence(answer),
        *(say("What would change it: {change}", change=change) for change in found.would_change),
        "",
        *table,
        "",
        *(finding_words(one, answer) for one in answer.findings),
        *found.notes,
    )


def _row(one: Compared, answer: WorthAnswer, currency: Currency) -> tuple[str, ...]:
    rate = rate_words(one.reached, answer.question)
    price = price_words(one.price, currency) if one.price is not None else say(UNKNOWN)
    if one.kind in ("nothing", "api"):
        price = ""
    below = "" if one.worth_below_usd is None else currency.text(one.worth_below_usd)
    return (capital(best_name(one)), rate, price, currency.text(one.usd_per_day), back_words(one), below)


def back_words(one: Compared, *, short: bool = False) -> str:
    """When a purchase has paid for itself; empty for other ways."""
    if one.kind not in PURCHASES:
        return ""
    days, never = one.break_even.days, one.break_even.never
    if days is not None:
        return long_time(days, short=short) if days else say("at once")
    unused = to_say("not used") if short else to_say("never: not used")
    return say({"saves_nothing": to_say("never"), "not_used": unused}.get(never or "", UNKNOWN))


def _candidate(one: Compared, answer: WorthAnswer, currency: Currency) -> WorthCandidate:
    done = one.reached
    is_bought = one.kind in PURCHASES
    models = answer.question.catalog.models
    return WorthCandidate(
        candidate=capital(best_name(one)),
        kind=one.kind,
        fit=done.fit,
        tokens_per_s=done.rate if done.unit == "tokens" else None,
        speed_up=answer.speed_up(one),
        cost_usd=one.cost_usd,
        break_even_days=one.break_even.days if is_bought else None,
        worth_below_usd=one.worth_below_usd,
        newly_usable_models=tuple(models[model_id].name for model_id in one.newly_usable),
        id=one.id,
        rate_per_s=done.rate,
        rate_unit=done.unit,
        time_to_first_token_s=done.first_word_s,
        limit=done.limit if done.runs else None,
        is_enough=done.is_enough,
        price=one.price,
        running_usd_per_day=one.usd_per_day,
        saved_usd_per_day=one.saved_usd_per_day,
        usd_per_million=one.usd_per_million,
        never=one.break_even.never if is_bought else None,
        notes=option_notes(one, currency),
    )


def option_notes(one: Compared, currency: Currency) -> tuple[str, ...]:
    """What is not known of one way, or what to mind with it."""
    price = one.price
    old = (say("old price: {price}", price=price_words(price, currency)),) if price is not None and price.is_old else ()
    return (*old, *doubts(one, currency))


def doubts(one: Compared, currency: Currency) -> tuple[str, ...]:
    """The same without the price where that is told beside it."""
    found = [say(DOUBTS[doubt]) for doubt in one.doubts]
    if one.price is None and one.api is None and one.kind != "nothing":
        found.append(say("its price is not known here: tell it"))
    if one.api is not None:
        found.append(api_words(one.api, currency))
    if one.is_dear:
        found.append(say("beyond the budget"))
    if one.runs and one.running is None and one.kind != "rent":
        found.append(say("its electricity is not counted: its watts are not known"))
    if not one.runs and one.kind != "api":
        found.append(say("the model does not fit") if one.reached.fit == "too_big" else say("its speed is not known"))
    return tuple(found)
