"""Counting alike tensors together gives what the rules give each tensor for itself."""

from collections import Counter
from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelShape
from advisor.predict.model.alike_tensors import alike_tensors
from advisor.predict.model.quantized_type import block_type
from advisor.predict.model.tensors import tensors

pytestmark = pytest.mark.broad


def of_each_kind(catalog: Catalog) -> dict[object, ModelShape]:
    """A model of every architecture, with and without unlike layers."""
    shapes = [card.shape for card in catalog.models.values() if card.shape]
    return {
        (shape.architecture, shape.experts, shape.leading_dense_layers, shape.shared_expert_ffn): shape
        for shape in shapes
    }


@pytest.mark.parametrize("file_type", ["Q4_K_M", "Q3_K_M", "Q4_K_S", "IQ4_XS", "IQ3_XS", "IQ2_M", "Q2_K_S"])
def test_the_same_types_in_the_same_layers(catalog: Catalog, file_type: str) -> None:
    known = of_each_kind(catalog)
    assert len(known) > 60
    for name, shape in known.items():
        rules: dict[str, Any] = {"file_type": file_type, "shape": shape, "blocks": catalog.blocks}
        one_by_one, together = Counter[object](), Counter[object]()
        for tensor in tensors(shape):
            one_by_one[tensor.layer, tensor.role, tensor.experts, block_type(tensor, **rules)] += tensor.weights
        for tensor, layers in alike_tensors(shape):
            for layer in layers:
                together[layer, tensor.role, tensor.experts, block_type(tensor, **rules)] += tensor.weights
        assert together == one_by_one, name
