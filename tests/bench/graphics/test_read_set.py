"""How much of a card's memory is taken."""

import pytest

from advisor.bench.graphics.read_set import GROUP_BYTES, read_buffer_bytes, size_warnings
from advisor.bench.graphics.staging import staging_bytes
from advisor.bench.part import CannotMeasure
from advisor.facts.values.units import GIB, MIB

LARGE = 2**31 - 1


@pytest.mark.parametrize(
    ("free", "cache", "memory", "largest", "total"),
    [
        (24 * GIB, None, None, LARGE, GIB),
        (24 * GIB, 96 * MIB, None, LARGE, GIB),
        (190 * GIB, 256 * MIB, None, LARGE, 2 * GIB),
        (24 * GIB, None, None, 128 * MIB, 512 * MIB),
        (GIB, 2 * MIB, None, LARGE, 256 * MIB),
        (None, None, None, LARGE, 512 * MIB),
        (8 * GIB, None, 16 * GIB, LARGE, 512 * MIB),
        (2 * GIB, None, 5 * GIB, LARGE, 256 * MIB),
        (150 * GIB, 96 * MIB, 192 * GIB, LARGE, 768 * MIB),
    ],
)
def test_size(free: int | None, cache: int | None, memory: int | None, largest: int, total: int) -> None:
    each = read_buffer_bytes(free_bytes=free, cache_bytes=cache, memory_bytes=memory, largest_buffer_bytes=largest)
    assert 4 * each == pytest.approx(total, rel=0.04)
    assert 4 * each <= total
    assert each % (64 * GROUP_BYTES) == 0
    assert each <= largest


@pytest.mark.parametrize(("free", "cache"), [(100 * MIB, None), (2 * GIB, 96 * MIB), (0, None)])
def test_too_little_memory_gives_no_figure(free: int, cache: int | None) -> None:
    with pytest.raises(CannotMeasure, match="too_little_gpu_memory"):
        read_buffer_bytes(free_bytes=free, cache_bytes=cache, memory_bytes=None, largest_buffer_bytes=LARGE)


def test_a_small_set_is_said_where_the_cache_is_unknown() -> None:
    assert size_warnings(256 * MIB, cache_bytes=None)
    assert not size_warnings(256 * MIB, cache_bytes=2 * MIB)
    assert not size_warnings(512 * MIB, cache_bytes=None)


def test_staging_leaves_main_memory_alone() -> None:
    assert staging_bytes(buffer_bytes=GIB, available_bytes=64 * GIB) == 256 * MIB
    assert staging_bytes(buffer_bytes=64 * MIB, available_bytes=64 * GIB) == 64 * MIB
    assert staging_bytes(buffer_bytes=GIB, available_bytes=GIB) <= 0.05 * GIB
    assert staging_bytes(buffer_bytes=GIB, available_bytes=0) > 0
