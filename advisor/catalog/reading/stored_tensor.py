"""One tensor as a model file lists it."""

from typing import NamedTuple

from advisor.facts.cards.quant import BlockType
from advisor.facts.values.units import KILO, TERA

MOST_TENSORS = 1 << 14
"""In the GGUF files of one model; the largest published ones have some 3,000."""

MOST_WEIGHTS = KILO * TERA
"""In one tensor: a thousand times the largest model."""


class StoredTensor(NamedTuple):
    """`dimensions` begin with the contiguous one; `type_name` is that of the block type, or of the number."""

    name: str
    type_name: str
    dimensions: tuple[int, ...]
    size_bytes: int

    @property
    def elements(self) -> int:
        """Stored elements: weights, where each element is one."""
        product = 1
        for dimension in self.dimensions:
            product *= dimension
        return product

    @property
    def rows(self) -> int:
        """Rows of a matrix, or of each of several; 0 for a single row."""
        return self.dimensions[1] if len(self.dimensions) > 1 else 0


def stored_bytes(dimensions: tuple[int, ...], block: BlockType) -> int | None:
    """Bytes of a tensor of whole blocks along its contiguous dimension; None where blocks do not divide it."""
    columns, *others = dimensions or (1,)
    if columns % block.block_weights:
        return None
    size_bytes = columns // block.block_weights * block.block_bytes
    for dimension in others:
        size_bytes *= dimension
    return size_bytes
