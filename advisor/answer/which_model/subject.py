"""Makes the subject of a prediction: a catalog model, or one described by its parameters only."""

import re
from dataclasses import replace
from functools import lru_cache
from math import log

from advisor.answer.asked.problem import ProblemError, UnknownModelError, shortened
from advisor.answer.which_model.model_origin import Base, base_of, size_by_name, unnamed_kind
from advisor.answer.which_model.named_size import NamedSize
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import quant_in_name
from advisor.facts.asked.request import ModelFacts, Request
from advisor.facts.cards.model import ModelCard, ModelShape
from advisor.facts.cards.quant import QuantCard
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE, GIB, GIGA
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import is_sparse, larger_weights, model_weights, scaled_weights, typical_weights

DEFAULT_QUANT = "Q4_K_M"
DIFFERENCE = 0.05

_FORMS_OF_ALL = 2048
"""More than all file types of all models that one ranking asks about: fewer would all be forgotten until the next."""

_BITS = re.compile(r"(?:q|int|fp|bf|bit|nf|f|mxfp|nvfp|w)-?(\d{1,2})|(\d)[- ]?bit")

_GGUF_NAME = re.compile(r"[IT]?Q\d")
_BITS_ALONE = re.compile(r"[\d.]+[-_ ]?(?:BITS?|BPW|BITS PER WEIGHT)?")
_MEAN_BITS = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d+)?)[-_ ]?(?:bpw|bits per weight)")
_MOST_BITS, _WHOLE_BITS, _SCALES_BITS = 32, 16, 0.5
"""Below 16 bits each block of weights has a scale, about half a bit per weight."""


def subject_of(model: ModelCard, quant: QuantCard, catalog: Catalog) -> Subject:
    """A catalog model at one quantization. Without a shape of its own it borrows the nearest model's."""
    if model.shape is None:
        return _alike(model.name, model.params, model.active_params, quant, catalog)
    extended_tokens = model.extension.tokens if model.extension is not None else None
    return subject_of_shape(model.name, model.shape, quant, catalog, extended_tokens=extended_tokens)


def find_subject(request: Request, catalog: Catalog) -> tuple[Subject, tuple[Reason, ...]]:
    """The subject of a request and notes on it.

    Raises:
        ProblemError: the model is not in the catalog, and neither its name nor the request tells its parameters or
            what it was made from; or it does not write text.
    """
    facts = request.model_facts or ModelFacts()
    name = request.model
    card_id = catalog.models.find(name) if name else None
    if name and card_id is None:
        _refuse_other_kinds(name, catalog)
    card = catalog.models[card_id] if card_id else None
    size = _stated_size(facts) or (size_by_name(name) if name and card is None else None)
    base = base_of(name, size, catalog) if name and card is None else None
    file_bytes = round(facts.file_gib * GIB) if facts.file_gib else None
    params = facts.params_b * GIGA if facts.params_b else card.params if card else size.total if size else None
    file_bits = file_bytes * BITS_PER_BYTE / params if file_bytes and params else None
    quant, named, notes = find_quant(
        request.quant or (quant_in_name(name) if name else None),
        card or (base.card if base and base.same_size else None),
        catalog,
        file_bits=file_bits,
        assume=True,
    )
    if card is None:
        subject, unlisted_notes = _unlisted(shortened(name or ""), size, base, quant, catalog)
        notes += unlisted_notes
    else:
        subject = subject_of(card, quant, catalog)
        notes += _differences(card, facts)
        if card.shape is None:
            notes += (reason("layers_of_similar_model", name=card.name),)
    subject = subject if named else replace(subject, quant_known=named)
    if file_bytes and (not named or not subject.weights.exact):
        fitted = replace(subject, weights=scaled_weights(subject.weights, total_bytes=file_bytes))
        return fitted, (*notes, reason("size_of_stated_file"))
    is_larger = file_bytes is not None and file_bytes > (1 + DIFFERENCE) * subject.weights.total_bytes
    if file_bytes and subject.is_sparse and is_larger and quant.format == "gguf":
        kept = larger_weights(subject.weights, total_bytes=file_bytes, blocks=catalog.blocks)
        return replace(subject, weights=kept, quant_known=False), (*notes, reason("size_of_stated_file"))
    if file_bytes and abs(file_bytes / subject.weights.total_bytes - 1) > DIFFERENCE:
        notes += (reason("file_size_contradicts", stated=file_bytes, own=subject.weights.total_bytes),)
    return subject, notes


def _refuse_other_kinds(name: str, catalog: Catalog) -> None:
    """Raise ProblemError for a model that the catalog knows as one of another kind."""
    card_id = catalog.other_models.find(name)
    if card_id is not None:
        card = catalog.other_models[card_id]
        raise ProblemError("model_writes_no_text", name=card.name, kind=card.kind)


def find_quant(
    name: str | None,
    model: ModelCard | None,
    catalog: Catalog,
    *,
    file_bits: float | None = None,
    assume: bool = False,
) -> tuple[QuantCard, bool, tuple[Reason, ...]]:
    """The quantization card, whether it is the very one named, and notes.

    A name that is not known is taken by the bits it states, else by `file_bits`, the bits per weight of its file, else
    for the default one where `assume` allows it.

    Raises:
        ProblemError: neither the name nor a file tells how many bits there are, and nothing may be assumed.
    """
    wanted = shortened(name or (model.native_quant if model else None) or DEFAULT_QUANT)
    found, text = _listed_quant(wanted, catalog)
    if found is not None:
        return found, True, ()
    bits = _stated_bits(text)
    if bits is None and file_bits is not None:
        like = min(catalog.quants.values(), key=lambda card: abs(card.typical_bits_per_weight - file_bits))
        return like, False, (reason("quant_by_file_size", wanted=wanted, like=like.name),)
    if bits is None and not assume:
        if near := catalog.quants.nearest(text):
            raise ProblemError("quant_unknown_near", name=wanted, near=near)
        raise ProblemError("quant_unknown", name=wanted)
    if bits is None:
        like = catalog.quants[catalog.quants.find(DEFAULT_QUANT) or DEFAULT_QUANT]
        return like, False, (reason("quant_names_no_bits", wanted=wanted, like=like.name),)
    like = _nearest_quant(text, bits, catalog)
    return like, False, (reason("quant_not_stock", wanted=wanted, like=like.name),)


@lru_cache(maxsize=256)
def _listed_quant(wanted: str, catalog: Catalog) -> tuple[QuantCard | None, str]:
    """The card of that name, and the name without what its makers put before it; a ranking asks for few many times."""
    text = re.sub(r"^(gguf|ud)[-_ ]", "", wanted.strip(), flags=re.IGNORECASE)
    found = catalog.quants.find(text)
    return None if found is None else catalog.quants[found], text


def _stated_bits(text: str) -> float | None:
    """Bits per weight by the name: the mean where it says so, else the first it lists with their scales."""
    mean = _MEAN_BITS.search(text.lower())
    if mean is not None and 1 <= float(mean[1]) <= _MOST_BITS:
        return float(mean[1])
    found = [int(first or second) for first, second in _BITS.findall(text.lower())]
    return (
        found[0] + (_SCALES_BITS if found[0] < _WHOLE_BITS else 0.0) if found and 1 <= found[0] <= _MOST_BITS else None
    )


def _nearest_quant(text: str, bits: float, catalog: Catalog) -> QuantCard:
    """The card whose name begins alike (Q4_K for Q4_K_XL), else the one with the nearest bits.

    A number of bits alone, and a name like those of GGUF files, is one of a GGUF file.
    """
    cards = sorted(catalog.quants.values(), key=lambda card: (len(card.name), card.name))
    start = re.sub(r"_(?:k_)?(?:xl|l|m|s|r4|nl|k)$", "", text.upper())
    middle = {"2": "Q2_K", "3": "Q3_K_M", "4": "Q4_K_M", "5": "Q5_K_M", "6": "Q6_K", "8": "Q8_0"}.get(f"{int(bits)}")
    is_number = _BITS_ALONE.fullmatch(start) is not None
    if (is_number or start.startswith("Q")) and middle is not None and (found := catalog.quants.find(middle)):
        return catalog.quants[found]
    alike = [card for card in cards if card.name.upper().startswith(start)]
    if alike:
        return alike[0]
    of_kind = [card for card in cards if card.format == "gguf"] if is_number or _GGUF_NAME.match(start) else cards
    return min(of_kind, key=lambda card: abs(card.typical_bits_per_weight - bits))


def _stated_size(facts: ModelFacts) -> NamedSize | None:
    """The parameters a request states; without active ones all are."""
    if facts.params_b is None:
        return None
    return NamedSize(facts.params_b * GIGA, min(facts.active_params_b or facts.params_b, facts.params_b) * GIGA)


def _unlisted(
    name: str, size: NamedSize | None, base: Base | None, quant: QuantCard, catalog: Catalog
) -> tuple[Subject, tuple[Reason, ...]]:
    """A model that the catalog lacks: with the layers of what it was made from, else of one of its size; and notes.

    Raises:
        UnknownModelError: neither is known.
    """
    if base is not None and base.same_size:
        subject = subject_of(base.card, quant, catalog)
        known = base.whole and subject.shape_known
        how = reason("layers_of_base_model", name=name, base=base.card.name)
        return replace(subject, name=name, shape_known=known), (how,)
    if size is None:
        if not name:
            raise UnknownModelError("no_model_or_parameters")
        if near := catalog.models.nearest(name):
            raise UnknownModelError("model_and_parameters_unknown_near", name=name, near=near)
        raise UnknownModelError("model_and_parameters_unknown", name=name)
    doubt, active = None, size.active
    if active is None and base is not None:
        active = size.total * base.card.active_params / base.card.params
    elif active is None:
        active, doubt = unnamed_kind(size, catalog)
    shape = base.card.shape if base else None
    subject = _alike(name, round(size.total), round(active), quant, catalog, shape=shape)
    if base is not None:
        how = reason("layers_of_base_model", name=name, base=base.card.name)
    else:
        how = reason("shape_of_similar_model", name=name or reason("stated_model"))
    return replace(subject, doubts=(doubt,) if doubt else ()), (how,)


def _alike(
    name: str,
    params: int,
    active_params: int,
    quant: QuantCard,
    catalog: Catalog,
    *,
    shape: ModelShape | None = None,
) -> Subject:
    """A model of known parameters with this shape, else that of the most similar one in the catalog."""
    like = subject_of_shape("", shape or nearest_shape(params, active_params, catalog), quant, catalog)
    weights = typical_weights(params, active_params, quant, like=like.weights)
    return replace(like, name=name, weights=weights, shape_known=False)


def nearest_shape(params: int, active_params: int, catalog: Catalog) -> ModelShape:
    """The shape of the model with the most similar parameters, in all and active, dense or sparse alike."""
    sparse = is_sparse(params, active_params=active_params)

    def distance(card: ModelCard) -> float:
        other_kind = is_sparse(card.params, active_params=card.active_params) != sparse
        return other_kind + abs(log(card.params / params)) + abs(log(card.active_params / active_params))

    known = ((card, card.shape) for card in catalog.models.values() if card.shape is not None)
    return min(known, key=lambda one: distance(one[0]))[1]


@lru_cache(maxsize=_FORMS_OF_ALL)
def subject_of_shape(
    name: str, shape: ModelShape, quant: QuantCard, catalog: Catalog, *, extended_tokens: int | None = None
) -> Subject:
    """A model of this shape at one quantization; the same one is asked about again and again."""
    return Subject(
        name=name,
        shape=shape,
        groups=layer_groups(shape),
        weights=model_weights(shape, quant, blocks=catalog.blocks),
        blocks=catalog.blocks,
        is_gguf=quant.format == "gguf",
        extended_tokens=extended_tokens,
    )


def _differences(card: ModelCard, facts: ModelFacts) -> tuple[Reason, ...]:
    notes: tuple[Reason, ...] = ()
    if _differs(facts.params_b, own := card.params / GIGA):
        notes += (reason("parameters_contradict", stated=facts.params_b or 0, own=own),)
    if _differs(facts.active_params_b, own := card.active_params / GIGA):
        notes += (reason("active_parameters_contradict", stated=facts.active_params_b or 0, own=own),)
    return notes


def _differs(stated: float | None, own: float) -> bool:
    return bool(stated) and abs((stated or 0) / own - 1) > DIFFERENCE


def weights_in_layers(model: ModelCard, shape: ModelShape) -> int:
    """Weights beside tables of rows, which may lie elsewhere."""
    tables = shape.vocab * (shape.hidden + shape.layers * (shape.per_layer_embedding or 0))
    return model.params - model.other_params - tables
