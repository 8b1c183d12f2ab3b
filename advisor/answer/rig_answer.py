"""One question asked of a whole rig: every processor, the best way, how speed falls with context, the ceilings."""

from collections import Counter
from dataclasses import replace

from advisor.answer.ask import estimate
from advisor.answer.calibration import find_calibration
from advisor.answer.candidates import candidate_ids
from advisor.answer.mixed import mixed_estimate
from advisor.answer.problem import ProblemError
from advisor.answer.roofline import roofline
from advisor.answer.subject import find_quant, subject_of
from advisor.answer.sweep import sweep
from advisor.catalog.catalogue import Catalogue
from advisor.catalog.processor import gpu_processor
from advisor.facts.answer import AnswerError
from advisor.facts.estimate import Estimate
from advisor.facts.rig import Processor, Rig
from advisor.facts.rig_answer import RigAnswer
from advisor.predict.subject import Run, Subject

ENGINE = "llama.cpp"
_ORDER = {"fits": 0, "tight": 0, "spills": 1, "unknown": 2, "too_big": 3}


def answer_rig(
    rig: Rig,
    *,
    model_id: str,
    quant: str,
    context_tokens: int,
    prompt_tokens: int,
    depth_tokens: int,
    generated_tokens: int,
    catalogue: Catalogue,
    candidates: tuple[str, ...] | None = None,
) -> RigAnswer:
    """The answer for one model on one rig. `candidates` are card ids; None picks some by rule, () takes none.

    Raises:
        ProblemError: no such model or quantization, a rig without processors, or a catalogue without engines.
    """
    model = catalogue.models.get(model_id)
    if model is None:
        raise ProblemError(AnswerError(code="unknown_model", message=f"no model has the id {model_id!r}"))
    card, _, _ = find_quant(quant, model, catalogue)
    subject = subject_of(model, card, catalogue)
    run = Run(
        context_tokens=context_tokens,
        prompt_tokens=prompt_tokens,
        depth_tokens=depth_tokens,
        generated_tokens=generated_tokens,
    )
    ways = tuple(_Way(processor, catalogue, subject, run, rig) for processor in rig.processors)
    if not ways:
        raise ProblemError(AnswerError(code="bad_request", message="the rig has no processor"))
    cpu = next((way for way in ways if way.processor.kind == "cpu"), None)
    cards = [way for way in ways if way.processor.kind == "gpu"]
    best_card = min((*cards, *_together(cards, catalogue, subject, run, rig)), key=_merit) if cards else None
    mixed = _mixed(best_card, cpu, subject, run)
    known = (*(way.estimate for way in ways), *((best_card.estimate,) if best_card else ()))
    runnable = [one for one in known if _ORDER[one.fit.verdict] == 0] + ([mixed] if mixed else [])
    chosen = max(runnable, key=_speed) if runnable else min(known, key=_rank)
    shown = tuple(way for way in (best_card, cpu) if way is not None)
    most = subject.shape.context_tokens or context_tokens
    sweeps = tuple(sweep(way.processor, subject, way.calibration, way.run, most_tokens=most) for way in shown)
    own = next((one for one in sweeps if one.processor_id == chosen.processor_id), None)
    ids = candidates
    if ids is None:
        owned = tuple(way.processor.card for way in ways if way.processor.card)
        ids = candidate_ids(catalogue, need_bytes=chosen.memory.total_bytes, exclude=owned)
    return RigAnswer(
        rig_name=rig.name,
        model_id=model_id,
        model_name=model.name,
        quant=card.name,
        context_tokens=context_tokens,
        largest_context_tokens=own.fits_tokens if own and chosen is not mixed else None,
        chosen=chosen,
        cpu=cpu.estimate if cpu else None,
        estimates=tuple(way.estimate for way in ways),
        mixed=mixed,
        sweeps=sweeps,
        rooflines=tuple(roofline(way.processor, way.calibration, subject, way.estimate, way.run) for way in shown),
        candidates=tuple(
            _Way(gpu_processor(one, catalogue.gpus[one]), catalogue, subject, run, rig).estimate for one in ids
        ),
    )


class _Way:
    """One processor with its calibration and estimate."""

    def __init__(self, processor: Processor, catalogue: Catalogue, subject: Subject, run: Run, rig: Rig) -> None:
        found = find_calibration(processor, catalogue, engine=ENGINE, backend=None)
        if found is None:
            raise ProblemError(AnswerError(code="bad_request", message="the catalogue holds no engine"))
        self.processor = processor
        self.calibration = found[0]
        self.run = run
        host = next((one for one in rig.processors if one.kind == "cpu"), None)
        self.estimate = estimate(processor, subject, self.calibration, run, host=host, notes=found[1])


def _together(cards: list[_Way], catalogue: Catalogue, subject: Subject, run: Run, rig: Rig) -> tuple[_Way, ...]:
    """Several cards of one kind as one: their memories add up, the layers are divided among them."""
    counts = Counter(way.processor.name for way in cards if way.processor.pool == "vram")
    ways = []
    for name, count in counts.items():
        if count > 1:
            first = next(way.processor for way in cards if way.processor.name == name)
            several = first.changed(name=f"{count} x {name}")
            ways.append(_Way(several, catalogue, subject, replace(run, devices=count), rig))
    return tuple(ways)


def _merit(way: _Way) -> tuple[int, float]:
    return _rank(way.estimate)


def _rank(one: Estimate) -> tuple[int, float]:
    """Smaller is better: what fits before what does not, then the faster."""
    return (_ORDER[one.fit.verdict], -_speed(one))


def _speed(one: Estimate) -> float:
    return one.decode.tokens_per_s or 0.0


def _mixed(card: _Way | None, cpu: _Way | None, subject: Subject, run: Run) -> Estimate | None:
    if card is None or cpu is None or card.processor.pool != "vram" or card.estimate.fit.verdict != "spills":
        return None
    return mixed_estimate(
        card.estimate,
        card.processor,
        cpu.processor,
        subject,
        host_calibration=cpu.calibration,
        run=run,
    )
