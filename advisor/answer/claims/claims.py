"""The claims of articles recomputed, and with the figures of a person's own rig."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping

from advisor.answer.claims import arithmetic as claim_arithmetic
from advisor.answer.claims import money as claim_money
from advisor.answer.claims import training as claim_training
from advisor.answer.claims.inputs import Resolved, merged, on_rig, resolved
from advisor.answer.rig.rig_figures import rig_figures
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import (
    CLAIM_UNITS,
    Bound,
    Claim,
    ClaimFinding,
    FormulaName,
    LearnFinding,
    Outcome,
    RigFigure,
)
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import Fact, known, unknown, weakest
from advisor.facts.values.reason import Reason

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


def learn_findings(catalog: Catalog, rig: Rig | None = None) -> tuple[LearnFinding, ...]:
    """Every card of Learn in its order, with its claims recomputed; with the figures of a rig where one is given.

    Raises:
        ProblemError: a claim names what the catalog does not have.
    """
    return learn_cards(each_claim(catalog, rig), catalog)


def each_claim(catalog: Catalog, rig: Rig | None = None) -> Iterator[ClaimFinding]:
    """The claims of all cards one after the other, so that a window stays quick meanwhile.

    Raises:
        ProblemError: a claim names what the catalog does not have.
    """
    figures = rig_figures(rig, catalog) if rig is not None else None
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
        names=tuple((name, _shown(text, catalog)) for name, text in first.texts.items()),
        rig_figure=rig_fact,
        rig_inputs=rig_inputs.numbers if rig_inputs else (),
    )


def computed(formula: FormulaName, inputs: Resolved, catalog: Catalog) -> float:
    """What a formula gives, in base units."""
    compute = FORMULAS[formula]
    wants_catalog = "catalog" in inspect.signature(compute).parameters
    return float(compute(**inputs.arguments, **({"catalog": catalog} if wants_catalog else {})))


def holds(claim: Claim, figure: float) -> bool:
    """Whether a figure, in the unit of the claim, bears the claim out."""
    return _HOLDS[claim.bound](figure, claim.claimed, claim.tolerance)


def outcome(claim: Claim, figure: float, *, otherwise: float | None) -> Outcome:
    """What comes of a claim with this figure, and with that of the case next to it, which it may not have left out."""
    if not holds(claim, figure):
        return "does_not_hold"
    turns = otherwise is not None and not holds(claim, otherwise)
    return "only_if" if turns and claim.only_if else "agrees"


def _shown(text: str, catalog: Catalog) -> str:
    """The name of a model instead of its id; any other text as it is."""
    return catalog.models[text].name if text in catalog.models else text


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
