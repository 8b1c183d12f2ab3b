"""The verdict as the record that `rig-advisor worth` prints."""

from collections.abc import Iterator, Mapping

from advisor.answer.tasks.ask import task_fields
from advisor.answer.which_model.quant_loss import quant_loss
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.conclusions import pay_backs
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.task_answer import QuantLoss
from advisor.facts.answers.worth import CLOUD, PURCHASES, Worth, WorthCandidate
from advisor.facts.cards.workload import TaskCard
from advisor.present.upgrade.against_api_text import against_api_lines
from advisor.present.upgrade.against_bill import against_bill
from advisor.present.upgrade.electricity import with_thinking_takes
from advisor.present.upgrade.money_form import pack_sentence
from advisor.present.upgrade.named_text import named_lines
from advisor.present.upgrade.option_names import DOUBTS, best_name, option_name, possible_names
from advisor.present.upgrade.text import electricity_rate, reasons, use_words, verdict_sentence, would_change
from advisor.present.words.answer_text import left_aside
from advisor.present.words.money import Currency, api_words, currency_note, currency_of, price_words
from advisor.present.words.quality_text import loss_sentence
from advisor.present.words.quantity import times
from advisor.present.words.support_words import ended_support, support_words
from advisor.present.words.words import capital, joined, say, say_count, to_say

_UNKNOWN = {
    "slot_unknown": to_say("a free slot"),
    "second_slot_unknown": to_say("a second GPU slot"),
    "length_unknown": to_say("room in the case"),
    "supply_unknown": to_say("the power supply"),
    "memory_slots_unknown": to_say("a free memory slot"),
    "most_memory_unknown": to_say("the most memory the board takes"),
}
"""What may not be known of a computer, in short."""
_TOLD_BY = {"slot_unknown": "--slots", "second_slot_unknown": "--slots", "supply_unknown": "--psu-w"}
_NAMED, _SHORT = 3, 50
"""So many options are named with what is to be minded of all of them, if that is said in so many letters."""


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
        reasons=tuple(map(joined, reasons(answer, currency))),
        would_change=would_change(answer, currency),
        findings=answer.findings,
        pay_backs=pay_backs(answer, answer.best) if answer.best is not None else (),
        hours_per_day=question.hours_per_day,
        currency=currency.code,
        notes=(
            *against_bill(answer, currency),
            *against_api_lines(answer, currency),
            *named_lines(answer, currency),
            *notes(answer, currency),
        ),
        usability=answer.counted.now.light.usability,
        model=question.model_text,
        quant=judged_quant(answer),
        instead=answer.instead,
    )


def judged_quant(answer: WorthAnswer) -> str | None:
    """The form of the model in which this computer is judged."""
    return answer.usual_quant if answer.counted.now.estimate is not None else answer.question.quant


def judged_with(answer: WorthAnswer) -> str:
    """Which model in which form the verdict rests on."""
    question, quant = answer.question, judged_quant(answer)
    model, workload = question.model_text, question.workload
    fields: Mapping[str, object] = {}
    if isinstance(workload, TaskCard) and workload.task in ("image", "video"):
        fields = task_fields(workload, question.any_model_id or "", question.catalog)
    if fields.get("width"):
        size = f"{fields['width']} x {fields['height']}"
        frames = fields.get("frames")
        size = say("{size}, {count} frames", size=size, count=frames) if frames else size
        return say("Judged with {model}: {size}.", model=model, size=size)
    if not quant:
        return say("Judged with {model}.", model=model)
    return say("Judged with {model} as {quant}.", model=model, quant=quant)


def notes(answer: WorthAnswer, currency: Currency, *, is_short: bool = False) -> tuple[str, ...]:
    """What the whole answer rests on and nobody told; `is_short`: what is unknown of options is one line."""
    money, found = answer.question.money, [left_aside(answer.unusable)] if answer.unusable else []
    about_money = pack_sentence(money), currency_note(money), old_prices(answer)
    found += filter(None, (loss_sentence(_loss(answer)), *about_money))
    if not answer.electricity.is_told:
        found.append(say("Assumes {rate}.", rate=electricity_rate(answer, currency)))
    if money.hours_per_day is None:
        found.append(say("Assumes {use}.", use=use_words(answer.question)))
    host, *own = answer.parts
    found += filter(None, (support_words(own, host), *minds(answer, is_short=is_short)))
    if any(one.runs and one.running is None and one.kind not in CLOUD for one in answer.others):
        found.append(say("Electricity is left out where power use is unknown; it costs little."))
    found += filter(None, (_thinking_left_out(answer),))
    if answer.question.with_cloud:
        found.append(say("Not priced in: privacy, offline use, ownership."))
    return tuple(found)


def _thinking_left_out(answer: WorthAnswer) -> str:
    """That costs are counted by the tokens that are read, where the model thinks before; empty elsewhere."""
    ways = [one for one in (answer.best, answer.now) if one is not None]
    more = next(filter(None, (with_thinking_takes(one, answer) for one in ways)), None)
    text = to_say("Electricity is counted without thinking; with it, work takes about {more} as long.")
    if answer.question.with_cloud:
        text = to_say("Electricity and API are counted without thinking; with it, both cost about {more} as much.")
    return say(text, more=times(more)) if more else ""


def _loss(answer: WorthAnswer) -> QuantLoss | None:
    """What the file that is judged loses; None for other tasks, which have none."""
    question = answer.question
    model = question.catalog.models.get(question.model_id or "")
    return quant_loss(judged_quant(answer), model, question.catalog) if model is not None else None


def minds(answer: WorthAnswer, *, is_short: bool = False) -> tuple[str, ...]:
    """What is not known of the ways that may be bought, or what to mind with them, each once with their names.

    `is_short`: all that is not known stands in one line, without names.
    """
    named: dict[str, list[str]] = {}
    for one in answer.others:
        for note in _minded(one, is_short=is_short):
            named.setdefault(note, []).append(option_name(one))
    each = (
        say("{note}: {names}.", note=capital(note), names=_some(names, beside=note)) for note, names in named.items()
    )
    return (*(_unknown(answer) if is_short else ()), *each)


def _unknown(answer: WorthAnswer) -> Iterator[str]:
    """What is not known of this computer for how many ways, and how it is told; nothing where all is known."""
    doubted = [one for one in answer.others if any(map(_is_unknown, one.doubts))]
    what = dict.fromkeys(say(_UNKNOWN[doubt]) for one in doubted for doubt in one.doubts if _is_unknown(doubt))
    tells = {option for one in doubted for doubt in one.doubts if (option := _TOLD_BY.get(doubt))}
    how = say(" (tell it with {options})", options=joined(sorted(tells, reverse=True), ", ")) if tells else ""
    if what:
        yield say_count(
            "Unknown, for one option: {what}{how}; --all names it.",
            "Unknown, for {count} options: {what}{how}; --all names them.",
            len(doubted),
            what=joined(what, ", "),
            how=how,
        )


def _is_unknown(doubt: str) -> bool:
    return doubt in _UNKNOWN


def _minded(one: Compared, *, is_short: bool = False) -> tuple[str, ...]:
    """What is not known of a way or to be minded, without its price."""
    ended = ended_support(one.card) if one.card is not None else ()
    doubts = (doubt for doubt in one.doubts if not (is_short and _is_unknown(doubt)))
    return (*(say(DOUBTS[doubt]) for doubt in doubts), *ended)


def _some(names: list[str], *, beside: str) -> str:
    """The first of them, and how many more; beside a long note only one."""
    most = _NAMED if len(beside) <= _SHORT else 1
    few, more = joined(names[:most], ", "), len(names) - most
    return say("{names} and {more} more", names=few, more=more) if more > 0 else few


def old_prices(answer: WorthAnswer) -> str:
    """How many of the prices are old, once for all of them; empty where none is."""
    prices = [one.api or one.price for one in answer.others]
    dated = [one for one in prices if one is not None and one.as_of is not None]
    old = sum(one.is_old for one in dated)
    if not old:
        return ""
    return say_count(
        "{old} of {number} prices is older than half a year.",
        "{old} of {number} prices are older than half a year.",
        old,
        old=old,
        number=len(dated),
    )


def _candidate(one: Compared, answer: WorthAnswer, currency: Currency) -> WorthCandidate:
    done = one.reached
    is_bought = one.kind in PURCHASES
    return WorthCandidate(
        candidate=capital(best_name(one)),
        kind=one.kind,
        fit=done.fit,
        tokens_per_s=done.rate if done.unit == "tokens" else None,
        speed_up=answer.speed_up(one),
        cost_usd=one.cost_usd,
        break_even_days=one.break_even.days if is_bought else None,
        worth_below_usd=one.worth_below_usd,
        newly_usable_models=possible_names(one.plain, answer.question),
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
        usability=None if one.kind == "api" else done.light.usability,
        needs=one.needs,
        notes=option_notes(one, currency),
    )


def option_notes(one: Compared, currency: Currency) -> tuple[str, ...]:
    """What is not known of one way, or what to mind with it."""
    price = one.price
    old = (say("old price: {price}", price=price_words(price, currency)),) if price is not None and price.is_old else ()
    return (*old, *doubts(one, currency))


def doubts(one: Compared, currency: Currency) -> tuple[str, ...]:
    """The same without the price where that is told beside it."""
    found = list(_minded(one))
    if one.price is None and one.api is None and one.kind != "nothing":
        found.append(say("its price is unknown: add it"))
    if one.api is not None:
        found.append(api_words(one.api, currency))
    if one.is_dear:
        found.append(say("over budget"))
    if not one.runs and one.kind != "api":
        found.append(say("the model does not fit") if one.reached.fit == "too_big" else say("its speed is unknown"))
    return tuple(found)
