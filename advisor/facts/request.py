"""What `rig-advisor predict` is asked: one JSON object per line. Null means the default; unknown fields are named."""

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from advisor.facts.record import Record

_TOLERANT = ConfigDict(strict=False, extra="ignore")


class DeviceFacts(Record):
    """Figures of a device in the units its data sheet uses; they fill in for what specs/ lacks."""

    model_config = _TOLERANT

    memory_gb: float | None = Field(default=None, ge=0)
    memory_bandwidth_gb_per_s: float | None = Field(default=None, gt=0)
    fp32_tflop_per_s: float | None = Field(default=None, gt=0)
    fp16_dense_tflop_per_s: float | None = Field(default=None, gt=0)


class HostFacts(Record):
    """The computer around the graphics card."""

    model_config = _TOLERANT

    cpu: str | None = None
    memory_gb: float | None = Field(default=None, gt=0)
    memory_bandwidth_gb_per_s: float | None = Field(default=None, gt=0)


class ModelFacts(Record):
    """What is known of a model that specs/ lacks: parameters in units of 1e9, size of the file."""

    model_config = _TOLERANT

    params_b: float | None = Field(default=None, gt=0)
    active_params_b: float | None = Field(default=None, gt=0)
    file_gib: float | None = Field(default=None, gt=0)


class PredictRequest(Record):
    """One question. Field names and meaning as in the contract of `predict`."""

    model_config = _TOLERANT

    id: str
    task: str = "generate"
    device: str | None = None
    device_count: int = Field(default=1, ge=1, le=4096)
    device_facts: DeviceFacts | None = None
    host: HostFacts | None = None
    model: str | None = None
    model_facts: ModelFacts | None = None
    model_file: str | None = None
    quant: str | None = None
    engine: str = "llama.cpp"
    backend: str | None = None
    phase: Literal["decode", "prefill"] = "decode"
    prompt_tokens: int = Field(default=512, ge=1)
    depth_tokens: int = Field(default=0, ge=0)
    generated_tokens: int = Field(default=128, ge=1)
    batch: int = Field(default=1, ge=1)
    threads: int | None = Field(default=None, ge=1)
    context_tokens: int | None = Field(default=None, ge=1)
    batch_tokens: int = Field(default=2048, ge=1)
    ubatch_tokens: int = Field(default=512, ge=1)
    sequences: int = Field(default=1, ge=1)
    unified_kv: bool = True
    outputs_max: int | None = Field(default=None, ge=1)
    kv_type: str = "f16"
    flash_attention: bool | None = None
    gpu_layers: int | None = Field(default=None, ge=0)
    cpu_moe_layers: int | None = Field(default=None, ge=0)
    swa_full: bool = False
    split: Literal["layer", "tensor"] | None = None
    build_date: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _null_is_the_default(cls, fields: Any) -> Any:
        return {key: item for key, item in fields.items() if item is not None} if isinstance(fields, dict) else fields


def unknown_fields(fields: dict[str, Any]) -> tuple[str, ...]:
    """Names in a request, nested ones with a dot, that no record knows."""
    names = [key for key in fields if key not in PredictRequest.model_fields]
    for key, record in (("device_facts", DeviceFacts), ("host", HostFacts), ("model_facts", ModelFacts)):
        inner = fields.get(key)
        if isinstance(inner, dict):
            names += [f"{key}.{name}" for name in inner if name not in record.model_fields]
    return tuple(names)
