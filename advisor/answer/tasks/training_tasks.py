"""The tasks of training, and how they go into less memory where nothing is said."""

from typing import Any

from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.task import Fields, Task
from advisor.answer.training.finetune import answer_finetune, answer_pretrain
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest
from advisor.facts.rig.rig import Processor

_SHORT_TOKENS = 1024
"""Examples of half the usual length."""


def smaller_step_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How pre-training goes into less memory: fewer sequences at a time, their gradients added up."""
    batch = int(asked.get("batch") or 1)
    return tuple({"batch": fewer, "checkpointing": True} for fewer in (4, 2, 1) if fewer < batch)


def tuning_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """Of adapters on a graphics card: in the program that is sooner done and keeps less, else in the usual one."""
    return (_thrifty(asked), {}) if _may_be_thrifty(processor, asked) else ({},)


def smaller_tuning_forms(processor: Processor, asked: Fields, catalog: Catalog) -> tuple[Fields, ...]:
    """How training goes into a memory too small for the batch: half of it and so on, one at a time, then shorter ones.

    Last the 4-bit weights in main memory, as FSDP divides them among two cards and more.
    """
    program = _thrifty(asked) if _may_be_thrifty(processor, asked) else {}
    batch = int(asked.get("batch") or 1)
    fewer = tuple({**program, "batch": batch >> step} for step in range(1, batch.bit_length()) if batch >> step > 1)
    single = {**program, "batch": 1}
    short = {**single, "sequence_tokens": min(_SHORT_TOKENS, asked.get("sequence_tokens") or _SHORT_TOKENS)}
    may_wait = asked.get("method") == "qlora" and processor.pool == "vram" and not asked.get("shard")
    return (*fewer, single, short, *(({"batch": 1, "shard": "zero3", "offload": True},) if may_wait else ()))


def _may_be_thrifty(processor: Processor, asked: Fields) -> bool:
    """Whether the program is left open, and one that keeps less runs there."""
    return not asked.get("engine") and asked.get("method") != "full" and processor.pool == "vram"


def _thrifty(asked: Fields) -> Fields:
    """Unsloth as its notebooks set it up."""
    return {"engine": "unsloth", "optimizer": asked.get("optimizer") or "adamw_8bit"}


TRAINING_TASKS: dict[str, Task[Any]] = {
    "finetune": Task(
        FinetuneRequest,
        answer_finetune,
        answer_on_devices,
        varied=("batch", (1, 2, 4, 8, 16, 32)),
        shares_cards=True,
        forms=tuning_forms,
        last_forms=smaller_tuning_forms,
        rate_unit="tokens",
    ),
    "pretrain": Task(
        PretrainRequest,
        answer_pretrain,
        answer_on_devices,
        shares_cards=True,
        last_forms=smaller_step_forms,
        rate_unit="tokens",
    ),
}
