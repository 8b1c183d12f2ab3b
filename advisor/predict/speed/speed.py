"""Speeds with their terms, range and limit, from the seconds of a step or a prompt (docs/physics.md 1.1)."""

from advisor.facts.answers.estimate import Input, Seconds, Speed, Term
from advisor.facts.cards.calibration import Calibration, OwnScale
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Source
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason, told
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, decode_certainty, prefill_certainty, speed_range
from advisor.predict.rates.limits import limit_of
from advisor.predict.rates.rates import Rate, cache_rate, prompt_peak, read_rate, ridge_flop_per_byte, typical_peak
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.prefill import PrefillParts, prefill_parts
from advisor.predict.speed.sanity import decode_ceiling, prefill_ceiling

_SHAPE = reason("models_shape")


def decode_speed(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Speed:
    """Tokens per second of generation over all sequences, averaged over the generated tokens: B / sum of terms.

    Without a figure, and with the reason, where the bandwidth is unknown (docs/physics.md 6.2, 8.1).
    """
    parts = decode_parts(processor, subject, calibration, run)
    return speed_of_step(parts, processor, subject, calibration, run)


def speed_of_step(
    parts: DecodeParts | None, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> Speed:
    """The same where the seconds of a step are there already."""
    if parts is None:
        return unknown_speed(reason("memory_bandwidth_unknown"))
    return speed_of(
        decode_terms(parts, processor, subject, calibration, run),
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
    return speed_of_prompt(parts, processor, subject, calibration, run)


def speed_of_prompt(
    parts: PrefillParts | None, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> Speed:
    """The same where the seconds of the prompts are there already."""
    if run.prompt_tokens == 0:
        return unknown_speed(reason("no_prompt"))
    if parts is None:
        return unknown_speed(reason("speed_rates_unknown"))
    return speed_of(
        _prefill_terms(parts, processor, subject, calibration, run),
        tokens=run.batch * run.prompt_tokens,
        certainty=prefill_certainty(processor, subject, calibration, run),
        ceiling=prefill_ceiling(processor, subject, run),
        basis=_prefill_basis(processor, subject, calibration),
    )


def speed_of(
    terms: tuple[Term, ...], *, tokens: int, certainty: Certainty, ceiling: float | None, basis: tuple[Reason, ...]
) -> Speed:
    """Tokens over the sum of the terms, within the ceiling; range of this certainty, limit of the largest term."""
    return Speed(
        tokens_per_s=range_of(sum([term.s for term in terms]), tokens=tokens, certainty=certainty, ceiling=ceiling),
        limit=limit_of(terms),
        terms=terms,
        confidence=certainty.confidence,
        basis=tuple(dict.fromkeys((*basis, *less_sure(certainty)))),
    )


def range_of(seconds: float, *, tokens: int, certainty: Certainty, ceiling: float | None) -> Range:
    """Tokens over the seconds that they take, within the ceiling, and the range of this certainty."""
    middle = tokens / seconds
    middle = min(middle, ceiling) if ceiling is not None else middle
    return speed_range(middle, certainty=certainty, ceiling=ceiling)


def range_of_step(
    parts: DecodeParts | None, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> Range | None:
    """Those of `speed_of_step` without its terms, which take longer."""
    if parts is None:
        return None
    return range_of(
        sum([s for _, s in decode_seconds(parts, calibration, run)]),
        tokens=run.batch,
        certainty=decode_certainty(processor, subject, calibration, run),
        ceiling=decode_ceiling(processor, subject, run),
    )


def scaled_seconds(seconds: Seconds, own: OwnScale | None) -> Seconds:
    """Those that take any time, as runs on this machine say they are."""
    return tuple([(name, s if own is None else s / own.of(name)) for name, s in seconds if s > 0])


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
    """What a speed rests on because of what is not known, and what made it better known."""
    return (*known.narrowed, *(reason("less_sure", doubt=doubt) for doubt in known.doubts))


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
    return (calibration_used(calibration), told(published.partition(". ")[0]) if own is None else own.evidence)


def decode_seconds(parts: DecodeParts, calibration: Calibration, run: Run) -> Seconds:
    """The parts of one step by the names of its terms, as runs on this machine say they are."""
    factor = calibration.kv_factor_flash if run.batching.flash_attention else calibration.kv_factor_plain
    read_s = parts.kv_cache_s / factor
    return scaled_seconds(
        (
            ("weights", parts.weights_s),
            ("unpacking", parts.unpack_s),
            ("kv_cache", read_s),
            ("attention", parts.kv_cache_s - read_s + parts.attention_s),
            ("overhead", parts.layers_s),
            ("arithmetic", parts.compute_s),
            ("interconnect", parts.devices_s),
        ),
        calibration.own_decode,
    )


def decode_terms(
    parts: DecodeParts, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> tuple[Term, ...]:
    """The parts of one step as named terms with their inputs; they add up to the time of the step."""
    weights_bytes = _input("weights_per_token", float(subject.bytes_per_token), "bytes")
    read, cached = read_rate(processor, calibration, run), cache_rate(processor, calibration)
    if run.cards:  # different cards have no rate in common
        read = cached = None
    reading = _rate_inputs("read_rate", read, unit="bytes_per_s")
    bandwidth = _rate_inputs("bandwidth", cached, unit="bytes_per_s")
    per_layer = _input("layer_s", parts.layers_s / subject.shape.layers, "s", source=calibration.name)
    layers = _input("layers", subject.shape.layers, "count")
    visible = _input("cached_tokens", run.middle_tokens, "tokens", source=reason("the_question"))
    return _terms(
        decode_seconds(parts, calibration, run),
        weights=(weights_bytes, *reading),
        unpacking=(weights_bytes,),
        kv_cache=bandwidth,
        attention=(visible,),
        overhead=(per_layer, layers),
    )


def prefill_seconds(parts: PrefillParts, calibration: Calibration) -> Seconds:
    """The same of a prompt."""
    return scaled_seconds(
        (
            ("arithmetic", parts.compute_s),
            ("weights", parts.weights_s),
            ("unpacking", parts.unpack_s),
            ("attention", parts.attention_s),
            ("overhead", parts.layers_s),
            ("interconnect", parts.devices_s),
        ),
        calibration.own_prefill,
    )


def _prefill_terms(
    parts: PrefillParts, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> tuple[Term, ...]:
    """A CPU has no matrix peak: what its cores reach on this prompt stands there instead."""
    per_token = prompt_work(subject).total_flop
    active = _input("layer_params", per_token / 2, "params")
    rates: tuple[Input, ...] = ()
    if processor.kind != "cpu":
        peak = prompt_peak(processor, main_type=subject.weights.main_type) or typical_peak(processor)
        rates = _rate_inputs("matrix_rate", peak, unit="flop_per_s")
    elif parts.compute_s > 0:
        reached = per_token * run.prompt_tokens / parts.compute_s
        rates = (_input("reached_rate", reached, "flop_per_s", source=reason("estimated_core_rate")),)
    return _terms(prefill_seconds(parts, calibration), arithmetic=(active, *rates))


def _terms(seconds: Seconds, **inputs: tuple[Input, ...]) -> tuple[Term, ...]:
    """The terms with what went into those that are named."""
    return tuple([Term(name=name, s=s, inputs=inputs.get(name, ())) for name, s in seconds])


def _input(name: str, value: float, unit: str, *, source: Source = _SHAPE) -> Input:
    return Input(name=name, value=value, unit=unit, origin="estimated", source=source)


def input_of(name: str, rate: Rate, *, unit: str) -> Input:
    """A rate as one number that went into a term."""
    return Input(
        name=name,
        value=rate.value,
        unit=unit,
        origin=rate.origin,
        source=rate.source,
        is_uncertain=rate.is_uncertain,
    )


def _rate_inputs(name: str, rate: Rate | None, *, unit: str) -> tuple[Input, ...]:
    """A rate as an input of a term; none where it is unknown."""
    if rate is None:
        return ()
    return (input_of(name, rate, unit=unit),)
