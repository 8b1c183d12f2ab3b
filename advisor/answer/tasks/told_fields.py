"""Settings of a task that a person names: which there are, and what they mean."""

from collections.abc import Mapping
from typing import Any

from advisor.answer.tasks.registry import TASKS
from advisor.facts.asked.question import CACHE_TYPE, THINKING
from advisor.facts.asked.request import Request
from advisor.facts.cards.workload import Default, TaskCard, WorkloadCard

CONTEXT = "context"
"""Prompt and answer together, as people name it."""
_ROOM = "context_tokens"
_CONTEXTS = (CONTEXT, _ROOM)
PROMPT, _ANSWER = "prompt_tokens", "generated_tokens"
IMAGES = "images"
"""Pictures in the prompt of a model that sees."""
_OF_RIG_OR_MODEL = frozenset(Request.annotated) - {"engine", "backend", "quant"}

Fields = Mapping[str, Any]


def settable(workload: WorkloadCard | TaskCard) -> tuple[str, ...]:
    """Names that can be set, what the workload itself says first; of text to one person prompt, cache and thinking."""
    if isinstance(workload, WorkloadCard):
        return PROMPT, IMAGES, CACHE_TYPE, THINKING
    names = dict.fromkeys((*workload.fields, *TASKS[workload.task].record.annotated))
    known = [name for name in names if name not in (*_OF_RIG_OR_MODEL, _ROOM)]
    return (*known, CONTEXT) if {PROMPT, _ANSWER} <= set(known) else tuple(known)


def unknown_settings(told: Fields, workload: WorkloadCard | TaskCard) -> tuple[str, ...]:
    """Names among those that were told that set nothing."""
    known = {*settable(workload), *(_CONTEXTS if CONTEXT in settable(workload) else ())}
    return tuple(name for name in told if name not in known)


def with_told(usual: Mapping[str, Default], told: Fields) -> dict[str, Any]:
    """Fields of a request with those that were told; a context is the prompt and its answer.

    There is room for what was told; a longer prompt makes its own.
    """
    fields = {**usual, **{name: value for name, value in told.items() if name not in _CONTEXTS}}
    for name in _CONTEXTS:
        if name in told and PROMPT not in told and _is_count(told[name]) and _is_count(fields.get(_ANSWER)):
            fields[PROMPT] = told[name] - fields[_ANSWER]
        if name in told and _ROOM in usual:
            fields[_ROOM] = told[name]
    return fields


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
