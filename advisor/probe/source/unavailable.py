"""A reading that could not be had, with the reason."""

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Parameter, Reason, reason


class Unavailable:
    """Stands in place of a reading; made like a reason, or of one."""

    __slots__ = ("reason",)

    def __init__(self, why: Reason | ReasonCode, **parameters: Parameter) -> None:
        self.reason = reason(why, **parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unavailable) and other.reason == self.reason

    def __hash__(self) -> int:
        return hash(self.reason)

    def __repr__(self) -> str:
        return f"Unavailable({self.reason.code!r}, {self.reason.parameters})"
