"""What running a model costs, and when a purchase has paid for itself."""

from typing import Literal

from advisor.facts.values.record import Record

NeverReason = Literal["saves_nothing", "not_used", "price_unknown"]


class BreakEven(Record):
    """Days until what a purchase saves equals its price; 0 where it costs nothing.

    `days` is None where that day never comes, and `never` says why: it saves nothing a day, nobody uses it, or its
    price is not known.
    """

    days: float | None
    never: NeverReason | None = None


class OwnCost(Record):
    """One owned machine or part of it: its price, and the watts it draws at work and idle (more than without it)."""

    price_usd: float | None
    load_w: float
    idle_w: float = 0.0


class Use(Record):
    """How much is asked of it in a day: hours at work, hours idle but on, and the price of a kilowatt hour."""

    busy_hours_per_day: float
    idle_hours_per_day: float
    usd_per_kwh: float
