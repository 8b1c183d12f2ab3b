"""The kernel against plain Python, with each set of instructions that this machine has."""

import ctypes
import random
import struct
from functools import reduce
from itertools import pairwise
from operator import xor
from pathlib import Path

import pytest

from advisor.bench.kernel.library import (
    AVX,
    AVX2,
    AVX512,
    AVX512_VNNI,
    AVX_VNNI,
    DOTPROD,
    F16,
    I8MM,
    PORTABLE,
    Q4_0,
    Q8_0,
    BlockType,
    Kernel,
    byte_product_word,
    told_by_system,
    vector_word,
)
from advisor.bench.part import CannotMeasure
from tests.bench.kernel.blocks import product, rows, stored, values

MASKS = {
    "portable": PORTABLE,
    "avx": PORTABLE | AVX,
    "avx2": PORTABLE | AVX | AVX2,
    "avx-vnni": PORTABLE | AVX | AVX2 | AVX_VNNI,
    "avx512": PORTABLE | AVX | AVX2 | AVX512,
    "avx512-vnni": PORTABLE | AVX | AVX2 | AVX512 | AVX512_VNNI,
    "dotprod": PORTABLE | DOTPROD,
    "i8mm": PORTABLE | DOTPROD | I8MM,
}
"""What the machine lacks is left off, so that the same instructions may be tested twice."""

each_mask = pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS.keys())


def aligned(content: bytes) -> tuple[object, int]:
    """Something that holds the bytes, and their address, a multiple of 64."""
    holder = ctypes.create_string_buffer(len(content) + 64)
    address = -(-ctypes.addressof(holder) // 64) * 64
    ctypes.memmove(address, content, len(content))
    return holder, address


@each_mask
def test_reading_takes_in_every_byte(kernel_file: Path, mask: int) -> None:
    kernel = Kernel(kernel_file, mask)
    content = random.Random(2).randbytes(4096)
    holder, address = aligned(content)
    words = struct.unpack("<1024I", content)
    assert kernel.read(address, len(content)) == reduce(xor, words)
    assert kernel.read(address, 512, 3) == reduce(xor, words[:128])
    assert kernel.read(address, len(content), 2) == 0
    assert holder


@each_mask
@pytest.mark.parametrize("kind", [F16, Q8_0, Q4_0], ids=lambda kind: kind.name)
def test_products_of_stored_rows(kernel_file: Path, mask: int, kind: BlockType) -> None:
    kernel, draw, blocks = Kernel(kernel_file, mask), random.Random(3), 4
    group_rows = kernel.group_rows(kind)
    weights = rows(draw, kind, count=2 * group_rows, blocks=blocks)
    vector_kind = F16 if kind is F16 else Q8_0
    vector = rows(draw, vector_kind, count=1, blocks=blocks)
    holders = aligned(stored(weights, kind, group_rows=group_rows)), aligned(stored(vector, vector_kind))
    found = kernel.dot(kind, holders[0][1], holders[1][1], blocks=blocks, groups=2)
    assert found == pytest.approx(product(weights, kind, values(vector[0], vector_kind)), rel=1e-3, abs=0.5)


@each_mask
def test_arithmetic_counts_what_it_does(kernel_file: Path, mask: int) -> None:
    kernel = Kernel(kernel_file, mask)
    assert kernel.fma(20) == 20 * kernel.fma(1) > 0
    assert kernel.byte_products(20) == 20 * kernel.byte_products(1) > 0


@pytest.mark.parametrize("lines", [2, 64, 1 << 11])
def test_the_ring_visits_every_line_once(kernel_file: Path, lines: int) -> None:
    kernel = Kernel(kernel_file)
    holder, address = aligned(bytes(64 * lines))
    kernel.link(address, lines)
    places, place = [], 0
    for _ in range(lines):
        place = kernel.follow(address, 1, place)
        places.append(place)
    assert sorted(places) == [64 * line for line in range(lines)]
    assert kernel.follow(address, lines, 0) == 0
    steps = [abs(later - earlier) for earlier, later in pairwise(places)]
    assert lines < 64 or max(steps.count(step) for step in set(steps)) < lines // 4
    assert holder


def test_the_portable_way_is_always_there(kernel_file: Path) -> None:
    assert Kernel(kernel_file).isa & PORTABLE
    assert Kernel(kernel_file, PORTABLE).isa == PORTABLE


def test_a_missing_file_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure, match="kernel_absent"):
        Kernel(tmp_path / "kernel.so")


def test_a_damaged_file_is_said_plainly(tmp_path: Path) -> None:
    damaged = tmp_path / "kernel.so"
    damaged.write_bytes(b"\x7fELF but no more")
    with pytest.raises(CannotMeasure, match="kernel_not_loaded"):
        Kernel(damaged)


def test_methods_name_the_instructions() -> None:
    assert (vector_word(PORTABLE), vector_word(PORTABLE | AVX | AVX2)) == ("128bit", "avx2")
    assert byte_product_word(PORTABLE | DOTPROD) == "dotprod"
    assert byte_product_word(MASKS["avx512-vnni"] | AVX_VNNI) == "avx512vnni"
    assert told_by_system() & ~(DOTPROD | I8MM) == 0
