"""What a model's own file says: the subject of a prediction made from it, and the figures people ask for."""

from dataclasses import replace
from pathlib import Path

from advisor.answer.asked.problem import BadFileError, ProblemError, shortened
from advisor.answer.which_model.subject import find_quant, nearest_shape, subject_of_shape
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.facts.answers.model_file import ContextMemory, ModelDescription, ModelFile
from advisor.facts.asked.request import Request
from advisor.facts.cards.model import ModelShape
from advisor.facts.values.reason import Reason, reason
from advisor.predict.model.buffers import BatchSetup, compute_bytes, output_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.layers import layer_groups
from advisor.predict.model.subject import Subject

_FIRST_CONTEXT_TOKENS = 4096
_LAST_CONTEXT_TOKENS = 256 * _FIRST_CONTEXT_TOKENS
_LONG_TOKENS = 1 << 24
"""Longer than any window: from here on only what grows with the conversation grows."""


def find_file_subject(
    request: Request, path: str, catalog: Catalog, *, assumed: str | None = None
) -> tuple[Subject, tuple[Reason, ...]]:
    """The subject of a request that names a model's file, and notes on it; what the file says comes before the rest.

    `assumed` is the quantization where neither says one.

    Raises:
        ProblemError: the file cannot be read, or holds nothing that a prediction can be made of.
    """
    from advisor.catalog.open.model_file import open_model_file  # most questions name no file: readers are not loaded

    try:
        file = open_model_file(Path(path), catalog)
    except ModelFileError as error:
        raise BadFileError(error.reason) from None
    return file_subject(file, catalog, named=request.model, quant=request.quant, assumed=assumed)


def file_subject(
    file: ModelFile,
    catalog: Catalog,
    *,
    named: str | None = None,
    quant: str | None = None,
    assumed: str | None = None,
) -> tuple[Subject, tuple[Reason, ...]]:
    """The subject that an opened file is, and notes on it.

    `named` is what the asker calls the model: where the file leaves its layers open, those of the catalog's model of
    that name, or of the file's own name, are taken if they agree with it. `quant` counts where the file has no weights,
    `assumed` where nothing says how they are stored.

    Raises:
        ProblemError: a configuration that describes no layers, or an unknown quantization of it.
    """
    shape, known, notes = _shape(file, catalog, named)
    if file.weights is None:
        if shape is None:
            raise BadFileError("file_describes_nothing", name=shortened(file.name))
        card, is_named, quant_notes = find_quant(quant or file.quant or assumed, None, catalog, assume=True)
        if quant is None and file.quant is None:
            quant_notes += (reason("storage_assumed", name=card.name),)
        subject = subject_of_shape(shortened(file.name), shape, card, catalog)
        return replace(subject, shape_known=known, quant_known=is_named), (
            *file.notes,
            *notes,
            *quant_notes,
        )
    if shape is None:
        shape = nearest_shape(file.weights.params, file.weights.active_params, catalog)
        notes += (reason("layers_not_known"),)
    if quant and catalog.quants.find(quant) != catalog.quants.find(file.weights.quant):
        notes += (reason("quant_of_file_kept", own=file.weights.quant, asked=shortened(quant)),)
    subject = Subject(
        name=shortened(file.name),
        shape=shape,
        groups=layer_groups(shape),
        weights=file.weights,
        blocks=catalog.blocks,
        shape_known=known,
        is_gguf=file.format == "gguf",
    )
    return subject, (*file.notes, *notes)


def _shape(file: ModelFile, catalog: Catalog, named: str | None) -> tuple[ModelShape | None, bool, tuple[Reason, ...]]:
    """The shape of the file's model, whether it is surely that, and notes."""
    if file.layers_known:
        return file.shape, True, ()
    for name in (named, file.name, Path(file.path).name):
        card_id = catalog.models.find(name) if name else None
        shape = catalog.models[card_id].shape if card_id else None
        if card_id and shape and (file.layers in (None, shape.layers)):
            return shape, True, (reason("layers_of_catalog_model", name=catalog.models[card_id].name),)
    notes = (reason("counted_as_attention"),) if file.shape else ()
    return file.shape, False, notes


def describe_file(file: ModelFile, catalog: Catalog) -> ModelDescription:
    """Weights, cache and memory of the model in `file`; what its layers leave open is None and noted.

    `kv_bytes_per_token` is what one more token takes in a long conversation, keys and values in 16 bits: layers that
    see a window, or keep a state, add nothing there. `memory` is for one conversation, with the buffers of llama.cpp.
    """
    weights, notes = file.weights, file.notes
    try:
        subject, notes = file_subject(file, catalog)
    except ProblemError as problem:
        subject, notes = None, (*notes, problem.reason)
    if subject is not None and subject.shape.other_layers == "window" and subject.shape.sliding_window:
        notes += (reason("windows_add_nothing", tokens=subject.shape.sliding_window),)
    known = subject if subject is not None and subject.shape_known else None
    if weights is None and subject is not None:
        weights = subject.weights
    per_token = None
    if known is not None:
        per_token = (_cache_bytes(known, 2 * _LONG_TOKENS) - _cache_bytes(known, _LONG_TOKENS)) // _LONG_TOKENS
    return ModelDescription(
        architecture=file.architecture,
        params=weights.params if weights else None,
        active_params=weights.active_params if weights else None,
        layers=file.layers or (known.shape.layers if known else None),
        context_tokens=file.context_tokens or (known.shape.context_tokens if known else None),
        weights_bytes=weights.total_bytes if weights else None,
        bytes_by_type=file.bytes_by_type,
        kv_bytes_per_token=per_token,
        memory=_memory(known) if known else (),
        notes=notes,
    )


def _memory(subject: Subject) -> tuple[ContextMemory, ...]:
    """All memory at context lengths that double, up to what the model was made for."""
    most = min(subject.shape.context_tokens or _LAST_CONTEXT_TOKENS, _LAST_CONTEXT_TOKENS)
    lengths = [min(_FIRST_CONTEXT_TOKENS, most)]
    while lengths[-1] < most:
        lengths.append(min(2 * lengths[-1], most))
    fixed = subject.weights.total_bytes + output_bytes(subject.shape, sequences=1)
    return tuple(
        ContextMemory(
            context_tokens=tokens,
            total_bytes=fixed
            + _cache_bytes(subject, tokens)
            + compute_bytes(subject.shape, context_tokens=tokens, batch=BatchSetup(), setup=CacheSetup()),
        )
        for tokens in lengths
    )


def _cache_bytes(subject: Subject, context_tokens: int) -> int:
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=context_tokens, setup=CacheSetup(), blocks=subject.blocks
    )
