"""All codes of reasons."""

from typing import Literal

from advisor.facts.reasons.answer import AnswerReason
from advisor.facts.reasons.bench import BenchReason
from advisor.facts.reasons.catalog import CatalogReason
from advisor.facts.reasons.engines import EngineReason
from advisor.facts.reasons.findings import FindingReason
from advisor.facts.reasons.own_cards import OwnCardReason
from advisor.facts.reasons.predict import PredictReason
from advisor.facts.reasons.probe import ProbeReason
from advisor.facts.reasons.run import RunReason
from advisor.facts.reasons.store import StoreReason

Told = Literal["told"]
"""A text that came from outside, in its parameter `text`: from an older file, a driver, another program."""

ReasonCode = Literal[
    Told,
    ProbeReason,
    BenchReason,
    CatalogReason,
    OwnCardReason,
    PredictReason,
    AnswerReason,
    FindingReason,
    RunReason,
    StoreReason,
    EngineReason,
]
