"""What a faster chip or faster memory would change: figures and sentences both come from here."""

from dataclasses import dataclass

from advisor.facts.answers.estimate import Speed

READING = ("weights", "kv_cache", "main_memory")
"""Terms that shrink with faster memory."""
_CALCULATING = ("unpacking", "attention", "arithmetic")
"""Terms that shrink with a faster chip."""
_HELPS = 1.1
"""Something helps that makes it at least a tenth faster when it is twice as fast itself."""


@dataclass(frozen=True)
class WhatIf:
    """Seconds of one step as it is, with a chip twice as fast, and with memory twice as fast."""

    total_s: float
    faster_chip_s: float
    faster_memory_s: float

    @property
    def chip_helps(self) -> bool:
        """Whether a faster chip with the same memory is worth naming."""
        return self.total_s >= _HELPS * self.faster_chip_s

    @property
    def memory_helps(self) -> bool:
        """Whether faster memory with the same chip is worth naming."""
        return self.total_s >= _HELPS * self.faster_memory_s


def what_if(phase: Speed) -> WhatIf | None:
    """The three times of a phase; None where its time is unknown."""
    total_s = sum(term.s for term in phase.terms)
    if phase.tokens_per_s is None or total_s <= 0:
        return None
    return WhatIf(
        total_s=total_s,
        faster_chip_s=total_s - time_of(phase, _CALCULATING) / 2,
        faster_memory_s=total_s - time_of(phase, READING) / 2,
    )


def time_of(phase: Speed, names: tuple[str, ...]) -> float:
    """Seconds of the named terms together."""
    return sum(term.s for term in phase.terms if term.name in names)
