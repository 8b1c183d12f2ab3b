"""What another program says about the machine, and how that compares with what detection says."""

from typing import Literal

from advisor.facts.values.record import Record

Tool = Literal[
    "lscpu", "lspci", "nvidia-smi", "rocm-smi", "vulkaninfo", "fastfetch", "free", "system_profiler", "Get-CimInstance",
]  # fmt: skip


class WitnessGpu(Record):
    """A GPU as a tool names it; None for what it does not tell. `vendor` is as detection writes it."""

    name: str | None
    vendor: str | None = None
    pci_address: str | None = None
    pci_id: str | None = None
    memory_bytes: int | None = None


class Witness(Record):
    """What one tool says. `cpu_names` are several where the kinds of cores have names; `threads` are those online."""

    tool: Tool
    cpu_names: tuple[str, ...] = ()
    cores: int | None = None
    threads: int | None = None
    memory_bytes: int | None = None
    gpus: tuple[WitnessGpu, ...] = ()


class ComparedFact(Record):
    """A fact as the tool and as the app tell it; None where one of them does not have it."""

    fact: Literal["cpu_name", "cores", "threads", "memory_bytes", "gpu_name", "gpu_memory_bytes"]
    told: str | int | None
    app: str | int | None
    agrees: bool


class ComparedWitness(Record):
    """What one tool says beside what the app says, nothing where it tells nothing that can be compared."""

    tool: Tool
    facts: tuple[ComparedFact, ...]
