"""What is wrong with a request, in plain words."""

from pydantic import ValidationError

from advisor.answer.asked.problem import shortened

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "string": "text",
    "bool": "true or false",
    "model": "an object with figures",
    "dict": "an object with figures",
}
"""By the first word of the name of a fault."""

_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
}


def plain_fault(error: ValidationError) -> str:
    """The first fault as a sentence: which field, and what it must be."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = shortened(".".join(str(part) for part in fault["loc"]))
    kind, context = fault["type"], fault.get("ctx", {})
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return f"{place} must be {words} {context[key]:,}"
    if kind == "literal_error":
        return f"{place} must be {context['expected']}"
    if kind == "value_error":
        return f"{place}: {context['error']}"
    wanted = _WORDS.get(kind.split("_")[0])
    return f"{place} must be {wanted}" if wanted else f"{place}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"
