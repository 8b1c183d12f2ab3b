"""Which layers and experts lie on the graphics cards and which in main memory (prediction sections 5.3 and 6.6)."""

from itertools import pairwise
from typing import NamedTuple

from advisor.predict.bytes_per_token import experts_touched
from advisor.predict.kv_cache import kv_cache_bytes
from advisor.predict.layers import layer_attentions
from advisor.predict.subject import Run, Subject


class Split(NamedTuple):
    """A division as llama.cpp is told of it: `gpu_layers` is its -ngl, `host_expert_layers` its --n-cpu-moe.

    With -ngl n the output layer and the last n - 1 layers are on the cards: i_gpu_start = layers + 1 - n. The token
    embedding is always in main memory (src/llama-model.cpp, load_tensors; the output layer goes first since
    github.com/ggml-org/llama.cpp/pull/18148). --n-cpu-moe k keeps the experts of the first k layers in main memory
    (common/arg.cpp).
    """

    gpu_layers: int
    host_expert_layers: int = 0


class Part(NamedTuple):
    """One layer, or the output layer: its weights without experts, its experts, its part of the cache."""

    weights_bytes: int
    expert_bytes: int = 0
    cache_bytes: int = 0


class Parts(NamedTuple):
    """A model in the order of its layers; the token `embedding_bytes` where it is no output layer at once."""

    layers: tuple[Part, ...]
    output: Part
    embedding_bytes: int

    @property
    def everything(self) -> Split:
        """The split with all layers on the cards."""
        return Split(len(self.layers) + 1)

    def host_layers(self, split: Split) -> int:
        """How many layers are wholly in main memory: the first ones."""
        return min(len(self.layers), max(0, len(self.layers) + 1 - split.gpu_layers))

    def card_sizes(self, split: Split) -> list[int]:
        """Bytes of what lies on the cards, in the order in which it is dealt out."""
        sizes = [
            part.weights_bytes + part.cache_bytes + (part.expert_bytes if layer >= split.host_expert_layers else 0)
            for layer, part in enumerate(self.layers)
        ]
        return [*sizes[self.host_layers(split) :], self.output.weights_bytes] if split.gpu_layers > 0 else []

    def host_weights_bytes(self, split: Split) -> int:
        """Bytes of the weights in main memory, the token embedding left out."""
        first = self.host_layers(split)
        dense = sum(part.weights_bytes for part in self.layers[:first])
        experts = sum(part.expert_bytes for part in self.layers[: max(first, split.host_expert_layers)])
        return dense + experts + (0 if split.gpu_layers > 0 else self.output.weights_bytes)

    def host_bytes(self, split: Split) -> int:
        """Bytes of weights and cache in main memory, the token embedding left out."""
        return self.host_weights_bytes(split) + sum(part.cache_bytes for part in self.layers[: self.host_layers(split)])


class HostShares(NamedTuple):
    """What main memory has a share of: the bytes read per token, whole layers, and layers or their experts."""

    read: float
    layers: float
    expert_layers: float


def parts_of(subject: Subject, run: Run) -> Parts:
    """The layers of a model with their parts of the cache; equal ones where its tensors were not listed."""
    weights, shape, count = subject.weights, subject.shape, subject.shape.layers
    dense_first = shape.leading_dense_layers if weights.expert_bytes else 0
    sizes = weights.layer_bytes or _equal_parts(weights.total_bytes - weights.embedding_bytes, count)
    experts = weights.layer_expert_bytes or (
        *(0,) * dense_first,
        *_equal_parts(weights.expert_bytes, count - dense_first),
    )
    cached = {
        attention: kv_cache_bytes(
            shape,
            ((attention, 1),),
            context_tokens=run.context_tokens,
            setup=run.cache,
            blocks=subject.blocks,
            flash_attention=run.batching.flash_attention,
        )
        for attention, _ in subject.groups
    }
    layers = tuple(
        Part(max(0, sizes[index] - experts[index]), experts[index], cached[attention])
        for index, attention in enumerate(layer_attentions(shape))
    )
    listed = sum(part.weights_bytes + part.expert_bytes for part in layers)
    output = Part(max(0, weights.total_bytes - weights.embedding_bytes - listed))
    return Parts(layers, output, weights.embedding_bytes)


def host_shares(parts: Parts, split: Split, *, expert_share: float, batch: int) -> HostShares:
    """The shares of one step's work that a split leaves to the host."""
    touched = experts_touched(expert_share, batch=batch)
    first = parts.host_layers(split)
    moved = max(first, split.host_expert_layers)
    dense = sum(part.weights_bytes for part in parts.layers) + parts.output.weights_bytes
    experts = sum(part.expert_bytes for part in parts.layers)
    host_dense = sum(part.weights_bytes for part in parts.layers[:first])
    host_dense += 0 if split.gpu_layers > 0 else parts.output.weights_bytes
    host_experts = sum(part.expert_bytes for part in parts.layers[:moved])
    with_experts = sum(1 for part in parts.layers[first:moved] if part.expert_bytes)
    return HostShares(
        read=(host_dense + touched * host_experts) / (dense + touched * experts),
        layers=first / len(parts.layers),
        expert_layers=(first + with_experts) / len(parts.layers),
    )


def chosen_split(parts: Parts, *, gpu_layers: int | None, host_expert_layers: int | None) -> Split | None:
    """What a user chose, None for everything on the cards; a count of all layers means the output layer too."""
    count = len(parts.layers)
    experts = min(host_expert_layers or 0, count)
    if not any(part.expert_bytes for part in parts.layers[:experts]):
        experts = 0
    layers = count + 1 if gpu_layers is None or gpu_layers >= count else gpu_layers
    split = Split(layers, experts)
    return None if split == parts.everything else split


def _equal_parts(total_bytes: int, count: int) -> tuple[int, ...]:
    return tuple(upper - lower for lower, upper in pairwise(total_bytes * index // count for index in range(count + 1)))
