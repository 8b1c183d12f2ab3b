"""The placement step: what a card does not hold is left to the processor around it."""

from typing import NamedTuple

from advisor.answer.text.offload_estimate import UNKNOWN_HOST, offload_estimate
from advisor.facts.answers.estimate import Estimate
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import middle
from advisor.predict.memory.fit import budget_bytes, fit_in_two
from advisor.predict.memory.launch import launch_plan
from advisor.predict.memory.layout import place
from advisor.predict.memory.split import Parts, Split, chosen_split, parts_of
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.offload import Placement, placement_of


class Host(NamedTuple):
    """The processor around the card, and how the engine uses it; None where it is not known."""

    processor: Processor | None = None
    calibration: Calibration | None = None


class PartialOffload(NamedTuple):
    """An estimate, and the placement where the processor takes part in it."""

    estimate: Estimate
    placement: Placement | None = None


def partial_offload(
    one: Estimate,
    card: Processor,
    host: Host,
    subject: Subject,
    run: Run,
    *,
    gpu_layers: int | None = None,
    host_expert_layers: int | None = None,
) -> PartialOffload:
    """The estimate with the layers or experts that were chosen, or that the card does not hold, in main memory.

    A host that is faster than the card takes as much as makes it fastest. Too big where both together do not hold it:
    then the speed is what the card would reach.
    """
    if card.pool != "vram":
        return PartialOffload(one)
    parts = parts_of(subject, run)
    chosen = chosen_split(parts, gpu_layers=gpu_layers, host_expert_layers=host_expert_layers)
    if chosen is None and one.fit.verdict != "spills":
        return PartialOffload(one)
    best = None
    for split in (chosen,) if chosen else _splits(one, card, host, parts, run):
        tried = _partial_offload(one, card, host, subject, parts, split, run)
        best = tried if best is None or _rate(tried.estimate) > _rate(best.estimate) else best
        if tried.placement is None or _rate(tried.estimate) <= _rate(one):
            break
    if best is None:
        return PartialOffload(_too_big(one))
    if best.estimate.fit.verdict == "too_big" and not chosen:
        return PartialOffload(one.changed(fit=best.estimate.fit))
    return best


def _splits(one: Estimate, card: Processor, host: Host, parts: Parts, run: Run) -> tuple[Split, ...]:
    """The splits worth trying for what the card does not hold."""
    budget = budget_bytes(card)
    host_budget = budget_bytes(host.processor) if host.processor else None
    if budget is None:
        return ()
    return place(one.memory, parts, run, budget_bytes=budget, host_budget_bytes=host_budget)


def _partial_offload(
    one: Estimate, card: Processor, host: Host, subject: Subject, parts: Parts, split: Split, run: Run
) -> PartialOffload:
    """The estimate with one split; without a known host its memory only."""
    placement = placement_of(one.memory, parts, split, subject, run, budget_bytes=budget_bytes(card))
    plan = None
    if subject.is_gguf:
        plan = launch_plan(subject, run, split=split, tensor_split=placement.layout.tensor_split)
    offloaded: Estimate | None = None
    if host.processor is not None and host.calibration is not None:
        offloaded = offload_estimate(
            one, card, host.processor, subject, host_calibration=host.calibration, run=run, placement=placement
        )
    if offloaded is None:
        fit = fit_in_two(one.memory, card, host.processor, placement.layout, devices=run.devices)
        return PartialOffload(one.changed(fit=fit, launch=plan, notes=(*one.notes, UNKNOWN_HOST)))
    fit = offloaded.fit.changed(others_closed=one.fit.others_closed)
    return PartialOffload(offloaded.changed(fit=fit, launch=plan), placement)


def _rate(one: Estimate) -> float:
    return middle(one.decode.tokens_per_s) or 0.0


def _too_big(one: Estimate) -> Estimate:
    whole = one.fit.pools[0].changed(need_bytes=one.memory.total_bytes)
    return one.changed(fit=one.fit.changed(verdict="too_big", pools=(whole,)))
