"""What llama.cpp (build of llama-cpp-python 0.3.36) logged as cache and state for models made of these very metadata.

The models were made with `llama_model_init_from_user`, contexts of 1,024 and 4,096 tokens, full window off; the program
prints MiB with two decimals.
"""

from pathlib import Path
from typing import Any

import pytest

from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.values.units import MIB
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from tests.fakes.model_files import FakeTensor, write_gguf

CATALOG = load_catalog()
TABLE = FakeTensor("token_embd.weight", (256, 128))
COMMON = {
    "block_count": 8, "context_length": 4096, "embedding_length": 256, "feed_forward_length": 384, "vocab_size": 128,
    "attention.head_count": 8, "attention.head_count_kv": 2, "rope.dimension_count": 32, "expert_count": 4,
    "expert_used_count": 2, "expert_feed_forward_length": 64,
}  # fmt: skip
WINDOW = {"attention.sliding_window": 256}
STATE = {"ssm.conv_kernel": 4, "ssm.inner_size": 512, "ssm.state_size": 64, "ssm.group_count": 2,
         "ssm.time_step_rank": 8}  # fmt: skip
HYBRID = {"attention.head_count_kv": [0, 0, 0, 2] * 2}
DELTA = STATE | {"full_attention_interval": 4, "attention.key_length": 64, "attention.value_length": 64}
LATENT = {
    "attention.head_count": 4, "attention.head_count_kv": 1, "attention.key_length": 576,
    "attention.value_length": 512, "attention.key_length_mla": 192, "attention.value_length_mla": 128,
    "attention.kv_lora_rank": 512, "rope.dimension_count": 64,
}  # fmt: skip
INDEX = {"attention.indexer.head_count": 1, "attention.indexer.key_length": 64, "attention.indexer.top_k": 8}

LOGGED: list[tuple[str, dict[str, Any], float, float]] = [
    ("llama", WINDOW, 2.00, 8.00),
    ("phi3", WINDOW, 2.00, 8.00),
    ("gemma2", WINDOW, 1.75, 4.75),
    ("gemma3", WINDOW, 1.56, 2.31),
    ("gemma3", WINDOW | {"attention.sliding_window_pattern": 4}, 1.62, 3.12),
    ("gemma3n", WINDOW | {"block_count": 22}, 4.00, 7.00),
    (
        "gemma4",
        WINDOW | {"block_count": 10, "attention.sliding_window_pattern": ([True] * 4 + [False]) * 2,
                  "attention.key_length": 64, "attention.value_length": 64, "attention.key_length_swa": 32,
                  "attention.value_length_swa": 32, "attention.shared_kv_layers": 5},
        1.25, 2.75,
    ),
    ("gpt-oss", WINDOW, 1.75, 4.75),
    ("cohere2", WINDOW, 1.62, 3.12),
    ("exaone4", WINDOW | {"block_count": 64}, 13.00, 25.00),
    ("exaone-moe", WINDOW, 1.62, 3.12),
    ("olmo2", WINDOW, 1.62, 3.12),
    ("afmoe", WINDOW, 1.62, 3.12),
    ("plamo3", WINDOW, 1.56, 2.31),
    ("laguna", WINDOW, 1.62, 3.12),
    ("llama4", WINDOW, 2.00, 8.00),
    ("smallthinker", WINDOW, 2.00, 8.00),
    (
        "mimo2",
        WINDOW | {"attention.sliding_window_pattern": [0, 1, 1, 1] * 2, "attention.key_length": 48,
                  "attention.value_length": 32, "attention.head_count_kv": [4, 2, 2, 2] * 2},
        2.66, 6.41,
    ),
    ("deepseek2", LATENT, 9.00, 36.00),
    ("glm-dsa", LATENT | INDEX, 10.00, 40.00),
    ("deepseek32", LATENT | INDEX, 10.00, 40.00),
    (
        "deepseek2",
        {"attention.head_count": 4, "attention.head_count_kv": 4, "attention.key_length": 192,
         "attention.value_length": 128, "attention.kv_lora_rank": 512, "rope.dimension_count": 64},
        20.00, 80.00,
    ),
    (
        "minicpm3",
        {"attention.head_count": 4, "attention.head_count_kv": 4, "attention.key_length": 96,
         "attention.value_length": 64, "attention.kv_lora_rank": 128},
        10.00, 40.00,
    ),
    ("kimi-linear", LATENT | {"attention.head_count_kv": [0, 0, 0, 1] * 2, "kda.head_dim": 64, "ssm.conv_kernel": 4},
     2.68, 9.43),
    ("qwen3next", DELTA, 1.80, 4.80),
    ("qwen35", DELTA, 1.80, 4.80),
    ("nemotron_h", STATE | HYBRID | {"feed_forward_length": [0, 384, 0, 0] * 2, "attention.key_length": 32,
                                     "attention.value_length": 32}, 1.04, 2.54),
    ("granitehybrid", STATE | HYBRID, 1.30, 2.80),
    ("jamba", {key: STATE[key] for key in STATE if key != "ssm.group_count"} | HYBRID, 1.29, 2.79),
    ("falcon-h1", STATE, 3.07, 9.07),
    ("lfm2", HYBRID | {"shortconv.l_cache": 3}, 0.51, 2.01),
    ("mamba2", STATE | {"attention.head_count": 0, "attention.head_count_kv": 0, "feed_forward_length": 0}, 1.07, 1.07),
    ("deci", {"attention.head_count_kv": [2, 0, 4, 2] * 2, "attention.head_count": [8, 0, 8, 8] * 2}, 2.00, 8.00),
    (
        "openelm",
        {"attention.head_count_kv": [2, 2, 4, 4] * 2, "attention.head_count": [8, 8, 16, 16] * 2,
         "attention.key_length": 32, "attention.value_length": 32},
        3.00, 12.00,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("architecture", "keys", "short", "long"), LOGGED)
def test_the_cache_is_the_one_the_engine_logged(
    architecture: str, keys: dict[str, Any], short: float, long: float, tmp_path: Path
) -> None:
    own = {f"{architecture}.{key}": value for key, value in (COMMON | keys).items()}
    layers = [
        FakeTensor(f"blk.{layer}.ffn_up.weight", (256, 384)) for layer in range(own[f"{architecture}.block_count"])
    ]
    path = write_gguf(tmp_path / "m.gguf", {"general.architecture": architecture} | own, [TABLE, *layers])
    subject, _ = file_subject(open_model_file(path, CATALOG), CATALOG)
    assert subject.shape_known
    for context, logged in ((1024, short), (4096, long)):
        counted = kv_cache_bytes(
            subject.shape, subject.groups, context_tokens=context, setup=CacheSetup(), blocks=subject.blocks
        )
        assert counted / MIB == pytest.approx(logged, abs=0.012)
