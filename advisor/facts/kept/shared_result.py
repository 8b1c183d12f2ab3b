"""What one rig read and reached, fit to be posted: the document `rig-advisor share` prints.

Only what is listed here leaves a computer: no names of people, hosts or files, no serial numbers, no hours of a day.
A name is one of our cards, or letters that a maker writes.
"""

import datetime
from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.machine.measurement import Figure, MeasurementName, Tokens
from advisor.facts.values.os_name import OsName
from advisor.facts.values.record import Record
from advisor.facts.values.units import EIB, KILO, MEGA, TERA

MOST_RUNS, MOST_FIGURES, MOST_GPUS = 50, 200, 32

ProductName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 .,()+_-]{0,79}$")]
CardId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,40}(/[a-z0-9][a-z0-9._-]{0,80}){0,4}$")]
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$")]
Version = Annotated[str, Field(pattern=r"^([a-z0-9]{1,12} )?[0-9][0-9.]{0,30}$")]
Build = Annotated[
    str, Field(pattern=r"^(b?[0-9]{1,8}|v?[0-9]{1,4}([.][0-9]{1,6}){1,3}|[0-9a-f]{7,12}( [(][0-9]{1,8}[)])?)$")
]
PartId = Annotated[str, Field(pattern=r"^(cpu(:[PE])?|gpu[0-9]{1,2})$")]
Method = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}/[0-9]{1,4}$")]
Bytes = Annotated[int, Field(gt=0, le=EIB)]
Count = Annotated[int, Field(gt=0, le=MEGA)]


class SharedCpu(Record):
    """A processor and the memory it reads: `transfers_per_s` of its slowest module."""

    name: ProductName | None = None
    card: CardId | None = None
    cores: Count | None = None
    threads: Count | None = None
    memory_bytes: Bytes | None = None
    memory_type: Word | None = None
    modules: Count | None = None
    transfers_per_s: Annotated[int, Field(gt=0, le=TERA)] | None = None


class SharedGpu(Record):
    """A graphics processor by its PCI id and card; `driver` is its version."""

    name: ProductName | None = None
    card: CardId | None = None
    pci_id: Annotated[str, Field(pattern=r"^[0-9a-f]{4}:[0-9a-f]{4}$")] | None = None
    memory_bytes: Bytes | None = None
    driver: Version | None = None


class SharedFigure(Record):
    """One measured figure, in base units; `name` first, so that one of a newer version is passed over."""

    name: MeasurementName
    part: PartId
    value: Figure
    method: Method
    spread: Annotated[float, Field(ge=0, le=KILO)] = 0.0
    noisy: bool = False
    on_battery: bool = False
    others_busy: Annotated[float, Field(ge=0, le=1)] | None = None


class SharedModel(Record):
    """A model: one of ours by its id, any other by what its file states and a hash of that."""

    id: CardId | None = None
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = None
    architecture: Word | None = None
    layers: Count | None = None
    hidden: Count | None = None
    weights_bytes: Bytes | None = None
    params: Annotated[int, Field(gt=0, le=KILO * TERA)] | None = None


class SharedRun(Record):
    """One speed of one model with its settings; None for what the program chose."""

    model: SharedModel
    quant: Word
    part: PartId
    engine: Word
    build: Build | None = None
    backend: Word | None = None
    flash_attention: bool | None = None
    phase: Literal["decode", "prefill"]
    depth_tokens: Tokens
    prompt_tokens: Tokens
    generated_tokens: Tokens
    threads: Count | None = None
    ubatch_tokens: Count | None = None
    tokens_per_s: float = Field(gt=0, le=MEGA)
    spread: float = Field(default=0, ge=0, lt=1)
    day: datetime.date


class SharedResult(Record):
    """The hardware of one rig, what was measured on it, and what models reached there."""

    kind: Literal["rig-advisor-result"]
    schema_version: Literal[1] = 1
    app_version: Version
    day: datetime.date
    os: OsName | None = None
    virtual: bool = False
    cpu: SharedCpu
    gpus: tuple[SharedGpu, ...] = Field(default=(), max_length=MOST_GPUS)
    figures: tuple[SharedFigure, ...] = Field(default=(), max_length=MOST_FIGURES)
    runs: tuple[SharedRun, ...] = Field(default=(), max_length=MOST_RUNS)


class KeptResult(Record):
    """A result of somebody, by a hash of what it says: the same one is kept once."""

    key: str
    result: SharedResult


class SharedResults(Record):
    """All results that were imported, the last come last."""

    schema_version: Literal[1] = 1
    results: tuple[KeptResult, ...] = ()
