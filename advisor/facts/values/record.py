"""The one shape all facts share: frozen, strict, closed, no infinities."""

from typing import Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable record. Unknown keys, wrong types, inf and nan are errors.

    Change one by building a new record through validation (`changed`), never by `model_copy(update=...)`,
    which skips validation.
    """

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        defer_build=True,
        allow_inf_nan=False,
        validate_default=True,
        serialize_by_alias=True,
        validate_by_name=True,
        validate_by_alias=True,
    )

    def changed(self, **values: object) -> Self:
        """A validated copy of the same type with some fields replaced."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **values})
