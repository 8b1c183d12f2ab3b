"""One bar of a fit chart: parts of a memory side by side, what is left of it, and what lies beyond its end."""

from dataclasses import dataclass, field

from advisor.present.words.quantity import capacity_number
from advisor.present.words.series import Role, Segment
from advisor.present.words.words import say

END_PERCENT = 200.0
"""Bars end here, so that one that is far too long leaves the parts of the others to be seen."""


@dataclass
class MemoryStack:
    """Parts of one bar, laid from the left; what lies beyond the limit becomes the spill."""

    limit_bytes: int | None
    used_bytes: int = 0
    rows: list[tuple[str, int]] = field(default_factory=list)
    _parts: list[tuple[str, int, int, Role, bool]] = field(default_factory=list)

    def add(self, name: str, amount_bytes: int, role: Role, *, hatched: bool = False) -> None:
        """Lay `amount_bytes` down as far as the limit allows."""
        if amount_bytes <= 0:
            return
        room = amount_bytes if self.limit_bytes is None else self.limit_bytes - self.used_bytes
        if room > 0:
            self._parts.append((name, self.used_bytes, min(amount_bytes, room), role, hatched))
        self.used_bytes += amount_bytes
        self.rows.append((name, amount_bytes))

    def close(self, rest: str) -> None:
        """Name what is left up to the limit, or mark what lies beyond it."""
        if self.limit_bytes is None:
            return
        beyond = self.used_bytes - self.limit_bytes
        if beyond > 0:
            self._parts.append((say("does not fit"), self.limit_bytes, beyond, "spill", True))
            self.rows.append((say("does not fit"), beyond))
        self.add(rest, -beyond, "free")

    def end_percent(self) -> float:
        """Where the bar ends, in percent of the limit."""
        return min(100 * self.used_bytes / (self.limit_bytes or 1), END_PERCENT)

    def segments(self) -> tuple[Segment, ...]:
        """The parts in percent of the limit; what reaches beyond the end of the axis is broken off there."""
        whole = (self.limit_bytes or 1) / 100
        return tuple(
            Segment(
                name,
                start / whole,
                min(length / whole, END_PERCENT - start / whole),
                f"{name} {capacity_number(length)}",
                role,
                hatched,
                is_broken=(start + length) / whole > END_PERCENT,
            )
            for name, start, length, role, hatched in self._parts
        )
