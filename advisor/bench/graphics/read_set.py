"""How much memory of the card the measurements take: more than its caches hold, little of what is free."""

from advisor.bench.graphics.load import SLICES
from advisor.bench.graphics.shader import LANES
from advisor.bench.part import CannotMeasure
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import GIB, MIB

BUFFERS = 4
"""Memory is read from this many buffers at once: drivers limit the size of one."""

LOAD_BYTES = 16
LOADS = 16
GROUP_BYTES = LANES * LOADS * LOAD_BYTES
"""What one workgroup of the read kernel reads."""

_PIECE_BYTES = SLICES * GROUP_BYTES
_USUAL_BYTES = GIB
_SAFE_BYTES = 512 * MIB
_LEAST_BYTES = 64 * MIB
_CACHE_MULTIPLE = 8
_FREE_SHARE = 0.25
_MEMORY_SHARE = 0.05


def read_buffer_bytes(
    *, free_bytes: int | None, cache_bytes: int | None, memory_bytes: int | None, largest_buffer_bytes: int
) -> int:
    """Size of each of the four buffers; `memory_bytes` is main memory where the card shares it, else None.

    Raises:
        CannotMeasure: there is too little memory for a set that outgrows the cache.
    """
    outgrown_bytes = _CACHE_MULTIPLE * (cache_bytes or 0)
    is_careful = memory_bytes is not None or free_bytes is None
    wanted = max(_SAFE_BYTES if is_careful else _USUAL_BYTES, outgrown_bytes)
    room = [float(wanted), float(BUFFERS * largest_buffer_bytes)]
    if free_bytes is not None:
        room.append(_FREE_SHARE * free_bytes)
    if memory_bytes is not None:
        room.append(_MEMORY_SHARE * memory_bytes)
    each = int(min(room)) // BUFFERS // _PIECE_BYTES * _PIECE_BYTES
    if BUFFERS * each < max(_LEAST_BYTES, outgrown_bytes):
        raise CannotMeasure("too_little_gpu_memory")
    return each


def size_warnings(total_bytes: int, *, cache_bytes: int | None) -> tuple[Reason, ...]:
    """What to say where the cache is not known and the set is small."""
    if cache_bytes is None and total_bytes < _SAFE_BYTES:
        return (reason("little_gpu_memory"),)
    return ()
