"""Memory the engine's own runtime takes on a device (docs/physics.md 4.3)."""

from advisor.facts.cards.calibration import Calibration
from advisor.facts.values.units import MIB


def runtime_bytes(calibration: Calibration) -> int:
    """Bytes of the driver context and libraries on one device: the calibration's `runtime_mib`."""
    return round(calibration.runtime_mib * MIB)
