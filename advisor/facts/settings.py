"""What the app remembers between two starts."""

from typing import Literal

from pydantic import Field

from advisor.facts.record import Record


class WindowGeometry(Record):
    """Where the window stood, in screen points."""

    x: int
    y: int
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    maximized: bool = False


class Settings(Record):
    """Choices of the person; None where nothing was chosen yet."""

    schema_version: Literal[1] = 1
    theme: Literal["system", "light", "dark"] = "system"
    page: str | None = None
    model_id: str | None = None
    quant: str | None = None
    context_tokens: int | None = Field(default=None, gt=0)
    workload_id: str | None = None
    processor_id: str | None = None
    recent_model_ids: tuple[str, ...] = ()
    last_folder: str | None = None
    window: WindowGeometry | None = None
