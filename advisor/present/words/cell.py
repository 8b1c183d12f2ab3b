"""One place of a table that can be sorted."""

from advisor.facts.values.frozen import frozen


@frozen
class Cell:
    """A text and what its column is sorted by; None is unknown and comes last in either direction."""

    text: str
    value: float | str | None
