"""Reading and copying within the memory of one card, for machines where no graphics interface gives that."""

import ctypes

from advisor.bench.nvidia.kernels import READ_BYTES_PER_BLOCK, THREADS
from advisor.bench.nvidia.session import Session
from advisor.bench.part import CannotMeasure, Test
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB

READ, COPY = "gpu_memory_read", "gpu_copy"
_LEAST_BYTES, _MOST_BYTES = GIB, 4 * GIB
_USUAL_SHARE, _LARGEST_SHARE = 1 / 32, 0.25
_CACHE_MULTIPLE = 8
_MOST_PASSES = 2**16
_RANKS = {READ: 0, COPY: 2}
_SEED = 1


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
            rank=_RANKS[name],
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
