"""Cards as bytes: equal texts, and which fields of a record were stated, are said once for all records.

With a set and texts of its own for each of thousands of records they take twice the memory, and longer to unpack.
"""

import copyreg
import io
import pickle
from collections.abc import Mapping
from typing import Any

from advisor.facts.values.record import Record

_STATED = "__pydantic_fields_set__"


def packed(cards: Mapping[str, Any]) -> bytes:
    """For `pickle.loads`."""
    made = io.BytesIO()
    _Packer(made).dump(cards)
    return made.getvalue()


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._stated: dict[frozenset[str], set[str]] = {}
        self._texts: dict[str, str] = {}

    def reducer_override(self, obj: Any) -> Any:
        """Of a record its state with the set that others share; all else as it is usually packed."""
        if not isinstance(obj, Record):
            return NotImplemented
        state = obj.__getstate__()
        stated = state[_STATED]
        shared = self._stated.setdefault(frozenset(stated), stated)
        values = {name: self._shared(value) for name, value in state["__dict__"].items()}
        return copyreg.__newobj__, (type(obj),), {**state, "__dict__": values, _STATED: shared}  # type: ignore[attr-defined]

    def _shared(self, value: Any) -> Any:
        return self._texts.setdefault(value, value) if type(value) is str else value
