"""Every claim of specs/learn is recomputed, and comes out as its card says."""

import datetime
import inspect
from math import ceil

import pytest

from advisor.answer.claims.chips import compared_chips
from advisor.answer.claims.claims import FORMULAS, claim_finding, computed, holds, learn_findings, merged, resolved
from advisor.answer.money.prices import Prices
from advisor.answer.rig.vector_width import ONE_WIDE_PIPE, multiply_adds_per_tick
from advisor.answer.training.finetune import answer_pretrain
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.claim import ARTICLE_CLAIMS, CLAIM_UNITS, Chip, Claim
from advisor.facts.asked.training_request import PretrainRequest
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.units import GB, GIB, SECONDS_PER_DAY, TERA
from advisor.predict.memory.fit import most_budget_bytes
from tests.each import each
from tests.fakes.sure import sure

CATALOG = load_catalog()
CLAIMS = tuple(claim for card in CATALOG.learn.values() for claim in card.claims)
PRINTED = 1e-4
"""Cards print figures with five digits."""

each_claim = each("claim", CLAIMS)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return CATALOG


def figure_of(claim: Claim, *, other: bool = False) -> float:
    inputs = merged(claim.inputs, claim.otherwise) if other else claim.inputs
    return computed(claim.formula, resolved(inputs, CATALOG), CATALOG) / CLAIM_UNITS[claim.unit][1]


def rig(*processors: object) -> Rig:
    return Rig.model_validate({"name": "a rig", "processors": processors})


def desktop(catalog: Catalog, card: str | None = "gpus/nvidia/rtx-4090") -> Rig:
    cpu = cpu_processor("cpus/amd/ryzen-9-7950x", catalog)
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


@each("claim", [one for one in CLAIMS if one.otherwise])
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


def test_each_claim_of_the_articles_is_there_once_and_all_others_are_marked_as_others() -> None:
    said = [one for card in CATALOG.learn.values() for one in (*card.claims, *card.explained)]
    assert sorted(one.article_claim for one in said if one.article_claim) == list(range(1, ARTICLE_CLAIMS + 1))
    assert {one.said_by for one in said if not one.article_claim} == {"others"}
    assert len({one.id for one in said}) == len(said)


@pytest.mark.parametrize(("said_by", "number"), [("articles", None), ("others", 3), ("articles", 41), ("others", 0)])
def test_a_claim_is_of_the_articles_by_its_number_or_of_others(said_by: str, number: int | None) -> None:
    claim = CLAIMS[0].model_dump() | {"said_by": said_by, "article_claim": number}
    with pytest.raises(ValueError, match=r"claim_of_nobody|greater|less"):
        Claim.model_validate(claim)


def test_every_topic_has_a_figure_of_a_rig_with_a_card_and_of_one_without(catalog: Catalog) -> None:
    for card in ("gpus/nvidia/rtx-4090", None):
        for topic in learn_findings(catalog, desktop(catalog, card)):
            assert any(one.rig_figure and one.rig_figure.value is not None for one in topic.claims), (topic.id, card)


@pytest.mark.parametrize(
    ("name", "per_core"),
    [
        ("AMD Ryzen 7 5800X 8-Core Processor", 16),
        ("AMD Ryzen 9 7950X 16-Core Processor", 16),
        ("AMD EPYC 9755 128-Core Processor", 32),
        ("Intel(R) Xeon(R) Platinum 8380 CPU @ 2.30GHz", 32),
        ("Intel(R) Core(TM) i7-1065G7 CPU @ 1.30GHz", 16),
        ("Apple M2", 16),
        ("Cortex-A72", 8),
        ("AMD Ryzen 7 1700 Eight-Core Processor", 8),
    ],
)
def test_the_width_of_vectors_counts_in_what_a_cpu_does_in_a_tick(catalog: Catalog, name: str, per_core: int) -> None:
    cpu = cpu_processor("cpus/amd/ryzen-9-7950x", catalog)
    found = {
        one.claim.id: one.rig_figure
        for topic in learn_findings(catalog, rig(cpu.changed(name=name, card=None)))
        for one in topic.claims
    }
    assert sure(found["hundred-cpu-cores"]).value == 16 * per_core


def test_instructions_tell_of_a_cpu_that_no_family_knows(catalog: Catalog) -> None:
    known_cpu = cpu_processor("cpus/amd/ryzen-9-7950x", catalog)
    cpu = known_cpu.changed(name="A new one", card=None, architecture="x86_64")
    assert multiply_adds_per_tick(cpu, catalog).value == 16
    assert multiply_adds_per_tick(cpu.changed(vector="none"), catalog).value == 4
    assert multiply_adds_per_tick(cpu.changed(architecture="aarch64"), catalog).value == 8
    assert multiply_adds_per_tick(cpu.changed(architecture=None), catalog).value is None


def test_what_other_programs_hold_is_missing_for_a_model(catalog: Catalog) -> None:
    cpu = desktop(catalog, None).processors[0]
    free = cpu.changed(memory_free_bytes=known(48 * GIB, origin="detected", source="/proc/meminfo"))
    shares = [
        sure(one.rig_figure).value
        for held in (free, free.changed(memory_free_bytes=known(24 * GIB, origin="detected", source="/proc/meminfo")))
        for topic in learn_findings(catalog, rig(held))
        for one in topic.claims
        if one.claim.id == "held-by-others"
    ]
    room = sure(most_budget_bytes(free))
    assert sure(shares[1]) / sure(shares[0]) == pytest.approx((room - 16 * GIB) / (room - 40 * GIB))


def test_cores_that_were_not_read_are_those_that_the_name_tells(catalog: Catalog) -> None:
    cpu = desktop(catalog, None).processors[0].changed(cores=unknown("not_measured_yet"), card=None)
    found = {one.claim.id: one for topic in learn_findings(catalog, rig(cpu)) for one in topic.claims}
    assert sure(found["hundred-cpu-cores"].rig_figure).value == 256
    assert sure(found["seventy-times"].rig_figure).value is not None


def test_families_with_another_width_are_families_of_the_catalog(catalog: Catalog) -> None:
    assert set(catalog.cpu_families) >= ONE_WIDE_PIPE


def test_the_chips_of_a_rig_stand_first_and_none_twice(catalog: Catalog) -> None:
    card = catalog.learn["cost-of-arithmetic"]
    chips = compared_chips(desktop(catalog), card.chips, catalog)
    assert [one.name for one in chips if one.is_own] == ["Ryzen 9 7950X", "RTX 4090"]
    assert len({one.name for one in chips}) == len(chips) == len(card.chips)
    by_name = {one.name: one for one in chips}
    assert by_name["RTX 4090"].multiply_adds == 16384
    assert by_name["EPYC 9554"].usd_per_flop_per_s is None
    for one in chips:
        if one.usd.value and one.flop_per_s.value:
            assert one.usd_per_flop_per_s == pytest.approx(one.usd.value / one.flop_per_s.value)
    days = [sure(by_name[name].training_s) / SECONDS_PER_DAY for name in ("Ryzen 7 5800H", "EPYC 9554", "RTX 4090")]
    assert 6 < days[0] < 12
    assert days[0] > days[1] > 10 * days[2]


@pytest.mark.parametrize("card_id", ["gpus/amd/rx-7900-xtx", "gpus/nvidia/rtx-3060-12gb", "gpus/nvidia/rtx-3090"])
def test_a_chip_costs_what_purchases_are_counted_with(card_id: str, catalog: Catalog) -> None:
    """An RX 7900 XTX was $790 on Learn, used, and $930 new on Upgrade."""
    (chip,) = (one for one in compared_chips(desktop(catalog), (Chip(of=card_id),), catalog) if not one.is_own)
    counted = Prices(catalog, Money(), datetime.date(2026, 11, 20)).bought(card_id)
    assert counted is not None
    assert chip.usd.value == counted.usd.low


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
    room = sure(most_budget_bytes(desktop(catalog, None).processors[0]))
    assert room < 64 * GIB, "the system keeps some"
    assert fits.value == pytest.approx((16.06 * GB + GIB) / room, rel=0.01)


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
    assert share.value == pytest.approx(found["spark-200b"].figure, rel=0.1), "less what the system keeps"


def test_every_unit_is_needed() -> None:
    inputs = [one for claim in CLAIMS for one in (*claim.inputs, *claim.otherwise)]
    units = {claim.unit for claim in CLAIMS} | {number.unit for number in resolved(tuple(inputs), CATALOG).numbers}
    stated = {one.unit for one in inputs} | units
    assert {unit for unit, (base, _) in CLAIM_UNITS.items() if base not in units} == set()
    assert stated - {None} <= {*CLAIM_UNITS, *(base for base, _ in CLAIM_UNITS.values())}
