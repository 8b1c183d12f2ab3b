"""What is asked about training: the tasks `finetune` and `pretrain`."""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from advisor.facts.request import Count, Request, Stated
from advisor.facts.training import Method, Optimizer, Shard, TrainingPrecision
from advisor.facts.units import MEGA, TERA

Devices = Annotated[int, Field(ge=1, le=MEGA)]
Share = Annotated[float, Field(gt=0, le=1)]


class FinetuneRequest(Request):
    """A question about fine-tuning: the task `finetune`. `batch` sequences pass through each device at once.

    None: the usual choice of programs for the method, which a note names.
    """

    engine: str = ""
    device_count: Devices = 1
    method: Method = "lora"
    precision: TrainingPrecision | None = None
    optimizer: Optimizer = "adamw"
    batch: Count = 1
    sequence_tokens: Annotated[int, Field(ge=1, le=MEGA)] = 2048
    checkpointing: bool | Literal["selective"] | None = None
    lora_rank: Annotated[int, Field(ge=1, le=8192)] = 16
    shard: Shard | None = None
    tensor_parallel: Count = 1
    pipeline_parallel: Count = 1
    data_tokens: Annotated[float, Field(gt=0, le=MEGA * TERA)] | None = None
    flop_utilisation: Share | None = None
    usd_per_device_hour: Stated | None = None

    @field_validator("method", "optimizer", "precision", "shard", mode="before")
    @classmethod
    def _any_spelling(cls, value: Any) -> Any:
        return value.strip().lower().replace("-", "_") if isinstance(value, str) else value


class PretrainRequest(FinetuneRequest):
    """A question about training from nothing: the task `pretrain`. `availability` is the share of the time at work.

    `checkpoint_s` is how long writing the state down takes.
    """

    method: Method = "full"
    availability: Share | None = None
    checkpoint_s: Annotated[float, Field(gt=0, le=MEGA)] | None = None
