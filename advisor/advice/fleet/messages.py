"""What a child says of many computers: their rows piece by piece, then what all of them reach together."""

from collections.abc import Iterator, Mapping

from advisor.facts.answers.fleet import Fleet, FleetRig
from advisor.facts.values.message import Result
from advisor.facts.values.record import Record

FLEET, FLEET_ROWS = "fleet", "fleet_rows"
_PIECE = 40
"""Rows in a line: some 40 KB."""


class FleetPiece(Record):
    """Some rows with the files they are of, empty for what is no file that can be opened."""

    rows: tuple[FleetRig, ...]
    paths: tuple[str, ...]


def as_messages(fleet: Fleet, paths: Mapping[str, str]) -> Iterator[Result]:
    """The rows in pieces that fit a line, then the rest with the row of the best one; `paths` by their labels."""
    for start in range(0, len(fleet.rows), _PIECE):
        rows = fleet.rows[start : start + _PIECE]
        piece = FleetPiece(rows=rows, paths=tuple(paths.get(one.label, "") for one in rows))
        yield Result(kind=FLEET_ROWS, body=piece.model_dump(mode="json"))
    best = tuple(one for one in fleet.rows if one.label == fleet.best)
    faults = fleet.faults[:_PIECE]
    yield Result(kind=FLEET, body=fleet.changed(rows=best, faults=faults).model_dump(mode="json"))
