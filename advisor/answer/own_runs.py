"""What people ran on a rig: whether it can be true, and what it says of other models there."""

from typing import NamedTuple

from advisor.answer.calibration import default_backend, engine_key
from advisor.answer.problem import ProblemError
from advisor.answer.subject import find_quant, subject_of
from advisor.catalog.catalog import Catalog
from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Speed
from advisor.facts.own_run import OwnRun
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA, TERA
from advisor.predict.buffers import BatchSetup
from advisor.predict.own_run import ScaledRun, own_scale
from advisor.predict.sanity import Fastest, Finding, decode_finding, prefill_finding
from advisor.predict.speed import decode_speed, prefill_speed
from advisor.predict.subject import Run, Subject


class Judged(NamedTuple):
    """A run beside what was expected of it before; `finding` says what is wrong with it."""

    run: OwnRun
    subject: Subject
    expected: Speed
    finding: Finding | None


def judged(run: OwnRun, processor: Processor, calibration: Calibration, catalog: Catalog) -> Judged | None:
    """A run on this processor against physics and the formula; None where the catalog has no such model any more."""
    model = catalog.models.get(run.model_id)
    if model is None:
        return None
    try:
        quant, _, _ = find_quant(run.quant, model, catalog)
    except ProblemError:
        return None
    subject, made = subject_of(model, quant, catalog), _run(run)
    speed, judge = (decode_speed, decode_finding) if run.phase == "decode" else (prefill_speed, prefill_finding)
    expected = speed(processor, subject, calibration, made)
    finding = judge(
        run.tokens_per_s,
        processor,
        subject,
        made,
        expected_tokens_per_s=expected.tokens_per_s,
        fastest=_fastest(catalog),
    )
    return Judged(run, subject, expected, finding)


def _fastest(catalog: Catalog) -> Fastest:
    """The highest rates of the cards of the catalog."""
    cards = catalog.gpus.values()
    peaks = (max(card.fp16_dense_tflop_per_s or 0, card.int8_dense_top_per_s or 0) for card in cards)
    return Fastest(GIGA * max(card.bandwidth_gb_per_s or 0 for card in cards), TERA * max(peaks))


def scaled_runs(
    runs: tuple[OwnRun, ...], processor: Processor, calibration: Calibration, catalog: Catalog, *, engine: str
) -> tuple[ScaledRun, ...]:
    """The runs of this program and backend on one processor with measured over predicted; impossible ones left out."""
    backend = default_backend(processor)
    fitting = (
        run
        for run in runs
        if run.processor == processor.id
        and engine_key(run.engine) == engine_key(engine)
        and run.backend in (None, backend)
    )
    found = (judged(run, processor, calibration, catalog) for run in fitting)
    return tuple(
        ScaledRun(one.run, one.run.tokens_per_s / one.expected.tokens_per_s, one.subject, one.finding is not None)
        for one in found
        if one is not None and one.expected.tokens_per_s and (one.finding is None or one.finding.verdict == "far_below")
    )


def calibrated(calibration: Calibration, runs: tuple[ScaledRun, ...], subject: Subject) -> Calibration:
    """The calibration as runs on this machine correct it for one model; the newest run tells the present build."""
    if not runs:
        return calibration
    build = runs[-1].run.build
    own_decode, own_prefill = (
        own_scale([one for one in runs if one.run.phase == phase], subject, build=build)
        for phase in ("decode", "prefill")
    )
    return calibration.changed(own_decode=own_decode, own_prefill=own_prefill)


def _run(run: OwnRun) -> Run:
    flash = BatchSetup() if run.flash_attention is None else BatchSetup(flash_attention=run.flash_attention)
    total = run.depth_tokens + run.prompt_tokens + run.generated_tokens
    return Run(
        context_tokens=total,
        prompt_tokens=run.prompt_tokens,
        depth_tokens=run.depth_tokens,
        generated_tokens=run.generated_tokens,
        build_date=run.ran_on[:7],
        batching=flash,
    )
