"""A model's config.json: what it says of the language model in it, and in which form its weights are stored.

Sources of the forms: quantization_config of the transformers library, of compressed-tensors and of ModelOpt;
`quantization` of MLX.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.config.keys import ConfigKeys
from advisor.catalog.config.shape import architecture_traits, config_context_tokens, config_layers, config_shape
from advisor.catalog.reading.regular_file import ModelFileError, json_file
from advisor.catalog.reading.stored_weights import ALL_EXPERTS
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.model_architecture import architecture_of
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason

_DTYPES = {"bfloat16": "bfloat16", "float16": "fp16", "float32": "F32"}


class ConfigQuant(NamedTuple):
    """A quantization by the name people use, and bits of a packed weight; None where nothing is said."""

    name: str | None
    bits: int | None = None


def config_quant(keys: ConfigKeys) -> ConfigQuant:
    """The form of the weights: AWQ, GPTQ, fp8, NVFP4, MXFP4, bitsandbytes, MLX, or plain numbers."""
    mlx = keys.part("quantization")
    if mlx.number("bits"):
        return _mlx(mlx)
    stated = keys.part("quantization_config", "compression_config")
    method = (stated.text("quant_method") or "").lower()
    if method:
        return _by_method(stated, method)
    if stated.number("bits"):
        return _mlx(stated)
    dtype = keys.text("dtype", "torch_dtype")
    return ConfigQuant(_DTYPES.get(dtype or ""))


def _mlx(part: ConfigKeys) -> ConfigQuant:
    bits, mode = part.number("bits"), part.text("mode")
    return ConfigQuant(f"mlx-{mode}" if mode in ("mxfp4", "nvfp4") else f"mlx-{bits}bit", bits)


def _by_method(part: ConfigKeys, method: str) -> ConfigQuant:
    bits = part.number("bits", "w_bit", "num_bits", "wbits")
    if method == "compressed-tensors":
        return _compressed(part)
    if method in ("modelopt", "modelopt_fp4"):
        text = (part.text("quant_algo") or part.part("quantization").text("quant_algo") or "nvfp4").lower()
        return ConfigQuant("nvfp4", 4) if "fp4" in text else ConfigQuant("fp8", 8)
    if method == "bitsandbytes":
        return ConfigQuant("nf4", 4) if part.flag("load_in_4bit") else ConfigQuant("bnb-int8", 8)
    if "fp8" in method or "float8" in method:
        return ConfigQuant("fp8", 8)
    if method in ("mxfp4", "nvfp4"):
        return ConfigQuant("mxfp4-hf" if method == "mxfp4" else "nvfp4", 4)
    if method in ("awq", "gptq", "auto-round", "auto_round", "autoround"):
        return ConfigQuant("gptq-int8" if bits == 8 else "awq-int4" if bits in (4, None) else f"int{bits}", bits or 4)
    return ConfigQuant(f"{method} {bits}bit" if bits else method, bits)


def _compressed(part: ConfigKeys) -> ConfigQuant:
    groups = part.part("config_groups")
    group = next((groups.part(name) for name, value in groups.whole.items() if isinstance(value, dict)), groups)
    weights, form = group.part("weights"), part.text("format") or ""
    bits = weights.number("num_bits")
    if "nvfp4" in form:
        return ConfigQuant("nvfp4", 4)
    if "mxfp4" in form:
        return ConfigQuant("mxfp4-hf", 4)
    if weights.text("type") == "float" or form.startswith("float"):
        return ConfigQuant("fp8", bits or 8)
    return ConfigQuant("w8a8" if bits == 8 else "w4a16" if bits in (4, None) else f"int{bits}", bits)


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
