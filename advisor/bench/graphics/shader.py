"""Kernels: text of resources/kernels with its gaps filled, repeated lines written out."""

from collections.abc import Iterable
from string import Template

from advisor.catalog.cards.folder import data_folder

LANES = 256
"""Invocations of one workgroup in all kernels but `launch`."""


def shader(name: str, **parts: str) -> str:
    """The kernel of that name; `parts` fill the gaps it has."""
    file = data_folder("resources") / "kernels" / f"{name}.wgsl"
    return Template(file.read_text("utf-8")).substitute(parts)


def lines(statements: Iterable[str]) -> str:
    """Statements, one per line."""
    return "\n".join(f"            {statement}" for statement in statements)


def grid(groups: int, *, most_per_dimension: int) -> tuple[int, int]:
    """Workgroups in two dimensions, neither above the limit, that make exactly `groups`."""
    rows = -(-groups // most_per_dimension)
    while groups % rows:
        rows += 1
    return groups // rows, rows
