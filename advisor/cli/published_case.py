"""One published figure as a question."""

from typing import Any, NamedTuple


class Case(NamedTuple):
    """A request, the figure of its answer to compare (nested ones with a dot), and what was measured."""

    group: str
    request: dict[str, Any]
    figure: str
    measured: float
    label: str = ""
