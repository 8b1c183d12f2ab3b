"""Reads one card and says everything that is wrong with it at once.

Over a thousand cards are read at every start: rtoml takes a tenth of the time of `tomllib` (25 of 310 ms).
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

import rtoml
from pydantic import ValidationError

from advisor.facts.cards.card import UNKNOWN_NAME, Known
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, ReasonError, reason, rule_of
from advisor.facts.values.record import Record

Card = TypeVar("Card", bound=Record)

_FEW = 24
"""So many allowed values are listed; of more those that look most like the one that is there."""

_ALIKE = 0.5
_MOST_FAULTS, _LONGEST_VALUE = 50, 200
"""Of one card; and characters of what stands there. Ours have fewer."""

_QUOTED = re.compile(r"'([^']*)'")
"""A value in pydantic's list of those that are expected."""


class CardError(ReasonError):
    """One or more cards cannot be used. `faults` names file, key, value and rule of each; the reason the first."""

    def __init__(self, *faults: Reason) -> None:
        super().__init__("card_faulty", first=faults[0], more=len(faults) - 1, count=len(faults))
        self.faults = faults


def read_card(path: Path, kind: type[Card], known: Known | None = None) -> Card:
    """The card at `path` as a record of type `kind`; what it names must be `known`, where that is given.

    Raises:
        CardError: the file is unreadable, is no TOML, or breaks rules of its record.
    """
    return checked(read_table(path), kind, known, where=str(path))


def read_table(path: Path) -> dict[str, object]:
    """The TOML table in one file.

    Raises:
        CardError: the file is unreadable or is no TOML.
    """
    try:
        return rtoml.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CardError(reason("card_unreadable", path=str(path), cause=str(error.strerror))) from error
    except (rtoml.TomlParsingError, UnicodeDecodeError) as error:
        raise CardError(reason("card_no_toml", path=str(path), cause=str(error))) from error


def checked(table: object, kind: type[Card], known: Known | None = None, *, where: str) -> Card:
    """`table` as a record of type `kind`; `where` names its origin in messages.

    Raises:
        CardError: the table breaks rules of its record, or names what is not known.
    """
    try:
        return kind.model_validate(table, context=known)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        wholes = {fault["loc"][:-1] for fault in faults}
        raise CardError(
            *(_fault(one, kind, where) for one in faults[:_MOST_FAULTS] if one["loc"] not in wholes)
        ) from error


def _fault(fault: Any, kind: type[Record], where: str) -> Reason:
    """File, key, value, and the rule or the values that are allowed."""
    place = [part for part in fault["loc"] if part != "[key]"]
    value, told = fault["input"], fault.get("ctx", {})
    if fault["type"] == UNKNOWN_NAME:
        rule = reason("card_name_unknown", kind=told["kind"], choice=_choice(value, told["allowed"]))
    elif fault["type"] == "literal_error":
        allowed = _QUOTED.findall(told["expected"]) or [told["expected"]]
        rule = reason("card_value_unknown", choice=_choice(value, allowed))
    elif fault["type"] == "extra_forbidden":
        rule = reason("card_key_unknown", choice=_choice(place[-1], _keys(kind, place[:-1])))
    else:
        rule = rule_of(fault)
    key = plain_text(".".join(map(str, place)))
    if fault["type"] == "missing":
        return reason("card_lacks", where=where, key=key)
    return reason("card_fault", where=where, key=key, value=plain_text(repr(value), longest=_LONGEST_VALUE), rule=rule)


def _choice(value: object, allowed: Sequence[str]) -> Reason:
    """The values to choose from: all of few, the nearest of many."""
    near = get_close_matches(str(value)[:_LONGEST_VALUE], allowed, n=5, cutoff=_ALIKE)
    if len(allowed) <= _FEW or not near:
        return reason("allowed_values", values=tuple(sorted(allowed, key=lambda one: one not in near)))
    return reason("nearest_values", number=len(allowed), values=tuple(near))


def _keys(kind: type[Record], place: Sequence[Any]) -> tuple[str, ...]:
    """The keys of the part of a record that lies at a place."""
    for part in place:
        if isinstance(part, str) and part in kind.model_fields:
            kind = next(_records(kind.model_fields[part].annotation), kind)
    return tuple(kind.model_fields)


def _records(annotation: Any) -> Any:
    """The record types within an annotation."""
    if isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for part in get_args(annotation):
        yield from _records(part)
