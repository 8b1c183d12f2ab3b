"""What a person asks of a rig: one kind of use with one model, and what was chosen of its request."""

from typing import Any

from pydantic import Field

from advisor.facts.values.record import Record


class Question(Record):
    """One workload with one model, the same for every task.

    `model_id` is that of a card, or the path of a file that was opened. `fields` are those of a request of the task:
    for writing text `quant` and `context_tokens`, each left to the usual where it is missing.
    """

    workload_id: str
    model_id: str
    fields: dict[str, Any] = Field(default_factory=dict)
