"""What a model's file holds, in the figures people ask for."""

from advisor.answer.asked.problem import ProblemError
from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ContextMemory, ModelDescription, ModelFile
from advisor.facts.values.reason import reason
from advisor.predict.model.buffers import BatchSetup, compute_bytes, output_bytes
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import Subject

_FIRST_CONTEXT_TOKENS = 4096
_LAST_CONTEXT_TOKENS = 256 * _FIRST_CONTEXT_TOKENS
_LONG_TOKENS = 1 << 24
"""Longer than any window: from here on only what grows with the conversation grows."""


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
    return ModelDescription(
        architecture=file.architecture,
        params=weights.params if weights else None,
        active_params=weights.active_params if weights else None,
        layers=file.layers or (known.shape.layers if known else None),
        context_tokens=file.context_tokens or (known.shape.context_tokens if known else None),
        weights_bytes=weights.total_bytes if weights else None,
        bytes_by_type=file.bytes_by_type,
        kv_bytes_per_token=_kv_bytes_per_token(known) if known else None,
        memory=_memory(known) if known else (),
        notes=notes,
    )


def _kv_bytes_per_token(subject: Subject) -> int:
    return (_cache(subject, 2 * _LONG_TOKENS) - _cache(subject, _LONG_TOKENS)) // _LONG_TOKENS


def _cache(subject: Subject, context_tokens: int) -> int:
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=context_tokens, setup=CacheSetup(), blocks=subject.blocks
    )


def _memory(subject: Subject) -> tuple[ContextMemory, ...]:
    """All memory at context lengths that double, up to what the model was made for."""
    most = min(subject.shape.context_tokens or _LAST_CONTEXT_TOKENS, _LAST_CONTEXT_TOKENS)
    lengths = [min(_FIRST_CONTEXT_TOKENS, most)]
    while lengths[-1] < most:
        lengths.append(min(2 * lengths[-1], most))
    return tuple(ContextMemory(context_tokens=tokens, total_bytes=_total(subject, tokens)) for tokens in lengths)


def _total(subject: Subject, context_tokens: int) -> int:
    buffers = compute_bytes(subject.shape, context_tokens=context_tokens, batch=BatchSetup(), setup=CacheSetup())
    held = subject.weights.total_bytes + output_bytes(subject.shape, sequences=1)
    return held + buffers + _cache(subject, context_tokens)
