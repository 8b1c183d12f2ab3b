"""Reads the folders of specs/, those that others name first."""

from collections.abc import Collection
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args

from advisor.catalog.cards.card_file import CardError, checked, read_card, read_table
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.shelves import BLOCKS_FILE, SHELVES, Shelf, named_by
from advisor.facts.cards.card import ANY_BLOCK, CpuArchitecture, Kind, Known
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.cards.model_architecture import MODEL_ARCHITECTURES
from advisor.facts.cards.price import SUPPLIES_W
from advisor.facts.cards.quant import BlockType
from advisor.facts.values.reason import Reason


def read_cards(specs: Path) -> tuple[dict[str, Any], tuple[Reason, ...], Known]:
    """The fields of a catalog with every card below `specs` that is valid, faults of others, what a card can name."""
    reader = _Reader(specs)
    found: dict[str, Any] = {"blocks": reader.blocks()}
    for name, shelf in SHELVES.items():
        found[name] = reader.read(shelf)
        reader.known |= named_by(name, found[name])
    return split_models(found), tuple(reader.faults), reader.known


def split_models(found: dict[str, Any]) -> dict[str, Any]:
    """The fields of a catalog with the models that write text apart from those of other kinds."""
    models = found["models"]
    text, other = models.only(lambda card: card.kind == "language"), models.only(lambda card: card.kind != "language")
    return {**found, "models": text, "other_models": other}


class _Reader:
    """Reads folders of cards and collects the faults of all of them.

    A card whose file is faulty can be named all the same: only its own fault is told.
    """

    def __init__(self, specs: Path) -> None:
        self.specs = specs
        self.faults: list[Reason] = []
        start = len(specs.as_posix()) + 1
        self.files: dict[str, Path] = {}
        self.folders: dict[str, list[str]] = {}
        for path in sorted(specs.rglob("*.toml"), key=attrgetter("parts")):
            card_id = path.as_posix()[start : -len(path.suffix)]
            self.files[card_id] = path
            self.folders.setdefault(card_id.partition("/")[0], []).append(card_id)
        self.known = known_ids(self.files)

    def read(self, shelf: Shelf) -> CardIndex[Any]:
        """The cards of a shelf."""
        cards: dict[str, Any] = {}
        for folder in dict.fromkeys(one.partition("/")[0] for one in shelf.kinds):
            for full_id in self.folders.get(folder, ()):
                place = shelf.place_of(full_id)
                if place is None:
                    continue
                try:
                    cards[place[1]] = read_card(self.files[full_id], place[0], self.known)
                except CardError as error:
                    self.faults += error.faults
        return CardIndex(cards, shelf.key, shelf.short)

    def blocks(self) -> dict[str, BlockType]:
        """The block types, which stand in one file."""
        path, blocks = self.specs / BLOCKS_FILE, dict[str, BlockType]()
        try:
            table = read_table(path)
        except CardError as error:
            self.faults += error.faults
            return {}
        for name, block in table.items():
            try:
                blocks[name] = checked(block, BlockType, where=f"{path}: {name}")
            except CardError as error:
                self.faults += error.faults
        self.known |= {"blocks": set(table), "rates": {*table, ANY_BLOCK}}
        return blocks


def known_ids(full_ids: Collection[str]) -> dict[Kind, Collection[Any]]:
    """What can be named of cards with these paths below specs/, whatever is in them."""

    def ids(*folders: str) -> set[str]:
        return {one for one in full_ids if one.partition("/")[0] in folders}

    def within(folder: str) -> set[str]:
        return {one.removeprefix(f"{folder}/") for one in ids(folder)}

    gpus, cpus, computers = ids("gpus", "socs"), ids("cpus"), ids("computers", "systems")
    return {
        "architectures": within("architectures"),
        "designs": within("architectures") | set(get_args(CpuArchitecture)),
        "model architectures": MODEL_ARCHITECTURES.keys(),
        "gpus": gpus,
        "cpus": cpus,
        "hardware": gpus | cpus,
        "model cards": within("models"),
        "priced": gpus | computers | within("models") | MEMORY_KITS.keys() | SUPPLIES_W.keys(),
        "cards": set(full_ids),
    }
