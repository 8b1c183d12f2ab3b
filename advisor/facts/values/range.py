"""A figure with what it may be: low and high end around the best estimate."""

from functools import cache
from math import isfinite
from typing import Any, Literal, NamedTuple, Self

from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from advisor.facts.values.reason import FieldError
from advisor.facts.values.record import Record

Ending = Literal["low", "middle", "high"]


class Range(NamedTuple):
    """Low end, best estimate and high end, all in the unit that the field's name states.

    Of a speed four of five measurements lie between the ends; of a price all that dated sources say.
    """

    low: float
    middle: float
    high: float

    def at(self, end: Ending) -> float:
        """The figure at one end."""
        return {"low": self.low, "middle": self.middle, "high": self.high}[end]

    def times(self, factor: float) -> "Range":
        """All of it times a factor."""
        return Range(self.low * factor, self.middle * factor, self.high * factor)

    def into(self, amount: float) -> "Range":
        """What an amount divided by it may be: seconds of so many units at a rate; the ends change places."""
        return Range(amount / self.high, amount / self.middle, amount / self.low)

    def plus(self, other: "Range") -> "Range":
        """Both together, end by end."""
        return Range(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @classmethod
    def exactly(cls, figure: float) -> "Range":
        """A figure that is certain."""
        return cls(figure, figure, figure)

    @classmethod
    def around(cls, middle: float, factors: tuple[float, float]) -> "Range":
        """From the estimate and the factors of its two ends."""
        return cls(middle * factors[0], middle, middle * factors[1])

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A range is taken as it is; only `Ranged` writes and reads it."""
        return core_schema.no_info_after_validator_function(_finite, core_schema.is_instance_schema(cls))

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The middle; `Ranged` adds the ends."""
        return {"type": "number"}


def middle(found: Range | None) -> float | None:
    """The best estimate, None where there is none."""
    return None if found is None else found.middle


def _finite(found: Range) -> Range:
    if not all(map(isfinite, found)):
        raise FieldError("range_endless")
    return found


@cache
def _ranges(kind: type[Record]) -> tuple[str, ...]:
    """The names of a record's fields that are ranges."""
    wanted = (Range, Range | None)
    return tuple(name for name, annotation in kind.annotated.items() if annotation in wanted)


class Ranged(Record):
    """A record that writes each range as three keys, `low_x`, `x` and `high_x`, and reads them back."""

    @model_validator(mode="wrap")
    @classmethod
    def _joined(cls, found: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        """The keys of a file or of a request put together; ranges that are ranges already stay."""
        if not isinstance(found, dict):
            return handler(found)
        for name in _ranges(cls):
            best = found.get(name)
            if isinstance(best, Range):
                continue
            if isinstance(best, int | float) or f"low_{name}" in found:
                keys = f"low_{name}", f"high_{name}"
                low, high = (found.get(key) for key in keys)
                found = {key: value for key, value in found.items() if key not in keys}
                found[name] = (
                    None if best is None else Range(best if low is None else low, best, best if high is None else high)
                )
        return cls.model_validate(found, strict=False) if info.mode == "json" else handler(found)

    @model_serializer(mode="wrap")
    def _parted(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Flat keys, the ends behind the middle."""
        names, parted = _ranges(type(self)), dict[str, Any]()
        for key, value in handler(self).items():
            parted[key] = value
            if key in names:
                low, middle, high = getattr(self, key) or (None, None, None)
                parted |= {key: middle, f"low_{key}": low, f"high_{key}": high}
        return parted

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """With the keys as they are written."""
        found = handler(schema)
        told = handler.resolve_ref_schema(found)
        properties = told.get("properties", {})
        for name in _ranges(cls):
            if name in properties:
                properties |= {f"{end}_{name}": {**properties[name], "default": None} for end in ("low", "high")}
        return found
