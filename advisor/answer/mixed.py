"""The estimate with part of a model on the graphics card and the rest in main memory."""

from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Estimate, Speed
from advisor.facts.rig import Processor
from advisor.predict.decode import decode_parts
from advisor.predict.fit import fit_in_two
from advisor.predict.offload import Placement, mixed_terms
from advisor.predict.prefill import prefill_parts
from advisor.predict.speed import decode_ceiling, speed_of
from advisor.predict.subject import Run, Subject


def mixed_estimate(
    card: Estimate,
    processor: Processor,
    host: Processor,
    subject: Subject,
    *,
    host_calibration: Calibration,
    run: Run,
    placement: Placement,
) -> Estimate | None:
    """The card's estimate with the moved part computed by the host; None where a speed is unknown."""
    parts = decode_parts(host, subject, host_calibration, run)
    if parts is None or not card.decode.terms:
        return None
    decode = speed_of(
        mixed_terms(card.decode.terms, parts, subject.weights, placement),
        tokens=run.batch,
        confidence="E",
        ceiling=decode_ceiling(processor, subject, run),
        basis=(*card.decode.basis, f"calibration: {host_calibration.name}"),
    )
    prefill = _prefill(card.prefill, processor, host, subject, placement, calibration=host_calibration, run=run)
    wait_s = None
    if prefill.tokens_per_s and decode.tokens_per_s:
        wait_s = run.prompt_tokens / prefill.tokens_per_s + 1 / decode.tokens_per_s
    return card.changed(
        decode=decode,
        prefill=prefill,
        time_to_first_token_s=wait_s,
        fit=fit_in_two(card.memory, processor, host, moved_bytes=placement.moved_bytes),
    )


def _prefill(
    on_card: Speed,
    processor: Processor,
    host: Processor,
    subject: Subject,
    placement: Placement,
    *,
    calibration: Calibration,
    run: Run,
) -> Speed:
    """Prompt speed: the moved weights cross the link once per micro batch; without a known link the host computes."""
    link = processor.link_bytes_per_s.value
    batches = -(-run.prompt_tokens // run.batching.ubatch_tokens)
    if link is not None:
        extra_s: float | None = batches * placement.moved_bytes / link
    else:
        parts = prefill_parts(host, subject, calibration, run)
        extra_s = parts.total_s * placement.moved_bytes / subject.weights.total_bytes if parts else None
    if extra_s is None or not on_card.terms:
        return on_card.changed(tokens_per_s=None, low_tokens_per_s=None, high_tokens_per_s=None, terms=())
    moved = on_card.terms[0].changed(
        name="main_memory", s=extra_s, formula="weights in main memory, once per batch", inputs=()
    )
    return speed_of(
        (*on_card.terms, moved), tokens=run.prompt_tokens, confidence="E", ceiling=None, basis=on_card.basis
    )
