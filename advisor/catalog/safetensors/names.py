"""What a tensor of a safetensors file is for, by its name.

Names: the modules of the transformers library, of MLX, and of the quantizers AutoAWQ, GPTQ, compressed-tensors,
ModelOpt and bitsandbytes.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from advisor.catalog.reading.stored_weights import CountedTensor, StoredTensor, TensorUse
from advisor.facts.values.units import BITS_PER_BYTE

_NUMBER = re.compile(r"[0-9]{1,9}")
_LAYER = re.compile(r"(?:^|\.)(?:layers|h|blocks|block)\.([0-9]+)\.")
_EXPERT = re.compile(r"(?:^|\.)(?:experts|switch_mlp)(?:\.|$)|\.block_sparse_moe\.(?:input|output)_linear\.")
_EMBEDDING = re.compile(r"(?:^|\.)(?:embed_tokens|wte|word_embeddings|tok_embeddings|embed_in|embeddings)\.")
_TABLE = re.compile(r"(?:^|\.)(?:wpe|position_embeddings|token_type_embeddings)\.")
_HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out|output_layer)\.|^output\.")
_BESIDE = re.compile(
    r"(?:^|\.)(?:visual|vision_\w+|vpm|resampler|audio_\w+|multi_modal_projector|mm_projector|mlp1|embed_vision"
    r"|embed_audio|image_newline|embed_tokens_per_layer|speech_\w+|talker|code2wav|mtp|mtp_block)(?:\.|$)"
)
_SCALES = re.compile(
    r"(?:^|[._])(?:scales|biases|qzeros|g_idx|zeros|weight_scale(?:_inv|_[0-9])?|weight_global_scale|input_scale"
    r"|input_global_scale|weight_zero_point|weight_shape|weight_g_idx|k_scale|v_scale|absmax|quant_map|SCB"
    r"|scale_inv|nested_absmax|nested_quant_map|quant_state\.\w+)$"
)
_WHOLE = ("F64", "F32", "F16", "BF16")
_PACKED = ("I32", "U32", "I64", "U8")
_NIBBLE_BITS = 4


class NameKind(NamedTuple):
    """What a name says whatever numbers stand in it; `layer_place` is which of the numbers is the layer's."""

    layer_place: int | None
    beside: bool
    embedding: bool
    table: bool
    head: bool
    expert: bool
    scales: bool


class NamedPart(NamedTuple):
    """What a name says: its kind, and the layer, None outside of layers."""

    kind: NameKind
    layer: int | None


def named_part(name: str) -> NamedPart:
    """What the tensor of this name is for. Models have a hundred thousand names of a few kinds: kinds are kept."""
    kind = _kind(_NUMBER.sub("0", name))
    if kind.layer_place is None:
        return NamedPart(kind, None)
    return NamedPart(kind, int(_NUMBER.findall(name)[kind.layer_place]))


@lru_cache(maxsize=4096)
def _kind(name: str) -> NameKind:
    """The kind of a name with all its numbers zero."""
    beside = bool(_BESIDE.search(name))
    layer = None if beside else _LAYER.search(name)
    return NameKind(
        layer_place=len(_NUMBER.findall(name[: layer.start(1)])) if layer else None,
        beside=beside,
        embedding=layer is None and not beside and bool(_EMBEDDING.search(name)),
        table=bool(_TABLE.search(name)),
        head=not beside and bool(_HEAD.search(name)),
        expert=bool(_EXPERT.search(name)),
        scales=bool(_SCALES.search(name)),
    )


def counted(
    tensor: StoredTensor, part: NamedPart, *, layers: int | None, tied: bool, bits: int | None, packed_type: str | None
) -> CountedTensor:
    """The tensor as predictions count it. `bits` are those of a packed weight, `packed_type` stands for packed ones.

    Layers beyond the stated number only draft.
    """
    kind, layer = part
    use: TensorUse = "expert" if kind.expert else "shared"
    if kind.beside or (layer is not None and layers and layer >= layers):
        use = "beside"
    elif kind.embedding:
        use = "tied" if tied else "table"
    elif kind.table:
        use = "table"
    whole = tensor.type_name in _WHOLE and not kind.scales
    stored = tensor.type_name if whole or packed_type is None else packed_type
    weights = 0 if kind.scales else tensor.elements
    if not kind.scales and tensor.type_name in _PACKED:
        weights = tensor.size_bytes * BITS_PER_BYTE // (bits or _NIBBLE_BITS)
    return CountedTensor(use, layer, stored, tensor.size_bytes, weights, tensor.rows)
