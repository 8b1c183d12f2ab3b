"""The knobs of a task: what can be turned, in which steps, and how each step is called.

The id of a choice is the fields of a request that it sets, as JSON; null takes a field away.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from advisor.facts.values.frozen import frozen
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.quantity import tokens
from advisor.present.words.words import Plural, joined, local_number, say, say_count, to_say

Fields = Mapping[str, Any]


@frozen
class Plan:
    """One knob: the fields it sets, the values it offers for them, and their text."""

    id: str
    label: str
    names: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    text: Callable[..., str]
    is_scale: bool = True
    said: Callable[..., str] | None = None
    """How it stands in a line with the others, where its text does not."""
    is_advanced: bool = False
    """Whether it is a setting of the run rather than a part of what is asked."""


def one_each(*values: Any) -> tuple[tuple[Any, ...], ...]:
    """Values of a knob that sets one field."""
    return tuple((value,) for value in values)


def pixels(width: int, height: int) -> str:
    """The size of a picture."""
    return f"{width} x {height}"


def count_text(count: int | None) -> str:
    """A count; without one as many as go in."""
    return say("as many as fit") if count is None else local_number(f"{count:,}")


def counted(things: Plural) -> Callable[[int | None], str]:
    """A count with what is counted."""
    return lambda count: count_text(count) if count is None else say_count(*things, count)


def length_of(things: str) -> Callable[[int], str]:
    """The length of things: "texts of {length}"."""
    return lambda length: say(things, length=tokens(length))


def named(words: Mapping[Any, str]) -> Callable[..., str]:
    """What choices are called; those without a name by their values."""
    return lambda *key: say(words.get(key if len(key) > 1 else key[0], ", ".join(str(one) for one in key if one)))


def batch_plan(label: str, things: Plural, most: int) -> Plan:
    """How many are made at once: powers of two up to that of `most`."""
    values = one_each(*(2**n for n in range(most + 1)))
    return Plan("batch", label, ("batch",), values, count_text, said=counted(things), is_advanced=True)


BEST_THAT_FITS = to_say("the best that fits")
"""Of a precision that is left to the rig."""


def precision_plan(words: Mapping[str | None, str]) -> Plan:
    """In how many bits the model runs; None leaves it to the rig."""
    label, values = to_say("Precision"), one_each(*words)
    return Plan("precision", label, ("precision",), values, named(words), is_scale=False, is_advanced=True)


_LENGTHS = ("sequence_tokens", "prompt_tokens")
"""What a model takes only up to some length."""


def task_knobs(plans: Sequence[Plan], fields: Fields, *, longest_tokens: int | None = None) -> tuple[Knob, ...]:
    """The knobs of a task, each on the value that the fields have; what a model cannot take is not offered."""
    return tuple(_knob(plan, fields, longest_tokens) for plan in plans)


def with_choice(fields: Fields, choice_id: str) -> dict[str, Any]:
    """The fields with those that a choice sets."""
    changed = {**fields, **json.loads(choice_id)}
    return {name: value for name, value in changed.items() if value is not None}


def setting_words(plans: Sequence[Plan], fields: Fields) -> str:
    """All settings of a task in one line."""
    said = ((plan.said or plan.text)(*_values(plan, fields)) for plan in plans)
    return joined((text for text in said if text), ", ")


def _knob(plan: Plan, fields: Fields, longest_tokens: int | None) -> Knob:
    own, limit = _values(plan, fields), longest_tokens if plan.names[0] in _LENGTHS else None
    values = [one for one in plan.values if not (limit and one[0] > limit)]
    if own not in values:
        values = sorted((*values, own), key=_size) if plan.is_scale else [own, *values]
    choices = tuple(Choice(_choice_id(plan, one), plan.text(*one)) for one in values)
    chosen_id = _choice_id(plan, own)
    return Knob(plan.id, say(plan.label), choices, chosen_id, plan.is_scale, plan.is_advanced)


def _values(plan: Plan, fields: Fields) -> tuple[Any, ...]:
    return tuple(fields.get(name) for name in plan.names)


def _size(values: tuple[Any, ...]) -> float:
    """How far along its scale a choice lies; what is left open at the end."""
    size = 1.0
    for value in values:
        size *= float("inf") if value is None else value
    return size


def _choice_id(plan: Plan, values: tuple[Any, ...]) -> str:
    """The fields a choice sets."""
    return json.dumps(dict(zip(plan.names, values, strict=True)))
