"""Copies over the link between main memory and one card, from pinned memory, and how the link ran under them."""

import psutil

from advisor.bench.nvidia.gpu_state import GpuState
from advisor.bench.nvidia.session import Session
from advisor.bench.nvidia.stopwatch import Work
from advisor.bench.part import CannotMeasure, Test
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MIB

TO_DEVICE = "host_to_device"
METHOD = "cuda_pinned_copy/1"
SHARED_MEMORY = reason("no_link_to_copy_over")
_USUAL_BYTES = 256 * MIB
_LEAST_BYTES = 4 * MIB
_CARD_SHARE = 0.25
_HOST_SHARE = 0.05
_RANK = 1
_LINK_LOOK_S = 0.060
_MOST_COPIES = 64


def copied_bytes(session: Session) -> int:
    """How much is copied at once: little of what is free on both sides.

    Raises:
        CannotMeasure: too little is free.
    """
    room = min(_CARD_SHARE * session.free_bytes, _HOST_SHARE * psutil.virtual_memory().available)
    size_bytes = min(_USUAL_BYTES, int(room) // MIB * MIB)
    if size_bytes < _LEAST_BYTES:
        raise CannotMeasure("too_little_memory")
    return size_bytes


class PinnedCopies:
    """Memory on both sides of the link, and the work of copying so many of its bytes.

    Raises:
        CannotMeasure: one side has too little.
    """

    def __init__(self, session: Session, size_bytes: int) -> None:
        self._session = session
        self._most_bytes = size_bytes
        self._here = session.cuda.allocate_pinned(size_bytes)
        self._there = session.cuda.allocate(size_bytes)

    def test(self, name: str, state: GpuState) -> Test:
        """The test of one direction; more is copied at once until it takes the stopwatch's time or all is.

        Raises:
            CannotMeasure: the driver refused.
        """
        work = self._to_device if name == TO_DEVICE else self._to_host
        amount = self._session.stopwatch.calibrated(work, _LEAST_BYTES, self._most_bytes)
        return self._session.test(
            name,
            reason("copying_to_nvidia_card") if name == TO_DEVICE else reason("copying_from_nvidia_card"),
            METHOD,
            work=work,
            amount=amount,
            work_per_sample=amount,
            rank=_RANK,
            buffer_bytes=amount,
            warnings=self._link_warnings(work, amount, state),
        )

    def _to_device(self, size_bytes: int) -> None:
        self._session.cuda.copy_to_device(self._there, self._here, size_bytes)

    def _to_host(self, size_bytes: int) -> None:
        self._session.cuda.copy_to_host(self._here, self._there, size_bytes)

    def _link_warnings(self, work: Work, amount: int, state: GpuState) -> tuple[Reason, ...]:
        """How the link ran during copies, where it can do more: it falls to its lowest speed as soon as it idles."""
        looks = _LINK_LOOK_S / self._session.stopwatch.seconds(work, amount)
        copies = min(max(1, round(looks)), _MOST_COPIES)

        def several(amount: int) -> None:
            for _ in range(copies):
                work(amount)

        state.forget()
        self._session.stopwatch.seconds(several, amount)
        seen, (generation, width) = state.latest(), state.most_link()
        warnings = []
        if seen.link_generation and generation and seen.link_generation < generation:
            warnings.append(reason("link_slow", seen=seen.link_generation, most=generation))
        if seen.link_width and width and seen.link_width < width:
            warnings.append(reason("link_narrow", seen=seen.link_width, most=width))
        return tuple(warnings)
