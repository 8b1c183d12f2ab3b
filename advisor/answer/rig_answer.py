"""One question asked of a whole rig: every processor, the best way, how speed falls with context, the ceilings."""

from collections import Counter
from dataclasses import dataclass, replace

from advisor.answer.ask import estimate
from advisor.answer.calibration import find_calibration
from advisor.answer.candidates import candidate_ids
from advisor.answer.mixed import UNKNOWN_HOST, mixed_estimate
from advisor.answer.problem import ProblemError
from advisor.answer.roofline import roofline
from advisor.answer.subject import find_quant, subject_of
from advisor.answer.sweep import Helper, sweep
from advisor.catalog.catalog import Catalog
from advisor.catalog.processor import gpu_processor
from advisor.facts.answer import AnswerError
from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Estimate
from advisor.facts.rig import Processor, Rig
from advisor.facts.rig_answer import RigAnswer
from advisor.predict.fit import held_bytes
from advisor.predict.offload import place
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
    catalog: Catalog,
    candidates: tuple[str, ...] | None = None,
) -> RigAnswer:
    """The answer for one model on one rig. `candidates` are card ids; None picks some by rule, () takes none.

    Raises:
        ProblemError: no such model or quantization, a rig without processors, or a catalog without engines.
    """
    model = catalog.models.get(model_id)
    if model is None:
        raise ProblemError(AnswerError(code="unknown_model", message=f"no model has the id {model_id!r}"))
    if not rig.processors:
        raise ProblemError(AnswerError(code="bad_request", message="the rig has no processor"))
    card, _, _ = find_quant(quant, model, catalog)
    run = Run(
        context_tokens=context_tokens,
        prompt_tokens=prompt_tokens,
        depth_tokens=depth_tokens,
        generated_tokens=generated_tokens,
    )
    question = _Question(rig, catalog, subject_of(model, card, catalog), run)
    return question.answer(model_id=model_id, quant=card.name, candidates=candidates)


@dataclass(frozen=True)
class _Way:
    """One processor (or several cards together) with its calibration and estimate.

    `mixed` is the estimate with the rest of the model on the `helper`, where one takes what the card does not hold.
    """

    processor: Processor
    calibration: Calibration
    run: Run
    estimate: Estimate
    helper: Helper | None = None
    mixed: Estimate | None = None

    @property
    def result(self) -> Estimate:
        """How the model runs this way."""
        return self.mixed or self.estimate


@dataclass(frozen=True)
class _Question:
    """One model and one way of using it, asked of one rig."""

    rig: Rig
    catalog: Catalog
    subject: Subject
    run: Run

    def answer(self, *, model_id: str, quant: str, candidates: tuple[str, ...] | None) -> RigAnswer:
        alone = tuple(self._way(processor) for processor in self.rig.processors)
        cpu = next((way for way in alone if way.processor.kind == "cpu"), None)
        ways = tuple(self._divided(way, cpu) for way in alone)
        cards = tuple(way for way in ways if way.processor.kind == "gpu" and way.processor.blocked is None)
        together = (self._divided(way, cpu) for way in self._together(cards))
        card = min((*cards, *together), key=_rank, default=None)
        shown = tuple(way for way in (card, cpu) if way is not None)
        chosen = min(shown or ways, key=_rank).result
        most = self.subject.shape.context_tokens or self.run.context_tokens
        sweeps = tuple(
            sweep(
                one.processor,
                self.subject,
                one.calibration,
                one.run,
                most_tokens=most,
                helper=one.helper,
            )
            for one in shown
        )
        own = next((one for one in sweeps if one.processor_name == chosen.processor_name), None)
        return RigAnswer(
            rig_name=self.rig.name,
            model_id=model_id,
            model_name=self.subject.name,
            quant=quant,
            context_tokens=self.run.context_tokens,
            largest_context_tokens=own.fits_tokens if own else None,
            chosen=chosen,
            cpu=cpu.estimate if cpu else None,
            estimates=tuple(way.estimate for way in ways),
            mixed=card.mixed if card else None,
            sweeps=sweeps,
            rooflines=tuple(
                roofline(one.processor, one.calibration, self.subject, one.estimate, one.run) for one in shown
            ),
            candidates=self._candidates(candidates, need_bytes=chosen.memory.total_bytes),
        )

    def _way(self, processor: Processor, *, devices: int = 1) -> _Way:
        found = find_calibration(processor, self.catalog, engine=ENGINE, backend=None)
        if found is None:
            raise ProblemError(AnswerError(code="bad_request", message="the catalog holds no engine"))
        calibration, notes = found
        run = replace(self.run, devices=devices)
        if processor.blocked is not None:
            notes += (f"{processor.blocked}: this is what it would reach with one",)
        host = next((one for one in self.rig.processors if one.kind == "cpu"), None)
        made = estimate(processor, self.subject, calibration, run, host=host, notes=notes)
        return _Way(processor, calibration, run, made)

    def _together(self, cards: tuple[_Way, ...]) -> tuple[_Way, ...]:
        """Several cards of one kind as one: the layers are divided among them, each with the memory of the fullest."""
        dedicated = [way.processor for way in cards if way.processor.pool == "vram"]
        counts = Counter(processor.name for processor in dedicated)
        fullest = {one.name: one for one in sorted(dedicated, key=_free_bytes, reverse=True)}
        return tuple(
            self._way(fullest[name].changed(name=f"{count} x {name}"), devices=count)
            for name, count in counts.items()
            if count > 1
        )

    def _divided(self, way: _Way, cpu: _Way | None) -> _Way:
        """The way with what spills from its card on the processor; too big where both together do not hold it."""
        one = way.estimate
        if cpu is None or way.processor.pool != "vram" or one.fit.verdict != "spills":
            return way
        held = held_bytes(one.memory, one.fit)
        placement = place(one.memory, self.subject.weights, self.subject.shape, budget_bytes=held)
        if placement is None:
            whole = one.fit.pools[0].changed(need_bytes=one.memory.total_bytes)
            return replace(way, estimate=one.changed(fit=one.fit.changed(verdict="too_big", pools=(whole,))))
        helper = Helper(cpu.processor, cpu.calibration, placement)
        mixed = self._mixed(way, helper)
        if mixed is None:
            return replace(way, estimate=one.changed(notes=(*one.notes, UNKNOWN_HOST)))
        if mixed.fit.verdict == "too_big":
            return replace(way, estimate=one.changed(fit=mixed.fit))
        return replace(way, helper=helper, mixed=mixed)

    def _mixed(self, card: _Way, helper: Helper) -> Estimate | None:
        return mixed_estimate(
            card.estimate,
            card.processor,
            helper.processor,
            self.subject,
            host_calibration=helper.calibration,
            run=card.run,
            placement=helper.placement,
        )

    def _candidates(self, ids: tuple[str, ...] | None, *, need_bytes: int) -> tuple[Estimate, ...]:
        if ids is None:
            owned = tuple(one.card for one in self.rig.processors if one.card and one.pool == "vram")
            ids = candidate_ids(self.catalog, need_bytes=need_bytes, owned=owned)
        return tuple(self._way(gpu_processor(one, self.catalog.gpus[one])).estimate for one in ids)


def _free_bytes(processor: Processor) -> int:
    return processor.memory_free_bytes.value or processor.memory_total_bytes.value or 0


def _rank(way: _Way) -> tuple[int, float]:
    """Smaller is better: what holds the model, whole or divided, before what does not, then the faster."""
    order = 0 if way.mixed else _ORDER[way.estimate.fit.verdict]
    return (order, -(way.result.decode.tokens_per_s or 0.0))
