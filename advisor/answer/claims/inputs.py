"""What goes into a claim: numbers in base units with their source, and names."""

from collections.abc import Mapping
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import cpu_processor
from advisor.facts.answers.claim import CLAIM_UNITS, ClaimInput, RigFigure
from advisor.facts.answers.estimate import Input
from advisor.facts.cards.card import Sourced
from advisor.facts.values.fact import Fact, Origin
from advisor.facts.values.reason import Reason, reason

_NO_UNIT = "count"
_PRICES = "prices/"
_SPECS = "specs"


class Resolved(NamedTuple):
    """Numbers as they go into "Why this number", and texts by name."""

    numbers: tuple[Input, ...]
    texts: dict[str, str]

    @property
    def arguments(self) -> dict[str, float | str]:
        """By name, as a formula takes them."""
        return {**{one.name: one.value for one in self.numbers}, **self.texts}


def resolved(inputs: tuple[ClaimInput, ...], catalog: Catalog) -> Resolved:
    """The inputs with the figures of their cards.

    Raises:
        ProblemError: there is no such card, or it does not state the figure.
    """
    numbers = tuple(_number(one, catalog) for one in inputs if one.text is None)
    return Resolved(numbers, {one.name: one.text for one in inputs if one.text is not None})


def on_rig(
    inputs: tuple[ClaimInput, ...], base: Resolved, figures: Mapping[RigFigure, Fact[float]]
) -> Resolved | Reason:
    """The same with figures of a rig where they can take the place of others, or why one of them is not known."""
    replaced: dict[str, Input] = {}
    for one in inputs:
        if one.on_rig is None:
            continue
        fact = figures[one.on_rig]
        if fact.value is None or fact.origin is None or fact.value <= 0:
            return fact.reason or reason("figure_not_known")
        unit = next(number.unit for number in base.numbers if number.name == one.name)
        replaced[one.name] = Input(
            name=one.name, value=fact.value, unit=unit, origin=fact.origin, source=fact.source or ""
        )
    return base._replace(numbers=tuple(replaced.get(number.name, number) for number in base.numbers))


def merged(inputs: tuple[ClaimInput, ...], otherwise: tuple[ClaimInput, ...]) -> tuple[ClaimInput, ...]:
    """The inputs with those of another case in their place."""
    others = {one.name: one for one in otherwise}
    return tuple(others.get(one.name, one) for one in inputs)


def _number(one: ClaimInput, catalog: Catalog) -> Input:
    unit, factor = CLAIM_UNITS[one.unit or _unit_of(one.field or "")]
    value, source = one.value, one.source or ""
    if value is None:
        value, source = _field(one.of or "", one.field or "", catalog), f"{_SPECS}/{one.of}.toml"
    origin: Origin = "estimated" if one.is_judged else "datasheet"
    return Input(name=one.name, value=value * factor, unit=unit, origin=origin, source=source)


def _unit_of(field: str) -> str:
    """The longest unit that the key of a figure ends with."""
    fitting = [unit for unit in CLAIM_UNITS if field.endswith(f"_{unit}")]
    return max(fitting, key=len, default=_NO_UNIT)


def _field(card_id: str, field: str, catalog: Catalog) -> float:
    card = _card(card_id, catalog)
    value = getattr(card, field, None)
    if value is None and card_id in catalog.cpus:
        fact = getattr(cpu_processor(card_id, catalog.cpus[card_id]), field, None)
        value = fact.value if isinstance(fact, Fact) else None
    if not isinstance(value, int | float):
        raise ProblemError("card_states_no_field", card=card_id, field=field)
    return value


def _card(card_id: str, catalog: Catalog) -> Sourced:
    if card_id.startswith(_PRICES) and (price := catalog.prices.get(card_id.removeprefix(_PRICES))):
        return price
    for index in (catalog.gpus, catalog.cpus):
        if card_id in index:
            return index[card_id]
    link = catalog.links.get(card_id.removeprefix("links/"))
    if link is None:
        raise ProblemError("no_card_id", name=card_id)
    return link
