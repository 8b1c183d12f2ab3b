"""A model's config.json: what it says of the language model in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.config.keys import ConfigKeys
from advisor.catalog.config.quant import ConfigQuant, config_quant
from advisor.catalog.config.shape import architecture_traits, config_context_tokens, config_layers, config_shape
from advisor.catalog.reading.bounded_json import json_file
from advisor.catalog.reading.regular_file import ModelFileError, plain_text
from advisor.catalog.reading.stored_weights import ALL_EXPERTS
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.model_architecture import architecture_of
from advisor.facts.values.reason import Reason, reason


class ModelConfig(NamedTuple):
    """What a configuration says. `known` is False where the architecture is not one that is known here."""

    architecture: str | None
    layers: int | None
    context_tokens: int | None
    shape: ModelShape | None
    known: bool
    quant: ConfigQuant
    expert_share: float | None


def read_config(path: Path, catalog: Catalog) -> ModelConfig:
    """The configuration at `path`.

    Raises:
        ModelFileError: it cannot be read or is no JSON object.
    """
    return _read(json_file(path), catalog)


def open_config(path: Path, catalog: Catalog) -> ModelFile:
    """A model of which only the configuration is there.

    Raises:
        ModelFileError: it cannot be read, or describes no language model.
    """
    config = read_config(path, catalog)
    if config.layers is None:
        raise ModelFileError("config_names_no_layers", path=path)
    return ModelFile(
        path=str(path),
        format="config",
        name=model_name(path),
        architecture=config.architecture,
        layers=config.layers,
        context_tokens=config.context_tokens,
        quant=config.quant.name,
        shape=config.shape,
        layers_known=config.known and config.shape is not None,
        notes=config_notes(config),
    )


def config_notes(config: ModelConfig) -> tuple[Reason, ...]:
    """What a configuration leaves open."""
    if config.architecture is None:
        return (reason("config_names_no_architecture"),)
    if not config.known:
        return (reason("model_architecture_unknown", architecture=config.architecture),)
    if config.shape is None:
        return (reason("config_says_too_little"),)
    return (ALL_EXPERTS,) if config.expert_share == 1.0 else ()


def model_name(path: Path) -> str:
    """The name a model goes by: that of its repository where it lies in a download cache, else of folder or file."""
    for folder in path.parents:
        if folder.name.startswith("models--"):
            return plain_text(folder.name.removeprefix("models--").replace("--", "/"))
    plain = path.name.startswith(("model", "config", "pytorch_model", "consolidated", "diffusion_pytorch_model"))
    return plain_text((path.absolute().parent.name if plain else path.stem) or path.name)


def _read(values: Mapping[str, Any], catalog: Catalog) -> ModelConfig:
    keys = ConfigKeys(values)
    stated = keys.text("model_type")
    architecture = architecture_of(stated) if stated else None
    name = architecture or stated
    shape = config_shape(keys, name, architecture_traits(catalog.models.values(), name)) if name else None
    experts, used = (shape.experts, shape.active_experts) if shape else (None, None)
    return ModelConfig(
        architecture=name,
        layers=config_layers(keys),
        context_tokens=config_context_tokens(keys) or (shape.context_tokens if shape else None),
        shape=shape,
        known=architecture is not None,
        quant=config_quant(keys),
        expert_share=used / experts if experts and used else None,
    )
