"""A value that knows where it came from, or why it is unknown."""

from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import FieldError, Parameter, Reason
from advisor.facts.values.reason import reason as reason_of
from advisor.facts.values.record import Record

Source = Annotated[str | Reason, Field(union_mode="left_to_right")]
"""What a value came from: the name of a file, call, page or card, or how it was made of others."""

Origin = Literal["measured", "detected", "datasheet", "estimated", "user"]
"""How a value was obtained. `user` was typed in by a person and outranks the rest."""

TRUST: tuple[Origin, ...] = ("user", "measured", "detected", "datasheet", "estimated")
"""Origins from the strongest to the weakest."""

T = TypeVar("T")

_POOR = 2.0
"""Times a figure that may be true, from which it says little (a judgment)."""


class Uncertainty(Record):
    """How far a known figure may be off, and why: what is true lies between `low` and `high` times it.

    Of a measured one that something disturbed, of an estimated one that only its kind is known.
    """

    reasons: Annotated[tuple[Reason, ...], Field(min_length=1)]
    low: float = Field(gt=0, le=1)
    high: float = Field(ge=1)

    def nearest(self, figure: float, *, usual: float) -> float:
        """Of a rate at least the uncertain one, and the usual one as far as that leaves room for it."""
        return min(max(usual, figure), figure * self.high)


class Fact(Record, Generic[T]):
    """One value with its origin and source, or None with the reason why it is unknown.

    As JSON: `{"value": 1, "from": "detected", "source": "/proc/meminfo"}` or `{"value": null, "reason": ...}`.
    `uncertainty` is there where the figure is told with a ~; `on_paper` is what a measured one stands in place of.
    """

    value: T | None
    origin: Origin | None = Field(default=None, alias="from")
    source: Source | None = None
    reason: Reason | None = None
    uncertainty: Uncertainty | None = None
    on_paper: T | None = None

    @property
    def is_poor(self) -> bool:
        """Whether what is true may be twice the figure: then it is more an estimate than a measurement."""
        return self.uncertainty is not None and self.uncertainty.high >= _POOR

    @model_validator(mode="after")
    def _known_or_explained(self) -> Self:
        if self.value is None and self.reason is None:
            raise FieldError("fact_without_reason")
        if self.value is not None and (self.origin is None or not self.source):
            raise FieldError("fact_without_source")
        return self

    @model_serializer(mode="wrap")
    def _without_empty_fields(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = handler(self)
        return {key: item for key, item in fields.items() if key == "value" or item is not None}


def known(value: T, *, origin: Origin, source: Source) -> Fact[T]:
    """A fact with a value; `source` names the file, call, card or formula it came from."""
    return Fact[T](value=value, origin=origin, source=source)


def unknown(why: Reason | ReasonCode, **parameters: Parameter) -> Fact[Any]:
    """A fact without a value, and why: a reason, or its code and parameters."""
    return Fact(value=None, reason=reason_of(why, **parameters))


def believed(fact: Fact[float], usual: float | None) -> Fact[float]:
    """The usual rate as far as an uncertain one leaves room for it, within the same ends; a sure one as it is."""
    uncertainty, value = fact.uncertainty, fact.value
    if uncertainty is None or value is None or usual is None:
        return fact
    nearest = uncertainty.nearest(value, usual=usual)
    low, high = value * uncertainty.low / nearest, value * uncertainty.high / nearest
    ends = uncertainty.changed(low=min(1.0, low), high=max(1.0, high))
    return fact.changed(value=nearest, origin="estimated", uncertainty=ends)


def weakest(*origins: Origin) -> Origin:
    """The origin of a figure derived from several: that of its least trusted input."""
    return max(origins, key=TRUST.index)
