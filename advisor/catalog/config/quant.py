"""In which form a configuration says its weights are stored.

Sources: quantization_config of the transformers library, of compressed-tensors and of ModelOpt; `quantization` of MLX.
"""

from typing import NamedTuple

from advisor.catalog.config.keys import ConfigKeys

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
