"""What a person says about use, money and computer on page Is a GPU worth it?: fields, and what may be typed."""

from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from advisor.answer.money.prices import is_api, with_own_price
from advisor.answer.worth.question import USUAL_HOURS_PER_DAY
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.money_form import BETWEEN, money_text, typed_money, typed_number
from advisor.present.words.money import currency_of
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.view import Choice, Knob
from advisor.present.words.words import say, to_say

UseField = Literal["hours_per_day", "budget_usd", "electricity_per_kwh", "usd_rate", "slots", "psu_w"]

_REFUSALS: dict[str, str] = {
    "hours_per_day": to_say("A day has 0 to 24 hours."),
    "budget_usd": to_say("A budget is an amount from 0, for example 800."),
    "slots": to_say("A number of slots is whole, from 0 to 16."),
    "psu_w": to_say("A power supply has a number of watts above 0, for example 650."),
}
_NO_PRICE = to_say("A price is an amount from 0, for example 450.")
_NO_API_PRICE = to_say("An API has two prices per million tokens, read / written, for example 0.10 / 0.40.")


@dataclass(frozen=True)
class UseForm:
    """One field: its name with the unit, what stands in it, and what is counted with while nothing does."""

    field: UseField
    label: str
    text: str
    otherwise: str


def use_forms(money: Money) -> tuple[UseForm, ...]:
    """All fields in the order of reading; the rate only where a currency needs one."""
    code, own = currency_of(money).code, money.currency
    budget = None if money.budget_usd is None else money.budget_usd / currency_of(money).usd
    electricity = money_text(money.electricity_per_kwh)
    rate = (
        UseForm(
            "usd_rate", say("US dollars for one {own}", own=own), money_text(money.usd_rate), say("unknown: in dollars")
        ),
    )
    return (
        UseForm(
            "hours_per_day",
            say("Hours a day"),
            money_text(money.hours_per_day),
            say("{hours:.0f}, assumed", hours=USUAL_HOURS_PER_DAY),
        ),
        UseForm("budget_usd", say("Budget, {code}", code=code), money_text(budget), say("no limit")),
        UseForm(
            "electricity_per_kwh", say("Electricity, {own} per kWh", own=own), electricity, say("the world's mean")
        ),
        *(rate if own != "USD" else ()),
        UseForm("slots", say("Slots for cards"), money_text(money.slots), say(UNKNOWN)),
        UseForm("psu_w", say("Power supply, W"), money_text(money.psu_w), say(UNKNOWN)),
    )


def leave_knob(money: Money) -> Knob:
    """Whether the work may leave this computer."""
    chosen = {None: "open", True: "stays", False: "leaves"}[money.stays_here]
    choices = (
        Choice("open", say("Not decided"), say("Rent and API are compared, and what holds without them is said")),
        Choice("leaves", say("May leave"), say("Rent and API stand for it")),
        Choice("stays", say("Stays here"), say("Neither rent nor API is counted")),
    )
    return Knob("leave", say("The work"), choices, chosen)


def with_leave(money: Money, choice: str) -> Money:
    """The amounts with that choice of `leave_knob`."""
    return money.changed(stays_here={"stays": True, "leaves": False}.get(choice))


def typed_use(money: Money, field: UseField, text: str) -> tuple[Money | None, str]:
    """What was said with one field typed anew, nothing for unknown; or None and one sentence why it cannot be that."""
    if field in ("electricity_per_kwh", "usd_rate"):
        return typed_money(money, field, text)
    number = typed_number(text.strip())
    if text.strip() and number is None:
        return None, say(_REFUSALS[field])
    value: float | int | None = number
    if number is not None and field == "budget_usd":
        value = number * currency_of(money).usd
    elif number is not None and field == "slots":
        value = int(number) if number == int(number) else -1
    try:
        return money.changed(**{field: value}), ""
    except ValidationError:
        return None, say(_REFUSALS[field])


def typed_price(money: Money, way_id: str, text: str) -> tuple[Money | None, str]:
    """What was said with one price typed, in the currency that amounts are shown in; nothing forgets it.

    Of an API both prices, for tokens read and written.
    """
    refusal, usd = say(_NO_API_PRICE if is_api(way_id) else _NO_PRICE), currency_of(money).usd
    parts = text.split(BETWEEN) if text.strip() else []
    amounts = [number * usd for part in parts if (number := typed_number(part.strip())) is not None]
    if parts and (len(amounts) < len(parts) or len(parts) != 1 + is_api(way_id)):
        return None, refusal
    try:
        return with_own_price(money, way_id, *amounts), ""
    except ValidationError:
        return None, refusal
