"""Finds the constants that hold for a program and a device that train."""

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.training import TrainingDevice, TrainingEngine, TrainingPrecision
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason


def find_engine(name: str, precision: TrainingPrecision, catalog: Catalog) -> tuple[TrainingEngine, tuple[Reason, ...]]:
    """The card of a program; of one that is not named the usual one at this precision."""
    cards = tuple(catalog.training_engines.values())
    words = name.lower()
    named = [(len(word), card) for card in cards for word in card.engines if word in words]
    if named:
        return max(named, key=lambda pair: pair[0])[1], ()
    usual = next((card for card in cards if precision in card.precisions), None)
    usual = usual or next(card for card in cards if card.usual)
    notes = (reason("engine_not_for_training", name=shortened(name), like=usual.name),) if name else ()
    return usual, notes


def find_device(processor: Processor, catalog: Catalog) -> TrainingDevice:
    """The card of a device: of its design and name, else the one for all others."""
    cards = tuple(catalog.training_devices.values())
    alike = [card for card in cards if processor.architecture in card.architectures]
    named = [card for card in alike if not card.names or any(word in processor.name for word in card.names)]
    others = next(card for card in cards if not card.architectures)
    return max(named, key=lambda card: len(card.names), default=others)


def check_precision(precision: TrainingPrecision, processor: Processor, device: TrainingDevice) -> None:
    """Raise ProblemError where a device of a known design cannot compute in this precision."""
    if precision == "fp8" and device.fp8_share is None and processor.architecture is not None:
        raise ProblemError("no_fp8_for_training", name=processor.name)
    if precision == "bf16" and not device.has_bf16:
        raise ProblemError("no_bf16", name=processor.name)
