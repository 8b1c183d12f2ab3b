"""A reading that could not be had, with the reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Unavailable:
    """Stands in place of a reading; `reason` is plain words a person can read."""

    reason: str
