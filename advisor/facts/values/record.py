"""The one shape all facts share: frozen, strict, closed, no infinities."""

from typing import Any, Protocol, Self

from pydantic import BaseModel, ConfigDict

from advisor.facts.values.record_type import RecordType

_CALLERS = 2
"""So many calls up pydantic looks for names that annotations use."""


class KeptRules(Protocol):
    """What pydantic made of the annotations of records at an earlier start."""

    def finish(self, record: type[BaseModel]) -> bool:
        """Make a record ready by rules that were kept; whether there are any."""

    def note(self, record: type[BaseModel]) -> None:
        """Keep the rules of a record that were made just now."""


_kept: list[KeptRules] = []


def take_rules(kept: KeptRules) -> None:
    """From now on take the rules of records from there, and keep there what has to be made anew."""
    _kept[:] = [kept]


class Record(BaseModel, metaclass=RecordType):
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

    __slots__ = ("_hashed",)

    def __hash__(self) -> int:
        found: int | None = getattr(self, "_hashed", None)
        if found is None:  # it is asked again and again of the keys of what is worked out once
            values = self.__dict__
            found = hash(tuple([values.get(name) for name in type(self).annotated]))
            object.__setattr__(self, "_hashed", found)
        return found

    @classmethod
    def model_rebuild(cls, *, force: bool = False, **options: Any) -> bool | None:
        """Make the record ready: by what was made of its annotations before, where they have not changed since."""
        is_first = not (force or cls.__pydantic_complete__)
        if is_first and any(kept.finish(cls) for kept in _kept):
            return True
        depth = options.pop("_parent_namespace_depth", _CALLERS) + 1
        done = super().model_rebuild(force=force, _parent_namespace_depth=depth, **options)
        for kept in _kept if is_first and done else ():
            kept.note(cls)
        return done

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """The JSON schema, by rules that are made for it."""
        cls.model_rebuild(force=True)
        return super().model_json_schema(*arguments, **options)

    def changed(self, **values: object) -> Self:
        """A validated copy of the same type with some fields replaced."""
        fields = {name: getattr(self, name) for name in type(self).annotated}
        return type(self).model_validate({**fields, **values})
