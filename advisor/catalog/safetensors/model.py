"""One model in safetensors files, with the configuration that lies beside them.

Which files make one model: by the list beside them, by their numbers, or all that lie in a folder.
"""

import re
from collections import Counter
from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.config.model_config import ModelConfig, config_notes, model_name, read_config
from advisor.catalog.reading.regular_file import ModelFileError, is_there, json_file
from advisor.catalog.reading.stored_weights import ALL_EXPERTS, StoredTensor, stored_weights
from advisor.catalog.safetensors.header import read_safetensors
from advisor.catalog.safetensors.names import counted, named_part
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model import MOST_LAYERS
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MIB

ENDING = ".safetensors"
INDEX_ENDING = ".safetensors.index.json"
_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5,6})-of-(?P<count>\d{5,6})\.safetensors$")
_MOST_FILES = 1000


def files_of_part(path: Path) -> tuple[Path, ...]:
    """All files of the model that the safetensors file at `path` belongs to.

    Raises:
        ModelFileError: a file that belongs to it is not beside it.
    """
    named = _PART.match(path.name)
    if named is None:
        return (path,)
    index = path.with_name(named["stem"] + INDEX_ENDING)
    if is_there(index):
        return files_of_index(index)
    count = int(named["count"])
    if not 0 < int(named["number"]) <= count <= _MOST_FILES:
        raise ModelFileError("impossible_part", path=path, number=int(named["number"]), parts=count)
    width = len(named["count"])
    names = [f"{named['stem']}-{one:0{width}}-of-{named['count']}{ENDING}" for one in range(1, count + 1)]
    return _present(path, names)


def files_of_index(index: Path) -> tuple[Path, ...]:
    """All files that a `model.safetensors.index.json` names.

    Raises:
        ModelFileError: it names no files, names them outside its folder, or one is missing.
    """
    listed = json_file(index).get("weight_map")
    if not isinstance(listed, dict) or not all(isinstance(name, str) for name in listed.values()):
        raise ModelFileError("index_names_no_files", path=index)
    names = sorted(set(listed.values()))
    if not 0 < len(names) <= _MOST_FILES or not all(_is_plain(name) for name in names):
        raise ModelFileError("index_names_other_files", path=index)
    return _present(index, names)


def files_in_folder(folder: Path) -> tuple[Path, ...]:
    """The safetensors files of the model in a folder; none where there are none.

    Raises:
        ModelFileError: files are missing, or the folder holds several models.
    """
    found = sorted(folder.glob("*" + ENDING))[: _MOST_FILES + 1]
    index = next(iter(sorted(folder.glob("*" + INDEX_ENDING))), None)
    if index is not None:
        return files_of_index(index)
    plain = folder / ("model" + ENDING)
    if plain in found or not found:
        return (plain,) if found else ()
    models = {files_of_part(path) for path in found}
    if len(models) > 1:
        raise ModelFileError("folder_of_several_models", path=folder, file=found[0].name)
    return models.pop()


def _is_plain(name: str) -> bool:
    """Whether a name stays in its folder."""
    return name.endswith(ENDING) and not set(name) & {"/", "\\", ":", "\0"} and len(name) < 256


def _present(path: Path, names: list[str]) -> tuple[Path, ...]:
    files = tuple(path.with_name(name) for name in names)
    if missing := [file.name for file in files if not is_there(file)]:
        raise ModelFileError(
            "files_missing", path=path, files=len(names), missing=missing[0], more=len(missing) - 1, count=len(missing)
        )
    return files


_MOST_HEADER_BYTES = 48 * MIB
"""Of all files together: a model of a trillion weights in 4 bits, with scales, lists 210,000 tensors in half of it."""


def open_safetensors(files: tuple[Path, ...], catalog: Catalog) -> ModelFile:
    """The model that these files are together.

    Raises:
        ModelFileError: a file is damaged or cut short, or there are no weights.
    """
    tensors: dict[str, StoredTensor] = {}
    unknown: set[str] = set()
    left_bytes = _MOST_HEADER_BYTES
    for path in files:
        part = read_safetensors(path, most_bytes=left_bytes)
        left_bytes -= part.header_bytes
        before = len(tensors)
        tensors.update((tensor.name, tensor) for tensor in part.tensors)
        if len(tensors) - before < len(part.tensors):
            raise ModelFileError("repeats_other_file", path=path)
        unknown.update(part.unknown_types)
    config, notes = _config(files[0], catalog)
    if unknown:
        notes += (reason("block_types_unknown", types=tuple(sorted(unknown)[:8])),)
    return _model(files[0], tuple(tensors.values()), config, notes, catalog)


def _config(path: Path, catalog: Catalog) -> tuple[ModelConfig | None, tuple[Reason, ...]]:
    """The configuration beside a file, and what it leaves open."""
    beside = path.with_name("config.json")
    if not is_there(beside):
        return None, (reason("no_config_beside_weights"),)
    try:
        config = read_config(beside, catalog)
    except ModelFileError as error:
        return None, (reason("config_not_used", cause=error.reason),)
    return config, config_notes(config)


def _model(
    path: Path,
    tensors: tuple[StoredTensor, ...],
    config: ModelConfig | None,
    notes: tuple[Reason, ...],
    catalog: Catalog,
) -> ModelFile:
    quant = config.quant if config else None
    stated = catalog.quants.find(quant.name) if quant and quant.name else None
    packed = catalog.quants[stated].base_type if stated else None
    parts = [named_part(tensor.name) for tensor in tensors]
    tied = not any(part.kind.head for part in parts)
    last = max((part.layer for part in parts if part.layer is not None), default=None)
    layers = (config.layers if config else None) or (last + 1 if last is not None and last < MOST_LAYERS else None)
    weights = stored_weights(
        (
            counted(tensor, part, layers=layers, tied=tied, bits=quant.bits if quant else None, packed_type=packed)
            for tensor, part in zip(tensors, parts, strict=True)
        ),
        quant=quant.name if quant else None,
        expert_share=(config.expert_share if config else None) or 1.0,
        layers=layers,
    )
    if weights is None:
        raise ModelFileError("holds_no_weights", path=path)
    if weights.expert_bytes and weights.expert_share == 1.0 and ALL_EXPERTS not in notes:
        notes += (ALL_EXPERTS,)
    shape = config.shape if config else None
    sizes: Counter[str] = Counter()
    for tensor in tensors:
        sizes[tensor.type_name] += tensor.size_bytes
    return ModelFile(
        path=str(path),
        format="safetensors",
        name=model_name(path),
        architecture=config.architecture if config else None,
        layers=layers if any(part.kind.embedding for part in parts) else None,
        context_tokens=config.context_tokens if config else None,
        quant=quant.name if quant else None,
        bytes_by_type=dict(sizes),
        weights=weights,
        shape=shape.changed(tied_embeddings=tied) if shape else None,
        layers_known=bool(config and config.known and shape),
        notes=notes,
    )
