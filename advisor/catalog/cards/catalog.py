"""Everything in specs/, read once and validated."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from advisor.catalog.cards.card_file import CardError, checked, read_card, read_table
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.name_key import hardware_key, model_key, plain_key, without_active
from advisor.catalog.cards.shelf import Shelf
from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.serving import ServingCard
from advisor.facts.cards.architecture import GpuArchitecture
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.card import CpuCard, GpuCard, LinkCard, MemoryCard, Sourced, SystemCard
from advisor.facts.cards.cpu_family import CpuFamily
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.network_card import NetworkCard
from advisor.facts.cards.price import PriceCard
from advisor.facts.cards.quant import BlockType, QuantCard
from advisor.facts.cards.training import TrainingDevice, TrainingEngine
from advisor.facts.cards.workload import TaskCard, WorkloadCard

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

    architectures: Shelf[GpuArchitecture]
    gpus: Shelf[GpuCard]
    cpus: Shelf[CpuCard]
    cpu_families: Shelf[CpuFamily]
    memory: Shelf[MemoryCard]
    links: Shelf[LinkCard]
    systems: Shelf[SystemCard]
    models: Shelf[ModelCard]
    other_models: Shelf[ModelCard]
    quants: Shelf[QuantCard]
    blocks: dict[str, BlockType]
    workloads: Shelf[WorkloadCard]
    other_workloads: Shelf[TaskCard]
    calibrations: Shelf[Calibration]
    backends: Shelf[BackendCard]
    serving: Shelf[ServingCard]
    networks: Shelf[NetworkCard]
    prices: Shelf[PriceCard]
    training_engines: Shelf[TrainingEngine]
    training_devices: Shelf[TrainingDevice]
    learn: Shelf[LearnCard]


def load_catalog(specs: Path | None = None) -> Catalog:
    """Every card below `specs`, validated; the app's own, which are the default, are read once, packed where they are.

    Raises:
        CardError: one or more cards are faulty; it lists all faults.
        FileNotFoundError: there is no specs folder.
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
    shelves = _Reader(specs)
    every_model = shelves.read({"models": ModelCard}, model_key, short=without_active)
    catalog = Catalog(
        architectures=shelves.read({"architectures": GpuArchitecture}, plain_key),
        gpus=shelves.read({"gpus": GpuCard, "socs": GpuCard}, hardware_key, whole_path=True),
        cpus=shelves.read({"cpus": CpuCard}, hardware_key, whole_path=True),
        cpu_families=shelves.read({"cpu-families": CpuFamily}, plain_key),
        memory=shelves.read({"memory": MemoryCard}, plain_key),
        links=shelves.read({"links": LinkCard}, plain_key),
        systems=shelves.read({"systems": SystemCard}, hardware_key),
        models=every_model.only(lambda card: card.kind == "language"),
        other_models=every_model.only(lambda card: card.kind != "language"),
        quants=shelves.read({"quants": QuantCard}, plain_key),
        blocks=shelves.blocks(),
        workloads=shelves.read({"workloads": WorkloadCard}, plain_key, pattern="*.toml"),
        other_workloads=shelves.read({"workloads/tasks": TaskCard}, plain_key),
        calibrations=shelves.read({"engines": Calibration}, plain_key),
        backends=shelves.read({"backends": BackendCard}, plain_key),
        serving=shelves.read({"serving": ServingCard}, plain_key),
        networks=shelves.read({"networks": NetworkCard}, plain_key),
        prices=shelves.read({"prices": PriceCard}, plain_key),
        training_engines=shelves.read({"training/engines": TrainingEngine}, plain_key),
        training_devices=shelves.read({"training/devices": TrainingDevice}, plain_key),
        learn=shelves.read({"learn": LearnCard}, plain_key),
    )
    if shelves.faults:
        raise CardError(shelves.faults)
    return catalog


class _Reader:
    """Reads folders of cards and collects the faults of all of them."""

    def __init__(self, specs: Path) -> None:
        self.specs = specs
        self.faults: list[str] = []

    def read(
        self,
        folders: dict[str, type[Card]],
        key: Callable[[str], str],
        *,
        whole_path: bool = False,
        short: Callable[[str], str] | None = None,
        pattern: str = "**/*.toml",
    ) -> Shelf[Card]:
        cards: dict[str, Card] = {}
        for folder, kind in folders.items():
            start = self.specs if whole_path else self.specs / folder
            for path in sorted((self.specs / folder).glob(pattern), key=attrgetter("parts")):
                if path == self.specs / BLOCKS_FILE:
                    continue
                card_id = path.as_posix()[len(start.as_posix()) + 1 : -len(path.suffix)]
                try:
                    cards[card_id] = read_card(path, kind)
                except CardError as error:
                    self.faults += error.faults
        return Shelf(cards, key, short)

    def blocks(self) -> dict[str, BlockType]:
        path = self.specs / BLOCKS_FILE
        try:
            table = read_table(path)
            return {name: checked(block, BlockType, where=f"{path}: {name}") for name, block in table.items()}
        except CardError as error:
            self.faults += error.faults
            return {}
