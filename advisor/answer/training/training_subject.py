"""What is trained with what: the model as training loads it, the constants of the program and of the device."""

from dataclasses import replace
from functools import lru_cache
from math import exp, log
from statistics import linear_regression
from typing import Any

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.which_model.file_subject import find_file_subject
from advisor.answer.which_model.subject import find_subject, subject_of_shape
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.facts.asked.training_request import FinetuneRequest
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.cards.training import TrainingDevice, TrainingEngine, TrainingPrecision
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import is_sparse

SQUEEZED, PLAIN = "nf4", "bf16"
"""How the frozen model of QLoRA lies in memory, and every other."""
_PLAIN: dict[str, Any] = {
    "architecture": "unknown",
    "sliding_window": None,
    "full_attention_every": None,
    "other_layers": None,
    "full_head_dim": None,
    "full_kv_heads": None,
    "post_norms": False,
    "qk_norm": False,
}
"""Parts that only some models have are not borrowed, nor are heads that are wider together than the model."""
_FEWEST = 2
"""Models from which on there is a line to draw."""


def find_trained_subject(request: FinetuneRequest, catalog: Catalog) -> tuple[Subject, tuple[Reason, ...]]:
    """The model in 16 bits, for QLoRA in 4, and notes on it.

    Raises:
        ProblemError: there is no such model, or it cannot be trained.
    """
    _check_model(request, catalog)
    stored = request.changed(quant=SQUEEZED if request.method == "qlora" else PLAIN)
    if not request.model_file:
        subject, notes = find_subject(stored, catalog)
        return with_typical_layers(subject, catalog), notes
    subject, notes = find_file_subject(stored.changed(quant=None), request.model_file, catalog, assumed=PLAIN)
    if subject.weights.main_type not in PLAIN_TYPES:
        raise ProblemError("file_for_running", quant=subject.weights.quant)
    if request.method == "qlora":
        subject = subject_of_shape(subject.name, subject.shape, catalog.quants[SQUEEZED], catalog)
    return subject, notes


def is_discouraged(request: FinetuneRequest, subject: Subject, catalog: Catalog) -> bool:
    """Whether QLoRA is advised against: its card says so, or it is a mixture of experts.

    bitsandbytes does not squeeze the joined weights of experts well (https://unsloth.ai/docs/models/qwen3.5/fine-tune,
    read 2026-11-23); those that were released in 4 bits are left as they are.
    """
    found = catalog.models.find(request.model or "")
    card = catalog.models[found] if found and not request.model_file else None
    if request.method != "qlora":
        return False
    if card is None:
        return subject.is_sparse
    return "qlora" in card.discouraged or (subject.is_sparse and card.native_quant is None)


def _check_model(request: FinetuneRequest, catalog: Catalog) -> None:
    """Raise ProblemError for what cannot be trained: another kind of model, or weights in a form for running."""
    name = request.model or ""
    other = catalog.other_models.find(name) if catalog.models.find(name) is None else None
    if other is not None:
        card = catalog.other_models[other]
        raise ProblemError("kind_not_trained", method=request.method, name=card.name, kind=card.kind)
    named = request.quant or quant_in_name(name)
    found = catalog.quants.find(named) if named else None
    if named and found is not None:
        quant = catalog.quants[found]
        in_4_bits = quant.name.startswith("nf4") and request.method == "qlora"
        in_16_bits = quant.keeps_16_bit == "all" or quant.name.upper() in ("F16", "F32", "BF16", "FP16")
        if not in_4_bits and not in_16_bits:
            raise ProblemError("quant_for_running", name=shortened(named))


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
    """The card of a device: the one for processors, of its design and name, else the one for all others."""
    cards = tuple(catalog.training_devices.values())
    if processor.kind == "cpu":
        return next(card for card in cards if card.core_gflop_per_s is not None)
    alike = [card for card in cards if processor.architecture in card.architectures]
    named = [card for card in alike if not card.names or any(word in processor.name for word in card.names)]
    others = next(card for card in cards if not card.architectures and card.core_gflop_per_s is None)
    return max(named, key=lambda card: len(card.names), default=others)


def check_precision(precision: TrainingPrecision, processor: Processor, device: TrainingDevice) -> None:
    """Raise ProblemError where a device of a known design cannot compute in this precision."""
    if precision == "fp8" and device.fp8_share is None and processor.architecture is not None:
        raise ProblemError("no_fp8_for_training", name=processor.name)
    if precision == "bf16" and not device.has_bf16:
        raise ProblemError("no_bf16", name=processor.name)


def with_typical_layers(subject: Subject, catalog: Catalog) -> Subject:
    """A model with a borrowed shape, with as many layers of that width as models of its size have.

    Layers x width sets attention and what is kept for the backward pass; of models of one size it differs by a factor
    of three, so that the line through all of them is a better guess than the nearest alone.
    """
    shape, line = subject.shape, _line(catalog)
    listed = (shape.heads_by_layer, shape.kv_heads_by_layer, shape.ffn_by_layer, shape.compress_by_layer)
    if subject.shape_known or subject.is_sparse or line is None or any(listed) or shape.full_attention_layers:
        return subject
    slope, start = line
    layers = max(1, round(exp(start + slope * log(subject.weights.params)) / shape.hidden))
    deeper = shape.changed(layers=layers, head_dim=max(1, shape.hidden // shape.heads), **_PLAIN)
    return replace(subject, shape=deeper, groups=layer_groups(deeper))


@lru_cache(maxsize=4)
def _line(catalog: Catalog) -> tuple[float, float] | None:
    """Slope and start of log(layers x width) over log(weights) of the dense models of the catalog."""
    dense = [
        (log(card.params), log(card.shape.layers * card.shape.hidden))
        for card in catalog.models.values()
        if card.shape is not None and not is_sparse(card.params, active_params=card.active_params)
    ]
    if len(dense) < _FEWEST:
        return None
    found = linear_regression(*zip(*dense, strict=True))
    return found.slope, found.intercept
