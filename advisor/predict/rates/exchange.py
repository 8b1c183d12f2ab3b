"""What several devices send to each other in one step, and over which link (docs/physics.md 12.5).

Layer split: each hands the hidden states of its tokens to the next. Tensor split: two sums over all devices per layer,
of which each sends 2 (n - 1)/n of the hidden states. A link of their own (NVLink, Infinity Fabric) serves as many
devices as it joins; more, or those without one, go through the computer.
"""

from advisor.facts.rig.rig import Processor
from advisor.facts.values.units import MICROSECOND
from advisor.predict.model.subject import Run

BOUNDARY_S = 200 * MICROSECOND
"""Handing a token from one card to the next in a layer split: 0.1 to 0.35 ms, fitted on rows of 1 to 8 cards."""

ALL_REDUCE_S = 20 * MICROSECOND
"""One exchange between cards in a tensor split over PCIe: 10 to 30 us, two per layer."""

_THROUGH_HOST_SHARE = 0.225
"""What cards reach through the computer of what a slot carries: 5 to 6 GB/s in rows of 2 to 8 cards, PCIe 4.0 x16."""

_STATE_BYTES = 2
_SUMS_PER_LAYER = 2


def between_bytes_per_s(processor: Processor, devices: int) -> float | None:
    """Bytes per second that one device sends to the others; None where no link is known."""
    own, most = processor.peer_bytes_per_s.value, processor.peer_devices
    if own is not None and (most is None or devices <= most):
        return own
    slot = processor.link_bytes_per_s.value
    return slot * _THROUGH_HOST_SHARE if slot else None


def exchange_s(processor: Processor, run: Run, *, layers: int, hidden: int) -> float:
    """Seconds of one decoding step between devices, 0 on one: the waits, and the bytes of all sequences but one.

    Layer split: (n - 1) x (200 us + bytes / rate). Tensor split: 2 L x (20 us + 2 (n - 1)/n x bytes / rate), with
    (B - 1) x `hidden` x 2 bytes. Bytes count where the link is known; the waits hold the state of one sequence.
    """
    if run.devices == 1:
        return 0.0
    rate = between_bytes_per_s(processor, run.devices)
    state_bytes = (run.batch - 1) * hidden * _STATE_BYTES
    if run.split == "layer":
        return (run.devices - 1) * (BOUNDARY_S + (state_bytes / rate if rate else 0.0))
    sent_bytes = 2 * (run.devices - 1) / run.devices * state_bytes
    return _SUMS_PER_LAYER * layers * (ALL_REDUCE_S + (sent_bytes / rate if rate else 0.0))
