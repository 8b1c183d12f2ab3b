"""Model files and cards say the same of the same model; predictions go by the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.text.text_answer import answer_file
from advisor.answer.which_model.file_subject import file_subject
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.answers.answer import Answer
from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import QuantCard, TypeBytes
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import reason
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.quantized_type import block_type
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.tensor import Tensor
from advisor.predict.model.tensors import tensors
from tests.each import each
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.model_files import TYPES, FakeTensor, write_gguf, write_safetensors
from tests.fakes.said import said
from tests.fakes.small_models import CONFIG, METADATA, small_safetensors, small_tensors

CATALOG = load_catalog()
SHAPED = sorted(model_id for model_id, card in CATALOG.models.items() if card.shape is not None)
NAMES = {"token_embd": "token_embd.weight", "output": "output.weight", "layer_embd": "per_layer_token_embd.weight"}


def gguf_of(path: Path, shape: ModelShape, quant: QuantCard) -> Path:
    """A file with the very tensors and metadata of a card's shape."""
    listed = [named(number, tensor, shape, quant) for number, tensor in enumerate(tensors(shape))]
    return write_gguf(path, metadata_of(shape), listed)


def named(number: int, tensor: Tensor, shape: ModelShape, quant: QuantCard) -> FakeTensor:
    stored = block_type(tensor, file_type=quant.name, shape=shape, blocks=CATALOG.blocks)
    block = CATALOG.blocks[stored]
    size_bytes = tensor.weights // block.block_weights * block.block_bytes
    end = "_exps.weight" if tensor.experts else ".weight"
    name = NAMES.get(tensor.role) or (f"blk.{tensor.layer}." if tensor.layer >= 0 else "") + f"part{number}{end}"
    dimensions = (tensor.columns, tensor.rows, tensor.experts)[: 3 if tensor.experts else 2]
    return FakeTensor(name, dimensions, stored if stored in TYPES else "odd", size_bytes)


def metadata_of(shape: ModelShape) -> dict[str, Any]:
    """The keys llama.cpp's converter writes for such a shape."""
    wide = shape.full_head_dim or shape.head_dim
    own: dict[str, Any] = {
        "block_count": shape.layers,
        "embedding_length": shape.hidden,
        "feed_forward_length": list(shape.ffn_by_layer or ()) or shape.ffn or shape.expert_ffn,
        "context_length": shape.context_tokens,
        "attention.head_count": list(shape.heads_by_layer or ()) or shape.heads,
        "attention.head_count_kv": kv_heads_of(shape),
        "attention.key_length": wide,
        "attention.value_length": shape.value_head_dim or wide,
        "expert_count": shape.experts,
        "expert_used_count": shape.active_experts,
        "expert_feed_forward_length": shape.expert_ffn,
        "attention.shared_kv_layers": shape.shared_kv_layers or None,
    }
    if shape.full_head_dim:
        own |= {"attention.key_length_swa": shape.head_dim, "attention.value_length_swa": shape.head_dim}
    if shape.kv_lora_rank:
        own |= {
            "attention.kv_lora_rank": shape.kv_lora_rank,
            "attention.key_length": shape.kv_lora_rank + (shape.rope_head_dim or 0),
            "attention.key_length_mla": shape.head_dim + (shape.rope_head_dim or 0),
            "attention.value_length_mla": shape.value_head_dim,
            "rope.dimension_count": shape.rope_head_dim,
        }
    if shape.other_layers == "window":
        full = [is_full(shape, layer) for layer in range(shape.layers)]
        own |= {
            "attention.sliding_window": shape.sliding_window,
            "attention.sliding_window_pattern": [not one for one in full],
        }
    if shape.index_heads:
        own |= {
            "attention.indexer.head_count": shape.index_heads,
            "attention.indexer.key_length": shape.index_head_dim,
            "attention.indexer.top_k": shape.index_tokens,
        }
    if shape.index_layers is not None and shape.kv_lora_rank:
        own |= {"attention.indexer.types": [int(layer in shape.index_layers) for layer in range(shape.layers)]}
    if shape.compress_by_layer:
        own |= {
            "attention.compress_ratios": list(shape.compress_by_layer),
            "attention.output_group_count": shape.output_groups,
            "attention.output_lora_rank": shape.output_lora_rank,
            "hyper_connection.count": shape.streams,
        }
    own |= state_of(shape)
    known = {f"{shape.architecture}.{key}": value for key, value in own.items() if value is not None}
    return {"general.architecture": shape.architecture, "general.name": "A model"} | known


def is_full(shape: ModelShape, layer: int) -> bool:
    if shape.full_attention_layers is not None:
        return layer in shape.full_attention_layers
    every = shape.full_attention_every or 1
    return layer % every == (0 if shape.dense_first else every - 1)


def kv_heads_of(shape: ModelShape) -> Any:
    if shape.kv_heads_by_layer:
        return list(shape.kv_heads_by_layer)
    if shape.full_kv_heads:
        return [shape.full_kv_heads if is_full(shape, layer) else shape.kv_heads for layer in range(shape.layers)]
    if shape.other_layers == "recurrent" and shape.recurrent != "gated_delta":
        return [shape.kv_heads if is_full(shape, layer) else 0 for layer in range(shape.layers)]
    return shape.kv_heads


def state_of(shape: ModelShape) -> dict[str, Any]:
    if shape.recurrent == "short_convolution":
        return {"shortconv.l_cache": shape.state_conv_width}
    if shape.recurrent == "kimi_delta":
        return {"kda.head_dim": shape.state_head_dim, "ssm.conv_kernel": shape.state_conv_width}
    if not shape.state_head_dim:
        return {}
    if shape.recurrent == "mamba1":
        return {
            "ssm.conv_kernel": shape.state_conv_width,
            "ssm.state_size": shape.state_key_dim,
            "ssm.time_step_rank": shape.state_step_rank,
            "ssm.inner_size": shape.state_head_dim,
        }
    return {
        "full_attention_interval": shape.full_attention_every if shape.recurrent == "gated_delta" else None,
        "ssm.conv_kernel": shape.state_conv_width,
        "ssm.state_size": shape.state_key_dim or shape.state_head_dim,
        "ssm.group_count": shape.state_key_heads,
        "ssm.time_step_rank": shape.state_value_heads,
        "ssm.inner_size": (shape.state_value_heads or 0) * shape.state_head_dim,
    }


def quantized(subject: Subject) -> list[TypeBytes]:
    return [part for part in subject.weights.by_type if part.block_type != "F32"]


def cache_bytes(subject: Subject, context_tokens: int, *, full_window: bool = False) -> int:
    setup = CacheSetup(full_window=full_window)
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=context_tokens, setup=setup, blocks=subject.blocks
    )


@pytest.mark.broad
@each("model_id", SHAPED)
def test_a_file_with_a_cards_tensors_has_its_weights_and_cache(model_id: str, tmp_path: Path) -> None:
    card = CATALOG.models[model_id]
    assert card.shape is not None
    quant = CATALOG.quants["q4_0"]
    file = open_model_file(gguf_of(tmp_path / "m.gguf", card.shape, quant), CATALOG)
    own, (read, notes) = subject_of(card, quant, CATALOG), file_subject(file, CATALOG)
    assert (read.shape_known, notes) == (True, ())
    assert read.weights.total_bytes == own.weights.total_bytes
    assert (read.weights.params, read.weights.bytes_per_token) == (own.weights.params, own.weights.bytes_per_token)
    assert read.weights.embedding_bytes == own.weights.embedding_bytes
    assert quantized(read) == quantized(own)
    assert read.weights.layer_bytes == own.weights.layer_bytes
    assert abs(read.weights.active_params - own.weights.active_params) <= 1
    for context in (256, 4096, 65536):
        assert cache_bytes(read, context) == cache_bytes(own, context)


def ask(**fields: Any) -> Answer:
    return answer_request({"id": "1", "device": "RTX 4090"} | fields, CATALOG)


def test_a_prediction_goes_by_the_file(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, small_tensors())
    answer = ask(model_file=str(path), model="Llama-3.1-8B", context_tokens=256)
    assert answer.error is None
    assert answer.memory is not None
    file = open_model_file(path, CATALOG)
    assert file.weights is not None
    assert answer.memory.weights_bytes == file.weights.total_bytes
    assert answer.memory.kv_cache_bytes == 256 * 2 * 2 * 32 * 2
    assert answer.tokens_per_s is not None


def test_another_quantization_than_the_files_is_named(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, small_tensors())
    assert reason("quant_of_file_kept", own="Q4_0", asked="Q8_0") in ask(model_file=str(path), quant="Q8_0").notes


def test_layers_a_file_leaves_open_come_from_the_card_of_that_name(tmp_path: Path) -> None:
    metadata = {"general.architecture": "llama", "general.name": "Llama 3.2 1B"}
    path = write_gguf(tmp_path / "m.gguf", metadata, small_tensors())
    answer = ask(model_file=str(path), context_tokens=4096)
    assert answer.memory is not None
    assert answer.memory.kv_cache_bytes == 4096 * 16 * 2 * 512 * 2
    assert reason("layers_of_catalog_model", name="Llama 3.2 1B") in answer.notes


def test_an_unknown_architecture_is_answered_with_what_is_open(tmp_path: Path) -> None:
    own = {key.replace("llama.", "brandnew."): value for key, value in METADATA.items()}
    path = write_gguf(tmp_path / "m.gguf", own | {"general.architecture": "brandnew"}, small_tensors())
    answer = ask(model_file=str(path))
    assert answer.tokens_per_s is not None
    assert reason("model_architecture_unknown", architecture="brandnew") in answer.notes
    assert "counted_as_attention" in said(*answer.notes)


def test_a_configuration_alone_is_answered_at_any_quantization(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(CONFIG))
    plain, packed = (ask(model_file=str(path), quant=quant) for quant in (None, "Q4_0"))
    assert plain.memory is not None
    assert packed.memory is not None
    weights = open_model_file(write_gguf(tmp_path / "m.gguf", METADATA, small_tensors()), CATALOG).weights
    assert weights is not None
    assert plain.memory.weights_bytes == 2 * (weights.params + 2 * 64)  # the small file has one norm a layer
    assert packed.memory.weights_bytes < plain.memory.weights_bytes / 2


def test_safetensors_are_answered(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    write_safetensors(tmp_path / "model.safetensors", small_safetensors())
    answer = ask(model_file=str(tmp_path), engine="vllm")
    assert answer.error is None
    assert answer.tokens_per_s is not None


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"GGUF\3\0\0\0", "header_without_end"), (b"", "begins_unlike_gguf"), (b"\0" * 99, "begins_unlike_gguf")],
)
def test_a_bad_file_is_an_error_of_its_own(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(content)
    error = ask(model_file=str(path)).error
    assert error is not None
    assert error.code == "bad_file"
    assert {code, "m.gguf"} <= said(error.message)


def test_a_rig_is_asked_about_a_file_as_about_a_card(tmp_path: Path) -> None:
    card_id = CATALOG.gpus.find("RTX 4090") or ""
    rig = Rig(name="a rig", processors=(gpu_processor(card_id, CATALOG),))
    path = write_gguf(tmp_path / "m.gguf", METADATA, small_tensors())
    run = Run(4096, 512, 0, 128)
    answer = answer_file(rig, open_model_file(path, CATALOG), run=run, catalog=CATALOG, candidates=())
    assert (answer.model_id, answer.model_name, answer.quant) == (str(path), "Small", "Q4_0")
    assert answer.chosen.fit.verdict in ("fits", "tight", "unknown")
    assert answer.chosen.decode.tokens_per_s is not None


@pytest.mark.parametrize("gpus", [1, 2, 8, 64])
@pytest.mark.parametrize("unknown", ["no words", "no width", "no table"])
def test_a_file_that_leaves_its_shape_open_is_dealt_out_in_equal_layers(
    unknown: str, gpus: int, tmp_path: Path
) -> None:
    kept = {key: value for key, value in METADATA.items() if unknown != "no width" or "embedding" not in key}
    if unknown == "no words":
        kept = {key: value for key, value in kept.items() if "tokenizer" not in key}
    listed = small_tensors(37)[1 if unknown != "no width" else 0 :]
    file = open_model_file(write_gguf(tmp_path / "m.gguf", {**kept, "llama.block_count": 37}, listed), CATALOG)
    rig = assemble_rig(machine(gpus=(nvidia_card(),) * gpus), None, CATALOG)
    answer = answer_file(rig, file, run=Run(context_tokens=4096), catalog=CATALOG, candidates=())
    assert answer.chosen.memory.total_bytes > 0
