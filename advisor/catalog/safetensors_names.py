"""What a tensor of a safetensors file is for, by its name.

Names: the modules of the transformers library, of MLX, and of the quantizers AutoAWQ, GPTQ, compressed-tensors,
ModelOpt and bitsandbytes.
"""

import re

from advisor.catalog.stored_tensor import StoredTensor
from advisor.catalog.stored_weights import TensorUse
from advisor.facts.units import BITS_PER_BYTE

_LAYER = re.compile(r"(?:^|\.)(?:layers|h|blocks|block)\.(\d{1,6})\.")
_EXPERT = re.compile(r"(?:^|\.)(?:experts|switch_mlp)(?:\.|$)|\.block_sparse_moe\.(?:input|output)_linear\.")
_EMBEDDING = re.compile(r"(?:^|\.)(?:embed_tokens|wte|word_embeddings|tok_embeddings|embed_in|embeddings)\.")
_TABLE = re.compile(r"(?:^|\.)(?:wpe|position_embeddings|token_type_embeddings)\.")
_HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out|output_layer)\.|^output\.")
_BESIDE = re.compile(
    r"(?:^|\.)(?:visual|vision_\w+|vpm|resampler|audio_\w+|multi_modal_projector|mm_projector|mlp1|embed_vision"
    r"|embed_audio|image_newline|embed_tokens_per_layer|speech_\w+|talker|code2wav|mtp|mtp_block)(?:\.|$)"
)
_SCALES = re.compile(
    r"(?:^|[._])(?:scales|biases|qzeros|g_idx|zeros|weight_scale(?:_inv|_2)?|weight_global_scale|input_scale"
    r"|input_global_scale|weight_zero_point|weight_shape|weight_g_idx|k_scale|v_scale|absmax|quant_map|SCB"
    r"|scale_inv|nested_absmax|nested_quant_map|quant_state\.\w+)$"
)
_WHOLE = ("F64", "F32", "F16", "BF16")
_PACKED = ("I32", "U32", "I64", "U8")
_NIBBLE_BITS = 4


def layer_of(tensor: StoredTensor) -> int | None:
    """The layer a tensor belongs to; None for the rest of the model, and for layers of its eyes and ears."""
    found = None if _BESIDE.search(tensor.name) else _LAYER.search(tensor.name)
    return int(found[1]) if found else None


def is_embedding(tensor: StoredTensor) -> bool:
    """Whether it is the table of words, or belongs to it."""
    return layer_of(tensor) is None and bool(_EMBEDDING.search(tensor.name)) and not _BESIDE.search(tensor.name)


def is_head(tensor: StoredTensor) -> bool:
    """Whether it turns the last layer into words."""
    return bool(_HEAD.search(tensor.name)) and not _BESIDE.search(tensor.name)


def use_of(tensor: StoredTensor, *, layers: int | None, tied: bool) -> TensorUse:
    """What reading one token does with it; layers beyond the stated number only draft."""
    layer = layer_of(tensor)
    if _BESIDE.search(tensor.name) or (layer is not None and layers and layer >= layers):
        return "beside"
    if _TABLE.search(tensor.name):
        return "table"
    if is_embedding(tensor):
        return "tied" if tied else "table"
    return "expert" if _EXPERT.search(tensor.name) else "shared"


def weights_of(tensor: StoredTensor, *, bits: int | None) -> int:
    """How many weights it stands for: none for scales, several per number where they are packed in `bits` each."""
    if _SCALES.search(tensor.name):
        return 0
    if tensor.type_name in _PACKED:
        return tensor.size_bytes * BITS_PER_BYTE // (bits or _NIBBLE_BITS)
    return tensor.elements


def is_whole(tensor: StoredTensor) -> bool:
    """Whether it is stored in plain numbers of 16 bits or more, and no scales of others."""
    return tensor.type_name in _WHOLE and not _SCALES.search(tensor.name)
