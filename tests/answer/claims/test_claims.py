"""Every claim of specs/learn is recomputed, and comes out as its card says."""

import inspect
from math import ceil

import pytest

from advisor.answer.claims.claims import FORMULAS, claim_finding, computed, holds, learn_findings, merged, resolved
from advisor.answer.training.finetune import answer_pretrain
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.claim import CLAIM_UNITS, Claim
from advisor.facts.asked.training_request import PretrainRequest
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GB, GIB, SECONDS_PER_DAY, TERA
from tests.fakes.sure import sure

CATALOG = load_catalog()
CLAIMS = tuple(claim for card in CATALOG.learn.values() for claim in card.claims)
PRINTED = 1e-4
"""Cards print figures with five digits."""

each_claim = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return CATALOG


def figure_of(claim: Claim, *, other: bool = False) -> float:
    inputs = merged(claim.inputs, claim.otherwise) if other else claim.inputs
    return computed(claim.formula, resolved(inputs, CATALOG), CATALOG) / CLAIM_UNITS[claim.unit][1]


def rig(*processors: object) -> Rig:
    return Rig.model_validate({"name": "a rig", "processors": processors})


def desktop(catalog: Catalog, card: str | None = "gpus/nvidia/rtx-4090") -> Rig:
    cpu = cpu_processor("cpus/amd/ryzen-9-7950x", catalog.cpus["cpus/amd/ryzen-9-7950x"])
    cpu = cpu.changed(memory_total_bytes=known(64 * GIB, origin="detected", source="/proc/meminfo"))
    return rig(cpu, gpu_processor(card, catalog)) if card else rig(cpu)


@each_claim
def test_the_figure_on_the_card_is_what_comes_out(claim: Claim) -> None:
    within = max(PRINTED, claim.tolerance)
    assert figure_of(claim) == pytest.approx(claim.figure, rel=within)
    if claim.otherwise_figure is not None:
        assert figure_of(claim, other=True) == pytest.approx(claim.otherwise_figure, rel=within)


@each_claim
def test_the_outcome_follows_from_the_figures(claim: Claim) -> None:
    found = claim_finding(claim, CATALOG)
    assert found.outcome == claim.outcome
    assert holds(claim, figure_of(claim)) == (claim.outcome != "does_not_hold")


@pytest.mark.parametrize("claim", [one for one in CLAIMS if one.otherwise], ids=lambda claim: claim.id)
def test_the_case_next_to_it_lies_on_the_other_side(claim: Claim) -> None:
    assert holds(claim, figure_of(claim)) != holds(claim, figure_of(claim, other=True))


@each_claim
def test_a_formula_gets_what_it_asks_for(claim: Claim) -> None:
    wanted = inspect.signature(FORMULAS[claim.formula]).parameters
    given = {one.name for one in claim.inputs}
    assert given <= set(wanted)
    assert {one.name for one in claim.otherwise} <= given
    assert {name for name, one in wanted.items() if one.default is one.empty} - {"catalog"} <= given


def test_there_are_claims_of_every_kind_and_no_two_alike() -> None:
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS) >= 40
    assert {claim.outcome for claim in CLAIMS} == {"agrees", "only_if", "does_not_hold"}
    assert {claim.formula for claim in CLAIMS} == set(FORMULAS)
    orders = [card.order for card in CATALOG.learn.values()]
    assert len(set(orders)) == len(orders)


def test_the_run_of_54_days_agrees_with_what_pretraining_answers(catalog: Catalog) -> None:
    """The same model, cards, tokens and share of the rate by the task `pretrain`, without stops."""
    request = PretrainRequest(
        id="x",
        device="H100 SXM 80GB",
        device_count=16384,
        model="Llama 3.1 405B",
        data_tokens=15.6 * TERA,
        flop_utilisation=0.43,
        availability=1.0,
    )
    claim = next(one for one in CLAIMS if one.id == "fifty-four-days")
    duration = answer_pretrain(request, (), catalog).duration_s
    assert duration is not None
    assert duration.middle / SECONDS_PER_DAY == pytest.approx(figure_of(claim), rel=0.01)


def test_published_utilization_gives_63_to_71_days(catalog: Catalog) -> None:
    claim = next(one for one in CLAIMS if one.id == "fifty-four-days")
    days = [
        computed("run_time", resolved(claim.inputs, catalog)._replace(numbers=numbers), catalog) / SECONDS_PER_DAY
        for share, at_work in ((0.43, 1.0), (0.38, 1.0), (0.40, 0.9))
        for numbers in [
            tuple(
                one.changed(value=share / 1.0 * at_work) if one.name == "utilization" else one
                for one in resolved(claim.inputs, catalog).numbers
            )
        ]
    ]
    assert [round(one) for one in days] == [63, 71, 75]


def test_a_rig_changes_the_rows_it_has_figures_for(catalog: Catalog) -> None:
    found = {one.claim.id: one for card in learn_findings(catalog, desktop(catalog)) for one in card.claims}
    forty = found["forty-times"].rig_figure
    assert forty is not None
    assert forty.value == pytest.approx(3361 / 83.2, rel=PRINTED)
    own = found["card-against-memory"].rig_figure
    assert own is not None
    assert own.value == pytest.approx(1008 / 83.2, rel=PRINTED)
    assert found["fifty-four-days"].rig_figure is None
    cards = found["seventy-b-two-cards"].rig_figure
    assert cards is not None
    assert cards.value == ceil(141.1 * GB / (24 * GIB))
    spilled = found["spilled-weights"].rig_figure
    assert spilled is not None
    assert spilled.value is None
    assert sure(spilled.reason).code


def test_without_a_card_its_rows_say_so_and_models_run_from_memory(catalog: Catalog) -> None:
    found = {one.claim.id: one for card in learn_findings(catalog, desktop(catalog, None)) for one in card.claims}
    own = found["card-against-memory"].rig_figure
    assert own is not None
    assert own.value is None
    assert own.reason is not None
    assert own.reason.code == "no_usable_graphics"
    fits = found["eight-b-on-24"].rig_figure
    assert fits is not None
    assert fits.value == pytest.approx(16.06 * GB / (64 * GIB) + 1 / 64, rel=0.01)


def test_nothing_is_said_of_a_rig_that_is_not_there(catalog: Catalog) -> None:
    assert all(one.rig_figure is None for card in learn_findings(catalog) for one in card.claims)
    empty = learn_findings(catalog, rig())
    assert {one.rig_figure.value for card in empty for one in card.claims if one.rig_figure} == {None}


def test_a_figure_of_nothing_is_not_divided_by(catalog: Catalog) -> None:
    cpu, card = desktop(catalog).processors
    nothing = known(0.0, origin="measured", source="a measurement gone wrong")
    broken = rig(cpu.changed(read_bytes_per_s=nothing, bandwidth_bytes_per_s=nothing), card)
    found = {one.claim.id: one for part in learn_findings(catalog, broken) for one in part.claims}
    forty = found["forty-times"].rig_figure
    assert forty is not None
    assert forty.value is None


def test_graphics_that_share_the_main_memory_are_not_compared_with_it(catalog: Catalog) -> None:
    found = {
        one.claim.id: one
        for part in learn_findings(catalog, desktop(catalog, "socs/nvidia/gb10"))
        for one in part.claims
    }
    own = found["card-against-memory"].rig_figure
    assert own is not None
    assert own.value is None
    share = found["spark-200b"].rig_figure
    assert share is not None
    assert share.value == pytest.approx(found["spark-200b"].figure)


def test_every_unit_is_needed() -> None:
    inputs = [one for claim in CLAIMS for one in (*claim.inputs, *claim.otherwise)]
    units = {claim.unit for claim in CLAIMS} | {number.unit for number in resolved(tuple(inputs), CATALOG).numbers}
    stated = {one.unit for one in inputs} | units
    assert {unit for unit, (base, _) in CLAIM_UNITS.items() if base not in units} == set()
    assert stated - {None} <= {*CLAIM_UNITS, *(base for base, _ in CLAIM_UNITS.values())}
