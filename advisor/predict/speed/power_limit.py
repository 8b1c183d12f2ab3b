"""What a power limit leaves of the speed of generation (docs/physics.md 6.8)."""

from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import GIGA
from advisor.predict.rates.overlap import overlapped_s

_IDLE_MOST = 0.3
"""Of a limit, what compute units take at most without work: with a low one their clock falls."""

_SHARP = 8
"""The limit is held by a controller: the corner is sharper than that of two parts of the hardware."""


def beyond_limit_s(
    processor: Processor, calibration: Calibration, *, step_s: float, size_bytes: float, weights: float, devices: int
) -> float:
    """Seconds that the power limit adds to a step which reads so many bytes and works on so many weights.

    energy = bytes x energy of the kind of memory + weights x energy of the architecture, over what the limit leaves
    beside idle units; cards share both. 0 where one of these is not known.
    """
    of_byte = calibration.read_nj_per_byte.get(processor.memory_type) if processor.memory_type else None
    of_weight = calibration.weight_nj.get(processor.architecture) if processor.architecture else None
    limit_w, units = processor.power_w.value, processor.cores.value
    if of_byte is None or of_weight is None or not limit_w or not units:
        return 0.0
    left_w = limit_w - min(calibration.idle_unit_w * units, _IDLE_MOST * limit_w)
    energy_s = (size_bytes * of_byte + weights * of_weight) / GIGA / (devices * left_w)
    return overlapped_s(step_s, energy_s, power=_SHARP) - step_s
