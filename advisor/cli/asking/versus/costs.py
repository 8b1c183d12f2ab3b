"""What things that are held against each other cost: by the list, or as it was told."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.buying.new_prices import asked_new
from advisor.cli.asking.sentence.apart.between import Between
from advisor.cli.asking.sentence.hardware import Computer
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.steps import Held
from advisor.cli.asking.versus.conclusion import CLEARLY, NOTICED
from advisor.cli.asking.versus.row import Row, as_sold
from advisor.present.words.money import currency_of
from advisor.present.words.quantity import times

_HARDLY, _MUCH = 0.5, 1.0
"""So much of what it costs more a computer has to be faster to be worth it (judgments)."""


def with_told_prices(held: Held, told: Said, notes: list[str]) -> Held:
    """With what each of the computers, or the difference between them, was told to cost; `notes` say the rest."""
    told_between, prices = told.wording.between, list(held.told_prices)
    if told_between.each is not None:
        notes.append(f"Told: each costs about {told_between.sign}{told_between.each:,.0f}.")
    for place, amount in told.wording.single:
        before = [one for one in told.hardware.computers if one.start < place]
        if len(told.hardware.computers) > 1 and before and _is_priced(before[-1]):
            gpu = before[-1].gpus[0]
            prices.append((gpu.card_id, amount / gpu.number))
        else:
            notes.append(f"Told, and not judged: a price of {told_between.sign}{amount:,.0f}.")
    return held._replace(between=told_between, told_prices=tuple(prices), asked_new=asked_new(told))


def _is_priced(one: Computer) -> bool:
    return len(one.gpus) == 1


def costs(useful: Sequence[Row], rows: Sequence[Row], prices: Prices, between: Between, only: str) -> Iterator[str]:
    """Which costs less, by how much; where the difference was told, what it brings.

    `only` is what one of them alone does, beginning with its name.
    """
    priced = [(one.price.usd.middle, one) for one in useful if one.price is not None]
    if len(priced) < 2 or between.is_same:
        if between.gap is not None:
            yield f"Told: {between.sign}{between.gap:,.0f} between them."
        return
    priced.sort(key=lambda one: one[0])
    (least, cheap), (most, dear) = priced[0], priced[-1]
    if cheap.name == dear.name:
        return
    if between.gap is not None and len({one.name for one in rows}) == 2:
        yield from _of_gap(cheap, dear, least, between, is_for_larger=only.startswith(f"{dear.name} "))
    elif most / least >= CLEARLY:
        gap = currency_of(prices.money).text(round(most - least, -1))
        yield f"{cheap.name} costs about {gap} less than {dear.name}{as_sold(cheap, dear)}."


def _of_gap(cheap: Row, dear: Row, least: float, between: Between, *, is_for_larger: bool) -> Iterator[str]:
    """What the dearer one brings for what it was told to cost more."""
    gap, dearer = f"{between.sign}{between.gap or 0.0:,.0f}", dear.name
    if not cheap.rate or cheap.answer.model_id != dear.answer.model_id:
        yield f"{cheap.name} costs {gap} less, as you say."
        return
    ratio = dear.rate / cheap.rate
    if ratio < NOTICED and is_for_larger:
        yield f"{dearer} costs {gap} more for larger models; at this one it is no faster."
        return
    if ratio <= 1:
        yield f"{dearer} costs {gap} more and is not faster: not worth it for this."
        return
    share = (ratio - 1) * least / (between.gap or 1.0)
    if dear.answer.rate_unit != "tokens":  # what programs need beside the card counts there, too
        yield f"{dearer} costs {gap} more for {times(ratio)} the speed."
        return
    judged = ": hardly worth it for the speed" if share < _HARDLY else ": worth it for this" if share >= _MUCH else ""
    yield f"{dearer} costs {gap} more for {times(ratio)} the speed{judged}."
