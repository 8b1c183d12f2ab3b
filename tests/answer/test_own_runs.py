"""Runs that people did on a rig: how well one predicts the others, and that nothing published is called impossible."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from advisor.answer.own_claim import judged_claim, likely_processor_id
from advisor.answer.problem import ProblemError
from advisor.answer.rig_answer import answer_rig
from advisor.catalog.catalog import Catalog, load_catalog
from advisor.catalog.processor import cpu_processor, gpu_processor
from advisor.cli.measured_rows import measured_rows
from advisor.cli.refit_cases import Case, cases_by_calibration
from advisor.facts.estimate import Speed
from advisor.facts.fact import known
from advisor.facts.own_run import OwnRun
from advisor.facts.rig import Rig
from advisor.facts.units import GIB
from advisor.predict.own_run import ScaledRun, own_scale
from advisor.predict.sanity import decode_finding, prefill_finding
from advisor.predict.speed import decode_speed

DATA = Path(__file__).parents[3] / "shared" / "data"
MODEL, OTHER, SPARSE = "llama/llama-3.1-8b", "qwen/qwen3-8b", "qwen/qwen3-30b-a3b"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def cases(catalog: Catalog) -> list[tuple[str, Case]]:
    if not DATA.is_dir():
        pytest.skip("no shared folder")
    rows = measured_rows(DATA / "measured_speed.csv", DATA / "hardware_specs.csv")
    return [(found[0], case) for found, ones in cases_by_calibration(rows, catalog).items() for case in ones]


def test_no_published_run_is_called_impossible(cases: list[tuple[str, Case]]) -> None:
    rejected = []
    for _, case in cases:
        judge = decode_finding if case.phase == "decode" else prefill_finding
        if judge(case.row.tokens_per_s, case.processor, case.subject, case.run) is not None:
            rejected.append((case.row.machine, case.row.model, case.row.quant, case.row.tokens_per_s))
    assert len(cases) > 1500
    assert len(rejected) <= 2, rejected


def test_one_run_predicts_the_other_models_of_its_machine(cases: list[tuple[str, Case]], catalog: Catalog) -> None:
    """Each run alone corrects the formula for the other dense models of its machine, program and month."""
    groups: dict[tuple[object, ...], list[Case]] = defaultdict(list)
    for calibration_id, case in cases:
        if case.phase == "decode" and case.is_alone and not case.subject.is_sparse and case.run.depth_tokens < 8192:
            request = case.row.request
            build = (request["engine"], request["build_date"], case.run.batching.flash_attention)
            groups[calibration_id, case.row.machine, *build].append(case)
    errors, covered, widths = [], [], []
    for (calibration_id, *_), group in groups.items():
        calibration = catalog.calibrations[str(calibration_id)]
        speeds = [case.tokens_per_s(calibration) or 0.0 for case in group]
        for case, speed in zip(group, speeds, strict=True):
            scaled = ScaledRun(_run(case.row.tokens_per_s), case.row.tokens_per_s / speed, case.subject)
            for other in group:
                if (other.subject.name, other.row.quant) == (case.subject.name, case.row.quant):
                    continue
                own = own_scale([scaled], other.subject, build=scaled.build)
                found = decode_speed(other.processor, other.subject, calibration.changed(own_decode=own), other.run)
                low, high = found.low_tokens_per_s or 0.0, found.high_tokens_per_s or 0.0
                errors.append(abs((found.tokens_per_s or 0.0) / other.row.tokens_per_s - 1))
                covered.append(low <= other.row.tokens_per_s <= high)
                widths.append(high / low)
    assert np.median(errors) < 0.055
    assert np.quantile(errors, 0.9) < 0.22
    assert 0.75 < np.mean(covered) < 0.95
    assert np.median(widths) < 1.35


def _run(rate: float, **fields: object) -> OwnRun:
    known_fields = {"model_id": MODEL, "quant": "Q4_K_M", "processor": "gpu0", "ran_on": "2026-11-20"}
    return OwnRun.model_validate({**known_fields, "tokens_per_s": rate, **fields})


def _rig(catalog: Catalog, *runs: OwnRun) -> Rig:
    cpu_id, card_id = catalog.cpus.find("Ryzen 9 7950X"), "gpus/nvidia/rtx-4090"
    assert cpu_id
    memory = known(64 * GIB, origin="detected", source="a test")
    cpu = cpu_processor(cpu_id, catalog.cpus[cpu_id]).changed(
        id="cpu", memory_total_bytes=memory, memory_free_bytes=memory
    )
    free = known(23 * GIB, origin="detected", source="a test")
    gpu = gpu_processor(card_id, catalog.gpus[card_id]).changed(id="gpu0", memory_free_bytes=free)
    return Rig(name="a rig", processors=(cpu, gpu), own_runs=runs)


def _decode(catalog: Catalog, model: str, *runs: OwnRun, quant: str = "Q4_K_M", depth: int = 0) -> Speed:
    return answer_rig(
        _rig(catalog, *runs),
        model_id=model,
        quant=quant,
        context_tokens=4096,
        prompt_tokens=512,
        depth_tokens=depth,
        generated_tokens=128,
        catalog=catalog,
        candidates=(),
    ).chosen.decode


def _width(speed: Speed) -> float:
    return (speed.high_tokens_per_s or 0.0) / (speed.low_tokens_per_s or 1.0)


def test_the_answer_is_what_was_measured(catalog: Catalog) -> None:
    before, after = _decode(catalog, MODEL), _decode(catalog, MODEL, _run(110.0))
    assert after.tokens_per_s == pytest.approx(110.0)
    assert after.confidence == "A"
    assert _width(after) < 1.1 < _width(before)
    assert any("ran here" in text for text in after.basis)


def test_other_models_of_the_kind_are_scaled_and_others_are_not(catalog: Catalog) -> None:
    run = _run(110.0)
    scale = 110.0 / (_decode(catalog, MODEL).tokens_per_s or 1)
    before, after = _decode(catalog, OTHER), _decode(catalog, OTHER, run)
    assert after.tokens_per_s == pytest.approx(scale * (before.tokens_per_s or 0))
    assert _width(after) < _width(before)
    assert _decode(catalog, SPARSE, run) == _decode(catalog, SPARSE)
    elsewhere = (run.changed(processor="cpu"), run.changed(engine="vLLM"), run.changed(backend="vulkan"))
    assert all(_decode(catalog, OTHER, one) == before for one in elsewhere)


def test_an_impossible_run_changes_nothing_and_one_far_below_only_its_model(catalog: Catalog) -> None:
    for rate in (2000.0, 15.0):
        assert _decode(catalog, OTHER, _run(rate)) == _decode(catalog, OTHER)
    assert _decode(catalog, MODEL, _run(15.0)).tokens_per_s == pytest.approx(15.0)


def test_a_claim_is_judged_on_its_device(catalog: Catalog) -> None:
    rig = _rig(catalog)
    assert likely_processor_id(rig, catalog, model_id=MODEL, quant="Q4_K_M") == "gpu0"
    impossible = judged_claim(_run(2000.0), rig, catalog).finding
    assert impossible
    assert impossible.verdict == "impossible"
    assert judged_claim(_run(120.0), rig, catalog).finding is None
    with pytest.raises(ProblemError, match="known: cpu, gpu0"):
        judged_claim(_run(120.0, processor="gpu7"), rig, catalog)
    with pytest.raises(ProblemError, match="more than one device"):
        likely_processor_id(rig, catalog, model_id="llama/llama-3.3-70b", quant="Q4_K_M")
