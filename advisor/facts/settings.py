"""What the app remembers between two starts."""

from typing import Literal

from pydantic import Field

from advisor.facts.record import Record


class RecentFile(Record):
    """A model's file that was opened: where it lies, and what its header said."""

    path: str
    name: str
    quant: str | None = None
    weights_bytes: int | None = None


class Settings(Record):
    """Choices of the person; None where nothing was chosen yet."""

    schema_version: Literal[1] = 1
    model_id: str | None = None
    quant: str | None = None
    context_tokens: int | None = Field(default=None, gt=0)
    workload_id: str | None = None
    recent_files: tuple[RecentFile, ...] = ()
