"""One model in safetensors files, with the configuration that lies beside them."""

from collections import Counter
from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.config.model_config import ModelConfig, config_notes, model_name, read_config
from advisor.catalog.reading.regular_file import ModelFileError, is_there
from advisor.catalog.reading.stored_weights import ALL_EXPERTS, StoredTensor, of_whole_layers, stored_weights
from advisor.catalog.safetensors.header import read_parts
from advisor.catalog.safetensors.names import counted, named_part
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model import MOST_LAYERS
from advisor.facts.values.reason import Reason, reason


def open_safetensors(files: tuple[Path, ...], catalog: Catalog) -> ModelFile:
    """The model that these files are together.

    Raises:
        ModelFileError: a file is damaged or cut short, or there are no weights.
    """
    tensors: dict[str, StoredTensor] = {}
    unknown: set[str] = set()
    for path, part in read_parts(files):
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
    weights = of_whole_layers(weights, path)
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
