"""What people ran on a rig: whether it can be true, and what it says of other models there."""

from functools import lru_cache
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_device.calibration import default_backend, engine_key, find_calibration
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Speed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.machine.measurement import OwnRun, RanModel
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import middle
from advisor.facts.values.units import GIGA, TERA
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.own_run import Build, ScaledRun, own_scale
from advisor.predict.speed.sanity import Fastest, Finding, decode_finding, prefill_finding
from advisor.predict.speed.speed import decode_speed, prefill_speed

MOST_TOKENS_A_STEP = 17
"""With a draft a step may yield so many: sixteen guesses were llama.cpp's default, and one more of its own."""


class Judged(NamedTuple):
    """A run beside what was expected of it before; `finding` says what is wrong with it."""

    run: OwnRun
    subject: Subject
    expected: Speed
    finding: Finding | None


def judged(run: OwnRun, processor: Processor, calibration: Calibration, catalog: Catalog) -> Judged | None:
    """A run on this processor against physics and the formula; None where the catalog has no such model any more."""
    subject = ran_subject(run, catalog)
    if subject is None:
        return None
    made = _run(run)
    speed, judge = (decode_speed, decode_finding) if run.phase == "decode" else (prefill_speed, prefill_finding)
    expected = speed(processor, subject, calibration, made)
    steps_per_s = run.tokens_per_s / (1 if run.draft is None else MOST_TOKENS_A_STEP)
    finding = judge(
        steps_per_s,
        processor,
        subject,
        made,
        expected_tokens_per_s=middle(expected.tokens_per_s) if run.draft is None else None,
        fastest=_fastest(catalog),
    )
    return Judged(run, subject, expected, finding)


def ran_subject(run: OwnRun, catalog: Catalog) -> Subject | None:
    """The model that ran: as its own file described it, else that of the catalog, None where it has gone from there."""
    if run.model is not None:
        return file_subject_of(run.model, catalog)
    model = catalog.models.get(run.model_id)
    if model is None:
        return None
    try:
        quant, _, _ = find_quant(run.quant, model, catalog)
    except ProblemError:
        return None
    return subject_of(model, quant, catalog)


def file_subject_of(model: RanModel, catalog: Catalog) -> Subject:
    """A model as its file described it, ready for arithmetic."""
    return Subject(
        name=model.name,
        shape=model.shape,
        groups=layer_groups(model.shape),
        weights=model.weights,
        blocks=catalog.blocks,
        shape_known=model.shape_known,
        is_gguf=model.is_gguf,
    )


def ran_model(subject: Subject) -> RanModel:
    """What is kept of a model that is not quite one of the catalog."""
    return RanModel(
        name=subject.name,
        shape=subject.shape,
        weights=subject.weights,
        shape_known=subject.shape_known,
        is_gguf=subject.is_gguf,
    )


def calibration_of(run: OwnRun, processor: Processor, otherwise: Calibration, catalog: Catalog) -> Calibration:
    """The constants of the program and backend that a run was done with, where they are known."""
    found = find_calibration(processor, catalog, engine=run.engine, backend=run.backend)
    return found[0] if found is not None and not found[1] else otherwise


@lru_cache(maxsize=2)
def _fastest(catalog: Catalog) -> Fastest:
    """The highest rates of the cards of the catalog: the same for every run of every answer."""
    cards = catalog.gpus.values()
    peaks = (max(card.fp16_dense_tflop_per_s or 0, card.int8_dense_top_per_s or 0) for card in cards)
    return Fastest(GIGA * max(card.bandwidth_gb_per_s or 0 for card in cards), TERA * max(peaks))


def scaled_runs(
    runs: tuple[OwnRun, ...], processor: Processor, calibration: Calibration, catalog: Catalog
) -> tuple[ScaledRun, ...]:
    """The runs of these constants' programs and backend on one processor with measured over predicted.

    Impossible ones are left out, and those with a draft.
    """
    engines, backend = {engine_key(name) for name in calibration.engines}, default_backend(processor)
    fitting = (
        run
        for run in runs
        if run.processor == processor.id and engine_key(run.engine) in engines and run.backend in (None, backend)
        if run.draft is None
    )
    found = (judged(run, processor, calibration, catalog) for run in fitting)
    return tuple(
        ScaledRun(
            one.run,
            one.run.tokens_per_s / one.expected.tokens_per_s.middle,
            one.subject,
            one.finding is not None,
            {term.name: term.s for term in one.expected.terms},
        )
        for one in found
        if one is not None and one.expected.tokens_per_s and (one.finding is None or one.finding.verdict == "far_below")
    )


def calibrated(calibration: Calibration, runs: tuple[ScaledRun, ...], subject: Subject, *, engine: str) -> Calibration:
    """The calibration as runs on this machine correct it for one model; `engine` is what it is asked about.

    Its newest run tells the present build; programs around it carry a build of their own.
    """
    if not runs:
        return calibration
    of_engine = [one.run.build for one in runs if engine_key(one.run.engine) == engine_key(engine)]
    build = Build(engine, of_engine[-1] if of_engine else None)
    own_decode, own_prefill = (
        own_scale([one for one in runs if one.run.phase == phase], subject, build=build)
        for phase in ("decode", "prefill")
    )
    return calibration.changed(own_decode=own_decode, own_prefill=own_prefill)


def _run(run: OwnRun) -> Run:
    usual = BatchSetup()
    batching = BatchSetup(
        ubatch_tokens=run.ubatch_tokens or usual.ubatch_tokens,
        flash_attention=usual.flash_attention if run.flash_attention is None else run.flash_attention,
    )
    total = run.depth_tokens + run.prompt_tokens + run.generated_tokens
    return Run(
        context_tokens=total,
        prompt_tokens=run.prompt_tokens,
        depth_tokens=run.depth_tokens,
        generated_tokens=run.generated_tokens,
        threads=run.threads,
        build_date=run.ran_on[:7],
        engine=engine_key(run.engine),
        batching=batching,
    )
