"""Which layers and experts lie on the graphics cards and which in main memory (docs/physics.md 5.4, 5.5)."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from advisor.facts.values.frozen import frozen
from advisor.facts.values.same import Same
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.layers import layer_attentions
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import experts_touched

_KEPT = 256
"""So many models are kept with the bytes of their layers, at so many lengths: as many as a search asks about."""


class Split(NamedTuple):
    """A division as llama.cpp is told of it: `gpu_layers` is its -ngl, `host_expert_layers` its --n-cpu-moe.

    With -ngl n the output layer and the last n - 1 layers are on the cards: i_gpu_start = layers + 1 - n. The token
    embedding is always in main memory (src/llama-model.cpp, load_tensors; the output layer goes first since
    github.com/ggml-org/llama.cpp/pull/18148). --n-cpu-moe k keeps the experts of the first k layers in main memory
    (common/arg.cpp).
    """

    gpu_layers: int
    host_expert_layers: int = 0


@frozen
class LayerWeights:
    """Bytes of a model layer by layer, first to last: weights without experts, and experts.

    Beside them the output layer, and the token embedding where it is no output layer at once.
    """

    dense_bytes: tuple[int, ...]
    expert_bytes: tuple[int, ...]
    output_bytes: int
    embedding_bytes: int

    @cached_property
    def layers(self) -> int:
        """How many layers there are, without the output layer."""
        return len(self.dense_bytes)

    @cached_property
    def dense_bytes_before(self) -> tuple[int, ...]:
        """Weights without experts of the first so many layers."""
        return (0, *accumulate(self.dense_bytes))

    @cached_property
    def expert_bytes_before(self) -> tuple[int, ...]:
        """Experts of the first so many layers."""
        return (0, *accumulate(self.expert_bytes))

    @cached_property
    def sparse_layers_before(self) -> tuple[int, ...]:
        """How many of the first so many layers have experts."""
        return (0, *accumulate([1 if size else 0 for size in self.expert_bytes]))


@frozen
class Parts:
    """The layers of a model with the bytes of cache that each has in one run."""

    weights: LayerWeights
    cache_bytes: tuple[int, ...]

    @property
    def layers(self) -> int:
        """How many layers there are, without the output layer."""
        return self.weights.layers

    @cached_property
    def cache_bytes_before(self) -> tuple[int, ...]:
        """Cache of the first so many layers."""
        return (0, *accumulate(self.cache_bytes))

    @property
    def everything(self) -> Split:
        """The split with all layers on the cards."""
        return Split(self.layers + 1)

    @cached_property
    def whole_bytes(self) -> int:
        """All of it but the token embedding."""
        weights = self.weights
        layers = weights.dense_bytes_before[-1] + weights.expert_bytes_before[-1] + self.cache_bytes_before[-1]
        return layers + weights.output_bytes

    def host_layers(self, split: Split) -> int:
        """How many layers are wholly in main memory: the first ones."""
        return min(self.layers, max(0, self.layers + 1 - split.gpu_layers))

    def card_sizes(self, split: Split) -> list[int]:
        """Bytes of what lies on the cards, in the order in which it is dealt out."""
        if split.gpu_layers <= 0:
            return []
        first, moved, weights = self.host_layers(split), split.host_expert_layers, self.weights
        sizes = [
            weights.dense_bytes[layer]
            + self.cache_bytes[layer]
            + (weights.expert_bytes[layer] if layer >= moved else 0)
            for layer in range(first, self.layers)
        ]
        return [*sizes, weights.output_bytes]

    def card_bytes(self, split: Split) -> int:
        """The sum of `card_sizes`."""
        return self.whole_bytes - self.host_bytes(split)

    def host_weights_bytes(self, split: Split) -> int:
        """Bytes of the weights in main memory, without the token embedding."""
        first, weights = self.host_layers(split), self.weights
        layers = weights.dense_bytes_before[first] + weights.expert_bytes_before[max(first, split.host_expert_layers)]
        return layers + (0 if split.gpu_layers > 0 else weights.output_bytes)

    def host_bytes(self, split: Split) -> int:
        """Bytes of weights and cache in main memory, without the token embedding."""
        return self.host_weights_bytes(split) + self.cache_bytes_before[self.host_layers(split)]


class HostShares(NamedTuple):
    """Shares of main memory, 0 to 1: of the bytes read per token, of whole layers, of layers or their experts.

    `exchanges` are the layers between whose attention on the card and experts on the host each token goes to and fro.
    """

    read: float
    layers: float
    expert_layers: float
    exchanges: int


def parts_of(subject: Subject, run: Run) -> Parts:
    """The layers of a model with their parts of the cache.

    Equal ones where its tensors were not listed, or for another number of layers than is taken for it.
    """
    return _kept_parts(Same(subject), run.context_tokens, run.cache, flash_attention=run.batching.flash_attention)


@lru_cache(maxsize=_KEPT)
def _kept_parts(of: Same[Subject], context_tokens: int, cache: CacheSetup, *, flash_attention: bool) -> Parts:
    """The same on whatever holds them."""
    subject = of.one
    cached = {
        attention: kv_cache_bytes(
            subject.shape,
            ((attention, 1),),
            context_tokens=context_tokens,
            setup=cache,
            blocks=subject.blocks,
            flash_attention=flash_attention,
        )
        for attention, _ in subject.groups
    }
    return Parts(_weights_of_layers(of), tuple([cached[one] for one in layer_attentions(subject.shape)]))


@lru_cache(maxsize=_KEPT)
def _weights_of_layers(of_subject: Same[Subject]) -> LayerWeights:
    """The same however the model is run."""
    weights = of_subject.one.weights
    dense, experts = _each_layer(of_subject.one)
    output_bytes = max(0, weights.total_bytes - weights.embedding_bytes - sum(dense) - sum(experts))
    return LayerWeights(dense, experts, output_bytes, weights.embedding_bytes)


def _each_layer(subject: Subject) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bytes of each layer without experts, and those of its experts."""
    weights, shape = subject.weights, subject.shape
    count = shape.layers
    if len(weights.layer_bytes) == count == len(weights.layer_expert_bytes):
        experts = weights.layer_expert_bytes
        sizes = zip(weights.layer_bytes, experts, strict=True)
        return tuple([max(0, size - of_experts) for size, of_experts in sizes]), experts
    dense_first = min(shape.leading_dense_layers, count - 1) if weights.expert_bytes else 0
    experts = (*(0,) * dense_first, *_equal_parts(weights.expert_bytes, count - dense_first))
    dense = max(0, weights.total_bytes - weights.embedding_bytes - sum(experts))
    return _equal_parts(dense, count), experts


def host_shares(parts: Parts, split: Split, *, expert_share: float, batch: int) -> HostShares:
    """The shares of one step of `batch` sequences that a split leaves to the host (docs/physics.md 6.6).

    read = (dense bytes there + touched share x expert bytes there) / (the same of the whole model).
    """
    touched, weights = experts_touched(expert_share, batch=batch), parts.weights
    first = parts.host_layers(split)
    moved = max(first, split.host_expert_layers)
    dense, experts = weights.dense_bytes_before[-1] + weights.output_bytes, weights.expert_bytes_before[-1]
    host_dense = weights.dense_bytes_before[first] + (0 if split.gpu_layers > 0 else weights.output_bytes)
    with_experts = weights.sparse_layers_before[moved] - weights.sparse_layers_before[first]
    return HostShares(
        read=(host_dense + touched * weights.expert_bytes_before[moved]) / (dense + touched * experts),
        layers=first / parts.layers,
        expert_layers=(first + with_experts) / parts.layers,
        exchanges=with_experts,
    )


def chosen_split(parts: Parts, *, gpu_layers: int | None, host_expert_layers: int | None) -> Split | None:
    """What a user chose, None for everything on the cards; a count of all layers means the output layer too."""
    count = parts.layers
    experts = min(host_expert_layers or 0, count)
    if not parts.weights.expert_bytes_before[experts]:
        experts = 0
    layers = count + 1 if gpu_layers is None or gpu_layers >= count else gpu_layers
    split = Split(layers, experts)
    return None if split == parts.everything else split


def _equal_parts(total_bytes: int, count: int) -> tuple[int, ...]:
    return tuple(upper - lower for lower, upper in pairwise(total_bytes * index // count for index in range(count + 1)))


def default_counts(parts: int, *, devices: int) -> tuple[int, ...]:
    """How many of `parts` each of several equally free devices gets by itself: `devices` numbers.

    llama.cpp gives part j of n to the first device whose share of the free memory, summed up, exceeds j / n
    (src/llama-model.cpp, load_tensors).
    """
    starts = [-(-index * parts // devices) for index in range(devices + 1)]
    return tuple(upper - lower for lower, upper in pairwise(starts))


def best_counts(sizes: Sequence[int], *, devices: int) -> tuple[int, ...]:
    """How many parts each device gets, in their order, so that the fullest holds the fewest bytes."""
    most_bytes = max(max(sizes, default=0), -(-sum(sizes) // devices))
    while True:
        counts, next_bytes = _dealt(sizes, most_bytes=most_bytes, devices=devices)
        if counts is not None:
            return counts
        most_bytes = next_bytes


def deal(sizes: Sequence[int], *, most_bytes: int, devices: int) -> tuple[int, ...] | None:
    """Each device in turn filled with as many parts as `most_bytes` hold; None where the devices do not suffice."""
    return _dealt(sizes, most_bytes=most_bytes, devices=devices)[0]


def _dealt(sizes: Sequence[int], *, most_bytes: int, devices: int) -> tuple[tuple[int, ...] | None, int]:
    """The same, and the least number of bytes that would change how the parts are dealt."""
    counts, held = [0] * devices, 0
    device, next_bytes = 0, sum(sizes)
    for size in sizes:
        if held + size > most_bytes:
            next_bytes = min(next_bytes, held + size)
            device, held = device + 1, 0
            if device == devices or size > most_bytes:
                return None, next_bytes
        counts[device] += 1
        held += size
    return tuple(counts), next_bytes


def filled(sizes: Sequence[int], *, rooms: Sequence[int]) -> tuple[int, ...] | None:
    """How many parts each device gets, in their order, if the first take as many as they hold.

    None where they do not suffice.
    """
    counts, held = [0] * len(rooms), 0
    device = 0
    for size in sizes:
        while device < len(rooms) and held + size > rooms[device]:
            device, held = device + 1, 0
        if device == len(rooms):
            return None
        counts[device] += 1
        held += size
    return tuple(counts)


def dealt_bytes(sizes: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """What each device holds of parts dealt out by these counts."""
    ends = list(accumulate(counts))
    return tuple(sum(sizes[end - count : end]) for end, count in zip(ends, counts, strict=True))


def fullest_bytes(sizes: Sequence[int], counts: Sequence[int]) -> int:
    """What the fullest device holds of parts dealt out by these counts."""
    return max(dealt_bytes(sizes, counts), default=0)
