"""Rows of quantized weights made and multiplied in plain Python, to hold the kernel against."""

import random
import struct
from collections.abc import Sequence

from advisor.bench.kernel.library import F16, Q4_0, BlockType

Block = tuple[float, tuple[int, ...]]
"""A scale and 32 whole numbers."""
_EVEN_ROWS, _ODD_ROWS = (0, 1, 4, 5), (2, 3, 6, 7)


def block(draw: random.Random, low: int, high: int) -> Block:
    scale = struct.unpack("<e", struct.pack("<e", draw.uniform(0.1, 0.5)))[0]
    return scale, tuple(draw.randrange(low, high) for _ in range(32))


def rows(draw: random.Random, kind: BlockType, *, count: int, blocks: int) -> list[list[Block]]:
    low, high = {"f16": (-100, 100), "q8_0": (-127, 128), "q4_0": (-8, 8)}[kind.name]
    return [[block(draw, low, high) for _ in range(blocks)] for _ in range(count)]


def values(row: Sequence[Block], kind: BlockType) -> list[float]:
    """The weights as numbers; F16 has no scale."""
    return [(1 / 128 if kind is F16 else scale) * number for scale, numbers in row for number in numbers]


def product(weights: Sequence[Sequence[Block]], kind: BlockType, activations: Sequence[float]) -> float:
    return sum(a * b for row in weights for a, b in zip(values(row, kind), activations, strict=True))


def stored(weights: Sequence[Sequence[Block]], kind: BlockType, *, group_rows: int = 1) -> bytes:
    """As the kernel reads them."""
    if kind is F16:
        return b"".join(struct.pack(f"<{32 * len(row)}e", *values(row, kind)) for row in weights)
    if kind is not Q4_0:
        return b"".join(struct.pack("<e32b", scale, *numbers) for row in weights for scale, numbers in row)
    groups = (weights[start : start + group_rows] for start in range(0, len(weights), group_rows))
    return b"".join(_group(column) for group in groups for column in zip(*group, strict=True))


def _group(column: Sequence[Block]) -> bytes:
    """One Q4_0 block of each of some rows."""
    scales = struct.pack(f"<{len(column)}e", *(scale for scale, _ in column))
    packed = [bytes((low + 8) | (high + 8) << 4 for low, high in zip(n[:16], n[16:], strict=True)) for _, n in column]
    if len(packed) == 8:
        order = [(row, half) for half in (0, 8) for rows in (_EVEN_ROWS, _ODD_ROWS) for row in rows]
        return scales + b"".join(packed[row][half : half + 8] for row, half in order)
    if len(packed) == 4:
        return scales + b"".join(packed[row][part : part + 4] for part in (0, 4, 8, 12) for row in range(4))
    return scales + packed[0]
