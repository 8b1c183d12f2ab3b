"""The ceilings of a processor and where generation and prompt lie under them."""

from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import Roofline
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import middle
from advisor.facts.values.units import GIGA
from advisor.predict.model.prompt_work import prompt_work
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import bytes_read_by_type
from advisor.predict.rates.rates import Rate, measured_bandwidth, physical_bandwidth, prompt_peak


def roofline(processor: Processor, calibration: Calibration, subject: Subject, one: Estimate, run: Run) -> Roofline:
    """Arithmetic intensity of both phases (FLOP per byte read) and the rates reached."""
    bandwidth = measured_bandwidth(processor) or physical_bandwidth(processor)
    peak = _peak(processor, calibration, main_type=subject.weights.main_type)
    together = min(run.prompt_tokens, run.batching.ubatch_tokens)
    prompt_flop = prompt_work(subject).total_flop
    batch_bytes = sum(size for _, size in bytes_read_by_type(subject.weights, batch=together))
    return Roofline(
        processor_id=processor.id,
        processor_name=processor.name,
        bandwidth_bytes_per_s=bandwidth.value if bandwidth else None,
        bandwidth_origin=bandwidth.origin if bandwidth else None,
        peak_flop_per_s=peak.value if peak else None,
        peak_origin=peak.origin if peak else None,
        decode_flop_per_byte=one.flop_per_token / (one.weight_bytes_per_token + one.kv_bytes_per_token_at_depth),
        decode_flop_per_s=_rate(one.flop_per_token, middle(one.decode.tokens_per_s)),
        prefill_flop_per_byte=prompt_flop * together / batch_bytes,
        prefill_flop_per_s=_rate(prompt_flop, middle(one.prefill.tokens_per_s)),
        cache_curve=processor.core.cache_curve,
    )


def _peak(processor: Processor, calibration: Calibration, *, main_type: str) -> Rate | None:
    """The peak of prompts; of a CPU, cores x the fastest rate one core is known to reach."""
    peak = prompt_peak(processor, main_type=main_type, reached=True)
    if peak is not None or processor.kind == "gpu":
        return peak
    rates, cores = calibration.prefill_core_gflop_per_s.values(), processor.cores.value
    if not rates or not cores:
        return None
    return Rate(max(rates) * GIGA * cores, "estimated", calibration.name)


def _rate(flop: float, per_s: float | None) -> float | None:
    return None if per_s is None else flop * per_s
