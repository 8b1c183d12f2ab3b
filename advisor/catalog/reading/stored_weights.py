"""Sums the tensors a file lists into what predictions need: bytes in all, per token, and by block type."""

from collections import Counter
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.cards.quant import BlockType, ModelWeights, TypeBytes
from advisor.facts.values.reason import reason
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


_INTERLEAVED_ROWS = 8
"""Rows a CPU stores side by side (repacked types of ggml); matrices with another number of rows stay as they are."""

ALL_EXPERTS = reason("all_experts_counted")

TensorUse = Literal["shared", "expert", "table", "tied", "beside"]
"""Read for every token; one of several experts; the table of words, of which one row is read, or which is read whole
because it is tied to the head; or beside all that."""


class CountedTensor(NamedTuple):
    """One tensor as predictions count it: `weights` it stands for, stored as `type_name`, `rows` of a matrix."""

    use: TensorUse
    layer: int | None
    type_name: str
    size_bytes: int
    weights: int
    rows: int


def stored_weights(
    tensors: Iterable[CountedTensor], *, quant: str | None, expert_share: float, layers: int | None
) -> ModelWeights | None:
    """Exact sums over `tensors`; None where none of them is read for a token.

    Tables and what is beside (pictures, sound, drafts, rows for each layer and word) are held but not read:
    `embedding_bytes`.
    """
    shared: Counter[str] = Counter()
    experts: Counter[str] = Counter()
    interleavable: Counter[str] = Counter()
    by_layer: Counter[int | None] = Counter()
    experts_by_layer: Counter[int | None] = Counter()
    held = params = 0
    active = 0.0
    for use, layer, type_name, size_bytes, weights, rows in tensors:
        params += weights
        if use in ("table", "beside"):
            held += size_bytes
            active += weights if use == "table" else 0
            continue
        active += weights * (expert_share if use == "expert" else 1.0)
        (experts if use == "expert" else shared)[type_name] += size_bytes
        by_layer[layer] += size_bytes
        if use == "expert":
            experts_by_layer[layer] += size_bytes
        if use != "tied" and rows and rows % _INTERLEAVED_ROWS == 0:
            interleavable[type_name] += size_bytes
    by_type = shared + experts
    if not by_type:
        return None
    listed = range(layers or 0)
    main_type = by_type.most_common(1)[0][0]
    return ModelWeights(
        quant=quant or main_type,
        main_type=main_type,
        total_bytes=held + by_type.total(),
        embedding_bytes=held,
        by_type=tuple(
            TypeBytes(
                block_type=name,
                shared_bytes=shared[name],
                expert_bytes=experts[name],
                interleavable_bytes=interleavable[name],
            )
            for name in sorted(by_type)
        ),
        expert_share=expert_share,
        params=params,
        active_params=round(active),
        exact=True,
        layer_bytes=tuple(by_layer[layer] for layer in listed),
        layer_expert_bytes=tuple(experts_by_layer[layer] for layer in listed),
    )


def of_whole_layers(
    weights: ModelWeights, path: Path, *, named: bool = False, without: Container[int] = ()
) -> ModelWeights:
    """The same weights, which every layer has but those of `without`.

    Where no tensor is known to be of a layer, the layers count as not listed, unless the file's kind always names them.

    Raises:
        ModelFileError: the file at `path` tells of layers that it has no weights of.
    """
    sizes = weights.layer_bytes
    if not (named or any(sizes)):
        return weights.changed(layer_bytes=(), layer_expert_bytes=())
    if lacking := [layer for layer, size in enumerate(sizes) if not size and layer not in without]:
        raise ModelFileError("layers_without_weights", path=path, layers=len(sizes), count=len(lacking))
    return weights
