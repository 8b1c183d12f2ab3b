"""What a run on this machine says of other models: its own kind, its own build, never more than it may."""

import pytest

from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.machine.measurement import OwnRun
from advisor.predict.model.subject import Subject
from advisor.predict.speed.own_run import OTHER_BUILD, SAME_KIND, SAME_MODEL, Build, ScaledRun, own_scale

DENSE, OTHER_DENSE, SPARSE = "llama/llama-3.1-8b", "llama/llama-3.2-3b", "qwen/qwen3-30b-a3b"
PRESENT = Build("llama.cpp", "b1")


@pytest.fixture(scope="module")
def subjects(catalog: Catalog) -> dict[str, Subject]:
    quant = catalog.quants["q4_k_m"]
    return {model: subject_of(catalog.models[model], quant, catalog) for model in (DENSE, OTHER_DENSE, SPARSE)}


def ran(subject: Subject, factor: float, *, build: str | None = "b1", **fields: object) -> ScaledRun:
    known = {"model_id": "m", "quant": "q", "processor": "gpu0", "tokens_per_s": 10.0, "ran_on": "2026-11-20"}
    return ScaledRun(OwnRun.model_validate({**known, "build": build, **fields}), factor, subject)


def test_the_very_model_is_what_was_measured(subjects: dict[str, Subject]) -> None:
    runs = (ran(subjects[DENSE], 0.7), ran(subjects[DENSE], 0.9), ran(subjects[OTHER_DENSE], 1.2))
    own = own_scale(runs, subjects[DENSE], build=PRESENT)
    assert own
    assert (own.factor, own.spread, own.same_model) == (pytest.approx(0.9), SAME_MODEL, True)
    scattered = own_scale((ran(subjects[DENSE], 0.9, spread=0.2),), subjects[DENSE], build=PRESENT)
    assert scattered
    assert scattered.spread == (pytest.approx(0.9), pytest.approx(1.1))


def test_runs_speak_for_their_own_kind(subjects: dict[str, Subject]) -> None:
    runs = (ran(subjects[OTHER_DENSE], 0.8), ran(subjects[SPARSE], 1.5))
    dense, sparse = (own_scale(runs, subjects[one], build=PRESENT) for one in (DENSE, SPARSE))
    assert dense
    assert sparse
    assert (dense.factor, dense.spread) == (pytest.approx(0.8), SAME_KIND["decode", False])
    assert (sparse.factor, sparse.same_model) == (pytest.approx(1.5), True)
    assert own_scale(runs[:1], subjects[SPARSE], build=PRESENT) is None
    assert own_scale((), subjects[DENSE], build=PRESENT) is None


def test_another_build_widens_and_the_present_one_is_preferred(subjects: dict[str, Subject]) -> None:
    old, new = ran(subjects[OTHER_DENSE], 0.5, build="b0"), ran(subjects[OTHER_DENSE], 0.8)
    both, only_old = (own_scale(runs, subjects[DENSE], build=PRESENT) for runs in ((old, new), (old,)))
    assert both
    assert only_old
    assert (both.factor, only_old.factor) == (pytest.approx(0.8), pytest.approx(0.5))
    assert only_old.spread[0] < SAME_KIND["decode", False][0] < both.spread[0] + 1e-9
    assert only_old.spread[1] > OTHER_BUILD[1]


def test_prompts_and_mixtures_have_spreads_of_their_own(subjects: dict[str, Subject], catalog: Catalog) -> None:
    another = subject_of(catalog.models[SPARSE], catalog.quants["q8_0"], catalog)
    own = own_scale((ran(subjects[SPARSE], 0.8, phase="prefill"),), another, build=PRESENT)
    assert own
    assert own.spread == SAME_KIND["prefill", True]
