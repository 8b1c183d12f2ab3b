"""What is asked about training: the tasks `finetune` and `pretrain`."""

import re
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from advisor.facts.asked.request import Count, Request
from advisor.facts.cards.training import Method, Optimizer, Shard, TrainingPrecision
from advisor.facts.values.units import MEGA, TERA

Devices = Annotated[int, Field(ge=1, le=MEGA)]
Share = Annotated[float, Field(gt=0, le=1)]

_SAME = {
    **{"bf16true": "bf16", "purebf16": "bf16", "bfloat16": "bf16"},
    **{"bf16mixed": "amp", "ampbf16": "amp", "ampfp16": "amp", "16mixed": "amp", "fp16": "amp", "mixed": "amp"},
    **{"ampfp8": "fp8", "32true": "fp32", "float32": "fp32"},
    **{"adamw8bit": "adamw_8bit", "pagedadamw8bit": "adamw_8bit", "adam8bit": "adamw_8bit", "adam": "adamw"},
    **{"adamwtorch": "adamw", "adamwtorchfused": "adamw", "pagedadamw32bit": "adamw"},
    **{
        "zero": "zero3",
        "fsdp": "zero3",
        "fullshard": "zero3",
        "shardgradop": "zero2",
        "ddp": "none",
        "noshard": "none",
    },
    **{"fullfinetune": "full", "sft": "full", "full16bit": "full", "qlora4bit": "qlora"},
}
"""What programs call the same, without what joins the words; fp16 is trained with masters in fp32."""


class FinetuneRequest(Request):
    """A question about fine-tuning: the task `finetune`. `batch` sequences pass through each device at once.

    None: the usual choice of programs for the method, which a note names. `offload`: several devices that divide the
    weights keep them in main memory and are sent each layer as it is its turn.
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
    offload: bool = False
    tensor_parallel: Count = 1
    pipeline_parallel: Count = 1
    data_tokens: Annotated[float, Field(gt=0, le=MEGA * TERA)] | None = None
    flop_utilisation: Share | None = None

    @field_validator("method", "optimizer", "precision", "shard", mode="before")
    @classmethod
    def _any_spelling(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        word = re.sub(r"[-_ ]+", "_", value.strip().lower())
        return _SAME.get(word.replace("_", ""), word.replace("zero_", "zero"))

    @field_validator("checkpointing", mode="before")
    @classmethod
    def _full_or_none(cls, value: Any) -> Any:
        word = value.strip().lower() if isinstance(value, str) else value
        return {"full": True, "none": False}.get(word, word) if isinstance(word, str) else value


class PretrainRequest(FinetuneRequest):
    """A question about training from nothing: the task `pretrain`. `availability` is the share of the time at work.

    `checkpoint_s` is how long writing the state down takes.
    """

    method: Method = "full"
    availability: Share | None = None
    checkpoint_s: Annotated[float, Field(gt=0, le=MEGA)] | None = None
