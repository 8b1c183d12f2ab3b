"""One model on one processor: the estimate. What a card does not hold is left to the processor around it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from advisor.facts.answers.estimate import Estimate, LaunchPlan, MemoryNeed, Seconds, Speed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same
from advisor.predict.memory.fit import budget_bytes, fit_in_two, too_big_for
from advisor.predict.memory.launch import launch_plan
from advisor.predict.memory.layout import place
from advisor.predict.memory.load import Load, load, reordered_bytes
from advisor.predict.memory.split import Parts, Split, chosen_split, parts_of
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.rates.certainty import Certainty, certainty, certainty_of, decode_certainty, offload_certainty
from advisor.predict.rates.doubts import DIVIDED_PROMPT
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.offload import (
    Placement,
    offload_ceiling,
    offload_prompt_terms,
    offload_seconds,
    offload_terms,
    placement_of,
    seconds_of_terms,
)
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.prefill import PrefillParts, first_step, prefill_parts, time_to_first_token_s
from advisor.predict.speed.sanity import decode_ceiling, prefill_ceiling
from advisor.predict.speed.speed import (
    calibration_used,
    prompt_s,
    range_of,
    seconds_of,
    speed_of,
    speed_of_prompt,
    speed_of_step,
    unknown_speed,
)

_KEPT = 512
"""So many ways to run a model on the processor beside cards are kept: those of the models that a search asks about."""


class Work(NamedTuple):
    """Seconds by cause of one step in the middle of the answer, and of the prompt; None where they are not known."""

    step: DecodeParts | None
    prompt: PrefillParts | None


def work_of(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Work:
    """What a model takes on a processor that holds all of it; without a prompt none for it."""
    step = decode_parts(processor, subject, calibration, run.written)
    return Work(step, prefill_parts(processor, subject, calibration, run) if run.prompt_tokens else None)


def kept_work(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Work:
    """The same, once for a processor that stands beside one card after another."""
    return _kept_work(Same(processor), Same(subject), Same(calibration), run)


@lru_cache(maxsize=_KEPT)
def _kept_work(processor: Same[Processor], subject: Same[Subject], calibration: Same[Calibration], run: Run) -> Work:
    return work_of(processor.one, subject.one, calibration.one, run)


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


def offload_estimate(
    card: Estimate,
    processor: Processor,
    host: Processor,
    subject: Subject,
    *,
    host_calibration: Calibration,
    work: Work,
    run: Run,
    placement: Placement,
) -> Estimate | None:
    """The card's estimate with the moved part computed by the host; None where a speed is unknown.

    `work` is what the host would take for the whole model.
    """
    if work.step is None or not card.decode.terms:
        return None
    terms = offload_terms(card.decode.terms, scaled_parts(work.step, host_calibration), placement)
    around = Host(host, host_calibration, work)
    alone = certainty_of(card.decode.tokens_per_s)
    decode = speed_of(
        terms,
        tokens=run.batch,
        certainty=_certainty(alone, seconds_of_terms(terms), around, subject, run.written),
        ceiling=_ceiling(processor, around, subject, run.written, placement),
        basis=(*card.decode.basis, calibration_used(host_calibration)),
    )
    prefill = _prefill(card.prefill, processor, subject, placement, parts=work.prompt, run=run)
    return card.changed(
        decode=decode,
        prefill=prefill,
        time_to_first_token_s=time_to_first_token_s(prefill_s=prompt_s(prefill, run), step_s=seconds_of(decode)),
        fit=fit_in_two(card.memory, processor, host, placement.layout, devices=run.devices, cards=_cards(run)),
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


def moved_s(
    processor: Processor, subject: Subject, placement: Placement, *, parts: PrefillParts | None, run: Run
) -> float | None:
    """Seconds of a prompt for what was moved; `parts` are those of all of it on the host. None without any rate."""
    tokens, link = run.batch * run.prompt_tokens, processor.link_bytes_per_s.value
    share = placement.weights_bytes / subject.weights.total_bytes
    options = [(parts.total_s - parts.attention_s) * share] if parts else []
    if link is not None:
        options.append(-(-tokens // run.batching.ubatch_tokens) * placement.weights_bytes / link)
    if not options:
        return None
    return min(options) + (parts.attention_s * placement.shares.layers if parts else 0.0)


class Host(NamedTuple):
    """The processor around the card, and how the engine uses it; None where it is not known.

    `work` is what the whole model takes there in the same run, where somebody worked it out before.
    """

    processor: Processor | None = None
    calibration: Calibration | None = None
    work: Work | None = None

    @property
    def step(self) -> DecodeParts | None:
        """Seconds of one step of the whole model there, as runs there say; None where they are not known."""
        if self.calibration is None or self.work is None or self.work.step is None:
            return None
        return scaled_parts(self.work.step, self.calibration)


def divided_range(
    alone: Range, card_s: Seconds, processor: Processor, host: Host, subject: Subject, *, run: Run, placement: Placement
) -> Range:
    """Tokens per second of a placement with their range, without an estimate.

    `alone` are those of all of it on the card, where it takes `card_s`.
    """
    assert host.step is not None
    seconds = offload_seconds(card_s, host.step, placement.shares)
    return range_of(
        sum([s for _, s in seconds]),
        tokens=run.batch,
        certainty=_certainty(certainty_of(alone), seconds, host, subject, run.written),
        ceiling=_ceiling(processor, host, subject, run.written, placement),
    )


def _certainty(alone: Certainty, seconds: Seconds, host: Host, subject: Subject, written: Run) -> Certainty:
    """How well the speed of both together is known, by the part of the time that the host takes."""
    assert host.processor is not None
    assert host.calibration is not None
    share = seconds[-1][1] / sum([s for _, s in seconds])
    on_host = decode_certainty(host.processor, subject, host.calibration, written.of_one)
    return offload_certainty(alone, on_host, host_share=share)


def _ceiling(processor: Processor, host: Host, subject: Subject, written: Run, placement: Placement) -> float | None:
    assert host.processor is not None
    on_card, on_host = (
        decode_ceiling(one, subject, run) for one, run in ((processor, written), (host.processor, written.of_one))
    )
    return offload_ceiling(on_card, on_host, placement)


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

    Some programs move whole layers only (not `moves_experts`: Ollama, github.com/ollama/ollama/pull/16688).
    `margin_bytes` of each card are left free beside its reserve, also where it would hold all of it otherwise.
    A host that is faster than the card takes as much as makes it fastest. Too big where both together do not hold it:
    then the speed is what the card would reach.
    """
    if card.pool != "vram":
        return PartialOffload(one)
    parts = parts_of(subject, run)
    chosen = chosen_split(parts, gpu_layers=gpu_layers, host_expert_layers=host_expert_layers)
    if chosen is None and one.fit.verdict != "spills" and not margin_bytes:
        return PartialOffload(one)
    run, budget = _left_free(run, margin_bytes), budget_bytes(card)
    budget = None if budget is None else budget - margin_bytes
    if host.processor is not None and host.calibration is not None and host.work is None:
        host = host._replace(work=kept_work(host.processor, subject, host.calibration, run.of_one))
    splits = (chosen,) if chosen else divisions(one.memory, budget, host, parts, run, moves_experts=moves_experts)
    placements = [placement_of(one.memory, parts, split, subject, run, budget_bytes=budget) for split in splits]
    placement = fastest(placements, seconds_of_terms(one.decode.terms), card, host, subject, run)
    if placement is None:
        return PartialOffload(one.changed(fit=too_big_for(one.memory, one.fit)))
    best = _partial_offload(one, card, host, subject, placement, run)
    if best.estimate.fit.verdict == "too_big" and not chosen:
        return PartialOffload(one.changed(fit=best.estimate.fit))
    return best


def _left_free(run: Run, margin_bytes: int) -> Run:
    """The run with so much less for it on each of several different cards."""
    cards = (replace(one, budget_bytes=one.budget_bytes and one.budget_bytes - margin_bytes) for one in run.cards)
    return replace(run, cards=tuple(cards)) if margin_bytes and run.cards else run


def divisions(
    need: MemoryNeed, budget: int | None, host: Host, parts: Parts, run: Run, *, moves_experts: bool = True
) -> tuple[Split, ...]:
    """The splits worth trying for what the card does not hold."""
    host_budget = budget_bytes(host.processor) if host.processor else None
    if budget is None:
        return ()
    return place(need, parts, run, budget_bytes=budget, host_budget_bytes=host_budget, moves_experts=moves_experts)


def fastest(
    placements: Sequence[Placement], card_s: Seconds, card: Processor, host: Host, subject: Subject, run: Run
) -> Placement | None:
    """The one with which most is written, of those up to the first that is no gain; None without any.

    `card_s` is what all of it takes on the card. The first where a speed is not known.
    """
    step = host.step
    if len(placements) < 2 or host.processor is None or step is None or not card_s:
        return next(iter(placements), None)
    on_card = decode_ceiling(card, subject, run.written)
    on_host = decode_ceiling(host.processor, subject, run.written.of_one)
    best, most, alone = placements[0], 0.0, _rate(card_s, on_card, run)
    for placement in placements:
        seconds = offload_seconds(card_s, step, placement.shares)
        rate = _rate(seconds, offload_ceiling(on_card, on_host, placement), run)
        if rate > most:
            best, most = placement, rate
        if rate <= alone:
            break
    return best


def _rate(seconds: Seconds, ceiling: float | None, run: Run) -> float:
    rate = run.batch / sum([s for _, s in seconds])
    return rate if ceiling is None else min(rate, ceiling)


def _partial_offload(
    one: Estimate, card: Processor, host: Host, subject: Subject, placement: Placement, run: Run
) -> PartialOffload:
    """The estimate with one placement; without a known host its memory only."""
    plan = divided_launch(placement, subject, run)
    offloaded: Estimate | None = None
    if host.processor is not None and host.calibration is not None and host.work is not None:
        offloaded = offload_estimate(
            one,
            card,
            host.processor,
            subject,
            host_calibration=host.calibration,
            work=host.work,
            run=run,
            placement=placement,
        )
    if offloaded is None:
        fit = fit_in_two(one.memory, card, host.processor, placement.layout, devices=run.devices, cards=_cards(run))
        return PartialOffload(one.changed(fit=fit, launch=plan, notes=(*one.notes, UNKNOWN_HOST)))
    fit = offloaded.fit.changed(others_closed=one.fit.others_closed)
    return PartialOffload(offloaded.changed(fit=fit, launch=plan), placement)


def _cards(run: Run) -> tuple[Processor, ...]:
    return tuple(one.processor for one in run.cards)
