"""Sums the tensors a file lists into what predictions need: bytes in all, per token, and by block type."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Literal

from advisor.catalog.stored_tensor import StoredTensor
from advisor.facts.weights import ModelWeights, TypeBytes

_INTERLEAVED_ROWS = 8
"""Rows a CPU stores side by side (repacked types of ggml); matrices with another number of rows stay as they are."""

_MOST_LAYERS = 1000

TensorUse = Literal["shared", "expert", "table", "tied", "beside"]
"""Read for every token; one of several experts; the table of words, of which one row is read, or which is read whole
because it is tied to the head; or beside all that."""


def stored_weights(
    tensors: Iterable[StoredTensor],
    *,
    quant: str | None,
    expert_share: float,
    layers: int | None,
    layer_of: Callable[[StoredTensor], int | None],
    use_of: Callable[[StoredTensor], TensorUse],
    weights_of: Callable[[StoredTensor], int],
    type_of: Callable[[StoredTensor], str],
) -> ModelWeights | None:
    """Exact sums over `tensors`; None where none of them is read for a token.

    `weights_of` counts the weights a tensor stands for, `type_of` names the type they are stored in. Tables and what is
    beside (pictures, sound, drafts, rows for each layer and word) are held but not read: `embedding_bytes`.
    """
    shared: dict[str, int] = defaultdict(int)
    experts: dict[str, int] = defaultdict(int)
    by_type: Counter[str] = Counter()
    interleavable: Counter[str] = Counter()
    by_layer: Counter[int | None] = Counter()
    experts_by_layer: Counter[int | None] = Counter()
    held = params = 0
    active = 0.0
    for tensor in tensors:
        use, stored, count = use_of(tensor), type_of(tensor), weights_of(tensor)
        params += count
        if use in ("table", "beside"):
            held += tensor.size_bytes
            active += count if use == "table" else 0
            continue
        active += count * (expert_share if use == "expert" else 1.0)
        (experts if use == "expert" else shared)[stored] += tensor.size_bytes
        by_type[stored] += tensor.size_bytes
        by_layer[layer_of(tensor)] += tensor.size_bytes
        if use == "expert":
            experts_by_layer[layer_of(tensor)] += tensor.size_bytes
        if use != "tied" and len(tensor.dimensions) > 1 and tensor.dimensions[1] % _INTERLEAVED_ROWS == 0:
            interleavable[stored] += tensor.size_bytes
    if not by_type:
        return None
    parts = tuple(
        TypeBytes(
            block_type=name,
            shared_bytes=shared.get(name, 0),
            expert_bytes=experts.get(name, 0),
            interleavable_bytes=interleavable[name],
        )
        for name in sorted(by_type)
    )
    listed = range(layers if layers and layers <= _MOST_LAYERS else 0)
    main_type = by_type.most_common(1)[0][0]
    return ModelWeights(
        quant=quant or main_type,
        main_type=main_type,
        total_bytes=held + by_type.total(),
        embedding_bytes=held,
        by_type=parts,
        expert_share=expert_share,
        params=params,
        active_params=round(active),
        exact=True,
        layer_bytes=tuple(by_layer[layer] for layer in listed),
        layer_expert_bytes=tuple(experts_by_layer[layer] for layer in listed),
    )
