"""Cards that a person added, laid over those of specs/: read alike, checked alike; a faulty one costs only itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import rtoml

from advisor.catalog.cards.card_file import CardError, checked
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.card_reader import known_ids
from advisor.catalog.cards.card_rules import broken_rules, costly_patterns
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.shelves import SHELVES, named_by, shelf_of
from advisor.facts.cards.card import ANY_BLOCK, Kind, Sourced
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import KIB

MOST_CARDS, MOST_CARD_BYTES = 2000, 64 * KIB
_MOST_PARTS, _LONGEST_TEXT, _LONGEST_NAME = 4096, 2000, 120
_ROUNDS = 8
"""What names a faulty card is faulty, too, and so on; nothing sound goes deeper."""
_CHOSEN = ("gpus", "cpus", "computers", "models", "workloads", "other_workloads")
"""Shelves whose cards go by their name before people; of the others the source of the figures is what people read."""
_FOLDERS = tuple(dict.fromkeys(folder for shelf in SHELVES.values() for folder in shelf.kinds))

Marked = Callable[[str], str]
"""A name with the word that says whose card it is."""
Tried = Callable[[str, Catalog], object]
"""Computes something with a card; whatever it raises, the card cannot be used."""


class OwnFolder(NamedTuple):
    """Files by their path below a folder of cards or within a pack; `place` is what that is called."""

    place: str
    files: Mapping[str, bytes]


class OwnCard(NamedTuple):
    """One that is used: its path below specs/, its name, where it lies, and whether one of ours had that path."""

    full_id: str
    name: str
    where: str
    replaces: bool


class LaidOver(NamedTuple):
    """The catalog with the cards of a person, which those are, and what is wrong with the others."""

    catalog: Catalog
    cards: tuple[OwnCard, ...] = ()
    faults: tuple[Reason, ...] = ()


class _Read(NamedTuple):
    table: dict[str, Any]
    where: str


def laid_over(catalog: Catalog, folders: Sequence[OwnFolder], *, marked: Marked, tried: Tried) -> LaidOver:
    """The cards of all folders over the catalog; of one path in several folders the last counts."""
    faults: list[Reason] = []
    left = {full_id: found for folder in folders for full_id, found in _tables(folder, faults)}
    for _ in range(_ROUNDS):
        cards, faulty = _checked(left, catalog)
        if not faulty:
            joined = _joined(catalog, cards, left, marked)
            faulty = dict(_useless(cards, left, joined, tried))
            if not faulty:
                return LaidOver(joined, tuple(_listed(cards, left, catalog)), tuple(faults))
        for full_id, told in faulty.items():
            del left[full_id]
            faults += told
    return LaidOver(catalog, (), (*faults, *(_fault(one.where, reason("card_impossible")) for one in left.values())))


def _fault(where: str, rule: Reason) -> Reason:
    return reason("card_where", where=where, rule=rule)


def _tables(folder: OwnFolder, faults: list[Reason]) -> Iterator[tuple[str, _Read]]:
    """What its files hold, by the path of the card; what is no card of any kind goes to the faults."""
    for count, (path, raw) in enumerate(sorted(folder.files.items())):
        where = plain_text(f"{folder.place}/{path}")
        if count >= MOST_CARDS:
            faults.append(reason("cards_too_many", name=folder.place, most=MOST_CARDS))
            return
        full_id = path.removesuffix(".toml")
        if shelf_of(full_id) is None:
            faults.append(_fault(where, reason("card_place_unknown", known=_FOLDERS)))
            continue
        try:
            yield full_id, _Read(own_table(raw, where), where)
        except CardError as error:
            faults += error.faults


def own_table(raw: bytes, where: str) -> dict[str, Any]:
    """The TOML table of a stranger's card.

    Raises:
        CardError: it is none, too large, or holds texts that cannot be shown.
    """
    if len(raw) > MOST_CARD_BYTES:
        raise CardError(_fault(where, reason("card_too_large", most=MOST_CARD_BYTES)))
    try:
        table = rtoml.loads(raw.decode("utf-8-sig"))
    except (rtoml.TomlParsingError, ValueError) as error:
        raise CardError(reason("card_no_toml", path=where, cause=plain_text(str(error)))) from error
    parts: list[tuple[str, Any]] = [("", table)]
    for key, value in parts:
        if isinstance(value, dict):
            parts += ((str(inner), one) for inner, one in value.items())
            parts += ((str(inner)[:_LONGEST_NAME], str(inner)) for inner in value)
        elif isinstance(value, list):
            parts += ((key, one) for one in value)
        if len(parts) > 2 * _MOST_PARTS:
            raise CardError(_fault(where, reason("card_too_large", most=MOST_CARD_BYTES)))
        longest = _LONGEST_NAME if key in ("name", "aliases") else _LONGEST_TEXT
        if isinstance(value, str) and (len(value) > longest or not value.isprintable()):
            rule = reason("card_text_odd", most=_LONGEST_TEXT, name=_LONGEST_NAME)
            told = {"where": where, "key": plain_text(key), "value": repr(plain_text(value, longest=80))}
            raise CardError(reason("card_fault", **told, rule=rule))
    return table


def _base_ids(catalog: Catalog) -> Iterator[str]:
    """The paths below specs/ of all cards."""
    for name, shelf in SHELVES.items():
        folder = "" if shelf.whole_path else f"{next(iter(shelf.kinds))}/"
        for index in _indexes(catalog, name):
            yield from (f"{folder}{card_id}" for card_id in index)


def _indexes(catalog: Catalog, shelf: str) -> tuple[CardIndex[Any], ...]:
    return (catalog.models, catalog.other_models) if shelf == "models" else (getattr(catalog, shelf),)


Cards = dict[str, dict[str, Sourced]]
"""By shelf and id."""
Faulty = dict[str, tuple[Reason, ...]]
"""By path below specs/."""


def _checked(left: Mapping[str, _Read], catalog: Catalog) -> tuple[Cards, Faulty]:
    """The records of all that are left, and the faults of those that are none."""
    cards: Cards = {name: {} for name in SHELVES}
    faulty: Faulty = {}
    known: dict[Kind, Any] = known_ids({*_base_ids(catalog), *left})
    known |= {"blocks": set(catalog.blocks), "rates": {*catalog.blocks, ANY_BLOCK}}
    for name, shelf in SHELVES.items():
        for full_id, found in left.items():
            place = shelf.place_of(full_id)
            if place is None:
                continue
            try:
                card = checked(found.table, place[0], known, where=found.where)
            except CardError as error:
                faulty[full_id] = error.faults
                continue
            designs = {**catalog.architectures, **cards["architectures"]}
            broken = (*broken_rules(card, designs), *costly_patterns(card)) if name != "architectures" else ()
            if broken:
                faulty[full_id] = tuple(
                    reason("card_fault", where=found.where, key=key, value=repr(value), rule=rule)
                    for key, value, rule in broken
                )
                continue
            cards[name][place[1]] = card
        ours = {card_id: card for index in _indexes(catalog, name) for card_id, card in index.items()}
        known |= named_by(name, {**ours, **cards[name]}) if name in _NAMED else {}
    return cards, faulty


_NAMED = ("links", "memory", "quants", "models")


def _joined(catalog: Catalog, cards: Cards, left: Mapping[str, _Read], marked: Marked) -> Catalog:
    """The catalog with these cards in it, each marked."""
    found: dict[str, Any] = {one.name: getattr(catalog, one.name) for one in fields(Catalog)}
    found["own"] = {full_id: one.where for full_id, one in left.items()}
    for name, added in cards.items():
        if not added:
            continue
        with_mark = {card_id: _marked(card, name, marked) for card_id, card in added.items()}
        if name != "models":
            found[name] = found[name].laid_over(with_mark)
            continue
        for field, is_text in (("models", True), ("other_models", False)):
            own = {one: card for one, card in with_mark.items() if (getattr(card, "kind", "") == "language") is is_text}
            found[field] = found[field].laid_over(own, without=with_mark.keys() - own.keys())
    return Catalog(**found)


def _marked(card: Sourced, shelf: str, marked: Marked) -> Sourced:
    """The card with its mark, found by the name without it, too."""
    if shelf not in _CHOSEN:
        return card.changed(source=marked(card.source))
    return card.changed(name=marked(card.name), aliases=(card.name, *card.aliases))


def _useless(
    cards: Cards, left: Mapping[str, _Read], joined: Catalog, tried: Tried
) -> Iterator[tuple[str, tuple[Reason, ...]]]:
    """What has the name of another card, and what nothing can be computed with."""
    for name, shelf in SHELVES.items():
        for card_id, card in cards[name].items():
            full_id = card_id if shelf.whole_path else f"{next(iter(shelf.kinds))}/{card_id}"
            where = left[full_id].where
            taken = _taken(card, card_id, _indexes(joined, name)) if name in _CHOSEN else None
            if taken:
                yield full_id, (_fault(where, reason("card_name_taken", name=taken[0], other=taken[1])),)
                continue
            try:
                tried(full_id, joined)
            except Exception:  # whatever it is: valid figures that nothing has
                yield full_id, (_fault(where, reason("card_impossible")),)


def _taken(card: Sourced, card_id: str, indexes: Iterable[CardIndex[Any]]) -> tuple[str, str] | None:
    """A name of the card that is another's, too, and whose."""
    for name in (card.name, *card.aliases):
        for index in indexes:
            other = next((one for one in index.named(name) if one != card_id), None)
            if other is not None:
                return name, other
    return None


def _listed(cards: Cards, left: Mapping[str, _Read], catalog: Catalog) -> Iterator[OwnCard]:
    ours = set(_base_ids(catalog))
    for full_id, found in sorted(left.items()):
        shelf = shelf_of(full_id)
        place = SHELVES[shelf or ""].place_of(full_id)
        if shelf and place:
            yield OwnCard(full_id, cards[shelf][place[1]].name, found.where, full_id in ours)
