"""One model on one processor: the estimate. What a card does not hold is left to the processor around it."""

from typing import NamedTuple

from advisor.answer.text.division import (
    Divided,
    Host,
    Work,
    divide,
    divided_ceiling,
    divided_certainty,
    moved_s,
    work_of,
)
from advisor.facts.answers.estimate import Estimate, LaunchPlan, Speed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.launch import launch_plan
from advisor.predict.memory.load import Load, load, reordered_bytes
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.rates.certainty import certainty, certainty_of
from advisor.predict.rates.doubts import DIVIDED_PROMPT
from advisor.predict.speed.offload import (
    Placement,
    offload_prompt_terms,
    offload_terms,
    seconds_of_terms,
)
from advisor.predict.speed.prefill import PrefillParts, first_step, time_to_first_token_s
from advisor.predict.speed.sanity import prefill_ceiling
from advisor.predict.speed.speed import (
    calibration_used,
    prompt_s,
    seconds_of,
    speed_of,
    speed_of_prompt,
    speed_of_step,
    unknown_speed,
)


def estimate(
    processor: Processor,
    subject: Subject,
    calibration: Calibration,
    run: Run,
    *,
    host: Processor | None = None,
    notes: tuple[Reason, ...] = (),
    loaded: Load | None = None,
    work: Work | None = None,
) -> Estimate:
    """Memory, fit, both speeds and the wait for the first word of one way to run a model.

    `loaded` and `work` where somebody worked them out before.
    """
    loaded = loaded or load(processor, subject, calibration, run, host=host)
    work = work or work_of(processor, subject, calibration, run)
    step = first_step(work.step, processor, subject, calibration, run)
    written = run.written
    prefill = speed_of_prompt(work.prompt, processor, subject, calibration, run)
    return Estimate(
        processor_id=processor.id,
        processor_name=processor.counted_name,
        model_name=subject.name,
        quant=subject.weights.quant,
        context_tokens=run.context_tokens,
        prompt_tokens=run.prompt_tokens,
        depth_tokens=written.depth_tokens,
        generated_tokens=run.generated_tokens,
        memory=loaded.need,
        fit=loaded.fit,
        decode=speed_of_step(work.step, processor, subject, calibration, written),
        prefill=prefill,
        time_to_first_token_s=time_to_first_token_s(
            prefill_s=prompt_s(prefill, run), step_s=step.total_s if step else None
        ),
        weight_bytes_per_token=subject.bytes_per_token,
        kv_bytes_per_token_at_depth=round(
            kv_bytes_read(
                subject.shape, subject.groups, depth_tokens=written.depth_tokens, setup=run.cache, blocks=subject.blocks
            )
        ),
        flop_per_token=flop_per_token(subject.weights),
        reordered_bytes=reordered_bytes(processor, subject),
        longest_tokens=subject.longest_tokens,
        launch=whole_launch(loaded, subject, run),
        blocked=processor.blocked,
        notes=notes,
    )


def whole_launch(loaded: Load, subject: Subject, run: Run) -> LaunchPlan | None:
    """How to start it with everything in one place; None where that is too small, or for files of other engines."""
    if loaded.fit.verdict in ("spills", "too_big") or not subject.is_gguf:
        return None
    return launch_plan(subject, run, tensor_split=loaded.layout.tensor_split)


def divided_launch(placement: Placement, subject: Subject, run: Run) -> LaunchPlan | None:
    """How to start it with a part of it in main memory; None for files of other engines."""
    if not subject.is_gguf:
        return None
    return launch_plan(subject, run, split=placement.split, tensor_split=placement.layout.tensor_split)


UNKNOWN_HOST = reason("host_speed_unknown")
"""The note where there is no estimate for both together."""


def divided_estimate(card: Estimate, divided: Divided, processor: Processor, subject: Subject) -> Estimate:
    """The card's estimate with the moved part computed by the host; with its memory alone where a speed is unknown."""
    found, host, run = divided.found, divided.host, divided.run
    if found is None:
        return card.changed(fit=divided.fit)
    plan, step = divided_launch(found, subject, run), host.step
    if divided.placement is None or step is None or host.calibration is None or host.work is None:
        return card.changed(fit=divided.fit, launch=plan, notes=(*card.notes, UNKNOWN_HOST))
    terms, written = offload_terms(card.decode.terms, step, found), run.written
    alone = certainty_of(card.decode.tokens_per_s)
    decode = speed_of(
        terms,
        tokens=run.batch,
        certainty=divided_certainty(alone, seconds_of_terms(terms), host, subject, written),
        ceiling=divided_ceiling(processor, host, subject, written, found),
        basis=(*card.decode.basis, calibration_used(host.calibration)),
    )
    prefill = _prefill(card.prefill, processor, subject, found, parts=host.work.prompt, run=run)
    return card.changed(
        decode=decode,
        prefill=prefill,
        time_to_first_token_s=time_to_first_token_s(prefill_s=prompt_s(prefill, run), step_s=seconds_of(decode)),
        fit=divided.fit,
        launch=plan,
    )


def _prefill(
    on_card: Speed,
    processor: Processor,
    subject: Subject,
    placement: Placement,
    *,
    parts: PrefillParts | None,
    run: Run,
) -> Speed:
    """Prompt speed: the moved weights cross the link once per micro batch, or the host computes with them.

    Whichever is sooner: llama.cpp leaves to the host what has too few tokens to be worth the way (32 in CUDA). The
    attention of whole layers stays where their cache is (ggml_backend_sched_backend_id_from_cur: only operations on
    weights are taken over).
    """
    if not on_card.terms:
        return on_card
    s = moved_s(processor, subject, placement, parts=parts, run=run)
    if s is None:
        return unknown_speed(reason("link_and_host_rate_unknown"))
    terms = offload_prompt_terms(on_card.terms, placement, moved_s=s)
    known = certainty(certainty_of(on_card.tokens_per_s).spread, (DIVIDED_PROMPT,))
    ceiling, tokens = prefill_ceiling(processor, subject, run), run.batch * run.prompt_tokens
    return speed_of(terms, tokens=tokens, certainty=known, ceiling=ceiling, basis=on_card.basis)


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
    moves_experts: bool = True,
    margin_bytes: int = 0,
) -> PartialOffload:
    """The estimate with the layers or experts that were chosen, or that the card does not hold, in main memory.

    As `divide` takes them. Where both do not hold it the speed is what the card would reach.
    """
    divided = divide(
        one.memory,
        one.fit,
        seconds_of_terms(one.decode.terms),
        card,
        host,
        subject,
        run,
        gpu_layers=gpu_layers,
        host_expert_layers=host_expert_layers,
        moves_experts=moves_experts,
        margin_bytes=margin_bytes,
    )
    if divided is None:
        return PartialOffload(one)
    return PartialOffload(divided_estimate(one, divided, card, subject), divided.placement)
