"""Which share of the matrix peak prompt processing reaches, by architecture and kind of model."""

from advisor.facts.calibration import Calibration
from advisor.facts.rig import Processor
from advisor.predict.subject import Subject

_SIXTEEN_BIT = ("F16", "BF16", "F32")


def prefill_share(calibration: Calibration, *, processor: Processor, subject: Subject) -> float | None:
    """The share for this hardware and model; None where the calibration says nothing about prompt processing."""
    architecture = (processor.architecture or "").lower()
    fitting = [one for one in calibration.prefill if any(word.lower() in architecture for word in one.architectures)]
    rest = [one for one in calibration.prefill if not one.architectures]
    for share in (*fitting, *rest):
        if subject.is_sparse:
            return share.sparse
        return share.sixteen_bit if subject.weights.main_type in _SIXTEEN_BIT else share.quantized
    return None
