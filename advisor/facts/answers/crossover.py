"""The PCIe question: how long one pass takes on each processor of a rig as more rows come at once."""

from pydantic import Field

from advisor.facts.answers.estimate import Input
from advisor.facts.values.record import Record


class PassWork(Record):
    """Work of one pass of rows through a layer or a model whose weights are already where they are needed.

    `moved_bytes_per_row` go to the card and back; `launches` are the kernels of one pass; `is_half`: in 16 bits.
    """

    name: str
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
    unknown: tuple[str, ...] = ()
