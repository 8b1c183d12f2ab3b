"""One place of a table that can be sorted."""

from advisor.facts.values.frozen import frozen


@frozen
class Cell:
    """A text and what its column is sorted by; None is unknown and comes last in either direction.

    `short` is the text without what stands elsewhere, too, for where there is little room; empty where that is all.
    """

    text: str
    value: float | str | None
    short: str = ""
