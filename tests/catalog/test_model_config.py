"""Configurations as publishers write them give the model that the card of the same name describes."""

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.which_model.file_subject import file_subject
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.reason import reason
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import Subject
from tests.fakes.said import said

CATALOG = load_catalog()
WINDOWS, LINEAR = ["sliding_attention"], ["linear_attention"]

CONFIGS: dict[str, dict[str, Any]] = {
    "llama/llama-3.1-8b": {
        "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
        "attention_bias": False, "max_position_embeddings": 131072, "torch_dtype": "bfloat16",
        "rope_scaling": {"factor": 8.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"},
    },
    "mistral/mixtral-8x7b": {
        "model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "num_local_experts": 8, "num_experts_per_tok": 2,
        "vocab_size": 32000, "tie_word_embeddings": False, "max_position_embeddings": 32768, "sliding_window": None,
    },
    "qwen/qwen2.5-7b": {
        "model_type": "qwen2", "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4, "vocab_size": 152064, "tie_word_embeddings": False,
        "max_position_embeddings": 32768, "sliding_window": 131072, "use_sliding_window": False,
    },
    "qwen/qwen3-30b-a3b": {
        "model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144, "moe_intermediate_size": 768,
        "num_hidden_layers": 48, "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128,
        "num_experts": 128, "num_experts_per_tok": 8, "vocab_size": 151936, "tie_word_embeddings": False,
        "max_position_embeddings": 40960, "attention_bias": False, "mlp_only_layers": [],
    },
    "qwen/qwen3-next-80b-a3b": {
        "model_type": "qwen3_next", "hidden_size": 2048, "intermediate_size": 5120, "moe_intermediate_size": 512,
        "shared_expert_intermediate_size": 512, "num_hidden_layers": 48, "num_attention_heads": 16,
        "num_key_value_heads": 2, "head_dim": 256, "num_experts": 512, "num_experts_per_tok": 10,
        "full_attention_interval": 4, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
        "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4, "vocab_size": 151936,
        "tie_word_embeddings": False, "max_position_embeddings": 262144, "decoder_sparse_step": 1,
    },
    "qwen/qwen3.5-27b": {
        "model_type": "qwen3_5", "tie_word_embeddings": False, "vision_config": {"hidden_size": 1152, "depth": 27},
        "text_config": {
            "model_type": "qwen3_5_text", "hidden_size": 5120, "intermediate_size": 17408, "num_hidden_layers": 64,
            "num_attention_heads": 24, "num_key_value_heads": 4, "head_dim": 256, "full_attention_interval": 4,
            "layer_types": [*LINEAR * 3, "full_attention"] * 16, "linear_num_key_heads": 16, "vocab_size": 248320,
            "linear_num_value_heads": 48, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
            "linear_conv_kernel_dim": 4, "max_position_embeddings": 262144, "mtp_num_hidden_layers": 1,
        },
    },
    "gemma/gemma-3-4b": {
        "model_type": "gemma3", "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27},
        "text_config": {
            "model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34,
            "rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "sliding_window": 1024,
        },
    },
    "gemma/gemma-2-9b": {
        "model_type": "gemma2", "hidden_size": 3584, "intermediate_size": 14336, "num_hidden_layers": 42,
        "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 256, "sliding_window": 4096,
        "vocab_size": 256000, "max_position_embeddings": 8192,
    },
    "gemma/gemma-4-31b": {
        "model_type": "gemma4", "tie_word_embeddings": True,
        "text_config": {
            "model_type": "gemma4_text", "hidden_size": 5376, "intermediate_size": 21504, "num_hidden_layers": 60,
            "num_attention_heads": 32, "num_key_value_heads": 16, "num_global_key_value_heads": 4, "head_dim": 256,
            "global_head_dim": 512, "attention_k_eq_v": True, "layer_types": [*WINDOWS * 5, "full_attention"] * 10,
            "sliding_window": 1024, "num_experts": None, "num_kv_shared_layers": 0, "vocab_size": 262144,
            "hidden_size_per_layer_input": 0, "max_position_embeddings": 262144, "use_double_wide_mlp": False,
        },
    },
    "gemma/gemma-4-e2b": {
        "model_type": "gemma4", "tie_word_embeddings": True,
        "text_config": {
            "model_type": "gemma4_text", "hidden_size": 1536, "intermediate_size": 6144, "num_hidden_layers": 35,
            "num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 256, "global_head_dim": 512,
            "attention_k_eq_v": False, "layer_types": [*WINDOWS * 4, "full_attention"] * 7, "sliding_window": 512,
            "num_kv_shared_layers": 20, "hidden_size_per_layer_input": 256, "vocab_size": 262144,
            "max_position_embeddings": 131072, "use_double_wide_mlp": True,
        },
    },
    "gpt-oss/gpt-oss-20b": {
        "model_type": "gpt_oss", "hidden_size": 2880, "intermediate_size": 2880, "num_hidden_layers": 24,
        "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64, "num_local_experts": 32,
        "num_experts_per_tok": 4, "sliding_window": 128, "layer_types": [*WINDOWS, "full_attention"] * 12,
        "vocab_size": 201088, "tie_word_embeddings": False, "attention_bias": True, "max_position_embeddings": 131072,
        "rope_scaling": {"factor": 32.0, "original_max_position_embeddings": 4096, "rope_type": "yarn"},
        "quantization_config": {"quant_method": "mxfp4"},
    },
    "deepseek/deepseek-v3": {
        "model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432, "moe_intermediate_size": 2048,
        "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128, "q_lora_rank": 1536,
        "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128,
        "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3,
        "vocab_size": 129280, "tie_word_embeddings": False, "num_nextn_predict_layers": 1,
        "max_position_embeddings": 163840, "quantization_config": {"quant_method": "fp8"},
        "rope_scaling": {"factor": 40, "original_max_position_embeddings": 4096, "type": "yarn"},
    },
    "kimi/kimi-linear-48b-a3b": {
        "model_type": "kimi_linear", "hidden_size": 2304, "intermediate_size": 9216, "moe_intermediate_size": 1024,
        "num_hidden_layers": 27, "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 72,
        "kv_lora_rank": 512, "q_lora_rank": None, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
        "num_experts": 256, "num_experts_per_token": 8, "num_shared_experts": 1, "first_k_dense_replace": 1,
        "vocab_size": 163840, "tie_word_embeddings": False, "model_max_length": 1048576,
        "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "head_dim": 128, "num_heads": 32,
                               "kda_layers": [1, 2, 3], "short_conv_kernel_size": 4},
    },
    "nemotron/nemotron-nano-9b-v2": {
        "model_type": "nemotron_h", "hidden_size": 4480, "intermediate_size": 15680, "num_hidden_layers": 56,
        "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128, "mamba_num_heads": 128,
        "mamba_head_dim": 80, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "vocab_size": 131072,
        "hybrid_override_pattern": "M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-",
        "tie_word_embeddings": False, "max_position_embeddings": 131072,
    },
    "lfm/lfm2-1.2b": {
        "model_type": "lfm2", "hidden_size": 2048, "block_ff_dim": 12288, "block_ffn_dim_multiplier": 1.0,
        "block_auto_adjust_ff_dim": True, "block_multiple_of": 256, "num_hidden_layers": 16, "num_attention_heads": 32,
        "num_key_value_heads": 8, "conv_L_cache": 3, "full_attn_idxs": [2, 5, 8, 10, 12, 14], "vocab_size": 65536,
        "tie_embedding": True, "max_position_embeddings": 128000,
    },
    "granite/granite-4.0-h-tiny": {
        "model_type": "granitemoehybrid", "hidden_size": 1536, "intermediate_size": 512, "num_hidden_layers": 40,
        "shared_intermediate_size": 1024, "num_attention_heads": 12, "num_key_value_heads": 4,
        "num_local_experts": 64, "num_experts_per_tok": 6, "mamba_n_heads": 48, "mamba_d_head": 64,
        "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2, "vocab_size": 100352,
        "layer_types": [*["mamba"] * 5, "attention", *["mamba"] * 4] * 4, "tie_word_embeddings": True,
        "max_position_embeddings": 131072, "position_embedding_type": "nope",
    },
    "falcon/falcon-h1-7b": {
        "model_type": "falcon_h1", "hidden_size": 3072, "intermediate_size": 12288, "num_hidden_layers": 44,
        "num_attention_heads": 12, "num_key_value_heads": 2, "head_dim": 128, "mamba_d_ssm": 3072,
        "mamba_n_heads": 24, "mamba_d_head": 128, "mamba_d_state": 256, "mamba_n_groups": 1, "mamba_d_conv": 4,
        "vocab_size": 130049, "tie_word_embeddings": False, "max_position_embeddings": 262144,
    },
    "command/command-r7b": {
        "model_type": "cohere2", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "sliding_window": 4096, "sliding_window_pattern": 4,
        "vocab_size": 256000,
    },
    "phi/phi-3-mini": {
        "model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 32, "sliding_window": 2047, "vocab_size": 32064,
        "tie_word_embeddings": False, "max_position_embeddings": 131072, "original_max_position_embeddings": 4096,
    },
    "starcoder/starcoder2-7b": {
        "model_type": "starcoder2", "hidden_size": 4608, "intermediate_size": 18432, "num_hidden_layers": 32,
        "num_attention_heads": 36, "num_key_value_heads": 4, "sliding_window": 4096, "use_bias": True,
        "vocab_size": 49152, "max_position_embeddings": 16384,
    },
}  # fmt: skip


def opened(folder: Path, config: dict[str, Any]) -> ModelFile:
    path = folder / "config.json"
    path.write_text(json.dumps(config))
    return open_model_file(path, CATALOG)


def cache_bytes(subject: Subject, context_tokens: int) -> int:
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=context_tokens, setup=CacheSetup(), blocks=subject.blocks
    )


@pytest.mark.parametrize("model_id", CONFIGS)
def test_a_published_configuration_is_the_model_of_the_card(model_id: str, tmp_path: Path) -> None:
    quant = CATALOG.quants["q4_k_m"]
    own = subject_of(CATALOG.models[model_id], quant, CATALOG)
    file = opened(tmp_path, CONFIGS[model_id])
    read, notes = file_subject(file, CATALOG, quant="Q4_K_M")
    assert (file.layers_known, read.shape_known, notes) == (True, True, ())
    assert read.weights.params == own.weights.params
    assert read.weights.total_bytes == own.weights.total_bytes
    for context in (256, 4096, 65536):
        assert cache_bytes(read, context) == cache_bytes(own, context)
    assert file.context_tokens in (own.shape.context_tokens, None)


@pytest.mark.parametrize(
    ("fields", "context"),
    [
        ({"rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}, 131072),
        ({"rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8192}}, 32768),
        ({"rope_scaling": {"type": "linear", "factor": 4.0}}, 32768),
        ({"rope_scaling": {"factor": "four", "original_max_position_embeddings": 32768}}, 32768),
        ({"rope_scaling": None}, 32768),
    ],
)
def test_a_context_is_stretched_only_from_the_length_it_states(
    fields: dict[str, Any], context: int, tmp_path: Path
) -> None:
    file = opened(tmp_path, CONFIGS["qwen/qwen2.5-7b"] | fields)
    assert file.context_tokens == context


QUANTS = [
    ({"quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 128}}, "AWQ int4"),
    ({"quantization_config": {"quant_method": "gptq", "bits": 4}}, "AWQ int4"),
    ({"quantization_config": {"quant_method": "gptq", "bits": 8}}, "int8"),
    ({"quantization_config": {"quant_method": "fp8"}}, "fp8"),
    ({"quantization_config": {"quant_method": "modelopt", "quant_algo": "FP8"}}, "fp8"),
    ({"quantization_config": {"quant_method": "modelopt", "quantization": {"quant_algo": "NVFP4"}}}, "nvfp4"),
    ({"quantization_config": {"quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized"}}, "nvfp4"),
    ({"quantization_config": {"quant_method": "compressed-tensors", "format": "float-quantized"}}, "fp8"),
    ({"quantization_config": {"quant_method": "mxfp4"}}, "MXFP4 safetensors"),
    ({"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True}}, "nf4"),
    ({"quantization": {"bits": 4, "group_size": 64}}, "MLX 4-bit"),
    ({"quantization": {"bits": 8, "group_size": 64}}, "MLX 8-bit"),
    ({"quantization": {"bits": 4, "group_size": 32, "mode": "mxfp4"}}, "MLX mxfp4"),
    ({"torch_dtype": "float16"}, "fp16"),
    ({"dtype": "bfloat16"}, "bfloat16"),
]


@pytest.mark.parametrize(("fields", "quant"), QUANTS)
def test_the_form_of_the_weights_is_known_by_name(fields: dict[str, Any], quant: str, tmp_path: Path) -> None:
    config = {key: value for key, value in CONFIGS["llama/llama-3.1-8b"].items() if key != "torch_dtype"}
    subject, notes = file_subject(opened(tmp_path, config | fields), CATALOG)
    assert (subject.weights.quant, subject.quant_known, notes) == (quant, True, ())


def test_an_unknown_architecture_says_so(tmp_path: Path) -> None:
    file = opened(tmp_path, CONFIGS["llama/llama-3.1-8b"] | {"model_type": "brandnew"})
    assert (file.layers, file.layers_known) == (32, False)
    assert file.notes == (reason("model_architecture_unknown", architecture="brandnew"),)


@pytest.mark.parametrize("config", [{}, {"model_type": "vit", "hidden_size": 768}, {"_class_name": "FluxPipeline"}])
def test_what_describes_no_language_model_is_refused(config: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="config_names_no_layers"):
        opened(tmp_path, config)


def test_more_experts_used_than_there_are_count_as_all(tmp_path: Path) -> None:
    file = opened(tmp_path, CONFIGS["mistral/mixtral-8x7b"] | {"num_experts_per_tok": 9_000_000})
    subject, notes = file_subject(file, CATALOG)
    assert subject.weights.active_params == subject.weights.params
    assert "all_experts_counted" in said(*notes)


@pytest.mark.parametrize("field", ["attn_layer_period", "num_kv_shared_layers"])
def test_layers_that_no_model_has_are_refused_before_anything_is_built_of_them(field: str, tmp_path: Path) -> None:
    many = {**CONFIGS["llama/llama-3.1-8b"], "num_hidden_layers": 10**9, field: 3, "use_double_wide_mlp": True}
    with pytest.raises(ModelFileError, match="config_names_no_layers"):
        opened(tmp_path, many)


def test_a_list_longer_than_any_model_is_none(tmp_path: Path) -> None:
    windows = {"layer_types": ["sliding_attention"] * 10_000, "sliding_window": 5}
    listed = opened(tmp_path, {**CONFIGS["llama/llama-3.1-8b"], **windows})
    assert listed.shape is not None
    assert listed.shape.full_attention_layers is None
