"""Everything in specs/, read once and validated."""

from __future__ import annotations

import pickle
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.kept_cards import kept
from advisor.facts.values.frozen import frozen

if TYPE_CHECKING:  # cards that are unpacked bring their records
    from collections.abc import Mapping
    from pathlib import Path

    from advisor.catalog.cards.card_index import CardIndex
    from advisor.facts.answers.claim import LearnCard
    from advisor.facts.answers.serving import ServingCard
    from advisor.facts.cards.backend import BackendCard
    from advisor.facts.cards.calibration import Calibration
    from advisor.facts.cards.card import CpuCard, CpuFamily, GpuArchitecture, GpuCard, Known, LinkCard, MemoryCard
    from advisor.facts.cards.computer import ComputerCard
    from advisor.facts.cards.exchange import ExchangeCard
    from advisor.facts.cards.model import ModelCard
    from advisor.facts.cards.pipeline import NetworkCard
    from advisor.facts.cards.price import PriceCard
    from advisor.facts.cards.program import ProgramCard
    from advisor.facts.cards.quant import BlockType, QuantCard
    from advisor.facts.cards.training import TrainingDevice, TrainingEngine
    from advisor.facts.cards.workload import TaskCard, WorkloadCard
    from advisor.facts.values.reason import Reason

PACKED_FILE = "catalog.pickle"
"""All cards as they are after validation, made for the built app: read in a fifth of the time (100 ms)."""


@frozen(eq=False)
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
    programs: CardIndex[ProgramCard]
    serving: CardIndex[ServingCard]
    networks: CardIndex[NetworkCard]
    prices: CardIndex[PriceCard]
    exchange: CardIndex[ExchangeCard]
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
        from advisor.catalog.cards.card_file import CardError

        raise CardError(*faults)
    return catalog


class Reading(NamedTuple):
    """All cards that are valid, the faults of the others, and what a card can name."""

    catalog: Catalog
    faults: tuple[Reason, ...]
    known: Known


def read_catalog(specs: Path) -> Reading:
    """Every card below `specs`; folders that others name come first."""
    from advisor.catalog.cards.card_reader import read_cards  # a tenth of a second that unpacked cards need not cost

    cards, faults, known = read_cards(specs)
    return Reading(Catalog(**cards), faults, known)
