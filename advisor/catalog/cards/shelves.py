"""Which folders of specs/ hold cards of which record, and how those are found by name; what others name comes first."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

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
    CpuCard,
    CpuFamily,
    GpuArchitecture,
    GpuCard,
    Kind,
    LinkCard,
    MemoryCard,
    Sourced,
)
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.cards.exchange import ExchangeCard
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import NetworkCard
from advisor.facts.cards.price import PriceCard
from advisor.facts.cards.program import ProgramCard
from advisor.facts.cards.quant import QuantCard
from advisor.facts.cards.training import TrainingDevice, TrainingEngine
from advisor.facts.cards.workload import TaskCard, WorkloadCard

BLOCKS_FILE = "quants/blocks.toml"


class Shelf(NamedTuple):
    """The cards of some folders without the file or folder `but`.

    `whole_path`: the id is the path below specs/, else below its folder. `short` makes a shorter name that a card also
    goes by where no other card claims it.
    """

    kinds: Mapping[str, type[Sourced]]
    key: Callable[[str], str] = plain_key
    whole_path: bool = False
    short: Callable[[str], str] | None = None
    but: str = ""

    def place_of(self, full_id: str) -> tuple[type[Sourced], str] | None:
        """The record of a card by its path below specs/, and its id; None where it is not of these folders."""
        for folder, kind in self.kinds.items():
            if full_id.startswith(f"{folder}/") and not (self.but and full_id.startswith(self.but)):
                return kind, full_id if self.whole_path else full_id.removeprefix(f"{folder}/")
        return None


SHELVES: dict[str, Shelf] = {
    "architectures": Shelf({"architectures": GpuArchitecture}),
    "links": Shelf({"links": LinkCard}),
    "memory": Shelf({"memory": MemoryCard}),
    "gpus": Shelf({"gpus": GpuCard, "socs": GpuCard}, hardware_key, whole_path=True),
    "cpus": Shelf({"cpus": CpuCard}, hardware_key, whole_path=True),
    "quants": Shelf({"quants": QuantCard}, but=BLOCKS_FILE.removesuffix(".toml")),
    "models": Shelf({"models": ModelCard}, model_key, short=without_active),
    "cpu_families": Shelf({"cpu-families": CpuFamily}),
    "computers": Shelf(
        {"computers": ComputerCard, "systems": ComputerCard}, computer_key, whole_path=True, short=without_remarks
    ),
    "workloads": Shelf({"workloads": WorkloadCard}, but="workloads/tasks/"),
    "other_workloads": Shelf({"workloads/tasks": TaskCard}),
    "calibrations": Shelf({"engines": Calibration}),
    "backends": Shelf({"backends": BackendCard}),
    "programs": Shelf({"programs": ProgramCard}),
    "serving": Shelf({"serving": ServingCard}),
    "networks": Shelf({"networks": NetworkCard}),
    "prices": Shelf({"prices": PriceCard}, but="prices/exchange/"),
    "exchange": Shelf({"prices/exchange": ExchangeCard}),
    "training_engines": Shelf({"training/engines": TrainingEngine}),
    "training_devices": Shelf({"training/devices": TrainingDevice}),
    "learn": Shelf({"learn": LearnCard}),
}
"""By the field of the catalog. `models` holds those of all kinds here."""


def shelf_of(full_id: str) -> str | None:
    """The shelf that a card with this path below specs/ stands on; None where there is none."""
    return next((name for name, shelf in SHELVES.items() if shelf.place_of(full_id)), None)


def named_by(shelf: str, cards: Mapping[str, Any]) -> dict[Kind, Collection[Any]]:
    """What others can name once these cards are read, beside their ids."""
    names = {name for card in cards.values() for name in (card.name, *card.aliases)}
    if shelf == "links":
        return {"links": {card.generation for card in cards.values()}}
    if shelf == "memory":
        return {"memory": names}
    if shelf == "quants":
        return {"quants": names.union(cards)}
    return {"models": names.union(cards)} if shelf == "models" else {}
