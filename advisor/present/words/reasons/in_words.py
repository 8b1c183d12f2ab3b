"""A reason in the language in force, and documents whose reasons are said."""

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import WORDS, Parameter, Reason
from advisor.facts.values.record import Record
from advisor.present.words import quantity
from advisor.present.words.processor_name import short_name
from advisor.present.words.reasons.answer import ANSWER
from advisor.present.words.reasons.bench import BENCH
from advisor.present.words.reasons.catalog import CATALOG
from advisor.present.words.reasons.engines import ENGINES
from advisor.present.words.reasons.findings import FINDING_PARTS
from advisor.present.words.reasons.model_file import MODEL_FILE
from advisor.present.words.reasons.own_cards import OWN_CARDS
from advisor.present.words.reasons.predict import PREDICT
from advisor.present.words.reasons.price_pack import PRICE_PACK
from advisor.present.words.reasons.probe import PROBE
from advisor.present.words.reasons.run import RUN
from advisor.present.words.reasons.store import STORE
from advisor.present.words.reasons.template import Template
from advisor.present.words.words import capital, joined, local_number, say, say_count, sentence, uncapital

TEMPLATES: dict[str, Template] = {
    "told": "{text:said}",
    **PROBE,
    **BENCH,
    **CATALOG,
    **MODEL_FILE,
    **OWN_CARDS,
    **PRICE_PACK,
    **PREDICT,
    **ANSWER,
    **FINDING_PARTS,
    **RUN,
    **ENGINES,
    **STORE,
}
FORMS: dict[str, Callable[[Any], str]] = {
    "capacity": quantity.capacity,
    "bandwidth": quantity.bandwidth,
    "percent": quantity.percent,
    "duration": quantity.duration,
    "power": quantity.power,
    "times": quantity.times,
    "transfer_rate": quantity.transfer_rate,
    "article": lambda text: f"{'an' if str(text)[:1] in 'aeiou' else 'a'} {text}",
    "addresses": lambda source: cited(say(str(source))),
    "said": lambda text: say(str(text)),
    "short": lambda name: short_name(str(name)),
}
"""How numbers in base units are written, a or an before a text, words of a card, a source without the notes on it,
and names without their makers."""
_BEGINNINGS: dict[str, Callable[[str], str]] = {"capital": capital, "small": uncapital}
_HOST = re.compile(r"[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}")
_PLACE = re.compile(r"(?:^|[\s(:])/[a-z]+(?:/|\b)|HKEY_|\\\\|\b(?:Win32|IO[A-Z])\w+")
"""A folder of Linux or macOS, a key or class of Windows, a class of Apple's registry."""


def in_words(reason: Reason) -> str:
    """What a reason says, in the language in force."""
    return filled(TEMPLATES[reason.code], reason.parameters)


def plain_words(reason: Reason) -> str:
    """What a reason says, without the places of files and keys: the output of doctor has those."""
    text = in_words(reason)
    if reason.code == "no_permission":
        return say("this account may not read it")
    return say("this system does not tell it") if _PLACE.search(text) else text


def cited(source: str) -> str:
    """The addresses in a source, without the notes on them, which are English; the whole where it has none."""
    words = (word.strip("(),;:") for word in source.split())
    found = (word for word in words if _HOST.fullmatch(word) or ("/" in word and any(map(str.isalpha, word))))
    return ", ".join(dict.fromkeys(found)) or source


def filled(template: Template, parameters: Mapping[str, Parameter]) -> str:
    """A template in the language in force, its gaps filled."""
    parts = {name: _Part(value) for name, value in parameters.items()}
    if isinstance(template, tuple):
        return say_count(*template, cast("int", parameters["count"]), **parts)
    return say(template, **parts)


def told_json(record: Record, *, indent: int | None = None) -> str:
    """A record as JSON for people and programs: each reason is its words."""
    return record.model_dump_json(indent=indent, context={WORDS: in_words})


def told_document(record: Record) -> dict[str, Any]:
    """The same as a document."""
    return record.model_dump(mode="json", context={WORDS: in_words})


@frozen
class _Part:
    """Fills a gap: reasons by their words, lists one after the other, numbers as the table asks."""

    value: Parameter

    def __repr__(self) -> str:
        return repr(self.value)

    def __format__(self, form: str) -> str:
        """`capital` and `small` tell how a reason begins; what stands in no table joins a list or formats a number."""
        value: Any = self.value
        if isinstance(value, Reason):
            return _BEGINNINGS.get(form, str)(in_words(value))
        if isinstance(value, tuple):
            said = [format(_Part(one)) for one in value]
            return form.join(said) if form else joined(said, ", ")
        if form in FORMS:
            return FORMS[form](value)
        text = format(value, form)
        return text if isinstance(value, str) else local_number(text)


def problem_words(reason: Reason) -> tuple[str, ...]:
    """Why there is no answer, as a title, and as a sentence below it where the title is the kind of problem alone."""
    told = sentence(in_words(reason))
    return (say("Context too short for this work"), told) if reason.code == "request_too_long" else (told,)
