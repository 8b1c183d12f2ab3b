"""The tensors of a model counted together where the quantizer treats them alike: hundreds, but few kinds."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.facts.model import ModelShape
from advisor.predict.quantized_type import COUNTED_ROLES, counted_class, in_the_middle
from advisor.predict.tensor import Tensor, role_group
from advisor.predict.tensors import layer_kinds, layer_tensors, tensors_beside_layers


class AlikeTensors(NamedTuple):
    """The first of several tensors that get the same type in every file type, and the layer of each of them.

    The layer of a tensor beside the layers is -1.
    """

    tensor: Tensor
    layers: tuple[int, ...]


def alike_tensors(shape: ModelShape) -> tuple[AlikeTensors, ...]:
    """All tensors of the model; together they are those that `tensors` lists."""
    found = [AlikeTensors(tensor, (-1,)) for tensor in tensors_beside_layers(shape)]
    counted: list[list[Tensor]] = [[] for _ in range(shape.layers)]
    for layers in layer_kinds(shape).values():
        middle = tuple(layer for layer in layers if in_the_middle(layer, layers=shape.layers))
        ends = tuple(layer for layer in layers if not in_the_middle(layer, layers=shape.layers))
        here: list[Tensor] = []
        for tensor in layer_tensors(shape, layers[0]):
            if tensor.role in COUNTED_ROLES:
                here.append(tensor)
            elif tensor.role in ("ffn_gate", "ffn_up"):
                found += [AlikeTensors(tensor._replace(layer=part[0]), part) for part in (middle, ends) if part]
            else:
                found.append(AlikeTensors(tensor, layers))
        for layer in layers:
            counted[layer] = here
    return (*found, *_alike_when_counted(counted))


def _alike_when_counted(counted: Sequence[Sequence[Tensor]]) -> Iterator[AlikeTensors]:
    """The counted tensors of each layer, those that get the same type together."""
    totals = Counter(role_group(tensor) for part in counted for tensor in part)
    seen = dict.fromkeys(totals, 0)
    places: dict[tuple[Tensor, object], list[tuple[int, int]]] = defaultdict(list)
    for layer, part in enumerate(counted):
        for tensor in part:
            group = role_group(tensor)
            place, seen[group] = seen[group], seen[group] + 1
            alike = counted_class(tensor.role, layer=layer, place=place, group_size=totals[group], layers=len(counted))
            places[tensor, alike].append((layer, place))
    for (tensor, _), found in places.items():
        layer, place = found[0]
        first = tensor._replace(layer=layer, place=place, group_size=totals[role_group(tensor)])
        yield AlikeTensors(first, tuple(layer for layer, _ in found))
