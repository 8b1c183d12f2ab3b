"""What pydantic makes of the annotations of our records, kept beside the code: it takes a fifth of a command's time.

A record is made ready when it is first needed. Its rules (a core schema) are then taken as they were made before, as
long as neither the code of the facts nor the library has changed; the app that is built brings them.
"""

import atexit
import contextlib
import importlib
import io
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import SchemaSerializer, SchemaValidator

from advisor.catalog.kept.beside_code import CODE, file_beside, read_beside, stamp_of, write_beside
from advisor.facts.values.record import take_rules

_ROOM = f"{CODE.name}.facts."
"""Records of this room depend on nothing else."""

PACKED_FILE = "records.pickle"
"""Beside the cards of the app that is built: the rules of all records."""

Schema = dict[str, Any]


class RecordRules:
    """The rules of records by their place in the code, each unpacked when it is asked for."""

    def __init__(self, file: Path, *folders: Path) -> None:
        self._file, self._folders = file, folders
        self._packed: dict[str, bytes] | None = None
        self._new: list[type[BaseModel]] = []

    def finish(self, record: type[BaseModel]) -> bool:
        """Make a record ready by rules that were kept; whether there are any.

        The rules themselves stay out of sight: within those of other records they would count as another record.
        """
        if not _is_ours(record):
            return False
        with contextlib.suppress(Exception):  # whatever is wrong with them: they are made anew
            schema = unpacked(self._kept()[_place(record)])
            config = _model_of(schema)["config"]
            validator, serializer = SchemaValidator(schema, config), SchemaSerializer(schema, config)
            record.__pydantic_validator__ = validator
            record.__pydantic_serializer__ = serializer
            record.__pydantic_complete__ = True
            return True
        return False

    def note(self, record: type[BaseModel]) -> None:
        """Keep the rules of a record that were made just now, at the end of the program."""
        if _is_ours(record) and not sys.dont_write_bytecode and not hasattr(sys, "_MEIPASS"):
            if not self._new:
                atexit.register(self.write)
            self._new.append(record)

    def write(self) -> None:
        """Write what is new beside what others have kept by now."""
        with contextlib.suppress(Exception):
            self._packed = None
            write_beside(self._file, stamp_of(*self._folders), pickle.dumps(self._kept() | packed(self._new)))

    def _kept(self) -> dict[str, bytes]:
        if self._packed is None:
            content = read_beside(self._file, stamp_of(*self._folders))
            self._packed = {} if content is None else dict(pickle.loads(content))
        return self._packed


def take_kept_rules() -> None:
    """Take the rules of records as they were made before: those that the app brings, else those beside the code."""
    built = getattr(sys, "_MEIPASS", None)
    if built is not None:
        take_rules(RecordRules(Path(built) / "specs" / PACKED_FILE))
    else:
        take_rules(RecordRules(file_beside(__file__, "records"), CODE / "facts"))


def pack_rules(file: Path) -> None:
    """Write the rules of all records into one file, for the app that is built from this checkout."""
    facts = CODE / "facts"
    for module in facts.rglob("*.py"):
        importlib.import_module(".".join((CODE.name, *module.relative_to(CODE).with_suffix("").parts)))
    records = [one for one in _below(BaseModel) if _is_ours(one)]
    for one in records:
        one.model_rebuild(force=True)
    file.write_bytes(stamp_of() + pickle.dumps(packed(records)))


def packed(records: list[type[BaseModel]]) -> dict[str, bytes]:
    """The rules of records, each packed apart; those that cannot be packed are left out."""
    places, found = _places_of_generics(), dict[str, bytes]()
    for record in records:
        stream = io.BytesIO()
        with contextlib.suppress(Exception):
            _Pickler(stream, places).dump(record.__pydantic_core_schema__)
            found[_place(record)] = stream.getvalue()
    return found


def unpacked(rules: bytes) -> Schema:
    """The rules of one record."""
    found: Schema = _Unpickler(io.BytesIO(rules)).load()
    return found


def _is_ours(record: type[BaseModel]) -> bool:
    return (
        record.__module__.startswith(_ROOM)
        and "<" not in record.__qualname__
        and record.__pydantic_generic_metadata__["origin"] is None
    )


def _place(record: type) -> str:
    return f"{record.__module__}:{record.__qualname__}"


def _model_of(schema: Schema) -> Schema:
    """The part of the rules that makes the record, within what is done before and after."""
    while schema["type"] != "model":
        schema = schema["schema"]
    return schema


Place = tuple[str, str, str, tuple[int, ...]]
"""Where a form of a generic record (`Fact[int]`) is named: module, record, field, and the way into its annotation."""


def _places_of_generics() -> dict[type, Place]:
    found: dict[type, Place] = {}
    for record in _below(BaseModel):
        if _is_ours(record):
            for name, annotation in getattr(record, "annotated", {}).items():
                for one, way in _generics_in(annotation, ()):
                    found.setdefault(one, (record.__module__, record.__qualname__, name, way))
    return found


def _generics_in(annotation: Any, way: tuple[int, ...]) -> Iterator[tuple[type, tuple[int, ...]]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if annotation.__pydantic_generic_metadata__["origin"] is not None:
            yield annotation, way
        return
    for at, part in enumerate(get_args(annotation)):
        yield from _generics_in(part, (*way, at))


def _below(record: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in record.__subclasses__():
        yield one
        yield from _below(one)


class _Pickler(pickle.Pickler):
    """Names forms of generic records by where they stand: they have no name of their own."""

    def __init__(self, stream: io.BytesIO, places: dict[type, Place]) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._places = places

    def persistent_id(self, one: Any) -> Place | None:
        if isinstance(one, type) and issubclass(one, BaseModel) and one.__pydantic_generic_metadata__["origin"]:
            return self._places[one]
        return None


class _Unpickler(pickle.Unpickler):
    """Finds them again."""

    def persistent_load(self, place: Place) -> type:
        module, record, name, way = place
        found: Any = getattr(importlib.import_module(module), record).annotated[name]
        for at in way:
            found = get_args(found)[at]
        assert isinstance(found, type)
        return found
