"""The placement step: what a card does not hold is left to the processor around it."""

from typing import NamedTuple

from advisor.answer.mixed import UNKNOWN_HOST, mixed_estimate
from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Estimate
from advisor.facts.rig import Processor
from advisor.predict.fit import budget_bytes, fit_in_two
from advisor.predict.launch import launch_plan
from advisor.predict.layout import place
from advisor.predict.offload import Placement, placement_of
from advisor.predict.split import chosen_split, parts_of
from advisor.predict.subject import Run, Subject


class Host(NamedTuple):
    """The processor around the card, and how the engine uses it; None where it is not known."""

    processor: Processor | None = None
    calibration: Calibration | None = None


class Divided(NamedTuple):
    """An estimate, and the placement where the processor takes part in it."""

    estimate: Estimate
    placement: Placement | None = None


def divided(
    one: Estimate,
    card: Processor,
    host: Host,
    subject: Subject,
    run: Run,
    *,
    gpu_layers: int | None = None,
    host_expert_layers: int | None = None,
) -> Divided:
    """The estimate with the layers or experts that were chosen, or that the card does not hold, in main memory.

    Too big where both together do not hold it: then the speed is what the card would reach.
    """
    if card.pool != "vram":
        return Divided(one)
    parts = parts_of(subject, run)
    split = chosen_split(parts, gpu_layers=gpu_layers, host_expert_layers=host_expert_layers)
    chosen, budget = split is not None, budget_bytes(card)
    if split is None and one.fit.verdict == "spills" and budget is not None:
        split = place(one.memory, parts, run, budget_bytes=budget)
        if split is None:
            return Divided(_too_big(one))
    if split is None:
        return Divided(one)
    placement = placement_of(one.memory, parts, split, subject, run, budget_bytes=budget)
    plan = None
    if subject.is_gguf:
        plan = launch_plan(subject, run, split=split, tensor_split=placement.layout.tensor_split)
    mixed: Estimate | None = None
    if host.processor is not None and host.calibration is not None:
        mixed = mixed_estimate(
            one, card, host.processor, subject, host_calibration=host.calibration, run=run, placement=placement
        )
    if mixed is None:
        fit = fit_in_two(one.memory, card, host.processor, placement.layout, devices=run.devices)
        return Divided(one.changed(fit=fit, launch=plan, notes=(*one.notes, UNKNOWN_HOST)))
    fit = mixed.fit.changed(others_closed=one.fit.others_closed)
    if fit.verdict == "too_big" and not chosen:
        return Divided(one.changed(fit=fit))
    return Divided(mixed.changed(fit=fit, launch=plan), placement)


def _too_big(one: Estimate) -> Estimate:
    whole = one.fit.pools[0].changed(need_bytes=one.memory.total_bytes)
    return one.changed(fit=one.fit.changed(verdict="too_big", pools=(whole,)))
