"""GGUF files as they are: what the header says is read, nothing else."""

import struct
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.model_files import FakeTensor, Raw, gguf_bytes, write_gguf, write_sparse
from tests.fakes.small_models import FFN, HIDDEN, KV, METADATA, VOCAB, small_tensors


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def opened(path: Path, catalog: Catalog) -> ModelFile:
    return open_model_file(path, catalog)


@pytest.mark.parametrize(("version", "order"), [(2, "<"), (3, "<"), (3, ">")])
def test_a_file_of_any_version_and_byte_order_is_read(
    version: int, order: str, tmp_path: Path, catalog: Catalog
) -> None:
    file = opened(write_gguf(tmp_path / "m.gguf", METADATA, small_tensors(), version=version, order=order), catalog)
    assert (file.name, file.architecture, file.layers, file.context_tokens) == ("Small", "llama", 2, 8192)
    assert (file.quant, file.notes, file.layers_known) == ("Q4_0", (), True)
    assert file.shape is not None
    assert (file.shape.heads, file.shape.kv_heads, file.shape.head_dim, file.shape.vocab) == (4, 2, 16, VOCAB)
    assert file.weights is not None
    matrices = 2 * (2 * HIDDEN * HIDDEN + 2 * HIDDEN * KV + 3 * HIDDEN * FFN)
    assert file.weights.params == matrices + 2 * VOCAB * HIDDEN + 3 * HIDDEN
    assert file.weights.embedding_bytes == VOCAB * HIDDEN // 32 * 18
    assert file.weights.total_bytes == sum(file.bytes_by_type.values())
    assert file.bytes_by_type["Q4_0"] == (matrices + VOCAB * HIDDEN) // 32 * 18
    assert sum(file.weights.layer_bytes) == matrices // 32 * 18 + 2 * HIDDEN * 4


def test_a_tied_embedding_is_read_for_every_token(tmp_path: Path, catalog: Catalog) -> None:
    file = opened(write_gguf(tmp_path / "m.gguf", METADATA, small_tensors(tied=True)), catalog)
    assert file.weights is not None
    assert file.weights.embedding_bytes == 0
    assert file.shape is not None
    assert file.shape.tied_embeddings


def test_parts_beside_the_language_model_are_held_but_not_read(tmp_path: Path, catalog: Catalog) -> None:
    metadata = {**METADATA, "llama.block_count": 3, "llama.nextn_predict_layers": 1}
    beside = [
        FakeTensor("blk.2.ffn_up.weight", (HIDDEN, FFN), "Q4_0"),
        FakeTensor("blk.2.nextn.eh_proj.weight", (2 * HIDDEN, HIDDEN), "Q4_0"),
        FakeTensor("v.patch_embd.weight", (HIDDEN, HIDDEN), "F16"),
        FakeTensor("per_layer_token_embd.weight", (HIDDEN, VOCAB), "Q4_0"),
    ]
    plain = opened(write_gguf(tmp_path / "p.gguf", METADATA, small_tensors()), catalog).weights
    file = opened(write_gguf(tmp_path / "m.gguf", metadata, [*small_tensors(), *beside]), catalog)
    assert plain is not None
    assert file.weights is not None
    assert file.layers == 2
    assert file.weights.bytes_per_token == plain.bytes_per_token
    added = (HIDDEN * FFN + 2 * HIDDEN * HIDDEN + HIDDEN * VOCAB) // 32 * 18 + HIDDEN * HIDDEN * 2
    assert file.weights.total_bytes == plain.total_bytes + added
    assert file.weights.active_params == plain.active_params


def test_experts_are_read_by_their_share(tmp_path: Path, catalog: Catalog) -> None:
    metadata = {
        **METADATA,
        "llama.expert_count": 8,
        "llama.expert_used_count": 2,
        "llama.expert_feed_forward_length": 32,
    }
    experts = [FakeTensor(f"blk.1.ffn_{part}_exps.weight", (HIDDEN, 32, 8), "Q4_0") for part in ("gate", "up")]
    file = opened(write_gguf(tmp_path / "m.gguf", metadata, [*small_tensors(), *experts]), catalog)
    assert file.weights is not None
    assert file.weights.expert_share == 0.25
    assert file.weights.expert_bytes == 2 * HIDDEN * 32 * 8 // 32 * 18
    assert file.weights.layer_expert_bytes == (0, file.weights.expert_bytes)
    assert file.shape is not None
    assert (file.shape.leading_dense_layers, file.shape.expert_ffn) == (1, 32)


SHAPES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("gemma3", {"attention.sliding_window": 512}, {"full_attention_every": 6, "sliding_window": 512}),
    ("gpt-oss", {"attention.sliding_window": 128}, {"full_attention_every": 2, "other_layers": "window"}),
    ("phi3", {"attention.sliding_window": 2047}, {"sliding_window": None, "other_layers": None}),
    (
        "gemma4",
        {
            "attention.sliding_window": 512,
            "attention.sliding_window_pattern": [True, False],
            "attention.key_length": 512,
            "attention.key_length_swa": 256,
            "attention.shared_kv_layers": 1,
        },
        {"full_attention_layers": (1,), "head_dim": 256, "full_head_dim": 512, "shared_kv_layers": 1},
    ),
    ("cohere2", {"attention.sliding_window": 64, "attention.sliding_window_pattern": 3}, {"full_attention_every": 3}),
    (
        "deepseek2",
        {
            "attention.head_count_kv": 1,
            "attention.key_length": 576,
            "attention.value_length": 512,
            "attention.key_length_mla": 192,
            "attention.value_length_mla": 128,
            "attention.kv_lora_rank": 512,
            "rope.dimension_count": 64,
        },
        {"kv_lora_rank": 512, "rope_head_dim": 64, "head_dim": 128, "value_head_dim": 128},
    ),
    (
        "deepseek2",
        {"attention.head_count_kv": 4, "attention.key_length": 192, "attention.value_length": 128,
         "attention.kv_lora_rank": 512, "rope.dimension_count": 64},
        {"kv_lora_rank": None, "kv_heads": 4, "head_dim": 192, "value_head_dim": 128},
    ),
    (
        "qwen35",
        {"full_attention_interval": 4, "ssm.conv_kernel": 4, "ssm.inner_size": 4096, "ssm.state_size": 128,
         "ssm.group_count": 16, "ssm.time_step_rank": 32},
        {"recurrent": "gated_delta", "full_attention_every": 4, "state_key_heads": 16, "state_value_heads": 32,
         "state_head_dim": 128, "state_key_dim": 128},
    ),
    (
        "nemotron_h",
        {"attention.head_count_kv": [0, 8], "feed_forward_length": [0, 0], "ssm.conv_kernel": 4, "ssm.inner_size": 8192,
         "ssm.state_size": 128, "ssm.group_count": 8, "ssm.time_step_rank": 128},
        {"recurrent": "mamba2", "kv_heads_by_layer": (0, 8), "single_part_layers": True, "state_head_dim": 64},
    ),
    (
        "lfm2",
        {"attention.head_count_kv": [0, 8], "shortconv.l_cache": 3},
        {"recurrent": "short_convolution", "kv_heads": 8},
    ),
    ("deci", {"attention.head_count_kv": [0, 4]}, {"kv_heads_by_layer": (0, 4), "other_layers": None}),
    (
        "falcon-h1",
        {"ssm.conv_kernel": 4, "ssm.inner_size": 3072, "ssm.state_size": 256, "ssm.group_count": 1,
         "ssm.time_step_rank": 24},
        {"parallel_state": True, "state_value_heads": 24, "other_layers": None},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("architecture", "keys", "expected"), SHAPES)
def test_layers_are_what_the_metadata_of_their_architecture_says(
    architecture: str, keys: dict[str, Any], expected: dict[str, Any], tmp_path: Path, catalog: Catalog
) -> None:
    own = {key.replace("llama.", f"{architecture}."): value for key, value in METADATA.items()}
    metadata = own | {"general.architecture": architecture} | {f"{architecture}.{key}": keys[key] for key in keys}
    shape = opened(write_gguf(tmp_path / "m.gguf", metadata, small_tensors()), catalog).shape
    assert shape is not None
    assert {name: getattr(shape, name) for name in expected} == expected


def test_an_unknown_architecture_still_says_its_weights(tmp_path: Path, catalog: Catalog) -> None:
    metadata = {"general.architecture": "brandnew", "brandnew.block_count": 2}
    file = opened(write_gguf(tmp_path / "m.gguf", metadata, small_tensors()), catalog)
    assert file.weights is not None
    assert file.layers == 2
    assert not file.layers_known
    assert file.notes == (reason("model_architecture_unknown", architecture="brandnew"),)


def test_a_block_type_nobody_knows_is_sized_by_its_place(tmp_path: Path, catalog: Catalog) -> None:
    odd = FakeTensor("blk.0.odd.weight", (HIDDEN, HIDDEN), "odd", size_bytes=2048)
    file = opened(write_gguf(tmp_path / "m.gguf", METADATA, [odd, *small_tensors()]), catalog)
    assert file.bytes_by_type["type 141"] == 2048
    assert file.notes == (reason("block_types_unknown", types=("type 141",)),)


@pytest.mark.parametrize("named", [1, 2, 3])
def test_any_part_of_a_split_file_stands_for_all(named: int, tmp_path: Path, catalog: Catalog) -> None:
    whole = opened(write_gguf(tmp_path / "whole.gguf", METADATA, small_tensors()), catalog)
    parts = (small_tensors()[:0], small_tensors()[:9], small_tensors()[9:])
    for number, part in enumerate(parts, start=1):
        metadata = {**(METADATA if number == 1 else {}), "split.no": number - 1, "split.count": 3}
        write_gguf(tmp_path / f"m-{number:05}-of-00003.gguf", metadata, part)
    file = opened(tmp_path / f"m-{named:05}-of-00003.gguf", catalog)
    assert file.changed(path=whole.path) == whole
    assert opened_folder(tmp_path, "whole.gguf", catalog) == whole.weights


def opened_folder(folder: Path, other: str, catalog: Catalog) -> object:
    """The weights of the model in a folder once the other model in it is gone."""
    with pytest.raises(ModelFileError, match="folder_of_several_models"):
        open_model_file(folder, catalog)
    (folder / other).unlink()
    (folder / "mmproj-m.gguf").write_bytes(b"GGUF")
    return open_model_file(folder, catalog).weights


def test_a_missing_part_is_named(tmp_path: Path, catalog: Catalog) -> None:
    path = write_gguf(tmp_path / "m-00002-of-00004.gguf", METADATA, small_tensors())
    with pytest.raises(ModelFileError) as caught:
        opened(path, catalog)
    said = "m-00002-of-00004.gguf is one of 4 parts, and m-00001-of-00004.gguf and 2 more are not beside it"
    assert in_words(caught.value.reason) == said


def test_a_renamed_part_says_how_parts_are_called(tmp_path: Path, catalog: Catalog) -> None:
    path = write_gguf(tmp_path / "m.gguf", {**METADATA, "split.count": 2}, small_tensors())
    with pytest.raises(ModelFileError) as caught:
        opened(path, catalog)
    assert in_words(caught.value.reason).endswith("keep their names as they were, ending in -00001-of-00002.gguf")


def test_forty_gigabytes_are_answered_at_once_with_little_memory(tmp_path: Path, catalog: Catalog) -> None:
    words = [f"word number {number}" for number in range(150_000)]
    large = [FakeTensor(f"blk.{layer}.ffn_up.weight", (8192, 8192 * 8), "F16") for layer in range(40)]
    metadata = {**METADATA, "llama.block_count": 40, "tokenizer.ggml.tokens": words, "tokenizer.ggml.merges": words}
    path = write_gguf(tmp_path / "large.gguf", metadata, [*small_tensors(0), *large])
    assert path.stat().st_size > 40_000_000_000
    started = time.process_time()
    file = opened(path, catalog)
    took_s = time.process_time() - started
    tracemalloc.start()
    opened(path, catalog)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert file.weights is not None
    assert file.weights.total_bytes > 40_000_000_000
    assert took_s < 60, "seconds of the CPU; a tenth is usual"
    assert peak < 4_000_000


def test_absurd_numbers_of_the_metadata_count_as_unknown(tmp_path: Path, catalog: Catalog) -> None:
    huge = Raw(10, struct.pack("<Q", 2**63))
    metadata = {**METADATA, "llama.context_length": huge, "llama.attention.head_count": float("nan")}
    file = opened(write_gguf(tmp_path / "m.gguf", metadata, small_tensors()), catalog)
    assert file.context_tokens is None
    assert file.shape is not None
    assert file.shape.heads == 1


@pytest.mark.parametrize(
    ("kind", "code"),
    [("adapter", "is_an_adapter"), ("mmproj", "is_part_that_sees_or_hears"), ("vocab", "is_vocabulary_only")],
)
def test_what_is_no_model_by_itself_is_refused(kind: str, code: str, tmp_path: Path, catalog: Catalog) -> None:
    path = write_gguf(tmp_path / "m.gguf", {**METADATA, "general.type": kind}, small_tensors())
    with pytest.raises(ModelFileError, match=code):
        opened(path, catalog)


def test_a_file_without_its_last_byte_is_cut_short(tmp_path: Path, catalog: Catalog) -> None:
    head, file_bytes = gguf_bytes(METADATA, small_tensors())
    with pytest.raises(ModelFileError, match="tensors_cut_short"):
        opened(write_sparse(tmp_path / "m.gguf", head, file_bytes - 2000), catalog)
