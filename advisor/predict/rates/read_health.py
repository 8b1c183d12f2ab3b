"""How well the memory of a graphics card reads beside others of its kind (docs/physics.md 12.1)."""

from advisor.facts.rig.rig import Processor

_ALIKE = 0.07
"""As near to the usual share as this is as usual: the shares of kinds and backends lie so far apart."""

_LEAST, _MOST = 0.3, 1.05


def read_health(processor: Processor, *, own_share: float = 1.0) -> float | None:
    """Measured read rate over the usual one of its kind: 1 where it is as usual; None where the kind is not known.

    `own_share` is what this one reads less than its kind in any case (check bits, older memory). A graphics processor
    inside another chip has no kind of its own, but for Apple's.
    """
    measured, paper = processor.read_bytes_per_s.value, processor.bandwidth_bytes_per_s.value
    share = usual_share(processor)
    if measured is None or paper is None or share is None:
        return None
    health = measured / (paper * share * own_share)
    return 1.0 if abs(health - 1) <= _ALIKE else min(max(health, _LEAST), _MOST)


def usual_share(processor: Processor) -> float | None:
    """Of the data sheet, what reading the memory of such a card reaches; None for a kind that is not known."""
    is_inside = processor.pool == "unified" and processor.vendor != "apple"
    return None if processor.kind == "cpu" or is_inside else processor.traits.usual_read_share
