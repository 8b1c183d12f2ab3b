"""How much of a card's memory is taken."""

import pytest

from advisor.bench.graphics.card_memory import GROUP_BYTES, read_buffer_bytes, staging_bytes
from advisor.bench.part import CannotMeasure
from advisor.facts.values.units import GIB, MIB

LARGE = 2**31 - 1


@pytest.mark.parametrize(
    ("free", "memory", "largest", "total"),
    [
        (24 * GIB, None, LARGE, GIB),
        (24 * GIB, None, 128 * MIB, 512 * MIB),
        (GIB, None, LARGE, 256 * MIB),
        (None, None, LARGE, 512 * MIB),
        (8 * GIB, 16 * GIB, LARGE, 512 * MIB),
        (2 * GIB, 5 * GIB, LARGE, 256 * MIB),
        (150 * GIB, 192 * GIB, LARGE, 512 * MIB),
    ],
)
def test_size(free: int | None, memory: int | None, largest: int, total: int) -> None:
    each = read_buffer_bytes(free_bytes=free, memory_bytes=memory, largest_buffer_bytes=largest)
    assert 4 * each == pytest.approx(total, rel=0.04)
    assert 4 * each <= total
    assert each % (64 * GROUP_BYTES) == 0
    assert each <= largest


@pytest.mark.parametrize("free", [100 * MIB, 0])
def test_too_little_memory_gives_no_figure(free: int) -> None:
    with pytest.raises(CannotMeasure, match="too_little_gpu_memory"):
        read_buffer_bytes(free_bytes=free, memory_bytes=None, largest_buffer_bytes=LARGE)


def test_staging_leaves_main_memory_alone() -> None:
    assert staging_bytes(buffer_bytes=GIB, available_bytes=64 * GIB) == 256 * MIB
    assert staging_bytes(buffer_bytes=64 * MIB, available_bytes=64 * GIB) == 64 * MIB
    assert staging_bytes(buffer_bytes=GIB, available_bytes=GIB) <= 0.05 * GIB
    assert staging_bytes(buffer_bytes=GIB, available_bytes=0) > 0
