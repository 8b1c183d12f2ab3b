"""The tensors of a model counted together where the quantizer treats them alike (docs/physics.md 2.3, 10.1)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from advisor.facts.cards.model import ModelShape
from advisor.predict.model.quantized_type import COUNTED_ROLES, counted_classes, middle_layers
from advisor.predict.model.tensor import Tensor
from advisor.predict.model.tensors import layer_kinds, layer_tensors, tensors_beside_layers

LAST_SHAPES = 48
"""The tensors of so many models are kept: all forms of one are asked for at about the same time."""


class AlikeTensors(NamedTuple):
    """The first of several tensors that get the same type in every file type, and the layer of each of them.

    The layer of a tensor beside the layers is -1.
    """

    tensor: Tensor
    layers: tuple[int, ...]


@lru_cache(maxsize=LAST_SHAPES)
def alike_tensors(shape: ModelShape) -> tuple[AlikeTensors, ...]:
    """All tensors of the model, each once with its layers: weights add up to those of `tensors` (docs/physics.md 2.1).

    The vectors of a layer are one. All quantizations of a model have the same.
    """
    found = [AlikeTensors(tensor, (-1,)) for tensor in tensors_beside_layers(shape)]
    counted: list[list[Tensor]] = [[] for _ in range(shape.layers)]
    middle = middle_layers(shape.layers)
    for layers in layer_kinds(shape).values():
        parts = (tuple(layer for layer in layers if layer in middle), tuple(set(layers).difference(middle)))
        here: list[Tensor] = []
        vectors = 0
        for tensor in layer_tensors(shape, layers[0]):
            if tensor.role == "vector":
                vectors += tensor.weights
            elif tensor.role in COUNTED_ROLES:
                here.append(tensor)
            elif tensor.role in ("ffn_gate", "ffn_up"):
                found += [AlikeTensors(tensor._replace(layer=part[0]), part) for part in parts if part]
            else:
                found.append(AlikeTensors(tensor, layers))
        found.append(AlikeTensors(Tensor("vector", layers[0], vectors, 1), layers))
        for layer in layers:
            counted[layer] = here
    return (*found, *_alike_when_counted(counted))


def _alike_when_counted(counted: Sequence[Sequence[Tensor]]) -> Iterator[AlikeTensors]:
    """The counted tensors of each layer, those that get the same type together."""
    for role in COUNTED_ROLES:
        those, in_layers = list[Tensor](), list[int]()
        for layer, part in enumerate(counted):
            for tensor in part:
                if tensor.role == role:
                    those.append(tensor)
                    in_layers.append(layer)
        alike: dict[tuple[int, object], list[int]] = defaultdict(list)
        classes = counted_classes(role, in_layers, layers=len(counted))
        for place, key in enumerate(zip(map(id, those), classes, strict=True)):
            alike[key].append(place)
        for places in alike.values():
            first = places[0]
            tensor = those[first]._replace(layer=in_layers[first], place=first, group_size=len(those))
            yield AlikeTensors(tensor, tuple(in_layers[place] for place in places))


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
    matrices = [(tensor, count) for tensor, count, _ in listed if tensor.role != "vector"]
    vectors = sum(weights for tensor, _, weights in listed if tensor.role == "vector")
    return Tally(
        params=sum(weights for _, _, weights in listed),
        tables=sum(weights for tensor, _, weights in listed if tensor.role in _TABLES),
        beside_layers=sum(weights for tensor, _, weights in listed if tensor.role in (*_TABLES, "output")),
        largest_matrix=max(tensor.columns * tensor.rows for tensor, _, _ in listed if is_matrix(tensor)),
        factors=vectors + sum((one.rows + one.columns) * max(1, one.experts) * count for one, count in matrices),
    )


@lru_cache(maxsize=512)
def matrix_columns(shape: ModelShape) -> tuple[float | None, float | None]:
    """Columns of the matrices that every token uses and of experts, in the mean over rows; None without any."""
    alike = alike_tensors(shape)
    return _mean_columns(alike, experts=False), _mean_columns(alike, experts=True)


def _mean_columns(alike: Sequence[AlikeTensors], *, experts: bool) -> float | None:
    """Of the matrices of layers, or of their experts.

    `experts` (the stacked ones) may be fewer than are listed: all of a layer are alike.
    """
    found = [
        (tensor, tensor.rows * len(layers))
        for tensor, layers in alike
        if is_matrix(tensor) and bool(tensor.experts) == experts
    ]
    rows = sum(count for _, count in found)
    return sum(tensor.columns * count for tensor, count in found) / rows if rows else None


def is_matrix(tensor: Tensor) -> bool:
    """Whether it is a matrix of a layer."""
    return tensor.role not in _NOT_MATRICES
