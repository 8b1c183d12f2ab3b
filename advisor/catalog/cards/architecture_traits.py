"""What all catalog models of one architecture have in common and configurations do not state."""

from collections.abc import Iterable, Mapping

from advisor.facts.cards.model import ModelCard

_TRAITS = (
    "qk_norm",
    "attention_bias",
    "attention_sinks",
    "projection_bias",
    "output_gate",
    "head_gate",
    "fused_qkv_and_gate",
    "post_norms",
    "norms_per_layer",
    "ffn_gated",
    "full_value_is_key",
    "expert_hidden",
    "tied_embeddings",
)


def architecture_traits(models: Iterable[ModelCard], architecture: str) -> Mapping[str, object]:
    """Fields of a shape on which the models of an architecture agree; a field they differ in is left out."""
    shapes = [card.shape for card in models if card.shape and card.shape.architecture == architecture]
    agreed: dict[str, object] = {}
    for name in _TRAITS:
        values = {getattr(shape, name) for shape in shapes}
        if len(values) == 1:
            agreed[name] = values.pop()
    return agreed
