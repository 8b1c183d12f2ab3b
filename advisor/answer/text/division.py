"""What a card does not hold, left to the processor around it: where it lies and how fast that is, by figures alone.

Most ways to run a model lose by these: an estimate says the rest of those that do not.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from advisor.facts.answers.estimate import Fit, MemoryNeed, Seconds
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.same import Same
from advisor.predict.memory.fit import budget_bytes, fit_in_two, too_big_for
from advisor.predict.memory.layout import place
from advisor.predict.memory.split import Parts, Split, chosen_split, parts_of
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, certainty_of, decode_certainty, offload_certainty
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.offload import (
    Placement,
    offload_ceiling,
    offload_prompt_seconds,
    offload_seconds,
    placement_of,
)
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.prefill import PrefillParts, first_step, prefill_parts, time_to_first_token_s
from advisor.predict.speed.sanity import decode_ceiling
from advisor.predict.speed.speed import prefill_seconds, range_of

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


class Divided(NamedTuple):
    """How a card and the processor around it hold a model together, in such a run.

    `found` is where it lies; None where both do not hold it, with the reason in `fit`: then the card's own speed
    stands. So it does where nothing is known of the host's (not `is_known`).
    """

    fit: Fit
    found: Placement | None
    is_known: bool
    host: Host
    run: Run

    @property
    def placement(self) -> Placement | None:
        """Where it lies, where the processor takes part in it at a speed that is known."""
        return self.found if self.is_known else None


def divide(
    need: MemoryNeed,
    fit: Fit,
    card_s: Seconds,
    card: Processor,
    host: Host,
    subject: Subject,
    run: Run,
    *,
    gpu_layers: int | None = None,
    host_expert_layers: int | None = None,
    moves_experts: bool = True,
    margin_bytes: int = 0,
) -> Divided | None:
    """The layers or experts that were chosen, or that the card does not hold, in main memory; None where it holds all.

    `need`, `fit` and the seconds of a step, `card_s`, are those of all of it on the card. Some programs move whole
    layers only (not `moves_experts`: Ollama, github.com/ollama/ollama/pull/16688). `margin_bytes` of each card are left
    free beside its reserve, also where it would hold all of it otherwise. A host that is faster than the card takes as
    much as makes it fastest. Too big where both together do not hold it.
    """
    if card.pool != "vram":
        return None
    parts = parts_of(subject, run)
    chosen = chosen_split(parts, gpu_layers=gpu_layers, host_expert_layers=host_expert_layers)
    if chosen is None and fit.verdict != "spills" and not margin_bytes:
        return None
    run, budget = _left_free(run, margin_bytes), budget_bytes(card)
    budget = None if budget is None else budget - margin_bytes
    if host.processor is not None and host.calibration is not None and host.work is None:
        host = host._replace(work=kept_work(host.processor, subject, host.calibration, run.of_one))
    splits = (chosen,) if chosen else divisions(need, budget, host, parts, run, moves_experts=moves_experts)
    placements = [placement_of(need, parts, split, subject, run, budget_bytes=budget) for split in splits]
    found = fastest(placements, card_s, card, host, subject, run)
    if found is None:
        return Divided(too_big_for(need, fit), None, False, host, run)
    both = fit_in_two(need, card, host.processor, found.layout, devices=run.devices, cards=_cards(run))
    is_known = host.processor is not None and host.step is not None and bool(card_s)
    if is_known and fit.others_closed is not None:
        both = both.changed(others_closed=fit.others_closed)
    is_kept = chosen is not None or both.verdict != "too_big"
    return Divided(both, found if is_kept else None, is_known and is_kept, host, run)


def _cards(run: Run) -> tuple[Processor, ...]:
    return tuple(one.processor for one in run.cards)


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


def divided_rate(divided: Divided, card_s: Seconds, processor: Processor, subject: Subject) -> float | None:
    """Tokens per second, as an estimate of both has them, where all of it takes `card_s` on the card."""
    if not card_s:
        return None
    placement, host, run = divided.placement, divided.host, divided.run
    if placement is None:
        ceiling = decode_ceiling(processor, subject, run.written)
    else:
        ceiling = divided_ceiling(processor, host, subject, run.written, placement)
    return _rate(_both_s(divided, card_s), ceiling, run)


def divided_first_word_s(
    divided: Divided, card_s: Seconds, card: Work, processor: Processor, subject: Subject, calibration: Calibration
) -> float | None:
    """The wait for the first word, likewise; `card` is what all of the model takes there."""
    run, read_s = divided.run, 0.0
    if run.prompt_tokens:
        found = _prompt_s(divided, prefill_seconds(card.prompt, calibration) if card.prompt else (), processor, subject)
        if not found:
            return None
        read_s = sum([s for _, s in found])
    if divided.placement is not None:
        return time_to_first_token_s(prefill_s=read_s, step_s=sum([s for _, s in _both_s(divided, card_s)]) or None)
    step = first_step(card.step, processor, subject, calibration, run)
    return time_to_first_token_s(prefill_s=read_s, step_s=step.total_s if step else None)


def _both_s(divided: Divided, card_s: Seconds) -> Seconds:
    """Seconds of a step with a part of the model on the host."""
    step, placement = divided.host.step, divided.placement
    return card_s if step is None or placement is None else offload_seconds(card_s, step, placement.shares)


def _prompt_s(divided: Divided, card_s: Seconds, processor: Processor, subject: Subject) -> Seconds | None:
    """The same of a prompt; None where neither link nor host have a known rate."""
    placement, host = divided.placement, divided.host
    if placement is None or not card_s:
        return card_s
    parts = host.work.prompt if host.work is not None else None
    s = moved_s(processor, subject, placement, parts=parts, run=divided.run)
    return None if s is None else offload_prompt_seconds(card_s, placement.shares, moved_s=s)


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
        certainty=divided_certainty(certainty_of(alone), seconds, host, subject, run.written),
        ceiling=divided_ceiling(processor, host, subject, run.written, placement),
    )


def divided_certainty(alone: Certainty, seconds: Seconds, host: Host, subject: Subject, written: Run) -> Certainty:
    """How well the speed of both together is known, by the part of the time that the host takes."""
    assert host.processor is not None
    assert host.calibration is not None
    share = seconds[-1][1] / sum([s for _, s in seconds])
    on_host = decode_certainty(host.processor, subject, host.calibration, written.of_one)
    return offload_certainty(alone, on_host, host_share=share)


def divided_ceiling(
    processor: Processor, host: Host, subject: Subject, written: Run, placement: Placement
) -> float | None:
    """Tokens per second of both that nothing exceeds."""
    assert host.processor is not None
    on_card, on_host = (
        decode_ceiling(one, subject, run) for one, run in ((processor, written), (host.processor, written.of_one))
    )
    return offload_ceiling(on_card, on_host, placement)
