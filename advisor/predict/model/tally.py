"""The weights of a model added up by what their tensors are for (docs/physics.md 10.1)."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.predict.model.alike_tensors import AlikeTensors
from advisor.predict.model.tensor import Tensor

_TABLES = ("token_embd", "layer_embd")
_NOT_MATRICES = ("vector", "router", "kept", *_TABLES, "output")


class Tally(NamedTuple):
    """Weights in all, in tables of embeddings, in tables and head; rows x columns of the largest matrix.

    `factors` are the rows and columns of all matrices and whole vectors: what a factored optimizer keeps.
    """

    params: int
    tables: int
    beside_layers: int
    largest_matrix: int
    factors: int


def tally(alike: Sequence[AlikeTensors]) -> Tally:
    """All tensors added up, in weights (not bytes)."""
    listed = [(tensor, len(layers), tensor.weights * len(layers)) for tensor, layers in alike]
    return Tally(
        params=sum(weights for _, _, weights in listed),
        tables=sum(weights for tensor, _, weights in listed if tensor.role in _TABLES),
        beside_layers=sum(weights for tensor, _, weights in listed if tensor.role in (*_TABLES, "output")),
        largest_matrix=max(tensor.columns * tensor.rows for tensor, _, _ in listed if is_matrix(tensor)),
        factors=sum(_factors(tensor) * count for tensor, count, _ in listed),
    )


def is_matrix(tensor: Tensor) -> bool:
    """Whether it is a matrix of a layer."""
    return tensor.role not in _NOT_MATRICES


def _factors(tensor: Tensor) -> int:
    """A vector is kept whole, of a matrix its rows and columns."""
    return tensor.weights if tensor.role == "vector" else (tensor.rows + tensor.columns) * max(1, tensor.experts)
