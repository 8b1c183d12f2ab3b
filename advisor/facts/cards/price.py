"""What things cost, as a dated source states it. Prices go stale: each has its date, and a person may overwrite it."""

import datetime
from typing import Literal, Self

from pydantic import Field, model_validator

from advisor.facts.cards.card import PricedId, Sourced
from advisor.facts.values.reason import FieldError
from advisor.facts.values.units import GIGA

OLD_AFTER = datetime.timedelta(days=183)
"""A price older than this, half a year, is marked as old."""

PriceKind = Literal["card", "computer", "memory", "supply", "rent", "api", "electricity", "subscription"]

SUPPLIES_W = {f"supply/{watts}": watts for watts in (450, 550, 650, 750, 850, 1000, 1200, 1500)}
"""Sizes of power supplies in watts, by the id that a price names."""

Condition = Literal["new", "used", "launch"]


class PriceCard(Sourced):
    """One price: of a card, a computer, memory, a supply, an hour of rent, a kilowatt hour, an API, a subscription.

    `of` is the id of what it buys: a card (`gpus/nvidia/rtx-4090`), a computer (`computers/apple/mac-mini-m4-16gb`), a
    kit of sticks (`memory/ddr5/2x32`), a power supply (`supply/650`), a model; None for electricity and subscriptions.
    A subscription is found by its name and costs so much a month, for one person; of several plans under one name the
    span goes from the least to the largest.
    `low_price` and `high_price` span what the source found, or what several sources did. An API has a price per
    million tokens of each kind instead, `cached` of a prompt that the provider still holds from a call before, where it
    states one. `currency` is an ISO 4217 code; `as_of` the day the price was seen, the
    first of the month or year where a source names no more. `spot_price`: an hour that may be taken away at any time.
    """

    kind: PriceKind
    of: PricedId | None = None
    condition: Condition | None = None
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    low_price: float | None = Field(default=None, gt=0, le=GIGA)
    high_price: float | None = Field(default=None, gt=0, le=GIGA)
    spot_price: float | None = Field(default=None, gt=0, le=GIGA)
    prompt_price_per_million_tokens: float | None = Field(default=None, ge=0, le=GIGA)
    cached_price_per_million_tokens: float | None = Field(default=None, ge=0, le=GIGA)
    generated_price_per_million_tokens: float | None = Field(default=None, ge=0, le=GIGA)
    provider: str | None = None
    as_of: datetime.date

    @model_validator(mode="after")
    def _is_one_kind_of_price(self) -> Self:
        """A span for things, two prices for an API; a span begins with its smaller end."""
        is_api = self.kind == "api"
        span = (self.low_price, self.high_price)
        tokens = (self.prompt_price_per_million_tokens, self.generated_price_per_million_tokens)
        has_cached = self.cached_price_per_million_tokens is not None
        if (None in tokens) == is_api or (None in span) != is_api or (has_cached and not is_api):
            raise FieldError("price_kind_unclear")
        if self.low_price is not None and self.high_price is not None and self.low_price > self.high_price:
            raise FieldError("field_at_most_field", field="low_price", other="high_price")
        if (self.of is None) != (self.kind in ("electricity", "subscription")):
            raise FieldError("price_of_nothing")
        return self

    def is_old(self, today: datetime.date) -> bool:
        """Whether it was seen so long before `today`, or only asked at the launch, that it should be looked up anew."""
        return self.condition == "launch" or today - self.as_of > OLD_AFTER
