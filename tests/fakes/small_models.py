"""A model of two layers, as GGUF and as safetensors, for tests that change one thing in it."""

from typing import Any

from tests.fakes.model_files import FakeTensor

HIDDEN, FFN, VOCAB, KV = 64, 128, 96, 32
"""Widths: hidden stream, feed-forward part, words, keys of one layer."""

METADATA: dict[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Small",
    "general.file_type": 2,
    "llama.block_count": 2,
    "llama.embedding_length": HIDDEN,
    "llama.feed_forward_length": FFN,
    "llama.context_length": 8192,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "llama.attention.layer_norm_rms_epsilon": 1e-5,
    "tokenizer.ggml.tokens": [f"word {number}" for number in range(VOCAB)],
    "tokenizer.ggml.scores": [0] * VOCAB,
}


def small_tensors(layers: int = 2, *, tied: bool = False, type_name: str = "Q4_0") -> list[FakeTensor]:
    """The tensors of METADATA's model."""
    listed = [FakeTensor("token_embd.weight", (HIDDEN, VOCAB), type_name), FakeTensor("output_norm.weight", (HIDDEN,))]
    if not tied:
        listed.append(FakeTensor("output.weight", (HIDDEN, VOCAB), "Q8_0"))
    for layer in range(layers):
        start = f"blk.{layer}."
        listed.append(FakeTensor(start + "attn_norm.weight", (HIDDEN,)))
        listed.append(FakeTensor(start + "attn_q.weight", (HIDDEN, HIDDEN), type_name))
        listed.append(FakeTensor(start + "attn_k.weight", (HIDDEN, KV), type_name))
        listed.append(FakeTensor(start + "attn_v.weight", (HIDDEN, KV), type_name))
        listed.append(FakeTensor(start + "attn_output.weight", (HIDDEN, HIDDEN), type_name))
        listed.append(FakeTensor(start + "ffn_gate.weight", (HIDDEN, FFN), type_name))
        listed.append(FakeTensor(start + "ffn_up.weight", (HIDDEN, FFN), type_name))
        listed.append(FakeTensor(start + "ffn_down.weight", (FFN, HIDDEN), type_name))
    return listed


CONFIG: dict[str, Any] = {
    "model_type": "llama",
    "num_hidden_layers": 2,
    "hidden_size": HIDDEN,
    "intermediate_size": FFN,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": VOCAB,
    "max_position_embeddings": 8192,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}


def small_safetensors(layers: int = 2) -> dict[str, tuple[str, tuple[int, ...], int]]:
    """The same model's tensors at 16 bits: type, shape, bytes."""
    shapes: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (VOCAB, HIDDEN), "model.norm.weight": (HIDDEN,)}
    shapes["lm_head.weight"] = (VOCAB, HIDDEN)
    for layer in range(layers):
        start = f"model.layers.{layer}."
        shapes[start + "input_layernorm.weight"] = (HIDDEN,)
        shapes[start + "self_attn.q_proj.weight"] = (HIDDEN, HIDDEN)
        shapes[start + "self_attn.k_proj.weight"] = (KV, HIDDEN)
        shapes[start + "self_attn.v_proj.weight"] = (KV, HIDDEN)
        shapes[start + "self_attn.o_proj.weight"] = (HIDDEN, HIDDEN)
        shapes[start + "mlp.gate_proj.weight"] = (FFN, HIDDEN)
        shapes[start + "mlp.up_proj.weight"] = (FFN, HIDDEN)
        shapes[start + "mlp.down_proj.weight"] = (HIDDEN, FFN)
    return {name: ("BF16", shape, 2 * _product(shape)) for name, shape in shapes.items()}


def _product(shape: tuple[int, ...]) -> int:
    product = 1
    for dimension in shape:
        product *= dimension
    return product
