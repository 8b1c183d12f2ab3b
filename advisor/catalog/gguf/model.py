"""One model in one or several GGUF files."""

import re
from collections.abc import Mapping
from pathlib import Path

from advisor.catalog.gguf.header import FILE_TYPES, GgufPart, Metadata, read_gguf
from advisor.catalog.gguf.shape import GgufKeys, GgufTable, gguf_layers, gguf_shape
from advisor.catalog.reading.regular_file import ModelFileError, is_there
from advisor.catalog.reading.stored_weights import (
    ALL_EXPERTS,
    MOST_TENSORS,
    CountedTensor,
    StoredTensor,
    TensorUse,
    of_whole_layers,
    stored_weights,
)
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model_architecture import model_architecture
from advisor.facts.cards.quant import BlockType
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason

_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf$", re.IGNORECASE)
_MOST_PARTS = 512
_LAYER = re.compile(r"^blk\.(\d{1,6})\.")
_EXPERT = re.compile(r"_exps\b|^blk\.\d+\.ffn_(?:gate|up|down)\.\d+\.")
_TABLES = ("token_types.", "position_embd.")
_BESIDE = re.compile(r"^(?:v|a|mm|mm_a|resampler|nextn|mtp|per_layer_token_embd)\.|\.nextn\.")
_EMBEDDING, _HEAD = "token_embd.weight", "output.weight"
_NO_MODEL: dict[object, ReasonCode] = {
    "adapter": "is_an_adapter",
    "mmproj": "is_part_that_sees_or_hears",
    "vocab": "is_vocabulary_only",
}


def open_gguf(path: Path, blocks: Mapping[str, BlockType]) -> ModelFile:
    """The model that the file at `path` is, or is a part of: the other parts are looked for beside it.

    Raises:
        ModelFileError: a file is missing, damaged or cut short, or holds no language model.
    """
    parts = [read_gguf(one, blocks, is_first=number == 0) for number, one in enumerate(gguf_parts(path))]
    metadata = parts[0].metadata
    if (no_model := _NO_MODEL.get(metadata.get("general.type"))) is not None:
        raise ModelFileError(no_model, path=path)
    stated = metadata.get("split.count")
    if isinstance(stated, int) and stated > 1 and stated != len(parts):
        raise ModelFileError("part_was_renamed", path=path, parts=stated, number=f"{stated:05}")
    tensors = tuple(tensor for part in parts for tensor in part.tensors)
    if len({tensor.name for tensor in tensors}) < len(tensors) or len(tensors) > MOST_TENSORS:
        raise ModelFileError("parts_repeat_tensors", path=path)
    if not tensors:
        raise ModelFileError("holds_no_weights", path=path)
    return _model(path, metadata, tensors, parts)


def gguf_parts(path: Path) -> tuple[Path, ...]:
    """All files of the model that the file at `path` belongs to, in order.

    Raises:
        ModelFileError: a part is not beside the others.
    """
    named = _PART.match(path.name)
    if named is None:
        return (path,)
    count = int(named["count"])
    if not 0 < int(named["number"]) <= count <= _MOST_PARTS:
        raise ModelFileError("impossible_part", path=path, number=int(named["number"]), parts=count)
    stem, ending = named["stem"], path.name[-len(".gguf") :]
    parts = tuple(path.with_name(f"{stem}-{one:05}-of-{count:05}{ending}") for one in range(1, count + 1))
    if missing := [part.name for part in parts if not is_there(part)]:
        raise ModelFileError(
            "parts_missing", path=path, parts=count, missing=missing[0], more=len(missing) - 1, count=len(missing)
        )
    return parts


def _model(path: Path, metadata: Metadata, tensors: tuple[StoredTensor, ...], parts: list[GgufPart]) -> ModelFile:
    keys = GgufKeys(metadata)
    table = _table(tensors, keys, vocab=parts[0].counts.get("tokenizer.ggml.tokens"))
    shape = gguf_shape(keys, table)
    file_type = metadata.get("general.file_type")
    quant = FILE_TYPES.get(file_type) if isinstance(file_type, int) else None
    share = _expert_share(keys)
    layers = gguf_layers(keys)
    weights = stored_weights(
        [_counted(tensor, layers=layers, tied=table.tied) for tensor in tensors],
        quant=quant,
        expert_share=share or 1.0,
        layers=layers,
    )
    if weights is None:
        raise ModelFileError("no_weights_of_language_model", path=path)
    is_known = model_architecture(keys.architecture).is_known
    weights = of_whole_layers(weights, path, named=is_known, without=_passed_layers(keys))
    sizes: dict[str, int] = {}
    for tensor in tensors:
        sizes[tensor.type_name] = sizes.get(tensor.type_name, 0) + tensor.size_bytes
    named = metadata.get("general.name")
    name = plain_text(named) if isinstance(named, str) else ""
    return ModelFile(
        path=str(path),
        format="gguf",
        name=name or plain_text(path.stem),
        architecture=plain_text(keys.architecture) if keys.architecture else None,
        layers=layers,
        context_tokens=keys.number("context_length"),
        quant=quant,
        bytes_by_type=sizes,
        weights=weights,
        shape=shape,
        layers_known=shape is not None and is_known,
        notes=_notes(keys, parts, sparse=weights.expert_bytes > 0, share=share),
    )


def _table(tensors: tuple[StoredTensor, ...], keys: GgufKeys, *, vocab: int | None) -> GgufTable:
    by_name = {tensor.name: tensor for tensor in tensors}
    embedding = by_name.get(_EMBEDDING)
    rows = embedding.dimensions[1] if embedding and len(embedding.dimensions) > 1 else None
    sparse = [int(found[1]) for name in by_name if _EXPERT.search(name) and (found := _LAYER.match(name))]
    return GgufTable(
        vocab=rows or vocab or keys.number("vocab_size"),
        tied=_HEAD not in by_name,
        first_sparse_layer=min(sparse, default=None),
    )


def _passed_layers(keys: GgufKeys) -> set[int]:
    """Layers that do nothing, of which pruned models tell: they have neither heads nor a feed-forward part."""
    by_layer = zip(keys.listed("attention.head_count"), keys.listed("feed_forward_length"), strict=False)
    return {layer for layer, widths in enumerate(by_layer) if not any(widths)}


def _counted(tensor: StoredTensor, *, layers: int | None, tied: bool) -> CountedTensor:
    found = _LAYER.match(tensor.name)
    layer = int(found[1]) if found else None
    use: TensorUse = "expert" if _EXPERT.search(tensor.name) else "shared"
    if _BESIDE.search(tensor.name) or (layer is not None and layers and layer >= layers):
        use = "beside"
    elif tensor.name == _EMBEDDING:
        use = "tied" if tied else "table"
    elif tensor.name.startswith(_TABLES):
        use = "table"
    return CountedTensor(use, layer, tensor.type_name, tensor.size_bytes, tensor.elements, tensor.rows)


def _expert_share(keys: GgufKeys) -> float | None:
    experts, used = keys.number("expert_count"), keys.number("expert_used_count")
    return min(1.0, used / experts) if experts and used else None


def _notes(keys: GgufKeys, parts: list[GgufPart], *, sparse: bool, share: float | None) -> tuple[Reason, ...]:
    notes = []
    if keys.architecture is None:
        notes.append(reason("file_names_no_architecture"))
    elif not model_architecture(keys.architecture).is_known:
        notes.append(reason("model_architecture_unknown", architecture=plain_text(keys.architecture)))
    if sparse and share is None:
        notes.append(ALL_EXPERTS)
    unknown = sorted({name for part in parts for name in part.unknown_types})
    if unknown:
        notes.append(reason("block_types_unknown", types=tuple(unknown[:8])))
    return tuple(notes)
