"""What a person asks of a rig: one kind of use with one model, and what is swapped in the rig in thought."""

from typing import Any, Literal

from pydantic import Field

from advisor.facts.values.record import Record

CACHE_TYPE = "kv_type"
"""The field of a question about text that says in which type the cache of keys and values is stored."""
THINKING = "thinking"
"""The field that says whether a model thinks first, a `ThinkingWish`."""


class Question(Record):
    """One workload with one model, the same for every task.

    `model_id` is that of a card, or the path of a file that was opened. `fields` are those of a request of the task:
    for writing text `quant`, `context_tokens` and `prompt_tokens`, each left to the usual where it is missing,
    `images`, and `thinking` (a `ThinkingWish`) of models that leave the choice.
    """

    workload_id: str
    model_id: str
    fields: dict[str, Any] = Field(default_factory=dict)


ThinkingWish = Literal["auto", "on", "off"]
"""Whether a model shall think before it answers: `auto` takes what suits the work."""

EditKind = Literal["sticks", "faster_sticks", "memory_setting", "memory", "card", "second_card"]
"""`sticks` fill the free channels with sticks like those that are there, `faster_sticks` take the place of those,
`memory_setting` lets them run at their rate, `memory` swaps them for larger ones; `card` takes the place of the first
graphics card, `second_card` stands beside it, and is of its kind where no other one is named."""


class Edit(Record):
    """One change: the id of a card, the memory or the channels there are then; None where the kind has none.

    `kit` is what is bought for it, where several kits make the same change.
    """

    kind: EditKind
    card: str | None = None
    channels: int | None = Field(default=None, gt=1)
    memory_bytes: int | None = Field(default=None, gt=0)
    kit: str | None = None
