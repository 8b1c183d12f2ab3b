"""What is wrong with a request, in plain words."""

from pydantic import ValidationError

from advisor.answer.asked.problem import shortened
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.reason import Reason, reason, rule_of

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
