"""The estimate with part of a model on the graphics card and the rest in main memory."""

from advisor.facts.answers.estimate import Estimate, Speed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import reason
from advisor.predict.memory.fit import fit_in_two
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import DIVIDED_PROMPT, certainty, certainty_of, decode_certainty, offload_certainty
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.offload import Placement, offload_ceiling, offload_prompt_terms, offload_terms
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.prefill import prefill_parts, time_to_first_token_s
from advisor.predict.speed.sanity import decode_ceiling, prefill_ceiling
from advisor.predict.speed.speed import calibration_used, prompt_s, seconds_of, speed_of, unknown_speed

UNKNOWN_HOST = reason("host_speed_unknown")
"""The note where there is no estimate for both together."""


def offload_estimate(
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
    terms = offload_terms(card.decode.terms, scaled_parts(parts, host_calibration), placement)
    share = terms[-1].s / sum(term.s for term in terms)
    on_host = decode_certainty(host, subject, host_calibration, run)
    decode = speed_of(
        terms,
        tokens=run.batch,
        certainty=offload_certainty(certainty_of(card.decode), on_host, host_share=share),
        ceiling=offload_ceiling(decode_ceiling(processor, subject, run), decode_ceiling(host, subject, run), placement),
        basis=(*card.decode.basis, calibration_used(host_calibration)),
    )
    prefill = _prefill(card.prefill, processor, host, subject, placement, calibration=host_calibration, run=run)
    return card.changed(
        decode=decode,
        prefill=prefill,
        time_to_first_token_s=time_to_first_token_s(prefill_s=prompt_s(prefill, run), step_s=seconds_of(decode)),
        fit=fit_in_two(card.memory, processor, host, placement.layout, devices=run.devices),
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
    """Prompt speed: the moved weights cross the link once per micro batch, or the host computes with them.

    Whichever is sooner: llama.cpp leaves to the host what has too few tokens to be worth the way (32 in CUDA). The
    attention of whole layers stays where their cache is (ggml_backend_sched_backend_id_from_cur: only operations on
    weights are taken over).
    """
    if not on_card.terms:
        return on_card
    tokens, link = run.batch * run.prompt_tokens, processor.link_bytes_per_s.value
    parts = prefill_parts(host, subject, calibration, run)
    share = placement.weights_bytes / subject.weights.total_bytes
    options = [(parts.total_s - parts.attention_s) * share] if parts else []
    if link is not None:
        options.append(-(-tokens // run.batching.ubatch_tokens) * placement.weights_bytes / link)
    if not options:
        return unknown_speed(reason("link_and_host_rate_unknown"))
    attention_s = parts.attention_s * placement.shares.layers if parts else 0.0
    terms = offload_prompt_terms(on_card.terms, placement, moved_s=min(options) + attention_s)
    known = certainty(certainty_of(on_card).spread, (DIVIDED_PROMPT,))
    ceiling = prefill_ceiling(processor, subject, run)
    return speed_of(terms, tokens=tokens, certainty=known, ceiling=ceiling, basis=on_card.basis)
