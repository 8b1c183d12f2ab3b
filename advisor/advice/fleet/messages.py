"""What a child says of many computers: their rows piece by piece, what all reach together, then what to buy."""

from collections.abc import Iterator, Mapping, Sequence

from advisor.facts.answers.fleet import Fleet, FleetBuying, FleetRig
from advisor.facts.values.message import Result
from advisor.facts.values.record import Record

_KINDS, _ROWS = 40, 200
"""In a line: some 40 KB, and with the longest paths less than a MB."""


class FleetKinds(Record):
    """Rows that differ in more than their label: each stands for all of its kind, in the order of their places.

    `place` is that of the first one here.
    """

    place: int
    rows: tuple[FleetRig, ...]


class FleetRows(Record):
    """Rows by the places of their kinds, with the files they are of, empty for what is no file that can be opened."""

    kinds: tuple[int, ...]
    labels: tuple[str, ...]
    paths: tuple[str, ...]


def as_messages(fleet: Fleet, kinds: Mapping[str, int], paths: Mapping[str, str] | None) -> Iterator[Result]:
    """The kinds, the rows and then the rest with the row of the best one, in pieces that fit a line.

    `kinds` and `paths` are those of each label; rigs of one kind have all but their label in common. Without paths the
    rows were said before, and only their kinds are said anew.
    """
    first = {kinds[one.label]: one for one in reversed(fleet.rows)}
    places = {kind: place for place, kind in enumerate(first)}
    for number, some in enumerate(_pieces([*first.values()], _KINDS)):
        yield _said("fleet_kinds", FleetKinds(place=number * _KINDS, rows=some))
    for some in _pieces(() if paths is None else fleet.rows, _ROWS):
        labels = tuple(one.label for one in some)
        found = tuple(places[kinds[one]] for one in labels)
        where = tuple((paths or {}).get(one, "") for one in labels)
        yield _said("fleet_rows", FleetRows(kinds=found, labels=labels, paths=where))
    best = tuple(one for one in fleet.rows if one.label == fleet.best)
    yield _said("fleet", fleet.changed(rows=best, faults=fleet.faults[:_KINDS]))


def bought(buying: FleetBuying) -> Result:
    """What to buy for them."""
    return _said("fleet_buying", buying)


def _said(kind: str, record: Record) -> Result:
    return Result(kind=kind, body=record.model_dump(mode="json"))


def _pieces(rows: Sequence[FleetRig], size: int) -> Iterator[tuple[FleetRig, ...]]:
    yield from (tuple(rows[start : start + size]) for start in range(0, len(rows), size))
