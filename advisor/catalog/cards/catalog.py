"""Everything in specs/, read once and validated."""

import pickle
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, get_args

from advisor.catalog.cards.card_file import CardError, checked, read_card, read_table
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.kept_cards import kept
from advisor.catalog.cards.shelves import BLOCKS_FILE, SHELVES, Shelf, named_by
from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.serving import ServingCard
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.card import (
    ANY_BLOCK,
    CpuArchitecture,
    CpuCard,
    CpuFamily,
    GpuArchitecture,
    GpuCard,
    Kind,
    Known,
    LinkCard,
    MemoryCard,
)
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_architecture import MODEL_ARCHITECTURES
from advisor.facts.cards.pipeline import NetworkCard
from advisor.facts.cards.price import SUPPLIES_W, PriceCard
from advisor.facts.cards.quant import BlockType, QuantCard
from advisor.facts.cards.training import TrainingDevice, TrainingEngine
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.values.reason import Reason

PACKED_FILE = "catalog.pickle"
"""All cards as they are after validation, made for the built app: read in a fifth of the time (100 ms)."""


@dataclass(frozen=True, eq=False)
class Catalog:
    """All cards. Hardware ids are paths below specs/ (`gpus/nvidia/rtx-4090`), other ids paths below their folder.

    `models` write text; those of other kinds (embedding, image ...) are `other_models`. `workloads` are those of models
    that write text for one person; those of other tasks (serving, images, training ...) are `other_workloads`.
    """

    architectures: CardIndex[GpuArchitecture]
    gpus: CardIndex[GpuCard]
    cpus: CardIndex[CpuCard]
    cpu_families: CardIndex[CpuFamily]
    memory: CardIndex[MemoryCard]
    links: CardIndex[LinkCard]
    computers: CardIndex[ComputerCard]
    models: CardIndex[ModelCard]
    other_models: CardIndex[ModelCard]
    quants: CardIndex[QuantCard]
    blocks: dict[str, BlockType]
    workloads: CardIndex[WorkloadCard]
    other_workloads: CardIndex[TaskCard]
    calibrations: CardIndex[Calibration]
    backends: CardIndex[BackendCard]
    serving: CardIndex[ServingCard]
    networks: CardIndex[NetworkCard]
    prices: CardIndex[PriceCard]
    training_engines: CardIndex[TrainingEngine]
    training_devices: CardIndex[TrainingDevice]
    learn: CardIndex[LearnCard]
    own: Mapping[str, str] = field(default_factory=dict)
    """Cards that a person added, by their path below specs/: where each lies."""

    def source_of(self, full_id: str) -> str:
        """Where the figures of a card stand, by its path below specs/."""
        return self.own.get(full_id) or f"specs/{full_id}.toml"


def load_catalog(specs: Path | None = None) -> Catalog:
    """Every card below `specs`, validated; the app's own, which are the default, are read once, packed where they are.

    Raises:
        CardError: one or more cards are faulty; it lists all faults.
        ReasonError: there is no specs folder.
    """
    return _own_catalog() if specs is None else _read(specs)


@cache
def _own_catalog() -> Catalog:
    specs = data_folder("specs")
    packed = specs / PACKED_FILE
    if not packed.is_file():
        return kept(specs, _read, Catalog)
    catalog = pickle.loads(packed.read_bytes())
    assert isinstance(catalog, Catalog)
    return catalog


def pack_catalog(file: Path) -> None:
    """Write the app's own cards into one file, for the app that is built from this checkout."""
    file.write_bytes(pickle.dumps(_read(data_folder("specs"))))


def _read(specs: Path) -> Catalog:
    catalog, faults, _ = read_catalog(specs)
    if faults:
        raise CardError(*faults)
    return catalog


class Reading(NamedTuple):
    """All cards that are valid, the faults of the others, and what a card can name."""

    catalog: Catalog
    faults: tuple[Reason, ...]
    known: Known


def read_catalog(specs: Path) -> Reading:
    """Every card below `specs`; folders that others name come first."""
    reader = _Reader(specs)
    found: dict[str, Any] = {"blocks": reader.blocks()}
    for name, shelf in SHELVES.items():
        found[name] = reader.read(shelf)
        reader.known |= named_by(name, found[name])
    return Reading(Catalog(**split_models(found)), tuple(reader.faults), reader.known)


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
