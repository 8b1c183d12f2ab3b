"""Cards of whole computers: what is in one, so that prices can name it and predictions use it."""

from typing import Literal, Self

from pydantic import Field, model_validator

from advisor.facts.cards.card import CpuId, GpuId, MemoryName, Released, Sourced
from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import FieldError


class ComputerCard(Sourced):
    """A computer or rack with one size of memory: each size is a card of its own, for its price goes by that.

    `gpu` is the chip whose memory it shares, or the card that is in it `gpu_count` times, joined by their own link;
    absent where it has none. Where the catalog has no card of its processor, `processor` is the name as the system
    tells it, with `cores`; `sockets` are counted together. `memory_gib` is unified memory, or main memory beside cards;
    rate and channels are absent where they are those of the chip or of the processor. `memory_modules` are its sticks.
    `power_w` is what its supply gives, `slots` how many take a graphics card, `os` the system it comes with. `usual`:
    no product but a usual computer of its kind, to compare with.
    """

    released: Released | None = None
    form: Literal["mini", "desktop", "laptop", "workstation", "board", "server", "rack"]
    usual: bool = False
    gpu: GpuId | None = None
    gpu_count: int = Field(default=1, ge=1, le=1024)
    cpu: CpuId | None = None
    processor: str | None = Field(default=None, min_length=2)
    cores: int | None = Field(default=None, gt=0)
    sockets: int = Field(default=1, ge=1, le=16)
    memory_gib: float | None = Field(default=None, gt=0, le=65536)
    memory_type: MemoryName | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
    memory_channels: int | None = Field(default=None, gt=0)
    memory_modules: int | None = Field(default=None, gt=0)
    memory_gb_per_s: float | None = Field(default=None, gt=0)
    power_w: float | None = Field(default=None, gt=0)
    slots: int | None = Field(default=None, ge=0)
    os: OsName | None = None

    @model_validator(mode="after")
    def _has_a_processor(self) -> Self:
        if self.gpu is None and self.cpu is None and self.processor is None:
            raise FieldError("computer_without_processor")
        return self
