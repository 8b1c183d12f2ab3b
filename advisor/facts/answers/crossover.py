"""The PCIe question: how long a pass of so many rows takes on each processor of a rig, predicted and run live."""

from pydantic import Field

from advisor.facts.answers.estimate import Input
from advisor.facts.values.fact import Source
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class PassWork(Record):
    """Work of one pass of rows through a layer or a model whose weights are already where they are needed.

    `moved_bytes_per_row` go to the card and back; `launches` are the kernels of one pass; `is_half`: in 16 bits.
    """

    name: Source
    flop_per_row: float = Field(gt=0)
    weights_bytes: float = Field(gt=0)
    moved_bytes_per_row: float = Field(gt=0)
    launches: int = Field(default=1, ge=1)
    is_half: bool = False


class PassTime(Record):
    """Seconds of one pass of so many rows: the way there and back, starting the work, the work itself."""

    rows: int
    trip_s: float
    launch_s: float
    compute_s: float

    @property
    def total_s(self) -> float:
        """All of it."""
        return self.trip_s + self.launch_s + self.compute_s


class PassCurve(Record):
    """One processor over the number of rows. `sooner_from_rows` is where it overtakes the CPU, None where never."""

    processor_id: str
    processor_name: str
    points: tuple[PassTime, ...]
    sooner_from_rows: int | None = None
    inputs: tuple[Input, ...] = ()


class Crossover(Record):
    """The curves of a rig, the CPU first, and why one of its processors has none."""

    work: PassWork
    curves: tuple[PassCurve, ...]
    unknown: tuple[Reason, ...] = ()


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
