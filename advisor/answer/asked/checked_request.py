"""Reads a request as it came: checked against the record of its task, and what is wrong with it."""

import json
import re
from typing import Any, TypeVar

from pydantic import ValidationError

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.facts.asked.request import Request, unknown_fields
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Reason, reason, rule_of

AnyRequest = TypeVar("AnyRequest", bound=Request)
Ignored = tuple[str | Reason, ...]
"""What a request says without effect on its answer: names of fields, or why one of them has none."""
_LONGEST = 1000
"""Of a text that names several cards; of what is longer the rest is left away."""
_WHOLE = ("id", "model_file")
_WORDS: dict[str, ReasonCode] = {
    "int": "whole_number",
    "float": "any_number",
    "finite": "any_number",
    "string": "plain_text",
    "bool": "true_or_false",
    "model": "figures_object",
    "dict": "figures_object",
}
"""By the first word of the name of a fault."""
_BOUNDS: dict[str, tuple[ReasonCode, str]] = {
    "greater_than_equal": ("field_at_least", "ge"),
    "greater_than": ("field_above", "gt"),
    "less_than_equal": ("field_at_most", "le"),
    "less_than": ("field_below", "lt"),
}


def checked_request(fields: Any, record: type[AnyRequest]) -> tuple[AnyRequest, Ignored]:
    """The request as a record, and the names of what has no effect on the answer.

    Raises:
        ProblemError: it is no object, or a field has the wrong type. A build date that is no ISO month is dropped.
    """
    if not isinstance(fields, dict):
        raise ProblemError("not_an_object")
    if not _is_text(fields):
        raise ProblemError("half_a_character")
    try:
        request = record.model_validate({name: item if name in _WHOLE else _cut(item) for name, item in fields.items()})
    except ValidationError as error:
        raise ProblemError(plain_fault(error)) from None
    ignored = tuple(shortened(name) for name in unknown_fields(fields, record))
    if request.build_date is not None and not re.match(r"\d{4}-\d{2}", request.build_date):
        return request.changed(build_date=None), (*ignored, reason("build_date_no_month"))
    return request, ignored


def request_id(fields: Any) -> str:
    """What names a request, as text that can be printed; nothing where it has no name."""
    named = fields.get("id") if isinstance(fields, dict) else None
    text = str(named) if isinstance(named, str | int | float) else ""
    return text.encode("utf-8", "replace").decode("utf-8")


def ignored_notes(ignored: Ignored) -> tuple[Reason, ...]:
    """The note that names what a request says without effect."""
    return (reason("ignored", names=ignored),) if ignored else ()


def _cut(item: Any) -> Any:
    """What a field says, its texts no longer than any name: patterns take time with the square of a text."""
    if isinstance(item, str):
        return item[:_LONGEST]
    if isinstance(item, dict):
        return {name: _cut(one) for name, one in item.items()}
    return [_cut(one) for one in item] if isinstance(item, list) else item


def _is_text(fields: dict[str, Any]) -> bool:
    """Whether every text in it can be printed; JSON can spell halves of characters."""
    try:
        json.dumps(fields, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def plain_fault(error: ValidationError) -> Reason:
    """The first fault: which field, and what it must be."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = shortened(".".join(str(part) for part in fault["loc"]))
    kind, context = fault["type"], fault.get("ctx", {})
    if kind in _BOUNDS:
        bound, key = _BOUNDS[kind]
        return reason(bound, field=place, bound=context[key])
    if kind == "literal_error":
        others, _, last = context["expected"].rpartition(" or ")
        wanted = reason("either", others=others, last=last) if others else last
        return reason("field_must_be", field=place, wanted=wanted)
    code = _WORDS.get(kind.split("_")[0])
    if code is not None:
        return reason("field_must_be", field=place, wanted=reason(code))
    return reason("field_fault", field=place, fault=rule_of(fault))
