"""The claims of articles recomputed, and with the figures of a person's own rig."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.claims import arithmetic as claim_arithmetic
from advisor.answer.claims import money as claim_money
from advisor.answer.claims import training as claim_training
from advisor.answer.rig.rig_figures import rig_figures
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import cpu_processor
from advisor.facts.answers.claim import (
    CLAIM_UNITS,
    Bound,
    Claim,
    ClaimFinding,
    ClaimInput,
    FormulaName,
    LearnFinding,
    Outcome,
    RigFigure,
)
from advisor.facts.answers.estimate import Input
from advisor.facts.cards.card import Sourced
from advisor.facts.kept.settings import NOTHING_SAID, Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import Fact, Origin, known, unknown, weakest
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
            name=one.name,
            value=fact.value,
            unit=unit,
            origin=fact.origin,
            source=fact.source or "",
            is_uncertain=fact.uncertainty is not None,
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


@lru_cache(maxsize=256)
def _field(card_id: str, field: str, catalog: Catalog) -> float:
    card = _card(card_id, catalog)
    value = getattr(card, field, None)
    if value is None and card_id in catalog.cpus:
        fact = getattr(cpu_processor(card_id, catalog), field, None)
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


FORMULAS: Mapping[FormulaName, Callable[..., float]] = {
    **claim_arithmetic.FORMULAS,
    **claim_training.FORMULAS,
    **claim_money.FORMULAS,
}

_HOLDS: dict[Bound, Callable[[float, float, float], bool]] = {
    "about": lambda figure, claimed, tolerance: abs(figure - claimed) <= tolerance * abs(claimed),
    "at_least": lambda figure, claimed, tolerance: figure >= claimed * (1 - tolerance),
    "at_most": lambda figure, claimed, tolerance: figure <= claimed * (1 + tolerance),
}


def learn_findings(catalog: Catalog, rig: Rig | None = None, money: Money = NOTHING_SAID) -> tuple[LearnFinding, ...]:
    """Every card of Learn in its order, with its claims recomputed; with the figures of a rig where one is given.

    Raises:
        ProblemError: a claim names what the catalog does not have.
    """
    return learn_cards(each_claim(catalog, rig, money), catalog)


def each_claim(catalog: Catalog, rig: Rig | None = None, money: Money = NOTHING_SAID) -> Iterator[ClaimFinding]:
    """The claims of all cards one after the other, so that a window stays quick meanwhile.

    Raises:
        ProblemError: a claim names what the catalog does not have.
    """
    figures = rig_figures(rig, catalog, money) if rig is not None else None
    for card in catalog.learn.values():
        for claim in card.claims:
            yield claim_finding(claim, catalog, figures=figures)


def learn_cards(found: Iterable[ClaimFinding], catalog: Catalog) -> tuple[LearnFinding, ...]:
    """Every card in its order with its claims, of which all were recomputed."""
    by_id = {one.claim.id: one for one in found}
    ordered = sorted(catalog.learn.items(), key=lambda item: item[1].order)
    return tuple(
        LearnFinding(id=card_id, card=card, claims=tuple(by_id[one.id] for one in card.claims))
        for card_id, card in ordered
    )


def claim_finding(
    claim: Claim, catalog: Catalog, *, figures: Mapping[RigFigure, Fact[float]] | None = None
) -> ClaimFinding:
    """One claim recomputed.

    Raises:
        ProblemError: it names what the catalog does not have.
    """
    unit, factor = CLAIM_UNITS[claim.unit]
    first = resolved(claim.inputs, catalog)
    figure = computed(claim.formula, first, catalog)
    other: float | None = None
    if claim.otherwise:
        other = computed(claim.formula, resolved(merged(claim.inputs, claim.otherwise), catalog), catalog)
    rig_fact, rig_inputs = _on_rig(claim, first, catalog, figures)
    return ClaimFinding(
        claim=claim,
        unit=unit,
        claimed=claim.claimed * factor,
        figure=figure,
        otherwise_figure=other,
        outcome=outcome(claim, figure / factor, otherwise=None if other is None else other / factor),
        inputs=first.numbers,
        names=tuple(
            (name, catalog.models[text].name if text in catalog.models else text) for name, text in first.texts.items()
        ),
        rig_figure=rig_fact,
        rig_inputs=rig_inputs.numbers if rig_inputs else (),
    )


def computed(formula: FormulaName, inputs: Resolved, catalog: Catalog) -> float:
    """What a formula gives, in base units."""
    compute = FORMULAS[formula]
    return float(compute(**inputs.arguments, **({"catalog": catalog} if _wants_catalog(formula) else {})))


@cache
def _wants_catalog(formula: FormulaName) -> bool:
    return "catalog" in inspect.signature(FORMULAS[formula]).parameters


def holds(claim: Claim, figure: float) -> bool:
    """Whether a figure, in the unit of the claim, bears the claim out."""
    return _HOLDS[claim.bound](figure, claim.claimed, claim.tolerance)


def outcome(claim: Claim, figure: float, *, otherwise: float | None) -> Outcome:
    """What comes of a claim with this figure, and with that of the case next to it, which it may not have left out."""
    if not holds(claim, figure):
        return "does_not_hold"
    turns = otherwise is not None and not holds(claim, otherwise)
    return "only_if" if turns and claim.only_if else "agrees"


def _on_rig(
    claim: Claim, base: Resolved, catalog: Catalog, figures: Mapping[RigFigure, Fact[float]] | None
) -> tuple[Fact[float] | None, Resolved | None]:
    """The formula with what the rig has, or why not; None where nothing of a rig goes into it or no rig is given."""
    if figures is None or claim.on_rig is None:
        return None, None
    inputs = on_rig(claim.inputs, base, figures)
    if isinstance(inputs, Reason):
        return unknown(inputs), None
    origin = weakest(*(one.origin for one in inputs.numbers)) if inputs.numbers else "estimated"
    value = computed(claim.formula, inputs, catalog)
    return known(value, origin=origin, source=claim.formula), inputs
