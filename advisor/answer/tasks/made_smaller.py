"""What is made smaller than it was asked for where no memory holds the whole: batches, lengths, sizes of pictures."""

from typing import Any

from advisor.answer.tasks.task import Fields
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.asked.request import Request
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import reason

_SIZE = ("width", "height")
_MADE_SMALLER: tuple[tuple[ReasonCode, tuple[str, ...]], ...] = (
    ("smaller_size_to_fit", _SIZE),
    ("smaller_batch_to_fit", ("batch", "sequence_tokens")),
)
"""What is said where a form of a task is smaller than what was asked for, with the fields that count."""


def said_smaller(option: TaskOption, asked: Fields) -> TaskOption:
    """The option, its answer saying what had to be smaller than asked for."""
    request, known = option.request, option.answer.notes
    notes = (
        reason(code, **{name: getattr(request, name) for name in names})
        for code, names in _MADE_SMALLER
        if any(asked.get(name) not in (None, getattr(request, name, None)) for name in names)
    )
    new = tuple(note for note in notes if note not in known)
    return option.changed(answer=option.answer.changed(notes=(*known, *new))) if new else option


def size_of(request: Request) -> dict[str, Any]:
    """The fields of a request that are the size of what it makes; none of what has no size."""
    found = {name: getattr(request, name, None) for name in _SIZE}
    return {name: size for name, size in found.items() if size is not None}


def is_usual(size: Fields, usual: Fields) -> bool:
    """Whether a size has no fewer pixels than the work usually has."""
    return all(size[name] and usual.get(name) and size[name] >= usual[name] for name in _SIZE)


def no_larger_file(forms: tuple[Fields, ...], taken: Request) -> tuple[Fields, ...]:
    """Of forms, the largest file first, those that are no larger than the one of a request."""
    precision = getattr(taken, "precision", None)
    return next((forms[place:] for place, one in enumerate(forms) if one.get("precision") == precision), forms)
