"""What currencies are worth, as a central bank states it on a day."""

import datetime
from typing import Annotated

from pydantic import Field

from advisor.facts.cards.card import Sourced
from advisor.facts.values.units import GIGA

DOLLAR, EURO = "USD", "EUR"
_Code = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
_Units = Annotated[float, Field(gt=0, le=GIGA)]


class ExchangeCard(Sourced):
    """Reference rates of one day: how many US dollars one euro is, and in `per_euro` how many units of others."""

    as_of: datetime.date
    usd_per_euro: _Units
    per_euro: dict[_Code, _Units]

    def usd(self, code: str) -> float | None:
        """How many US dollars one unit of a currency is; None where the bank says nothing of it."""
        units = 1.0 if code == EURO else self.per_euro.get(code)
        return None if units is None else self.usd_per_euro / units
