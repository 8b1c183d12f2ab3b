"""A what-if: one part of a rig put in or swapped, in thought only."""

from typing import Literal

from pydantic import Field

from advisor.facts.values.record import Record

EditKind = Literal["sticks", "memory", "card", "second_card"]
"""`sticks` fill the free channels with sticks like those that are there, `memory` swaps them for larger ones; `card`
takes the place of the first graphics card, `second_card` stands beside it and is of its kind."""


class Edit(Record):
    """One change: the id of a card, the memory or the channels there are then; None where the kind has none."""

    kind: EditKind
    card: str | None = None
    channels: int | None = Field(default=None, gt=1)
    memory_bytes: int | None = Field(default=None, gt=0)
