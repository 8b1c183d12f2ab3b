"""What each layer more on a graphics card brings that does not hold all of a model."""

from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.partial_offload import Host, partial_offload
from advisor.answer.text.run_options import RunOption, find_run_options
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.text_answer import LayerStep, LayerSteps
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run, Subject

_POINTS = 9
"""Steps between nothing and everything on the card, about."""


def layer_steps(rig: Rig, subject: Subject, run: Run, catalog: Catalog) -> LayerSteps | None:
    """The steps of the best card; None where a card holds all of the model, or none takes part.

    Where the engine leaves experts in main memory, the layers that keep theirs on the card are counted, else whole
    layers.
    """
    options = find_run_options(execution_targets(rig, catalog), subject, run)
    card, cpu = options.card, options.cpu
    plan = card.offloaded.launch if card is not None and card.offloaded is not None else None
    if card is None or cpu is None or plan is None:
        return None
    by_experts = plan.host_expert_layers > 0 and plan.gpu_layers is None
    most = plan.layers if by_experts else plan.layers + 1
    own = plan.layers - plan.host_expert_layers if by_experts else plan.gpu_layers
    chosen = most if own is None else own
    counts = sorted({round(most * step / (_POINTS - 1)) for step in range(_POINTS)} | {chosen})
    return LayerSteps(
        processor_name=card.processor.name,
        what="experts" if by_experts else "layers",
        most=most,
        chosen=chosen,
        steps=tuple(_step(card, cpu, count, most=most, by_experts=by_experts) for count in counts),
    )


def _step(card: RunOption, cpu: RunOption, count: int, *, most: int, by_experts: bool) -> LayerStep:
    """The speed with so many on the card; with everything there it is what the card alone would reach."""
    found = card.estimate
    if count < most:
        gpu_layers, experts = (None, most - count) if by_experts else (count, None)
        found = partial_offload(
            card.estimate,
            card.processor,
            Host(cpu.processor, cpu.target.calibration),
            card.subject,
            card.run,
            gpu_layers=gpu_layers,
            host_expert_layers=experts,
        ).estimate
    return LayerStep(
        on_card=count,
        fits=count < most and found.fit.verdict != "too_big",
        tokens_per_s=found.decode.tokens_per_s,
    )
