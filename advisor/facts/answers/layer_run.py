"""A layer of 1000 x 1000 run live: how long a pass takes on each processor, beside what was predicted."""

from pydantic import Field

from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

LAYER_WIDTH = 1000
"""Inputs and outputs of the layer."""

LAYER_ROWS = (1000, 1)
"""Rows that come at once: as many as the layer is wide, and one."""


class LayerRun(Record):
    """Seconds of one pass of so many rows, rows given and results back in main memory; the middle of all passes.

    `low_s` and `high_s` hold nine tenths of them. `predicted_s` is None where a rate of the device is not known.
    """

    device: str
    device_name: str
    rows: int = Field(ge=1)
    middle_s: float = Field(gt=0)
    low_s: float = Field(gt=0)
    high_s: float = Field(gt=0)
    passes: int = Field(ge=1)
    method: str
    predicted_s: float | None = None


class LayerRuns(Record):
    """All runs of one start, and what could not be run."""

    schema_version: int = 1
    runs: tuple[LayerRun, ...] = ()
    failures: tuple[Reason, ...] = ()
