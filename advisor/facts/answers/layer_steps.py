"""The speed of a model that a graphics card holds in part, by how much of it lies there."""

from typing import Literal

from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record


class LayerStep(Ranged):
    """So many layers on the card: the speed with its range, None where it is not known, and whether they have room."""

    on_card: int
    fits: bool
    tokens_per_s: Range | None


class LayerSteps(Record):
    """Steps from nothing to everything on the card; `what` is counted, whole layers or the experts of layers.

    `chosen` is the step of the answer, `most` all there is; whole layers count the output layer as one.
    """

    processor_name: str
    what: Literal["layers", "experts"]
    most: int
    chosen: int
    steps: tuple[LayerStep, ...]
