"""Arithmetic that a device reaches on many tokens at once (prediction section 7)."""

import math

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.facts.units import GIGA, TERA
from advisor.predict.rates import SIXTEEN_BIT, prompt_peak, rate_of_type, used_cores
from advisor.predict.subject import Run, Subject

UNKNOWN_POWER_SHARE = 0.7
"""What a typical power limit leaves of the share of the matrix peak, where the limit is not known."""


def arithmetic_flop_per_s(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> float | None:
    """FLOP per second on the weights of a batch of tokens on one device, attention aside; None where unknown.

    CPU: cores x the rate of one core. GPU: share of the peak, and power limit x FLOP per joule together.
    """
    sparse = calibration.sparse_prefill_share if subject.is_sparse else 1.0
    if processor.kind == "cpu":
        cores = used_cores(processor, run)
        per_core = rate_of_type(calibration.prefill_core_gflop_per_s, subject.weights.main_type)
        return per_core * GIGA * cores * sparse if per_core and cores else None
    peak = prompt_peak(processor, main_type=subject.weights.main_type)
    share = _peak_share(calibration, processor=processor, subject=subject)
    if peak is None or share is None:
        return None
    power_w, per_joule = processor.power_w.value, calibration.prefill_tflop_per_j
    if per_joule is None:
        return peak.value * share
    if power_w is None:
        return peak.value * share * UNKNOWN_POWER_SHARE
    return 1 / math.hypot(1 / (peak.value * share), 1 / (power_w * per_joule * TERA * sparse))


def _peak_share(calibration: Calibration, *, processor: Processor, subject: Subject) -> float | None:
    """The share of the matrix peak by architecture and kind of model; None where the calibration says nothing."""
    architecture = (processor.architecture or "").lower()
    fitting = [one for one in calibration.prefill if any(word.lower() in architecture for word in one.architectures)]
    rest = [one for one in calibration.prefill if not one.architectures]
    for share in (*fitting, *rest):
        if subject.is_sparse:
            return share.sparse
        return share.sixteen_bit if subject.weights.main_type in SIXTEEN_BIT else share.quantized
    return None
