"""What `rig-advisor predict` is asked: one JSON object per line. Null means the default; unknown fields are named."""

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, field_validator, model_validator

from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record
from advisor.facts.values.units import GIGA, MEGA

_TOLERANT = ConfigDict(strict=False, extra="ignore")

Stated = Annotated[float, Field(ge=1 / MEGA, le=MEGA)]
"""A figure of a data sheet in its own unit; what lies beyond is a slip of the keyboard."""

Tokens = Annotated[int, Field(ge=1, le=GIGA)]
TokensOrNone = Annotated[int, Field(ge=0, le=GIGA)]
Pixels = Annotated[int, Field(ge=1, le=65536)]
Count = Annotated[int, Field(ge=1, le=MEGA)]


class DeviceFacts(Record):
    """Figures of a device in the units its data sheet uses; they fill in for what specs/ lacks.

    `power_limit_w` is what the device is held to where that is less than its maker's limit.
    `link_generation` and `link_width` are those of its slot (PCIe), `peer_link` what joins several devices: a link of
    their own, which some have only with a bridge that is sold apart, or the slots.
    """

    model_config = _TOLERANT

    memory_gb: float | None = Field(default=None, ge=0, le=MEGA)
    memory_bandwidth_gb_per_s: Stated | None = None
    fp32_tflop_per_s: Stated | None = None
    fp16_dense_tflop_per_s: Stated | None = None
    power_limit_w: Stated | None = None
    link_generation: int | None = Field(default=None, ge=1, le=7)
    link_width: Literal[1, 2, 4, 8, 16, 32] | None = None
    peer_link: Literal["nvlink", "infinity_fabric", "pcie"] | None = None


class HostFacts(Record):
    """The computer around the graphics card."""

    model_config = _TOLERANT

    cpu: str | None = None
    memory_gb: Stated | None = None
    memory_bandwidth_gb_per_s: Stated | None = None


class ModelFacts(Record):
    """What is known of a model that specs/ lacks: parameters in units of 1e9, size of the file."""

    model_config = _TOLERANT

    params_b: Stated | None = None
    active_params_b: Stated | None = None
    file_gib: Stated | None = None

    @model_validator(mode="after")
    def _active_are_a_part(self) -> Self:
        if self.params_b is not None and self.active_params_b is not None and self.active_params_b > self.params_b:
            raise FieldError("field_at_most_field", field="active_params_b", other="params_b")
        return self


class DraftFacts(Record):
    """What shall guess tokens ahead; a text alone is the model.

    `model` is `mtp` (the model's own layers for it), `head` (a network published for it), `ngram` (the text so far),
    `none`, or the name of a smaller model, in `quant`. `tokens` are guessed in a step; `acceptance` is the share of
    them that programs print: accepted over drafted.
    """

    model_config = _TOLERANT

    model: str = "mtp"
    quant: str | None = None
    tokens: int | None = Field(default=None, ge=1, le=64)
    acceptance: float | None = Field(default=None, gt=0, le=1)


def plain_task(name: str) -> str:
    """The name of a task without what people write differently: `Fine-tune` -> `finetune`."""
    return name.strip().lower().replace("-", "").replace("_", "")


class Request(Record):
    """What questions of every task have in common. Field names and meaning as in the contract of `predict`.

    `os` is the system that it runs on; in WSL2 that is Windows, whose driver counts. `workload` is what it is for, by
    the name of its card: the answer then says of how much use it is.
    """

    model_config = _TOLERANT

    id: str = ""
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
    build_date: str | None = None
    os: OsName | None = None
    workload: str | None = None
    usd_per_device_hour: Stated | None = None

    @model_validator(mode="before")
    @classmethod
    def _null_is_the_default(cls, fields: Any) -> Any:
        return {key: item for key, item in fields.items() if item is not None} if isinstance(fields, dict) else fields

    def changed(self, **values: object) -> Self:
        """A validated copy with some fields replaced; what was left to the default stays so."""
        stated = {name: getattr(self, name) for name in self.model_fields_set}
        return type(self).model_validate({**stated, **values})

    @field_validator("id", mode="before")
    @classmethod
    def _a_number_is_a_name(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int | float) else value

    @field_validator("task", mode="before")
    @classmethod
    def _plain_task(cls, value: Any) -> Any:
        return plain_task(value) if isinstance(value, str) else value

    @field_validator("backend", "os", mode="before")
    @classmethod
    def _any_case(cls, value: Any) -> Any:
        return value.strip().lower() or None if isinstance(value, str) else value


class PredictRequest(Request):
    """A question about writing text: the task `generate`.

    `other_devices` are graphics cards of other kinds that hold the model together with the device, one name for each.
    `thinking_tokens` take the place of a model's usual ones (0: it does not think). `images` of one size are in the
    prompt, beside `prompt_tokens`.
    """

    phase: Literal["decode", "prefill"] = "decode"
    prompt_tokens: TokensOrNone = 512
    depth_tokens: TokensOrNone = 0
    generated_tokens: TokensOrNone = 128
    batch: Count = 1
    threads: Count | None = None
    context_tokens: Tokens | None = None
    batch_tokens: Tokens = 2048
    ubatch_tokens: Tokens = 512
    sequences: Count = 1
    unified_kv: bool = True
    outputs_max: Tokens | None = None
    kv_type: str = "f16"
    flash_attention: bool | None = None
    gpu_layers: int | None = Field(default=None, ge=0, le=MEGA)
    cpu_moe_layers: int | None = Field(default=None, ge=0, le=MEGA)
    swa_full: bool = False
    split: Literal["layer", "tensor"] | None = None
    other_devices: tuple[str, ...] = Field(default=(), max_length=16)
    draft: DraftFacts | None = None
    thinking_tokens: TokensOrNone | None = None
    images: int = Field(default=0, ge=0, le=1000)
    image_width: Pixels = 1024
    image_height: Pixels = 1024

    @field_validator("draft", mode="before")
    @classmethod
    def _a_text_is_the_model(cls, value: Any) -> Any:
        return {"model": value} if isinstance(value, str) else value


def unknown_fields(fields: dict[str, Any], record: type[Request]) -> tuple[str, ...]:
    """Names in a request, nested ones with a dot, that its record does not know."""
    names = [key for key in fields if key not in record.annotated]
    for key, part in (
        ("device_facts", DeviceFacts),
        ("host", HostFacts),
        ("model_facts", ModelFacts),
        ("draft", DraftFacts),
    ):
        inner = fields.get(key)
        if isinstance(inner, dict):
            names += [f"{key}.{name}" for name in inner if name not in part.annotated]
    return tuple(names)
