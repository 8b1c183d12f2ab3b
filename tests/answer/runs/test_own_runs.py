"""Runs that people did on a rig: how well one predicts the others, and that nothing published is called impossible."""

from pathlib import Path

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_run import judged_claim, likely_processor_id
from advisor.answer.text.own_runs import ran_model
from advisor.answer.text.text_answer import answer_file, answer_text
from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.answers.estimate import Speed
from advisor.facts.machine.measurement import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from advisor.predict.model.subject import Run
from advisor.predict.speed.sanity import decode_finding, prefill_finding
from tests.fakes.model_files import write_gguf
from tests.fakes.said import said
from tests.fakes.small_models import METADATA, small_tensors
from tests.fakes.sure import sure
from tools.calibrate.refit.cases import Case, cases_by_calibration
from tools.calibrate.refit.own_runs import own_run_scores
from tools.calibrate.speed_rows import speed_rows
from tools.calibrate.tables import DATA

MODEL, OTHER, SPARSE = "llama/llama-3.1-8b", "qwen/qwen3-8b", "qwen/qwen3-30b-a3b"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def cases(catalog: Catalog) -> list[tuple[str, Case]]:
    every = cases_by_calibration(speed_rows(DATA), catalog)
    return [(name, case) for (name, _), found in every.items() for case in found]


def test_no_published_run_is_called_impossible(cases: list[tuple[str, Case]]) -> None:
    rejected = []
    for _, case in cases:
        judge = decode_finding if case.phase == "decode" else prefill_finding
        if judge(case.row.tokens_per_s, case.processor, case.subject, case.run) is not None:
            rejected.append((case.row.fields, case.row.tokens_per_s))
    assert len(cases) > 1500
    assert len(rejected) <= 2, rejected


def test_one_run_predicts_the_other_models_of_its_machine(cases: list[tuple[str, Case]], catalog: Catalog) -> None:
    """With the constants as shipped; `refit --own-run` does it with those fitted without the machine."""
    pairs = [
        (case, catalog.calibrations[name])
        for name, case in cases
        if name in ("llama-cpp-cuda", "llama-cpp-metal", "llama-cpp-cpu")
        and case.phase == "decode"
        and case.is_alone
        and not case.subject.is_sparse
        and case.run.depth_tokens < 8192
    ]
    scores = {(one.runs, one.same_build): one for one in own_run_scores(pairs, (0, 1, 3))}
    none, one, three = (scores[runs, True] for runs in (0, 1, 3))
    assert one.median < 0.05
    assert one.p90 < 0.19
    assert (one.median, three.median) < (none.median, none.median)
    assert one.covered > 0.8
    assert one.median_width < 1.35
    assert scores[1, False].median_width > 1.25 * one.median_width


def _run(rate: float, **fields: object) -> OwnRun:
    known_fields = {"model_id": MODEL, "quant": "Q4_K_M", "processor": "gpu0", "ran_on": "2026-11-20"}
    return OwnRun.model_validate({**known_fields, "tokens_per_s": rate, **fields})


def _rig(catalog: Catalog, *runs: OwnRun) -> Rig:
    cpu_id, card_id = catalog.cpus.find("Ryzen 9 7950X"), "gpus/nvidia/rtx-4090"
    assert cpu_id
    memory = known(64 * GIB, origin="detected", source="a test")
    cpu = cpu_processor(cpu_id, catalog).changed(id="cpu", memory_total_bytes=memory, memory_free_bytes=memory)
    free = known(23 * GIB, origin="detected", source="a test")
    gpu = gpu_processor(card_id, catalog).changed(id="gpu0", memory_free_bytes=free)
    return Rig(name="a rig", processors=(cpu, gpu), own_runs=runs)


def _decode(catalog: Catalog, model: str, *runs: OwnRun, quant: str = "Q4_K_M", depth: int = 0) -> Speed:
    return answer_text(
        _rig(catalog, *runs),
        model_id=model,
        quant=quant,
        run=Run(4096, 512, depth, 128),
        catalog=catalog,
        candidates=(),
    ).chosen.decode


def _width(speed: Speed) -> float:
    return (sure(speed.tokens_per_s).high or 0.0) / (sure(speed.tokens_per_s).low or 1.0)


def test_the_answer_is_what_was_measured(catalog: Catalog) -> None:
    before, after = _decode(catalog, MODEL), _decode(catalog, MODEL, _run(110.0))
    assert sure(after.tokens_per_s).middle == pytest.approx(110.0)
    assert after.confidence == "A"
    assert _width(after) < 1.1 < _width(before)
    assert "model_ran_here" in said(*after.basis)


def test_other_models_of_the_kind_are_scaled_and_others_are_not(catalog: Catalog) -> None:
    run = _run(110.0)
    scale = 110.0 / sure(_decode(catalog, MODEL).tokens_per_s).middle
    before, after = _decode(catalog, OTHER), _decode(catalog, OTHER, run)
    assert sure(after.tokens_per_s).middle / sure(before.tokens_per_s).middle == pytest.approx(scale, rel=0.03)
    assert _width(after) < _width(before)
    assert _decode(catalog, SPARSE, run) == _decode(catalog, SPARSE)
    elsewhere = (run.changed(processor="cpu"), run.changed(engine="vLLM"), run.changed(backend="vulkan"))
    assert all(_decode(catalog, OTHER, one) == before for one in elsewhere)


def test_a_run_of_an_opened_file_counts_for_that_file(catalog: Catalog, tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "own.gguf", METADATA, small_tensors())
    file = open_model_file(path, catalog)

    def decode(*runs: OwnRun) -> Speed:
        run = Run(512, 128, 0, 128)
        return answer_file(_rig(catalog, *runs), file, run=run, catalog=catalog, candidates=()).chosen.decode

    before = decode()
    ran = ran_model(file_subject(file, catalog)[0])
    run = _run(0.9 * sure(before.tokens_per_s).middle, model_id="own.gguf", quant=ran.weights.quant, model=ran)
    after = decode(run.changed(processor="cpu"), run)
    kept = OwnRun.model_validate_json(run.model_dump_json())
    assert kept == run
    assert "model_ran_here" in said(*after.basis, *decode(kept.changed(processor="cpu")).basis)


def test_an_impossible_run_changes_nothing_and_one_far_below_only_its_model(catalog: Catalog) -> None:
    for rate in (2000.0, 15.0):
        assert _decode(catalog, OTHER, _run(rate)) == _decode(catalog, OTHER)
    assert sure(_decode(catalog, MODEL, _run(15.0)).tokens_per_s).middle == pytest.approx(15.0)


def test_a_claim_is_judged_on_its_device(catalog: Catalog) -> None:
    rig = _rig(catalog)
    assert likely_processor_id(rig, catalog, model_id=MODEL, quant="Q4_K_M") == "gpu0"
    impossible = judged_claim(_run(2000.0), rig, catalog).finding
    assert impossible
    assert impossible.verdict == "impossible"
    assert judged_claim(_run(120.0), rig, catalog).finding is None
    with pytest.raises(ProblemError, match=r"device_unknown_known.*'cpu', 'gpu0'"):
        judged_claim(_run(120.0, processor="gpu7"), rig, catalog)
    with pytest.raises(ProblemError, match="takes_several_devices"):
        likely_processor_id(rig, catalog, model_id="llama/llama-3.3-70b", quant="Q4_K_M")
