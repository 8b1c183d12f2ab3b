"""Speeds with their terms, range and limit, from the seconds of a step or a prompt (docs/physics.md 1.1)."""

from advisor.facts.answers.estimate import Input, Speed, Term, TermName
from advisor.facts.cards.calibration import Calibration, OwnScale
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, decode_certainty, prefill_certainty, speed_range
from advisor.predict.rates.limits import limit_of
from advisor.predict.rates.rates import Rate, cache_rate, prompt_peak, read_rate, ridge_flop_per_byte, typical_peak
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.prefill import PrefillParts, prefill_parts
from advisor.predict.speed.sanity import decode_ceiling, prefill_ceiling


def decode_speed(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Speed:
    """Tokens per second of generation over all sequences, averaged over the generated tokens: B / sum of terms.

    Without a figure, and with the reason, where the bandwidth is unknown (docs/physics.md 6.2, 8.1).
    """
    parts = decode_parts(processor, subject, calibration, run)
    if parts is None:
        return unknown_speed(reason("memory_bandwidth_unknown"))
    terms = scaled_terms(decode_terms(parts, processor, subject, calibration, run), calibration.own_decode)
    return speed_of(
        terms,
        tokens=run.batch,
        certainty=decode_certainty(processor, subject, calibration, run),
        ceiling=decode_ceiling(processor, subject, run),
        basis=_decode_basis(processor, calibration),
    )


def prefill_speed(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Speed:
    """Tokens per second of reading the prompts of all sequences.

    Without a figure where there is no prompt or a rate is unknown (docs/physics.md 7, 8.1).
    """
    if run.prompt_tokens == 0:
        return unknown_speed(reason("no_prompt"))
    parts = prefill_parts(processor, subject, calibration, run)
    if parts is None:
        return unknown_speed(reason("speed_rates_unknown"))
    terms = scaled_terms(_prefill_terms(parts, processor, subject), calibration.own_prefill)
    return speed_of(
        terms,
        tokens=run.batch * run.prompt_tokens,
        certainty=prefill_certainty(processor, subject, calibration, run),
        ceiling=prefill_ceiling(processor, subject, run),
        basis=_prefill_basis(processor, subject, calibration),
    )


def speed_of(
    terms: tuple[Term, ...], *, tokens: int, certainty: Certainty, ceiling: float | None, basis: tuple[Reason, ...]
) -> Speed:
    """Tokens over the sum of the terms, within the ceiling; range of this certainty, limit of the largest term."""
    middle = tokens / sum(term.s for term in terms)
    middle = min(middle, ceiling) if ceiling is not None else middle
    return Speed(
        tokens_per_s=speed_range(middle, certainty=certainty, ceiling=ceiling),
        limit=limit_of(terms),
        terms=terms,
        confidence=certainty.confidence,
        basis=tuple(dict.fromkeys((*basis, *less_sure(certainty)))),
    )


def scaled_terms(terms: tuple[Term, ...], own: OwnScale | None) -> tuple[Term, ...]:
    """The terms as runs on this machine say they are."""
    return terms if own is None else tuple(term.changed(s=term.s / own.of(term.name)) for term in terms)


def prompt_s(prefill: Speed, run: Run) -> float | None:
    """Seconds before generation begins: none without a prompt, None where its speed is unknown."""
    return seconds_of(prefill) if run.prompt_tokens else 0.0


def seconds_of(speed: Speed) -> float | None:
    """Seconds of one step of generation or of the whole prompt; None where there is no figure."""
    return sum(term.s for term in speed.terms) or None


def unknown_speed(why: Reason) -> Speed:
    """No figure, because a rate of the hardware is not known."""
    return Speed(
        tokens_per_s=None,
        limit="memory_bandwidth",
        terms=(),
        confidence="F",
        basis=(why,),
    )


def less_sure(known: Certainty) -> tuple[Reason, ...]:
    """What a speed rests on because of what is not known."""
    return tuple(reason("less_sure", doubt=doubt) for doubt in known.doubts)


def calibration_used(calibration: Calibration) -> Reason:
    """That a speed rests on this calibration."""
    return reason("calibration_used", name=calibration.name)


def _prefill_basis(processor: Processor, subject: Subject, calibration: Calibration) -> tuple[Reason, ...]:
    """What the speed of a prompt rests on: the arithmetic rate's origin and the calibration."""
    peak = prompt_peak(processor, main_type=subject.weights.main_type)
    ridge = ridge_flop_per_byte(processor) if processor.kind == "gpu" and typical_peak(processor) else None
    rate = reason("estimated_core_rate")
    if peak is not None:
        rate = reason("matrix_rate_from", origin=peak.origin)
    elif ridge is not None:
        rate = reason("typical_rate", ridge=ridge, whose=processor.architecture or processor.vendor)
    evidence = calibration.prefill_evidence or calibration.evidence
    return (rate, *_evidence(calibration, calibration.own_prefill, published=evidence))


def _decode_basis(processor: Processor, calibration: Calibration) -> tuple[Reason, ...]:
    """What the speed of generation rests on: the bandwidth's origin and the calibration."""
    measured = processor.read_bytes_per_s.value is not None
    origin = "measured" if measured else (processor.bandwidth_bytes_per_s.origin or "unknown")
    return (
        reason("bandwidth_from", origin=origin),
        *_evidence(calibration, calibration.own_decode, published=calibration.evidence),
    )


def _evidence(calibration: Calibration, own: OwnScale | None, *, published: str) -> tuple[Reason, ...]:
    """The calibration and what it rests on: published rows, or runs on this machine."""
    return (calibration_used(calibration), reason(published) if own is None else own.evidence)


def decode_terms(
    parts: DecodeParts, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> tuple[Term, ...]:
    """The parts of one step as named terms with formula and inputs; they add up to the time of the step."""
    weights_bytes = _input("weight bytes per token", float(subject.weights.bytes_per_token), "bytes")
    reading = _rate_inputs("read rate", read_rate(processor, calibration, run), unit="bytes_per_s")
    bandwidth = _rate_inputs("bandwidth", cache_rate(processor, calibration), unit="bytes_per_s")
    per_layer = _input("seconds per layer", parts.layers_s / subject.shape.layers, "s", source=calibration.name)
    layers = _input("layers", subject.shape.layers, "count")
    visible = _input("cached tokens", run.middle_tokens, "tokens", source="the question")
    factor = calibration.kv_factor_flash if run.batching.flash_attention else calibration.kv_factor_plain
    read_s = parts.kv_cache_s / factor
    attention_s = parts.kv_cache_s - read_s + parts.attention_s
    return _terms(
        ("weights", parts.weights_s, "weight bytes / read rate", (weights_bytes, *reading)),
        ("unpacking", parts.unpack_s, "what unpacking adds to reading", (weights_bytes,)),
        ("kv_cache", read_s, "cached bytes / bandwidth", bandwidth),
        ("attention", attention_s, "heads x key width x visible tokens / attention rate", (visible,)),
        ("overhead", parts.layers_s, "layers x seconds per layer", (per_layer, layers)),
        ("arithmetic", parts.compute_s, "2 x parameters x sequences / arithmetic rate", ()),
        ("interconnect", parts.devices_s, "exchanges between devices x seconds per exchange", ()),
    )


def _prefill_terms(parts: PrefillParts, processor: Processor, subject: Subject) -> tuple[Term, ...]:
    active = _input("parameters of the layers a token uses", prompt_work(subject).total_flop / 2, "params")
    peak = prompt_peak(processor, main_type=subject.weights.main_type) or typical_peak(processor)
    rates = _rate_inputs("matrix rate", peak, unit="flop_per_s")
    work = "2 x parameters of the layers a token uses x tokens / (matrix rate x share)"
    return _terms(
        ("arithmetic", parts.compute_s, work, (active, *rates)),
        ("weights", parts.weights_s, "weight bytes / read rate, beyond the arithmetic", ()),
        ("unpacking", parts.unpack_s, "batches x parameters x 2 bytes / read rate", ()),
        ("attention", parts.attention_s, "4 x heads x head size x layers x tokens x visible tokens", ()),
        ("overhead", parts.layers_s, "batches x layers x seconds per layer", ()),
        ("interconnect", parts.devices_s, "tokens x width x 4 bytes / link, per boundary", ()),
    )


def _terms(*parts: tuple[TermName, float, str, tuple[Input, ...]]) -> tuple[Term, ...]:
    """Those that take any time, by name, seconds, formula and inputs."""
    return tuple(Term(name=name, s=s, formula=formula, inputs=inputs) for name, s, formula, inputs in parts if s > 0)


def _input(name: str, value: float, unit: str, *, source: str = "the model's shape") -> Input:
    return Input(name=name, value=value, unit=unit, origin="estimated", source=source)


def _rate_inputs(name: str, rate: Rate | None, *, unit: str) -> tuple[Input, ...]:
    """A rate as an input of a term; none where it is unknown."""
    if rate is None:
        return ()
    return (Input(name=name, value=rate.value, unit=unit, origin=rate.origin, source=rate.source),)
