"""Finds the constants that hold for a program and a device that train."""

from advisor.answer.problem import ProblemError, shortened
from advisor.catalog.catalog import Catalog
from advisor.catalog.name_key import quant_in_name
from advisor.facts.rig import Processor
from advisor.facts.training import TrainingDevice, TrainingEngine, TrainingPrecision
from advisor.facts.training_request import FinetuneRequest


def find_engine(name: str, precision: TrainingPrecision, catalog: Catalog) -> tuple[TrainingEngine, tuple[str, ...]]:
    """The card of a program; of one that is not named the usual one at this precision."""
    cards = tuple(catalog.training_engines.values())
    words = name.lower()
    named = [(len(word), card) for card in cards for word in card.engines if word in words]
    if named:
        return max(named, key=lambda pair: pair[0])[1], ()
    usual = next((card for card in cards if precision in card.precisions), None)
    usual = usual or next(card for card in cards if card.usual)
    notes = (f"engine: {shortened(name)} is not known for training: treated like {usual.name}",) if name else ()
    return usual, notes


def find_device(processor: Processor, catalog: Catalog) -> TrainingDevice:
    """The card of a device: of its design and name, else the one for all others."""
    cards = tuple(catalog.training_devices.values())
    alike = [card for card in cards if processor.architecture in card.architectures]
    named = [card for card in alike if not card.names or any(word in processor.name for word in card.names)]
    others = next(card for card in cards if not card.architectures)
    return max(named, key=lambda card: len(card.names), default=others)


def check_precision(precision: TrainingPrecision, processor: Processor, device: TrainingDevice) -> None:
    """Raise ProblemError where the device cannot compute in this precision."""
    if precision == "fp8" and device.fp8_share is None:
        message = (
            f"precision: {processor.name} has no matrix arithmetic in fp8 that training uses; bf16 or amp would do"
        )
        raise ProblemError(message)
    if precision == "bf16" and not device.has_bf16:
        message = f"precision: {processor.name} does not compute in bf16; amp (fp16 with masters in fp32) would do"
        raise ProblemError(message)


def checked_method(request: FinetuneRequest, catalog: Catalog) -> None:
    """Raise ProblemError for what cannot be trained: another kind of model, or weights in a form for running."""
    other = catalog.other_models.find(request.model) if request.model else None
    if other is not None and catalog.models.find(request.model or "") is None:
        card = catalog.other_models[other]
        raise ProblemError(
            f"{request.method}: {card.name} is a model of the kind {card.kind}; language models are covered"
        )
    named = request.quant or quant_in_name(request.model or "")
    found = catalog.quants.find(named) if named else None
    if named and found is not None and not _is_trainable(found, request, catalog):
        message = (
            f"quant: {shortened(named)} is a form for running a model, its weights cannot be trained: name the model "
            "in 16 bits (qlora makes its own 4 bits of it)"
        )
        raise ProblemError(message)
    if request.model_file and request.model_file.lower().endswith(".gguf") and request.method == "qlora":
        raise ProblemError("model_file: qlora starts from the model in 16 bits, not from a GGUF file")


def _is_trainable(quant_id: str, request: FinetuneRequest, catalog: Catalog) -> bool:
    quant = catalog.quants[quant_id]
    in_4_bits = quant.name.startswith("nf4") and request.method == "qlora"
    return quant.keeps_16_bit == "all" or quant.name.upper() in ("F16", "F32", "BF16", "FP16") or in_4_bits
