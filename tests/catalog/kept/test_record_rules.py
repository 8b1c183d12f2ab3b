"""The rules of records are taken as they were made before, and made anew where something has changed."""

import importlib
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from advisor.catalog.kept.beside_code import CODE, read_beside, stamp_of, write_beside
from advisor.catalog.kept.record_rules import PACKED_FILE, RecordRules, pack_rules, packed, unpacked
from advisor.facts.machine.machine import Cache, Gpu, Memory
from advisor.facts.values.fact import Fact, known
from advisor.facts.values.record import Record
from advisor.facts.values.record_type import RecordType


def records() -> list[type[Record]]:
    """All records of the facts."""
    for module in (CODE / "facts").rglob("*.py"):
        importlib.import_module(".".join((CODE.name, *module.relative_to(CODE).with_suffix("").parts)))
    found: list[type[Record]] = []
    left: list[type[Record]] = [Record]
    while left:
        left += (one := left.pop()).__subclasses__()
        is_form = one.__pydantic_generic_metadata__["origin"] is not None
        is_there = vars(sys.modules[one.__module__]).get(one.__qualname__) is one  # others are made by tests
        if one.__module__.startswith("advisor.facts.") and is_there and not is_form:
            found.append(one)
    return found


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "facts.py").write_text("first")
    return tmp_path / "code"


@pytest.fixture
def unready() -> type[Record]:
    """A record as it is before it is first needed."""
    namespace = {"__module__": Cache.__module__, "__qualname__": "Cache", "__annotations__": dict(Cache.annotated)}
    found: Any = RecordType("Cache", (Record,), namespace)
    return found  # type: ignore[no-any-return]


@pytest.mark.broad
def test_all_records_of_the_facts_can_be_kept(tmp_path: Path) -> None:
    pack_rules(tmp_path / PACKED_FILE)
    kept = RecordRules(tmp_path / PACKED_FILE)
    for record in records():
        document = record.model_json_schema()
        assert kept.finish(record), record
        assert record.model_json_schema() == document


def test_kept_rules_are_those_that_were_made() -> None:
    for record in records():
        assert record.model_rebuild(force=True)
        made = packed([record])
        (schema,) = (unpacked(one) for one in made.values())
        assert repr(schema) == repr(record.__pydantic_core_schema__), record


def test_kept_rules_refuse_and_write_as_made_ones_do(tmp_path: Path, code: Path) -> None:
    Cache.model_rebuild(force=True)
    write_beside(tmp_path / "kept", stamp_of(code), pickle.dumps(packed([Cache])))
    assert RecordRules(tmp_path / "kept", code).finish(Cache)
    cache = Cache(level=1, kind="data", total_bytes=1, instances=2)
    assert cache.model_dump_json() == '{"level":1,"kind":"data","total_bytes":1,"instances":2}'
    with pytest.raises(ValidationError, match="greater than 0"):
        cache.changed(level=0)


def test_changed_code_damage_and_strangers_rules_are_made_anew(tmp_path: Path, code: Path, unready: Any) -> None:
    Cache.model_rebuild(force=True)
    file, content = tmp_path / "kept", pickle.dumps(packed([Cache]))
    write_beside(file, stamp_of(code), content)
    (code / "facts.py").write_text("second")
    assert not RecordRules(file, code).finish(unready)
    write_beside(file, stamp_of(code), content[:-9])
    assert not RecordRules(file, code).finish(unready)
    write_beside(file, stamp_of(code), pickle.dumps({"advisor.facts.machine.machine:Cache": b"?"}))
    assert not RecordRules(file, code).finish(unready)
    assert not unready.__pydantic_complete__


def test_two_programs_that_end_keep_what_each_has_made(tmp_path: Path, code: Path) -> None:
    Cache.model_rebuild(force=True)
    Memory.model_rebuild(force=True)
    one, other = (RecordRules(tmp_path / "kept", code) for _ in range(2))
    assert not one.finish(Cache)
    assert not other.finish(Memory)
    one.note(Cache)
    other.note(Memory)
    one.write()
    other.write()
    last = RecordRules(tmp_path / "kept", code)
    assert last.finish(Cache)
    assert last.finish(Memory)


def test_what_is_kept_is_read_with_its_own_stamp_only(tmp_path: Path, code: Path) -> None:
    write_beside(tmp_path / "kept", b"stamp", b"content")
    assert read_beside(tmp_path / "kept", b"stamp") == b"content"
    assert read_beside(tmp_path / "kept", b"other") is None
    assert read_beside(tmp_path / "none", b"stamp") is None


def test_fields_are_those_that_pydantic_collects() -> None:
    for record in records():
        assert list(record.annotated) == list(record.model_fields), record


def test_a_record_knows_its_fields_before_it_is_needed(unready: Any) -> None:
    assert not unready.__pydantic_complete__
    assert [*unready.annotated] == ["level", "kind", "total_bytes", "instances"]
    assert [*unready.model_fields] == ["level", "kind", "total_bytes", "instances"]
    assert issubclass(unready, BaseModel)


def test_where_python_evaluates_annotations_later_fields_are_collected_at_once() -> None:
    written = {"__annotate_func__": None, "__annotations__": {"level": int}, "__module__": Cache.__module__}
    made: Any = RecordType("Later", (Record,), written)
    assert [*made.annotated] == ["level"]
    assert isinstance(made.__pydantic_fields__, dict)
    assert made(level=1).changed(level=2).level == 2


def test_records_with_the_same_values_are_equal_and_of_one_hash() -> None:
    one, other = (Cache(level=1, kind="data", total_bytes=1, instances=2) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != other.changed(level=2)
    assert hash(known(1, origin="user", source="x")) == hash(Fact[int](value=1, origin="user", source="x"))
    assert Gpu.model_fields["name"].is_required()
