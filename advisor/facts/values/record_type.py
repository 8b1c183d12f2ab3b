"""How the class of a record is made: its fields are collected when they are first asked for.

To understand the annotations of all records takes a tenth of a command's time, and most are not needed: rules that were
kept have them (`take_rules` in record.py). Until then pydantic sees a class without fields of its own.
"""

from collections.abc import Iterator, Mapping
from threading import local
from typing import Any, ClassVar, get_origin

from pydantic import BaseModel
from pydantic._internal._model_construction import ModelMetaclass
from pydantic.fields import FieldInfo

_GENERIC = "__pydantic_generic_metadata__"
_EVALUATED = frozenset(("__annotate__", "__annotate_func__"))
"""What classes have from Python 3.14 on in place of annotations: these are evaluated on a class that is there."""


_STATED: dict[frozenset[str], set[str]] = {}
"""The sets of fields that records were made with, one for all that state the same."""


_fields_set: Any = BaseModel.__dict__["__pydantic_fields_set__"].__set__
"""What sets the set of a record."""


class RecordType(ModelMetaclass):
    """The type of records."""

    annotated: dict[str, Any]
    """The annotation of each field, in their order, as it is written."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, is_whole: bool = False, **options: Any
    ) -> type:
        """A class whose own fields follow; `is_whole` makes it as pydantic would."""
        is_whole = is_whole or not _EVALUATED.isdisjoint(namespace)
        written = namespace.get("__annotations__", {})
        fields = {one: annotation for one, annotation in written.items() if not _is_of_class(annotation)}
        if is_whole or not (fields or _GENERIC in options):
            made = super().__new__(mcs, name, bases, namespace, **options)
            written = made.__annotations__
            fields = {one: annotation for one, annotation in written.items() if not _is_of_class(annotation)}
        else:
            given = {one: value for one, value in namespace.items() if one not in fields}
            given["__annotations__"] = {one: value for one, value in written.items() if one not in fields}
            with _Hidden():
                made = super().__new__(mcs, name, bases, given, **options)
            made.__pydantic_fields__ = _LaterFields(made, bases, namespace, options)  # type: ignore[attr-defined]
        annotated: dict[str, Any] = {}
        for base in reversed(bases):
            annotated |= getattr(base, "annotated", {})
        made.annotated = annotated | fields  # type: ignore[attr-defined]
        return made

    def __call__(cls, **stated: Any) -> Any:  # noqa: N805 - a class is what it makes
        """A record; which of its fields were stated is said once for all that state the same.

        A set of its own for each takes as much memory as all else of it.
        """
        kind: Any = cls
        made = object.__new__(kind)
        kind.__pydantic_validator__.validate_python(stated, self_instance=made)
        own = made.__pydantic_fields_set__
        _fields_set(made, _STATED.setdefault(frozenset(own), own))
        return made


def _is_of_class(annotation: Any) -> bool:
    return annotation is ClassVar or get_origin(annotation) is ClassVar


class _Hidden:
    """While a class is made, fields of those it is made of that were not collected yet are none."""

    here = local()

    def __enter__(self) -> None:
        self.here.is_on = True

    def __exit__(self, *error: object) -> None:
        self.here.is_on = False


class _LaterFields(Mapping[str, FieldInfo]):
    """The fields of a record, which pydantic collects when one is asked for."""

    def __init__(
        self, record: Any, bases: tuple[type, ...], namespace: dict[str, Any], options: dict[str, Any]
    ) -> None:
        self._record, self._bases, self._options = record, bases, options
        self._namespace = {one: value for one, value in namespace.items() if one != "__classcell__"}
        self._found: dict[str, FieldInfo] | None = None

    @property
    def _fields(self) -> dict[str, FieldInfo]:
        if self._found is None:
            if getattr(_Hidden.here, "is_on", False):
                return {}
            self._found = self._collected()
        return self._found

    def _collected(self) -> dict[str, FieldInfo]:
        for base in self._bases:
            len(getattr(base, "__pydantic_fields__", ()))  # those that it is made of come first
        record, namespace = self._record, dict(self._namespace)
        namespace["__qualname__"] = f"<fields of {record.__qualname__}>"
        whole: Any = RecordType(record.__name__, self._bases, namespace, is_whole=True, **self._options)
        if "__annotations__" in namespace:
            record.__annotations__ = namespace["__annotations__"]
        found = dict(whole.__pydantic_fields__)
        record.__pydantic_fields__ = found
        return found

    def __getitem__(self, name: str) -> FieldInfo:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)
