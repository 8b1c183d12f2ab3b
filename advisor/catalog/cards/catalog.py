"""Everything in specs/, read once and validated."""

import pickle
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

from advisor.catalog.cards.card_file import CardError, checked, read_card, read_table
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.name_key import (
    computer_key,
    hardware_key,
    model_key,
    plain_key,
    without_active,
    without_remarks,
)
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
    Sourced,
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

Card = TypeVar("Card", bound=Sourced)
BLOCKS_FILE = "quants/blocks.toml"
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
        return _read(specs)
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
    architectures = reader.read({"architectures": GpuArchitecture}, plain_key)
    links = reader.read({"links": LinkCard}, plain_key)
    memory = reader.read({"memory": MemoryCard}, plain_key)
    blocks = reader.blocks()
    reader.known["links"] = {card.generation for card in links.values()}
    reader.known["memory"] = reader.names(memory)
    gpus = reader.read({"gpus": GpuCard, "socs": GpuCard}, hardware_key, whole_path=True)
    cpus = reader.read({"cpus": CpuCard}, hardware_key, whole_path=True)
    quants = reader.read({"quants": QuantCard}, plain_key, but=BLOCKS_FILE.removesuffix(".toml"))
    reader.known["quants"] = {*quants, *reader.names(quants)}
    models = reader.read({"models": ModelCard}, model_key, short=without_active)
    reader.known["models"] = {*models, *reader.names(models)}
    catalog = Catalog(
        architectures=architectures,
        gpus=gpus,
        cpus=cpus,
        cpu_families=reader.read({"cpu-families": CpuFamily}, plain_key),
        memory=memory,
        links=links,
        computers=reader.read(
            {"computers": ComputerCard, "systems": ComputerCard}, computer_key, whole_path=True, short=without_remarks
        ),
        models=models.only(lambda card: card.kind == "language"),
        other_models=models.only(lambda card: card.kind != "language"),
        quants=quants,
        blocks=blocks,
        workloads=reader.read({"workloads": WorkloadCard}, plain_key, but="workloads/tasks/"),
        other_workloads=reader.read({"workloads/tasks": TaskCard}, plain_key),
        calibrations=reader.read({"engines": Calibration}, plain_key),
        backends=reader.read({"backends": BackendCard}, plain_key),
        serving=reader.read({"serving": ServingCard}, plain_key),
        networks=reader.read({"networks": NetworkCard}, plain_key),
        prices=reader.read({"prices": PriceCard}, plain_key),
        training_engines=reader.read({"training/engines": TrainingEngine}, plain_key),
        training_devices=reader.read({"training/devices": TrainingDevice}, plain_key),
        learn=reader.read({"learn": LearnCard}, plain_key),
    )
    return Reading(catalog, tuple(reader.faults), reader.known)


class _Reader:
    """Reads folders of cards and collects the faults of all of them.

    A card whose file is faulty can be named all the same: only its own fault is told.
    """

    def __init__(self, specs: Path) -> None:
        self.specs = specs
        self.faults: list[Reason] = []
        start = len(specs.as_posix()) + 1
        self.folders: dict[str, dict[str, Path]] = {}
        for path in sorted(specs.rglob("*.toml"), key=attrgetter("parts")):
            card_id = path.as_posix()[start : -len(path.suffix)]
            self.folders.setdefault(card_id.partition("/")[0], {})[card_id] = path
        gpus, cpus = {*self.ids("gpus"), *self.ids("socs")}, self.ids("cpus")
        computers = self.ids("computers") | self.ids("systems")
        self.known: dict[Kind, Collection[Any]] = {
            "architectures": self.ids_within("architectures"),
            "designs": self.ids_within("architectures") | set(get_args(CpuArchitecture)),
            "model architectures": MODEL_ARCHITECTURES.keys(),
            "gpus": gpus,
            "cpus": cpus,
            "hardware": gpus | cpus,
            "model cards": self.ids_within("models"),
            "priced": gpus | computers | self.ids_within("models") | MEMORY_KITS.keys() | SUPPLIES_W.keys(),
            "cards": set().union(*self.folders.values()),
        }

    def ids(self, folder: str) -> set[str]:
        """The cards of a folder by their path below specs/."""
        return set(self.folders.get(folder, ()))

    def ids_within(self, folder: str) -> set[str]:
        """The cards of a folder by their path below it."""
        return {one.removeprefix(f"{folder}/") for one in self.ids(folder)}

    @staticmethod
    def names(cards: Mapping[str, Card]) -> set[str]:
        """What the cards are called."""
        return {name for card in cards.values() for name in (card.name, *card.aliases)}

    def read(
        self,
        folders: dict[str, type[Card]],
        key: Callable[[str], str],
        *,
        whole_path: bool = False,
        short: Callable[[str], str] | None = None,
        but: str = "",
    ) -> CardIndex[Card]:
        """The cards of some folders without the file or folder `but`."""
        cards: dict[str, Card] = {}
        for folder, kind in folders.items():
            start = f"{folder}/"
            for full_id, file in self.folders.get(folder.partition("/")[0], {}).items():
                if not full_id.startswith(start) or (but and full_id.startswith(but)):
                    continue
                try:
                    card = read_card(file, kind, self.known)
                    cards[full_id if whole_path else full_id.removeprefix(start)] = card
                except CardError as error:
                    self.faults += error.faults
        return CardIndex(cards, key, short)

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
