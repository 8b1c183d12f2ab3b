"""Which record the cards of a folder are."""

from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.serving import ServingCard
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.card import (
    CpuCard,
    CpuFamily,
    GpuArchitecture,
    GpuCard,
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

KINDS: dict[str, type[Sourced]] = {
    "architectures": GpuArchitecture,
    "gpus": GpuCard,
    "socs": GpuCard,
    "cpus": CpuCard,
    "cpu-families": CpuFamily,
    "memory": MemoryCard,
    "links": LinkCard,
    "systems": ComputerCard,
    "computers": ComputerCard,
    "models": ModelCard,
    "quants": QuantCard,
    "workloads": WorkloadCard,
    "workloads/tasks": TaskCard,
    "training/engines": TrainingEngine,
    "training/devices": TrainingDevice,
    "serving": ServingCard,
    "networks": NetworkCard,
    "engines": Calibration,
    "backends": BackendCard,
    "programs": ProgramCard,
    "prices": PriceCard,
    "prices/exchange": ExchangeCard,
    "learn": LearnCard,
}
