"""Safetensors files as they are published, and files made to harm."""

import json
import struct
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.answer.which_model.file_subject import describe_file
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.open.model_file import open_model_file
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.values.reason import reason
from tests.fakes.model_files import write_header, write_safetensors, write_sparse
from tests.fakes.small_models import CONFIG, FFN, HIDDEN, KV, VOCAB, small_safetensors

CATALOG = load_catalog()
MOST_PROCESSOR_S = 60.0
"""Hardly a second is needed; what follows an absurd count of the file needs hours."""
MATRICES = 2 * (2 * HIDDEN * HIDDEN + 2 * HIDDEN * KV + 3 * HIDDEN * FFN)


def opened(path: Path) -> ModelFile:
    return open_model_file(path, CATALOG)


def write_config(folder: Path, **changes: Any) -> Path:
    path = folder / "config.json"
    path.write_text(json.dumps(CONFIG | changes))
    return path


def test_a_folder_of_weights_and_configuration_is_one_model(tmp_path: Path) -> None:
    folder = tmp_path / "Small-2L"
    folder.mkdir()
    write_config(folder)
    path = write_safetensors(folder / "model.safetensors", small_safetensors())
    file = opened(folder)
    assert file == opened(path)
    assert (file.format, file.name, file.architecture, file.layers) == ("safetensors", "Small-2L", "llama", 2)
    assert (file.quant, file.context_tokens, file.layers_known, file.notes) == ("bfloat16", 8192, True, ())
    assert file.weights is not None
    assert file.weights.params == MATRICES + 2 * VOCAB * HIDDEN + 3 * HIDDEN
    assert file.weights.total_bytes == 2 * file.weights.params
    assert file.weights.embedding_bytes == 2 * VOCAB * HIDDEN
    assert file.bytes_by_type == {"BF16": file.weights.total_bytes}


def test_a_repository_in_a_download_cache_has_its_own_name(tmp_path: Path) -> None:
    folder = tmp_path / "models--org--Small" / "snapshots" / "0123abcd"
    folder.mkdir(parents=True)
    assert opened(write_safetensors(folder / "model.safetensors", small_safetensors())).name == "org/Small"


def test_weights_alone_say_what_they_weigh(tmp_path: Path) -> None:
    file = opened(write_safetensors(tmp_path / "small.safetensors", small_safetensors()))
    assert file.weights is not None
    assert (file.layers, file.shape, file.layers_known, file.name) == (2, None, False, "small")
    assert file.notes == (reason("no_config_beside_weights"),)


@pytest.mark.parametrize("indexed", [True, False])
def test_any_file_of_several_stands_for_all(indexed: bool, tmp_path: Path) -> None:
    listed = list(small_safetensors().items())
    names = [f"model-0000{number}-of-00003.safetensors" for number in (1, 2, 3)]
    for name, part in zip(names, (listed[:5], listed[5:9], listed[9:]), strict=True):
        write_safetensors(tmp_path / name, dict(part))
    write_config(tmp_path)
    index = tmp_path / "model.safetensors.index.json"
    if indexed:
        index.write_text(json.dumps({"weight_map": {name: names[at % 3] for at, (name, _) in enumerate(listed)}}))
    files = [opened(path) for path in [tmp_path, *(tmp_path / name for name in names), *([index] if indexed else [])]]
    assert all(file == files[0] for file in files)
    assert files[0].weights is not None
    assert files[0].weights.params == MATRICES + 2 * VOCAB * HIDDEN + 3 * HIDDEN
    (tmp_path / names[1]).unlink()
    with pytest.raises(ModelFileError) as caught:
        opened(tmp_path / names[0])
    assert caught.value.reason.code == "files_missing"
    assert caught.value.reason.parameters["missing"] == names[1]


PACKED: dict[str, tuple[dict[str, Any], dict[str, tuple[str, tuple[int, ...], int]], str, str]] = {
    "AWQ": (
        {"quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 32}},
        {"qweight": ("I32", (64, 16), 4096), "qzeros": ("I32", (2, 16), 128), "scales": ("F16", (2, 128), 512)},
        "awq-int4",
        "Q4_0",
    ),
    "GPTQ 8 bit": (
        {"quantization_config": {"quant_method": "gptq", "bits": 8}},
        {"qweight": ("I32", (16, 128), 8192), "g_idx": ("I32", (64,), 256), "scales": ("F16", (1, 128), 256)},
        "gptq-int8",
        "Q8_0",
    ),
    "fp8": (
        {"quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]}},
        {"weight": ("F8_E4M3", (128, 64), 8192), "weight_scale_inv": ("F32", (1, 1), 4)},
        "fp8",
        "Q8_0",
    ),
    "NVFP4": (
        {"quantization_config": {"quant_method": "modelopt", "quant_algo": "NVFP4"}},
        {"weight": ("U8", (128, 32), 4096), "weight_scale": ("F8_E4M3", (128, 4), 512),
         "weight_scale_2": ("F32", (), 4), "input_scale": ("F32", (), 4)},
        "nvfp4",
        "NVFP4",
    ),
    "compressed tensors": (
        {"quantization_config": {"quant_method": "compressed-tensors", "format": "pack-quantized",
                                 "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "int"}}}}},
        {"weight_packed": ("I32", (128, 8), 4096), "weight_scale": ("BF16", (128, 2), 512),
         "weight_shape": ("I64", (2,), 16)},
        "w4a16",
        "Q4_0",
    ),
    "MLX": (
        {"quantization": {"bits": 4, "group_size": 64}},
        {"weight": ("U32", (128, 8), 4096), "scales": ("BF16", (128, 1), 256), "biases": ("BF16", (128, 1), 256)},
        "mlx-4bit",
        "Q4_0",
    ),
    "MXFP4 experts": (
        {"quantization_config": {"quant_method": "mxfp4"}},
        {"blocks": ("U8", (128, 2, 16), 4096), "scales": ("U8", (128, 2), 256)},
        "mxfp4-hf",
        "MXFP4",
    ),
    "bitsandbytes": (
        {"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True}},
        {"weight": ("U8", (4096, 1), 4096), "weight.absmax": ("F32", (128,), 512),
         "weight.quant_map": ("F32", (16,), 64), "weight.quant_state.bitsandbytes__nf4": ("U8", (81,), 81)},
        "nf4",
        "Q4_0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", PACKED)
def test_packed_weights_count_as_what_they_stand_for(form: str, tmp_path: Path) -> None:
    config, parts, quant, block_type = PACKED[form]
    write_config(tmp_path, **config)
    plain = small_safetensors()
    packed = {f"model.layers.0.mlp.up_proj.{part}": fields for part, fields in parts.items()}
    del plain["model.layers.0.mlp.up_proj.weight"]
    file = opened(write_safetensors(tmp_path / "model.safetensors", plain | packed))
    assert file.weights is not None
    assert file.quant == quant
    assert file.weights.params == MATRICES + 2 * VOCAB * HIDDEN + 3 * HIDDEN
    by_type = {part.block_type: part.shared_bytes for part in file.weights.by_type}
    assert by_type[block_type] == sum(size for _, _, size in parts.values())


def test_eyes_drafts_and_experts_are_told_apart(tmp_path: Path) -> None:
    write_config(tmp_path, model_type="qwen3_moe", num_experts=8, num_experts_per_tok=2, moe_intermediate_size=32)
    plain = small_safetensors()
    more = {f"model.layers.1.mlp.experts.{number}.up_proj.weight": ("BF16", (32, HIDDEN), 4096) for number in range(8)}
    beside = {
        "visual.blocks.0.attn.qkv.weight": ("BF16", (64, 64), 8192),
        "mtp.layers.0.up.weight": ("BF16", (64, 64), 8192),
        "model.layers.2.mlp.up_proj.weight": ("BF16", (FFN, HIDDEN), 2 * FFN * HIDDEN),
    }
    file = opened(write_safetensors(tmp_path / "model.safetensors", {**plain, **more, **beside}))
    assert file.weights is not None
    assert file.layers == 2
    assert (file.weights.expert_bytes, file.weights.expert_share) == (8 * 4096, 0.25)
    assert file.weights.embedding_bytes == 2 * (VOCAB * HIDDEN + FFN * HIDDEN) + 2 * 8192
    assert file.weights.active_params == MATRICES + 2 * VOCAB * HIDDEN + 3 * HIDDEN + 2 * 32 * HIDDEN


def entry(**changes: Any) -> dict[str, Any]:
    return {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]} | changes


HEADERS: dict[str, tuple[Any, str]] = {
    "text_is_no_json": (b"{oops", "text_is_no_json"),
    "no text": (b'{"\xff": 1}', "text_is_no_json"),
    "a list": (b"[]", "json_is_no_object"),
    "deep": (b'{"a":' * 40_000 + b"1" + b"}" * 40_000, "json_without_end"),
    "wide": (b'{"a":[' + b"{}," * 2_500_000 + b"{}]}", "json_lists_too_much"),
    "not a number": (b'{"a": NaN}', "text_is_no_json"),
    "a name twice": (b'{"a": 1, "a": 2}', "json_key_twice"),
    "a number of ten thousand digits": (b'{"a": ' + b"9" * 10_000 + b"}", "text_is_no_json"),
    "no tensor": ({"a": 7}, "tensor_not_described"),
    "no type": ({"a": entry(dtype=None)}, "tensor_not_described"),
    "negative": ({"a": entry(shape=[-4])}, "tensor_not_described"),
    "a part of an element": ({"a": entry(shape=[4.5])}, "tensor_not_described"),
    "truth for a number": ({"a": entry(shape=[True])}, "tensor_not_described"),
    "offsets in reverse": ({"a": entry(data_offsets=[16, 0])}, "tensor_not_described"),
    "three offsets": ({"a": entry(data_offsets=[0, 8, 16])}, "tensor_not_described"),
    "more dimensions than any": ({"a": entry(shape=[1] * 99)}, "tensor_not_described"),
    "more weights than there are": ({"a": entry(shape=[2**40, 2**40])}, "tensor_size_impossible"),
    "another length": ({"a": entry(shape=[5])}, "tensor_length_wrong"),
    "beyond the end": ({"a": entry(shape=[2**30], data_offsets=[0, 2**32])}, "tensors_cut_short"),
    "two in one place": ({"a": entry(), "b": entry(data_offsets=[12, 28])}, "tensors_in_one_place"),
    "nothing": ({}, "holds_no_weights"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_cannot_be_is_one_sentence(name: str, tmp_path: Path) -> None:
    header, code = HEADERS[name]
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    started = time.process_time()
    with pytest.raises(ModelFileError) as caught:
        opened(write_header(tmp_path / "m.safetensors", raw, data_bytes=64))
    assert caught.value.reason.code == code
    assert time.process_time() - started < MOST_PROCESSOR_S
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("layers", [3, 32, 1000])
def test_layers_without_weights_are_refused(layers: int, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({**CONFIG, "num_hidden_layers": layers}), encoding="utf-8")
    with pytest.raises(ModelFileError) as caught:
        opened(write_safetensors(tmp_path / "model.safetensors", small_safetensors(2)))
    assert caught.value.reason.code == "layers_without_weights"
    assert caught.value.reason.parameters["count"] == layers - 2


@pytest.mark.parametrize("announced", [2**63, 2**40, 17_000_000, 101])
def test_a_header_longer_than_the_file_or_any_model_is_not_read(announced: int, tmp_path: Path) -> None:
    head = struct.pack("<Q", announced)
    path = write_sparse(tmp_path / "m.safetensors", head, 108 if announced == 101 else 40_000_000_000)
    with pytest.raises(ModelFileError, match="header_too_long"):
        opened(path)


@pytest.mark.parametrize(
    ("weight_map", "code"),
    [
        ({"a": "../../etc/passwd"}, "index_names_other_files"),
        ({"a": "/dev/zero.safetensors"}, "index_names_other_files"),
        ({"a": "gone.safetensors"}, "files_missing"),
        ({"a": 7}, "index_names_no_files"),
        ([], "index_names_no_files"),
        ({}, "index_names_other_files"),
        ({str(number): f"{number}.safetensors" for number in range(2000)}, "index_names_other_files"),
    ],
)
def test_a_list_of_files_that_cannot_be_is_one_sentence(
    weight_map: Mapping[str, Any], code: str, tmp_path: Path
) -> None:
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": weight_map}))
    with pytest.raises(ModelFileError, match=code):
        opened(index)


def test_a_damaged_configuration_costs_only_what_it_would_have_said(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{oops")
    file = opened(write_safetensors(tmp_path / "model.safetensors", small_safetensors()))
    assert file.weights is not None
    assert file.shape is None
    assert file.notes == (reason("config_not_used", cause=reason("text_is_no_json", path="config.json")),)


def test_the_weights_of_the_largest_models_are_listed_in_a_second(tmp_path: Path) -> None:
    many = {
        f"model.layers.{n % 60}.mlp.experts.{n // 60}.up.weight": ("F8_E4M3", (64, 64), 4096) for n in range(46_000)
    }
    path = write_safetensors(tmp_path / "model.safetensors", many)
    started = time.process_time()
    assert opened(path).weights is not None
    assert time.process_time() - started < MOST_PROCESSOR_S


RAW = json.dumps({name: {"dtype": "BF16", "shape": list(shape), "data_offsets": [0, size]}
                  for name, (_, shape, size) in list(small_safetensors().items())[:2]}).encode()  # fmt: skip
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(0, len(RAW) - 1), st.integers(0, 255)), max_size=5))
def test_a_changed_byte_is_read_or_refused(changes: list[tuple[int, int]], tmp_path: Path) -> None:
    raw = bytearray(RAW)
    for place, value in changes:
        raw[place] = value
    read_or_refused(write_header(tmp_path / "m.safetensors", bytes(raw), data_bytes=100_000))


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(header=st.dictionaries(st.text(max_size=8), ANY_JSON, max_size=4))
def test_any_json_is_read_or_refused(header: dict[str, Any], tmp_path: Path) -> None:
    read_or_refused(write_header(tmp_path / "m.safetensors", json.dumps(header).encode(), data_bytes=64))


CONFIG_KEYS = [*CONFIG, "text_config", "layer_types", "sliding_window", "num_experts", "num_experts_per_tok",
               "rope_scaling", "quantization_config", "quantization", "kv_lora_rank", "qk_nope_head_dim", "head_dim",
               "linear_attn_config", "hybrid_override_pattern", "mamba_n_heads", "linear_num_value_heads",
               "attn_layer_period"]  # fmt: skip


@settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed=st.dictionaries(st.sampled_from(CONFIG_KEYS), ANY_JSON, max_size=6))
def test_a_configuration_of_anything_is_read_or_refused(changed: dict[str, Any], tmp_path: Path) -> None:
    read_or_refused(write_config(tmp_path, **changed))


def read_or_refused(path: Path) -> None:
    """Whatever the file says: a description, or one sentence, within a second."""
    started, refused = time.process_time(), None
    try:
        described = describe_file(opened(path), CATALOG)
    except ModelFileError as error:
        refused = error.reason
    if refused is not None:
        assert all("\n" not in str(one) for one in refused.parameters.values())
    else:
        assert described.model_dump_json()
    assert time.process_time() - started < MOST_PROCESSOR_S


def test_half_a_character_in_a_file_can_be_printed(tmp_path: Path) -> None:
    write_config(tmp_path, model_type="\ud800\x1b[31m", quantization_config={"quant_method": "\udfff"})
    header = json.dumps({"\ud800": {"dtype": "\ud800\n", "shape": [4], "data_offsets": [0, 16]}}).encode()
    described = describe_file(opened(write_header(tmp_path / "m.safetensors", header, data_bytes=16)), CATALOG)
    assert described.architecture == "??[31m"
    assert described.bytes_by_type == {"??": 16}
    assert described.model_dump_json().isprintable()
