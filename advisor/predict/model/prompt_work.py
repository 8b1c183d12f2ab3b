"""Arithmetic of a prompt: with weights that every token uses, with experts, and of attention (docs/physics.md 7.1)."""

from typing import NamedTuple

from advisor.facts.cards.model import ModelShape
from advisor.predict.model.kv_cache import attention_elements
from advisor.predict.model.layers import LayerGroups, sparse_layers
from advisor.predict.model.recurrent import state_elements
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import experts_touched, flop_per_token

_LEAST_SHARE = 0.3
"""Of all arithmetic: what the layers keep where a borrowed shape has a vocabulary too large for the model."""


class PromptWork(NamedTuple):
    """FLOP per token of a prompt, attention aside: with weights that every token uses, and with experts."""

    shared_flop: float
    experts_flop: float

    @property
    def total_flop(self) -> float:
        """FLOP per token without attention."""
        return self.shared_flop + self.experts_flop


def prompt_work(subject: Subject) -> PromptWork:
    """FLOP per token: 2 x the active parameters without embedding (looked up) and head (the last token's only)."""
    shape, all_flop = subject.shape, flop_per_token(subject.weights)
    tables = (1 if shape.tied_embeddings else 2) * shape.vocab * shape.hidden
    layers_flop = max(all_flop - 2.0 * tables, _LEAST_SHARE * all_flop)
    experts_flop = 0.0
    if subject.is_sparse and shape.experts and shape.active_experts and shape.expert_ffn:
        matrices = 3 if shape.ffn_gated else 2
        one_flop = 2.0 * matrices * (shape.expert_hidden or shape.hidden) * shape.expert_ffn
        experts_flop = min(layers_flop, one_flop * shape.active_experts * sparse_layers(shape))
    return PromptWork(shared_flop=layers_flop - experts_flop, experts_flop=experts_flop)


def scanned_elements(shape: ModelShape, groups: LayerGroups) -> int:
    """Elements of state that each token of a prompt changes, of all layers that carry one."""
    return state_elements(shape) * sum(count for attention, count in groups if attention.keeps_state)


def tokens_per_expert(subject: Subject, *, tokens: int) -> float:
    """Tokens that a touched expert sees of a batch: tokens x (Eu/E) / share touched (docs/physics.md 7.3)."""
    share = subject.weights.expert_share
    return tokens * share / experts_touched(share, batch=tokens)


def attention_flop(shape: ModelShape, groups: LayerGroups, *, tokens: int, before: int) -> float:
    """FLOP of the attention of `tokens` new tokens after `before` cached ones, in one sequence.

    4 x sum over layers of H x key width x new tokens x mean visible tokens: a product with keys and one with values.
    """
    middle = before + tokens / 2
    elements = attention_elements(shape, groups, depth_tokens=middle) + _chosen_elements(shape, groups, tokens=middle)
    return 4 * tokens * elements


def attention_scores(shape: ModelShape, groups: LayerGroups, *, tokens: int, before: int) -> float:
    """Scores that are stored without flash attention: sum of H x new tokens x mean visible tokens."""
    elements = 0.0
    for attention, count in groups:
        width = attention.key_elements if shape.kv_lora_rank else attention.head_dim
        elements += attention_elements(shape, ((attention, count),), depth_tokens=before + tokens / 2) / max(width, 1)
    return tokens * elements


def _chosen_elements(shape: ModelShape, groups: LayerGroups, *, tokens: float) -> float:
    """What choosing among folded rows adds: its own product with keys, and rows that others of the prompt chose.

    Every token of a prompt chooses other rows: engines multiply with all of them and mask.
    """
    total = 0.0
    for attention, count in groups:
        if attention.index_elements:
            rows = tokens / max(1, attention.folded_tokens)
            if attention.folded_tokens:
                left_out = max(0.0, rows - (shape.index_tokens or rows))
                total += count * left_out * attention.heads * attention.head_dim
            total += count * rows * (shape.index_heads or 0) * attention.index_elements / 2
    return total
