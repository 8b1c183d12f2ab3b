"""What a program printed or a person said, understood for one rig: what ran where, if that can be, what is kept."""

from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.runs.imported_device import chosen_processor, meant_cpu, meant_graphics, only_graphics
from advisor.answer.runs.imported_model import Likely, MeantModel, meant_file, meant_model
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.own_runs import Judged, calibration_of, judged
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_device.calibration import default_backend
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.imported.imported_text import ImportedError, read_imported
from advisor.facts.machine.imported import ImportedRate, ImportedRun
from advisor.facts.machine.measurement import ABOVE_PAPER, Measurement, Measurements, OwnRun, RanModel
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.rates import matrix_peak

NO_LAYERS = 0
CONTEXT_TOKENS = 4096


class Chosen(NamedTuple):
    """What a person said about a text: model, quantization and device by id, or the `file` that ran.

    `likely` is what they look at, taken where the text does not say what ran.
    """

    model_id: str | None = None
    quant: str | None = None
    device: str | None = None
    file: RanModel | None = None
    likely: Likely | None = None


class Understood(NamedTuple):
    """One printed run: beside what was expected, or why it cannot be used. `notes` are what was taken for granted."""

    imported: ImportedRun
    judged: Judged | None = None
    reason: Reason | None = None
    notes: tuple[Reason, ...] = ()


def understood(imported: ImportedRun, rig: Rig, catalog: Catalog, *, chosen: Chosen, today: str) -> Understood:
    """What a run says of this rig; `today` is its date where it has none."""
    if imported.unusable is not None:
        return Understood(imported, reason=imported.unusable)
    try:
        if chosen.file is not None:
            meant = meant_file(chosen.file, catalog)
        else:
            meant = meant_model(imported, catalog, model_id=chosen.model_id, quant=chosen.quant, likely=chosen.likely)
        processor, notes = _processor(imported, meant, rig, catalog, chosen)
        _check_layers(imported, meant, processor)
        judged = judged_claim(_claim(imported, meant, processor, today), rig, catalog)
    except ProblemError as problem:
        return Understood(imported, reason=problem.reason)
    if imported.draft is not None:
        notes += (reason("run_with_draft"),)
    own, ran = default_backend(processor), judged.run.backend
    if ran not in (None, own):  # answers are about its own: the run changes none of them
        notes += (reason("other_backend_ran", backend=ran or "", own=own),)
    return Understood(imported, judged, notes=(*meant.notes, *notes))


def _processor(
    imported: ImportedRun, meant: MeantModel, rig: Rig, catalog: Catalog, chosen: Chosen
) -> tuple[Processor, tuple[Reason, ...]]:
    """The device, and what had to be taken for granted."""
    if chosen.device is not None:
        return chosen_processor(chosen.device, rig), ()
    if imported.devices:
        return meant_graphics(imported.devices[0], rig, catalog), ()
    if imported.backend == "cpu" or imported.gpu_layers == NO_LAYERS:
        return meant_cpu(imported.cpu, rig, catalog), ()
    if imported.backend is not None or imported.gpu_layers is not None:
        found = only_graphics(imported.backend, rig)
    else:
        found = chosen_processor(likely_processor(rig, catalog, meant.subject), rig)
    return found, (reason("device_not_said", name=found.name),)


def _check_layers(imported: ImportedRun, meant: MeantModel, processor: Processor) -> None:
    """Raise ProblemError where only part of the model was on the card, or a prompt went there on its way to the CPU."""
    layers, done = meant.subject.shape.layers, imported.gpu_layers
    if processor.kind == "gpu" and done is not None and 0 < done < layers:
        raise ProblemError("speed_of_two_devices", done=done, layers=layers)
    if imported.gpu_layers == NO_LAYERS and imported.phase == "prefill" and imported.backend not in (None, "cpu"):
        raise ProblemError("prompt_read_on_graphics")


def _claim(imported: ImportedRun, meant: MeantModel, processor: Processor, today: str) -> OwnRun:
    return OwnRun(
        model_id=meant.model_id,
        quant=meant.subject.weights.quant,
        processor=processor.id,
        engine=imported.program,
        build=imported.build,
        backend=imported.backend,
        flash_attention=imported.flash_attention,
        phase=imported.phase,
        depth_tokens=imported.depth_tokens,
        prompt_tokens=imported.prompt_tokens,
        generated_tokens=imported.generated_tokens,
        tokens_per_s=imported.tokens_per_s,
        spread=imported.spread,
        threads=imported.threads if processor.kind == "cpu" else None,
        ubatch_tokens=imported.ubatch_tokens,
        model=meant.ran,
        draft=imported.draft,
        ran_on=imported.ran_on or today,
    )


class UnderstoodRate(NamedTuple):
    """One rate of clpeak: the id of the device that it is of, or why it cannot be used."""

    imported: ImportedRate
    processor_id: str | None = None
    reason: Reason | None = None


def understood_rate(imported: ImportedRate, rig: Rig, catalog: Catalog, *, device: str | None) -> UnderstoodRate:
    """Which device of the rig a measured rate is of, and whether it can be true."""
    try:
        found = chosen_processor(device, rig) if device else meant_graphics(imported.device, rig, catalog)
    except ProblemError as problem:
        return UnderstoodRate(imported, reason=problem.reason)
    limit = _limit(imported.name, found, rig)
    if limit is not None and imported.value > ABOVE_PAPER * limit:
        why = reason("above_data_sheet", name=found.name, share=ABOVE_PAPER - 1)
        return UnderstoodRate(imported, reason=why)
    return UnderstoodRate(imported, found.id)


def _limit(name: str, processor: Processor, rig: Rig) -> float | None:
    """The rate on paper of what was measured; None without. What was measured here before is no bound."""
    for one in rig.judgements:
        if (one.name, one.device) == (name, processor.id):
            return one.paper.value
    peak = matrix_peak(processor, limit=True)
    limits = {
        "gpu_memory_read": processor.bandwidth_bytes_per_s.value,
        "gpu_fp32": processor.fp32_flop_per_s.value,
        "gpu_matrix_fp16_acc32": processor.fp16_flop_per_s.value,
        "gpu_matrix_bf16": processor.fp16_flop_per_s.value,
        "gpu_matrix_fp16_acc16": peak.value if peak else None,
        "gpu_matrix_int8": processor.int8_op_per_s.value,
        "host_to_device": processor.link_limit_bytes_per_s.value,
        "device_to_host": processor.link_limit_bytes_per_s.value,
    }
    return limits.get(name)


def likely_processor_id(rig: Rig, catalog: Catalog, *, model_id: str, quant: str) -> str:
    """The device that a model of the catalog runs on where nobody says otherwise; ProblemError as for a subject."""
    model = catalog.models[model_id]
    card, _, _ = find_quant(quant, model, catalog)
    return likely_processor(rig, catalog, subject_of(model, card, catalog))


def likely_processor(rig: Rig, catalog: Catalog, subject: Subject) -> str:
    """The id of the device that a model runs on where nobody says otherwise.

    Raises:
        ProblemError: it needs several devices: then its speed tells of none of them.
    """
    best = find_run_options(execution_targets(rig, catalog), subject, Run(context_tokens=CONTEXT_TOKENS)).best
    if best.is_divided or best.target.devices > 1:
        raise ProblemError("takes_several_devices", name=subject.name, quant=subject.weights.quant)
    return best.processor.id


def judged_claim(claim: OwnRun, rig: Rig, catalog: Catalog) -> Judged:
    """The claim beside what the formula expects without it.

    Raises:
        ProblemError: the rig has no such device, or the catalog no such model or quantization.
    """
    processor = chosen_processor(claim.processor, rig)
    target = next(
        one for one in execution_targets(rig, catalog) if one.devices == 1 and one.processor.id == processor.id
    )
    found = judged(claim, processor, calibration_of(claim, processor, target.calibration, catalog), catalog)
    if found is None:
        raise ProblemError("quant_not_in_catalog", name=shortened(claim.model_id), quant=shortened(claim.quant))
    return found


class ImportedAnswer(NamedTuple):
    """What a text says of a rig; `leftover` are parts of it that could not be read."""

    program: str
    runs: tuple[Understood, ...]
    rates: tuple[UnderstoodRate, ...]
    leftover: tuple[Reason, ...]

    @property
    def kept_runs(self) -> tuple[OwnRun, ...]:
        """The runs that may be true and are of this rig."""
        return tuple(one.judged.run for one in self.runs if one.judged is not None and not is_impossible(one.judged))

    @property
    def kept_rates(self) -> tuple[UnderstoodRate, ...]:
        """The rates that may be true and are of this rig."""
        return tuple(one for one in self.rates if one.processor_id is not None)


def is_impossible(judged: Judged) -> bool:
    """Whether physics forbids a speed."""
    return judged.finding is not None and judged.finding.verdict == "impossible"


def imported_answer(text: str, rig: Rig, catalog: Catalog, *, chosen: Chosen, today: str) -> ImportedAnswer:
    """What a text says of a rig; `today` (ISO) is the date of runs without one.

    Raises:
        ProblemError: nothing in it is known; the sentence says what is accepted.
    """
    try:
        imported = read_imported(text)
    except ImportedError as error:
        raise ProblemError(error.reason) from None
    return ImportedAnswer(
        imported.program,
        tuple(understood(run, rig, catalog, chosen=chosen, today=today) for run in imported.runs),
        tuple(understood_rate(rate, rig, catalog, device=chosen.device) for rate in imported.rates),
        imported.leftover,
    )


def rates_as_measured(rates: tuple[UnderstoodRate, ...], *, now: str, app_version: str) -> Measurements:
    """Rates of another program as results of the micro-benchmark: one reading each, how steady is not known."""
    return Measurements(
        results=tuple(
            Measurement(
                name=one.imported.name,
                device=one.processor_id,
                value=one.imported.value,
                unit=one.imported.unit,
                spread=0,
                stability="noisy",
                method=one.imported.method,
                duration_s=0,
                warnings=(reason("steadiness_not_said", program=one.imported.method.partition("/")[0]),),
                samples=1,
                block_medians=(one.imported.value,),
                p10=one.imported.value,
                p90=one.imported.value,
                threads=None,
                buffer_bytes=None,
                work_per_sample=0,
                app_version=app_version,
                started_at=one.imported.ran_at or now,
                device_name=one.imported.device,
                driver=one.imported.driver,
            )
            for one in rates
            if one.processor_id is not None
        )
    )
