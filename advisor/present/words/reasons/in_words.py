"""A reason in the language in force, and documents whose reasons are said."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from advisor.facts.values.reason import WORDS, Parameter, Reason
from advisor.facts.values.record import Record
from advisor.present.words import quantity
from advisor.present.words.processor_name import short_name
from advisor.present.words.reasons.answer import ANSWER
from advisor.present.words.reasons.bench import BENCH
from advisor.present.words.reasons.catalog import CATALOG
from advisor.present.words.reasons.findings import FINDING_PARTS
from advisor.present.words.reasons.model_file import MODEL_FILE
from advisor.present.words.reasons.predict import PREDICT
from advisor.present.words.reasons.probe import PROBE
from advisor.present.words.reasons.run import RUN
from advisor.present.words.reasons.store import STORE
from advisor.present.words.reasons.template import Template
from advisor.present.words.retold import retold
from advisor.present.words.words import capital, local_number, say

TEMPLATES: dict[str, Template] = {
    "told": "{text}",
    **PROBE,
    **BENCH,
    **CATALOG,
    **MODEL_FILE,
    **PREDICT,
    **ANSWER,
    **FINDING_PARTS,
    **RUN,
    **STORE,
}
AMOUNTS: dict[str, Callable[[Any], str]] = {
    "capacity": quantity.capacity,
    "bandwidth": quantity.bandwidth,
    "percent": quantity.percent,
    "duration": quantity.duration,
    "power": quantity.power,
    "times": quantity.times,
    "transfer_rate": quantity.transfer_rate,
}
"""How numbers in base units are written."""
_BEGINNINGS: dict[str, Callable[[str], str]] = {"capital": capital, "small": lambda text: text[:1].lower() + text[1:]}
_SEPARATOR = ", "


def in_words(reason: Reason) -> str:
    """What a reason says, in the language in force."""
    if reason.code == "told":
        return retold(str(reason.parameters["text"]))
    template = TEMPLATES[reason.code]
    if isinstance(template, tuple):
        template = template[reason.parameters["count"] != 1]
    return filled(template, reason.parameters)


def filled(template: str, parts: Mapping[str, Parameter]) -> str:
    """A template in the language in force, its gaps filled."""
    try:
        return _FORMATTER.vformat(say(template), (), parts)
    except (KeyError, IndexError, ValueError):  # a translation that names other gaps
        return _FORMATTER.vformat(template, (), parts)


def told_json(record: Record, *, indent: int | None = None) -> str:
    """A record as JSON for people and programs: each reason is its words."""
    return record.model_dump_json(indent=indent, context={WORDS: in_words})


def told_document(record: Record) -> dict[str, Any]:
    """The same as a document."""
    return record.model_dump(mode="json", context={WORDS: in_words})


class _Words(Formatter):
    """Fills gaps: reasons by their words, lists one after the other, numbers as the table asks."""

    def format_field(self, value: Parameter, format_spec: str) -> str:
        """One part: `capital` and `small` tell how a reason begins, `article` sets a or an, other texts join a list.

        `short` leaves makers out of names of processors.
        """
        if isinstance(value, Reason):
            return _BEGINNINGS.get(format_spec, str)(in_words(value))
        if isinstance(value, tuple):
            return (format_spec or _SEPARATOR).join(self.format_field(one, "") for one in value)
        if format_spec == "short":
            return short_name(str(value))
        if format_spec == "article":
            return f"{'an' if str(value)[:1] in 'aeiou' else 'a'} {value}"
        if format_spec in AMOUNTS:
            return AMOUNTS[format_spec](value)
        text = format(value, format_spec)
        return text if isinstance(value, str) else local_number(text)


_FORMATTER = _Words()
