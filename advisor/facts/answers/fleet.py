"""What `rig-advisor fleet` answers: one model on many computers."""

from typing import Literal

from advisor.facts.answers.answer import RankedModel
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


class Fleet(Record):
    """One model on every computer that was read; `rows` are those that were asked for, in the order asked for.

    `rigs` counts all that gave an answer, `different` those whose answers rest on different facts; `great` to
    `wont_run` count their lights. `best` is the label of the best of all, None where it runs on none. Where no model
    was named, `for_all` is the best that all computers run well and `for_most` the best for more than half of them,
    each None where there is none.
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
    faults: tuple[FleetFault, ...] = ()
