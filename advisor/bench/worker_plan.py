"""What one child is to measure, as its command line carries it."""

from typing import Literal

from advisor.bench.host import Host
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.record import Record
from advisor.run.command import advisor_command

START = reason("start")
"""The first word of every child."""

LeafKind = Literal["cpu", "adapters", "graphics", "nvidia", "layer"]


class WorkerPlan(Record):
    """One child: `names` of one `device`, within `seconds` from its start.

    With `stretch` all the seconds are used, with `complete` nothing is left out for lack of them.
    `soak` keeps the device busy for all the seconds instead. `free_bytes`, `is_shared`, `pci_address` are those of a
    graphics processor, `adapter_index` and `backend` its place in the list of the graphics interface. `notes` are
    sentences to stand with every figure.
    """

    kind: LeafKind
    names: tuple[str, ...]
    device: str
    seconds: float
    host: Host
    stretch: bool = False
    complete: bool = False
    soak: bool = False
    power_source: Literal["mains", "battery"] | None = None
    power_plan: str | None = None
    free_bytes: int | None = None
    is_shared: bool = False
    pci_address: str | None = None
    adapter_index: int = 0
    backend: Literal["Vulkan", "Metal", "DX12"] | None = None
    allow_software: bool = False
    notes: tuple[Reason, ...] = ()


def worker_command(plan: WorkerPlan) -> list[str]:
    """The command line of the child that follows this plan."""
    return advisor_command("bench", "--events", "--part", plan.model_dump_json(exclude_defaults=True))
