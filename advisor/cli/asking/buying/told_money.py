"""Amounts of a plain question: in the currency in which they were told, and in dollars."""

import re
from collections.abc import Iterator

from advisor.answer.money.exchange import Rate, rate_of
from advisor.cli.asking.sentence.money import Spent
from advisor.cli.asking.sentence.said import Said
from advisor.facts.kept.settings import Money
from advisor.present.words.money import rate_words
from advisor.present.words.words import joined

_DOLLARS = re.compile(r"\$|\b(?:us )?dollars?\b|\busd\b|\bbucks?\b", re.IGNORECASE)


class ToldMoney:
    """Counts what was told by the rates that are known."""

    def __init__(self, told: Said, money: Money) -> None:
        self._told, self._money = told, money

    def currency(self) -> str | None:
        """The currency of what was told, where its rate is known; cents are of the one that is told beside them."""
        told = self._told
        of_cents = told.electricity is not None and told.electricity.currency == "USD"
        meant = (
            told.spent,
            None if of_cents and not _DOLLARS.search(told.wording.text) else told.electricity,
            told.bill,
            *told.hardware.asked,
        )
        codes = {one.currency for one in meant if one is not None}
        code = codes.pop() if len(codes) == 1 else "USD"
        return code if code != "USD" and self._rate(code) is not None else None

    def usd(self, spent: Spent) -> float:
        """An amount in dollars; in a currency whose rate nobody knows as so many."""
        rate = self._rate(spent.currency)
        return spent.amount * (rate.usd if rate is not None else 1.0)

    def told(self, spent: Spent) -> float:
        """An amount as it was told where all are of one currency, else in dollars."""
        return round(self.usd(spent), 2) if self.currency() is None else spent.amount

    def notes(self, *, is_shown: bool) -> Iterator[str]:
        """What amounts in other currencies are in dollars; nothing where all answers are in that currency itself."""
        told = self._told
        if is_shown and self.currency() is not None:
            return
        ways = [(told.spent, "", ",.0f"), (told.bill, " a month", ",.0f"), (told.electricity, " per kWh", ".2f")]
        ways += [(one, "", ",.0f") for one in told.hardware.asked]
        foreign = [(one, each, form) for one, each, form in ways if one is not None and one.currency != "USD"]
        taken = [
            f"{one.amount:{form}} {one.currency}{each} is taken as ${self.usd(one):{form}}"
            for one, each, form in foreign
        ]
        codes = dict.fromkeys(one.currency for one, *_ in foreign)
        rates = [rate_words(code, rate) for code in codes if (rate := self._rate(code)) is not None]
        untold = f" (worth: --currency {next(iter(codes), '')} with --rate)"
        why = f", at {joined(rates, ' and ')}" if len(rates) == len(codes) else untold
        if taken:
            yield f"Prices are in US dollars: {', '.join(taken)}{why}."

    def _rate(self, code: str) -> Rate | None:
        """US dollars of one unit: as somebody once told, else as a bank states."""
        return rate_of(self._money if code == self._money.currency else Money(currency=code))
