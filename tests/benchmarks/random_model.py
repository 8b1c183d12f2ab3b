"""Language models of real shapes with random weights, as GGUF files: an engine computes with them as with any other.

Run by the Python of the engine's environment: `python random_model.py SHAPE QUANT FILE` (needs numpy and gguf).
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple


class Shape(NamedTuple):
    """Layers, widths and heads of a decoder; `tied`: the output head is the embedding.

    `inner` is the width of one expert where there are `experts`, of which `used` work on a token. `window`: five of six
    layers see only so many tokens. `has_norms`: queries, keys and the ends of both parts of a layer are normed, too.
    """

    layers: int
    hidden: int
    inner: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary: int
    tied: bool = True
    architecture: str = "llama"
    experts: int = 0
    used: int = 0
    window: int = 0
    has_norms: bool = False


SHAPES = {
    "0.6b": Shape(28, 1024, 3072, 16, 8, 128, 151936),
    "1.2b": Shape(16, 2048, 8192, 32, 8, 64, 128256),
    "1.7b": Shape(28, 2048, 6144, 16, 8, 128, 151936),
    "3.2b": Shape(28, 3072, 8192, 24, 8, 128, 128256),
    "mixture": Shape(24, 1024, 512, 16, 8, 64, 49155, architecture="granitemoe", experts=32, used=8),
    "windows": Shape(26, 1152, 6912, 4, 1, 256, 262144, architecture="gemma3", window=512, has_norms=True),
}
"""Those of Qwen3 0.6B, Llama 3.2 1B, Qwen3 1.7B, Llama 3.2 3B, Granite 3.1 1B-A400M and Gemma 3 1B (specs/models)."""
QUANTS = ("F16", "Q8_0", "Q4_0", "Q4_K_M")
_SCALE, _ROWS = 0.002, 4096
_BLOCKS = {"Q8_0": (32, 34, (0,)), "Q4_0": (32, 18, (0,)), "Q4_K": (256, 144, (0, 2)), "Q6_K": (256, 210, (208,))}
"""Weights and bytes of a block, and where its scales of two bytes stand."""
_FILE_TYPES = {"F16": 1, "Q4_0": 2, "Q8_0": 7, "Q4_K_M": 15}


def tensors(shape: Shape, quant: str) -> Iterator[tuple[str, str, int, int]]:
    """(Name, block type, rows of all experts, columns) of every matrix, in the order of the file."""
    main = "Q4_K" if quant == "Q4_K_M" else quant
    better = "Q6_K" if quant == "Q4_K_M" else main
    head = "F16" if quant == "F16" else "Q8_0" if quant == "Q8_0" or shape.hidden % _BLOCKS["Q6_K"][0] else "Q6_K"
    yield "token_embd.weight", head if shape.tied else main, shape.vocabulary, shape.hidden
    if not shape.tied:
        yield "output.weight", head, shape.vocabulary, shape.hidden
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    for index in range(shape.layers):
        eighth = shape.layers // 8
        more = index < eighth or index >= 7 * shape.layers // 8 or (index - eighth) % 3 == 2
        for name, rows, columns, kind in (
            ("attn_q", queries, shape.hidden, main),
            ("attn_k", keys, shape.hidden, main),
            ("attn_v", keys, shape.hidden, better if more else main),
            ("attn_output", shape.hidden, queries, main),
            ("ffn_gate", shape.inner, shape.hidden, main),
            ("ffn_up", shape.inner, shape.hidden, main),
            ("ffn_down", shape.hidden, shape.inner, better if more else main),
        ):
            experts = shape.experts if name.startswith("ffn") else 0
            ending = "_exps" if experts else ""
            yield f"blk.{index}.{name}{ending}.weight", kind, (experts or 1) * rows, columns


def write_model(path: str, shape: Shape, quant: str) -> None:
    """Write the file: scales small and alike, so that no sum overflows; all other bits random."""
    import gguf
    import numpy as np

    rng = np.random.default_rng(0)

    def random_rows(kind: str, rows: int, columns: int) -> "np.ndarray":
        if kind == "F16":
            block = (rng.standard_normal((min(rows, _ROWS), columns), dtype=np.float32) * _SCALE).astype(np.float16)
            return np.tile(block, (-(-rows // _ROWS), 1))[:rows]
        weights, size, scales = _BLOCKS[kind]
        blocks = rng.integers(0, 256, (rows * columns // weights, size), dtype=np.uint8)
        for at in scales:
            blocks[:, at : at + 2] = np.frombuffer(np.float16(_SCALE / 16).tobytes(), np.uint8)
        return blocks.reshape(rows, columns // weights * size)

    writer = gguf.GGUFWriter(path, shape.architecture)
    _add_shape(writer, shape)
    writer.add_file_type(_FILE_TYPES[quant])
    _add_vocabulary(writer, shape.vocabulary)
    for name, width in _norms(shape):
        writer.add_tensor(name, np.ones(width, np.float32))
    for name, kind, rows, columns in tensors(shape, quant):
        raw = random_rows(kind, rows, columns)
        if name.endswith("_exps.weight"):
            raw = raw.reshape(shape.experts, rows // shape.experts, -1)
        writer.add_tensor(name, raw, raw_dtype=None if kind == "F16" else gguf.GGMLQuantizationType[kind])
    if shape.experts:
        for index in range(shape.layers):
            gate = rng.standard_normal((shape.experts, shape.hidden), dtype=np.float32)
            writer.add_tensor(f"blk.{index}.ffn_gate_inp.weight", gate)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_shape(writer: Any, shape: Shape) -> None:
    """What the header says of layers, heads and experts."""
    writer.add_context_length(8192)
    writer.add_embedding_length(shape.hidden)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.inner)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_key_length(shape.head_dim)
    writer.add_value_length(shape.head_dim)
    writer.add_rope_dimension_count(shape.head_dim)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(500000.0)
    writer.add_vocab_size(shape.vocabulary)
    if shape.experts:
        writer.add_expert_count(shape.experts)
        writer.add_expert_used_count(shape.used)
        writer.add_expert_feed_forward_length(shape.inner)
        writer.add_logit_scale(6.0)
    if shape.window:
        writer.add_sliding_window(shape.window)


def _add_vocabulary(writer: Any, count: int) -> None:
    """Words that nobody reads: a server has to write the tokens down that it made."""
    own = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    writer.add_tokenizer_model("llama")
    writer.add_token_list([*own, *(f"\u2581{number:x}" for number in range(len(own), count))])
    writer.add_token_scores([0.0] * count)
    writer.add_token_types([2, 3, 3, *([6] * 256), *([1] * (count - len(own)))])  # unknown, control, byte, normal


def _norms(shape: Shape) -> Iterator[tuple[str, int]]:
    """Name and width of every norm."""
    for index in range(shape.layers):
        for name in ("attn", "ffn"):
            yield f"blk.{index}.{name}_norm.weight", shape.hidden
        if shape.has_norms:
            for name in ("post_attention", "post_ffw"):
                yield f"blk.{index}.{name}_norm.weight", shape.hidden
            for name in ("attn_q", "attn_k"):
                yield f"blk.{index}.{name}_norm.weight", shape.head_dim
    yield "output_norm.weight", shape.hidden


if __name__ == "__main__":
    write_model(sys.argv[3], SHAPES[sys.argv[1]], sys.argv[2])
