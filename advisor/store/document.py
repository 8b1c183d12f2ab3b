"""JSON documents back to records: strict about values, tolerant of keys and names that a newer version added."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from advisor.catalog.reading.bounded_json import MOST_PARTS, TooManyPartsError, bounded_json
from advisor.facts.values.reason import ReasonError, reason, rule_of
from advisor.facts.values.record import Record

R = TypeVar("R", bound=Record)
Place = tuple[int | str, ...]
_ROUNDS = 10
"""What is unknown may hide what is unknown within it; no older or newer version nests it deeper."""
Migrations = Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
"""By schema version: the step from the data of that version to the next."""


class DamagedError(ReasonError, ValueError):
    """The text is no such document; the reason says what is wrong."""


class NewerError(DamagedError):
    """The document has a schema version this program does not know yet."""


def parsed_object(data: bytes, *, most_parts: int = MOST_PARTS) -> dict[str, Any]:
    """The JSON object in these bytes (UTF-8 or UTF-16, as shells write it)."""
    try:
        found = bounded_json(data, most_parts=most_parts)
    except TooManyPartsError as error:
        raise DamagedError("holds_too_much") from error
    except (ValueError, RecursionError) as error:
        raise DamagedError("holds_no_json") from error
    if not isinstance(found, dict):
        raise DamagedError("holds_no_json_object")
    return found


def migrated(found: dict[str, Any], *, version: int, migrations: Migrations) -> dict[str, Any]:
    """The same document in schema `version`. Without a version it counts as the first."""
    while (has := found.get("schema_version", 1)) != version:
        if not isinstance(has, int) or isinstance(has, bool) or (has < version and has not in migrations):
            raise DamagedError("schema_version_unknown")
        if has > version:
            raise NewerError("saved_by_newer")
        try:
            found = {**migrations[has](found), "schema_version": has + 1}
        except (AttributeError, KeyError, TypeError) as error:
            raise DamagedError("not_what_its_version_says") from error
    return found


def tolerant(record_type: type[R], found: dict[str, Any], *, rounds: int = _ROUNDS) -> tuple[R, tuple[str, ...]]:
    """The record in `found`, and the dotted names of what it does not know and leaves out.

    That are keys, and entries of lists whose `name` or `code` is none of those there are.
    """
    try:
        return record_type.model_validate_json(json.dumps(found)), ()
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
    except (ValueError, RecursionError) as error:
        raise DamagedError("values_not_valid") from error
    unknown = {place for problem in problems if (place := _unknown(problem)) is not None}
    wrong = [problem for problem in problems if not _lies_in(problem["loc"], unknown)]
    if wrong:
        where = ".".join(str(part) for part in wrong[0]["loc"])
        fault = rule_of(wrong[0])
        raise DamagedError(
            reason("value_wrong", key=where, fault=fault) if where else reason("document_wrong", fault=fault)
        )
    cleaned = json.loads(json.dumps(found))
    inner = {place for place in unknown if _lies_in(place[:-1], unknown)}
    places = sorted(unknown - inner, key=lambda place: [(isinstance(part, int), part) for part in place])
    for place in reversed(places):
        _remove(cleaned, place)
    if not rounds:
        raise DamagedError("values_not_valid")
    record, more = tolerant(record_type, cleaned, rounds=rounds - 1)
    return record, (*(".".join(str(part) for part in place) for place in places), *more)


def _lies_in(place: Place, places: set[Place]) -> bool:
    return any(place[:count] in places for count in range(len(place) + 1))


def _unknown(problem: Any) -> Place | None:
    """The place of what is only unknown, not wrong; the first entries of a list come first."""
    place: Place = problem["loc"]
    if problem["type"] == "extra_forbidden":
        return place
    is_entry = problem["type"] == "literal_error" and place[-1:] in (("name",), ("code",)) and len(place) > 1
    return place[:-1] if is_entry and isinstance(place[-2], int) else None


def _remove(found: Any, place: Place) -> None:
    *way, last = place
    try:
        for part in way:
            found = found[part]
        del found[last]
    except (KeyError, IndexError, TypeError) as error:
        raise DamagedError("key_not_known", key=".".join(str(part) for part in place)) from error
