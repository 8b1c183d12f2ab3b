"""Cards of computers that are sold complete: what is in one, so that prices can name it and predictions use it."""

from typing import Literal

from pydantic import Field

from advisor.facts.cards.card import CpuId, GpuId, MemoryName, Released, Sourced


class ComputerCard(Sourced):
    """A computer as it is sold, with one size of memory: each size is a card of its own, for its price goes by that.

    `gpu` is the chip whose memory it shares, or the card that is in it `gpu_count` times; `cpu` is absent where the
    catalog has no card of it or the chip says all. `memory_gib` is unified memory, or main memory beside cards; rate
    and channels are absent where they are those of the chip or of the processor. `power_w` is what its supply gives.
    """

    released: Released
    form: Literal["mini", "desktop", "laptop", "workstation", "board"]
    gpu: GpuId
    gpu_count: int = Field(default=1, ge=1, le=16)
    cpu: CpuId | None = None
    memory_gib: float = Field(gt=0, le=4096)
    memory_type: MemoryName | None = None
    memory_mt_per_s: int | None = Field(default=None, gt=0)
    memory_channels: int | None = Field(default=None, gt=0)
    power_w: float | None = Field(default=None, gt=0)
