"""What `rig-advisor fleet` answers: one model on many computers."""

from typing import Literal

from advisor.facts.answers.answer import RankedModel
from advisor.facts.answers.estimate import Limit
from advisor.facts.answers.usability import Usability
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record


class FleetRig(RankedModel):
    """One computer under its `label`, with the model as it runs there on `processor`."""

    label: str
    processor: str


class FleetFault(Record):
    """A file or name that gave no answer, and why."""

    label: str
    sentence: str


class FleetModel(Record):
    """The most capable model that `rigs` computers run well (great or fine)."""

    model: str
    model_id: str
    rigs: int


class SplitRig(Record):
    """What one computer of a split holds: `layers`, and bytes of those that are free; the first one starts it."""

    label: str
    processor: str
    layers: int
    need_bytes: int
    free_bytes: int


class FleetSplit(Ranged):
    """The fastest division of the model over two computers or more by llama.cpp's RPC, over the stated network.

    `parts` is empty and `missing_bytes` above 0 where all together do not hold it. `network_s` of every token go to the
    calls and the network. `alone` is the fastest computer that holds all of it, None where none does.
    """

    network_gbit_per_s: float
    latency_s: float
    parts: tuple[SplitRig, ...]
    tokens_per_s: Range | None = None
    prompt_s: float | None = None
    first_token_s: float | None = None
    network_s: float = 0.0
    usability: Usability = "unknown"
    limit: Limit | None = None
    missing_bytes: int = 0
    alone: str | None = None
    alone_tokens_per_s: Range | None = None


class Fleet(Record):
    """One model on every computer that was read; `rows` are those that were asked for, in the order asked for.

    `rigs` counts all that gave an answer, `different` those whose answers rest on different facts; `great` to
    `wont_run` count their lights. `best` is the label of the best of all, None where it runs on none. Where no model
    was named, `for_all` is the best that all computers run well and `for_most` the best for more than half of them,
    each None where there is none. `split` is there where a network was stated.
    """

    schema_version: Literal[1] = 1
    model: str
    model_id: str
    quant: str
    workload: str
    rigs: int
    different: int
    great: int
    fine: int
    slow: int
    unknown: int
    wont_run: int
    best: str | None
    rows: tuple[FleetRig, ...]
    for_all: FleetModel | None = None
    for_most: FleetModel | None = None
    split: FleetSplit | None = None
    faults: tuple[FleetFault, ...] = ()
