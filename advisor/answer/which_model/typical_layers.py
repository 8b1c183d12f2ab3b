"""How deep a model of so many weights usually is, for one whose shape is not known."""

from dataclasses import replace
from functools import lru_cache
from math import exp, log
from statistics import linear_regression
from typing import Any

from advisor.catalog.cards.catalog import Catalog
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import is_sparse

_PLAIN: dict[str, Any] = {
    "architecture": "unknown",
    "sliding_window": None,
    "full_attention_every": None,
    "other_layers": None,
    "full_head_dim": None,
    "full_kv_heads": None,
    "post_norms": False,
    "qk_norm": False,
}
"""Parts that only some models have are not borrowed, nor are heads that are wider together than the model."""

_FEWEST = 2
"""Models from which on there is a line to draw."""


def with_typical_layers(subject: Subject, catalog: Catalog) -> Subject:
    """A model with a borrowed shape, with as many layers of that width as models of its size have.

    Layers x width sets attention and what is kept for the backward pass; of models of one size it differs by a factor
    of three, so that the line through all of them is a better guess than the nearest alone.
    """
    shape, line = subject.shape, _line(catalog)
    listed = (shape.heads_by_layer, shape.kv_heads_by_layer, shape.ffn_by_layer, shape.compress_by_layer)
    if subject.shape_known or subject.is_sparse or line is None or any(listed) or shape.full_attention_layers:
        return subject
    slope, start = line
    layers = max(1, round(exp(start + slope * log(subject.weights.params)) / shape.hidden))
    deeper = shape.changed(layers=layers, head_dim=max(1, shape.hidden // shape.heads), **_PLAIN)
    return replace(subject, shape=deeper, groups=layer_groups(deeper))


@lru_cache(maxsize=4)
def _line(catalog: Catalog) -> tuple[float, float] | None:
    """Slope and start of log(layers x width) over log(weights) of the dense models of the catalog."""
    dense = [
        (log(card.params), log(card.shape.layers * card.shape.hidden))
        for card in catalog.models.values()
        if card.shape is not None and not is_sparse(card.params, active_params=card.active_params)
    ]
    if len(dense) < _FEWEST:
        return None
    found = linear_regression(*zip(*dense, strict=True))
    return found.slope, found.intercept
