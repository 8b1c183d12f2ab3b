"""Tests of one opened card: its arithmetic, its memory, and the link to it, each made of work and a stopwatch."""

import ctypes

import psutil

from advisor.bench.nvidia.card import Card
from advisor.bench.nvidia.cuda import Cuda
from advisor.bench.nvidia.gpu_state import GpuState
from advisor.bench.nvidia.kernels import (
    BLOCKS_PER_PROCESSOR,
    READ_BYTES_PER_BLOCK,
    THREADS,
    MatrixKernel,
    RateKernel,
    is_lower_bound,
    method_of,
)
from advisor.bench.nvidia.stopwatch import Stopwatch, Work
from advisor.bench.part import CannotMeasure, Test
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB, MIB

_FIRST_LOOPS = 32
_MOST_LOOPS = 2**28
READ, COPY = "gpu_memory_read", "gpu_copy"
TO_DEVICE, TO_HOST = "host_to_device", "device_to_host"
_RANKS = {READ: 0, TO_DEVICE: 1, TO_HOST: 1, COPY: 2, "gpu_fp32": 2, "gpu_matrix_bf16": 4, "gpu_matrix_fp8": 4}
_OTHER_RANK = 3
_LEAST_BYTES, _MOST_BYTES = GIB, 4 * GIB
_USUAL_SHARE, _LARGEST_SHARE = 1 / 32, 0.25
_CACHE_MULTIPLE = 8
_MOST_PASSES = 2**16
_SEED = 1
_COPIED_BYTES = 256 * MIB
_LEAST_COPIED_BYTES = 4 * MIB
_CARD_SHARE = 0.25
_HOST_SHARE = 0.05
_LINK_LOOK_S = 0.060
_MOST_COPIES = 64


@frozen
class Session:
    """An opened card with its stopwatch; `device` is its id in the rig, `free_bytes` what tests may look at of it."""

    cuda: Cuda
    card: Card
    stopwatch: Stopwatch
    device: str
    driver: str
    free_bytes: int

    def test(
        self,
        name: str,
        phase: Reason,
        method: str,
        *,
        work: Work,
        amount: int,
        work_per_sample: int,
        unit: str = "bytes_per_s",
        buffer_bytes: int | None = None,
        warnings: tuple[Reason, ...] = (),
    ) -> Test:
        """A test whose sample gives the card `amount` of this work, and divides what that is by the card's time."""
        return Test(
            name=name,
            phase=phase,
            unit=unit,
            method=method,
            sample=lambda: work_per_sample / self.stopwatch.seconds(work, amount),
            work_per_sample=float(work_per_sample),
            device=self.device,
            device_name=self.card.name,
            driver=self.driver,
            buffer_bytes=buffer_bytes,
            warnings=(*self.card.warnings, *warnings),
            rank=_RANKS.get(name, _OTHER_RANK),
        )


def rate_test(session: Session, kernel: RateKernel, spare: int, module: int) -> Test:
    """The test of one kernel, with as many loops as take the stopwatch's time; `spare` is memory it never writes.

    Raises:
        CannotMeasure: the card cannot run it.
    """
    function = session.cuda.kernel(module, kernel.entry)
    blocks = BLOCKS_PER_PROCESSOR * session.card.processors

    def run(loops: int) -> None:
        session.cuda.launch(function, blocks, THREADS, ctypes.c_uint64(spare), ctypes.c_uint32(loops))

    loops = session.stopwatch.calibrated(run, _FIRST_LOOPS, _MOST_LOOPS)
    is_low = is_lower_bound(kernel, session.card.capability)
    return session.test(
        kernel.name,
        reason("multiplying_matrices", kernel=kernel.words)
        if isinstance(kernel, MatrixKernel)
        else reason("measuring_kernel", kernel=kernel.words),
        method_of(kernel),
        work=run,
        amount=loops,
        work_per_sample=blocks * loops * kernel.work_per_loop,
        unit=kernel.unit,
        warnings=(reason("lower_bound"),) if is_low else (),
    )


def set_bytes(free_bytes: int, cache_bytes: int) -> int:
    """Size of the memory that is read: well above the cache, and larger on cards that read it in no time.

    Raises:
        CannotMeasure: too little is free.
    """
    wanted = min(max(_LEAST_BYTES, _USUAL_SHARE * free_bytes), _MOST_BYTES)
    size_bytes = int(min(wanted, _LARGEST_SHARE * free_bytes)) // (2 * READ_BYTES_PER_BLOCK) * 2 * READ_BYTES_PER_BLOCK
    if size_bytes < max(1, _CACHE_MULTIPLE * cache_bytes):
        raise CannotMeasure("card_cache_not_outgrown")
    return size_bytes


class StreamSet:
    """Memory of the card, filled with numbers that differ: equal ones are compressed or stay in the cache.

    Raises:
        CannotMeasure: the card has too little memory or refuses the kernels.
    """

    def __init__(self, session: Session, module: int, spare: int) -> None:
        self._session = session
        self._spare = spare
        self._size_bytes = set_bytes(session.free_bytes, session.card.cache_bytes)
        self._blocks = self._size_bytes // READ_BYTES_PER_BLOCK
        self._reading = session.cuda.kernel(module, "read")
        self._memory = session.cuda.allocate(self._size_bytes)
        filling = session.cuda.kernel(module, "fill")
        session.stopwatch.seconds(
            lambda seed: session.cuda.launch(
                filling, self._blocks, THREADS, ctypes.c_uint64(self._memory), ctypes.c_uint32(seed)
            ),
            _SEED,
        )

    def test(self, name: str) -> Test:
        """The test of that name; what is copied counts twice, as read and as written.

        Raises:
            CannotMeasure: the card refuses it.
        """
        work = self._read if name == READ else self._copy
        passes = self._session.stopwatch.calibrated(work, 1, _MOST_PASSES)
        return self._session.test(
            name,
            reason("reading_nvidia_memory") if name == READ else reason("copying_nvidia_memory"),
            "cuda_read_vec4/1" if name == READ else "cuda_copy/1",
            work=work,
            amount=passes,
            work_per_sample=passes * self._size_bytes,
            buffer_bytes=self._size_bytes,
        )

    def _read(self, passes: int) -> None:
        for _ in range(passes):
            self._session.cuda.launch(
                self._reading, self._blocks, THREADS, ctypes.c_uint64(self._memory), ctypes.c_uint64(self._spare)
            )

    def _copy(self, passes: int) -> None:
        """From one half to the other: as many bytes read and written as the whole has."""
        half = self._size_bytes // 2
        for _ in range(passes):
            self._session.cuda.copy_within(self._memory + half, self._memory, half)


class PinnedMemory:
    """Memory on both sides of the link, little of what is free there, and the work of copying so many of its bytes.

    Raises:
        CannotMeasure: one side has too little.
    """

    def __init__(self, session: Session) -> None:
        room = min(_CARD_SHARE * session.free_bytes, _HOST_SHARE * psutil.virtual_memory().available)
        self._most_bytes = min(_COPIED_BYTES, int(room) // MIB * MIB)
        if self._most_bytes < _LEAST_COPIED_BYTES:
            raise CannotMeasure("too_little_memory")
        self._session = session
        self._here = session.cuda.allocate_pinned(self._most_bytes)
        self._there = session.cuda.allocate(self._most_bytes)

    def test(self, name: str, state: GpuState) -> Test:
        """The test of one direction; more is copied at once until it takes the stopwatch's time or all is.

        Raises:
            CannotMeasure: the driver refused.
        """
        work = self._to_device if name == TO_DEVICE else self._to_host
        amount = self._session.stopwatch.calibrated(work, _LEAST_COPIED_BYTES, self._most_bytes)
        return self._session.test(
            name,
            reason("copying_to_nvidia_card") if name == TO_DEVICE else reason("copying_from_nvidia_card"),
            "cuda_pinned_copy/1",
            work=work,
            amount=amount,
            work_per_sample=amount,
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
