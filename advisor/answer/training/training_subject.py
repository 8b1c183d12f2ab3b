"""The model that is to be trained, as training loads it."""

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.which_model.file_subject import find_file_subject
from advisor.answer.which_model.subject import find_subject, subject_of_shape
from advisor.answer.which_model.typical_layers import with_typical_layers
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.facts.asked.training_request import FinetuneRequest
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.values.reason import Reason
from advisor.predict.model.subject import Subject

SQUEEZED, PLAIN = "nf4", "bf16"
"""How the frozen model of QLoRA lies in memory, and every other."""


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


def _check_model(request: FinetuneRequest, catalog: Catalog) -> None:
    """Raise ProblemError for what cannot be trained: another kind of model, or weights in a form for running."""
    other = catalog.other_models.find(request.model) if request.model else None
    if other is not None and catalog.models.find(request.model or "") is None:
        card = catalog.other_models[other]
        raise ProblemError("kind_not_trained", method=request.method, name=card.name, kind=card.kind)
    named = request.quant or quant_in_name(request.model or "")
    found = catalog.quants.find(named) if named else None
    if named and found is not None and not _is_trainable(found, request, catalog):
        raise ProblemError("quant_for_running", name=shortened(named))


def _is_trainable(quant_id: str, request: FinetuneRequest, catalog: Catalog) -> bool:
    quant = catalog.quants[quant_id]
    in_4_bits = quant.name.startswith("nf4") and request.method == "qlora"
    return quant.keeps_16_bit == "all" or quant.name.upper() in ("F16", "F32", "BF16", "FP16") or in_4_bits
