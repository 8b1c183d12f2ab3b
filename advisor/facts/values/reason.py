"""Why something is so, or what is to be said, without words: a code and what fills the gaps of its text.

Rooms below present/ make reasons, present/words/reasons/ has the words. The recipe is in facts/reasons/__init__.py.
"""

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from math import isfinite
from typing import Any, Union, get_args

from pydantic import GetJsonSchemaHandler, SerializationInfo, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.frozen import frozen

Parameter = Union[str, int, float, bool, "Reason", tuple["Parameter", ...]]
CODES: frozenset[str] = frozenset(get_args(ReasonCode))
WORDS = "words"
"""Under this name the context of a dump holds the function that says a reason."""


@frozen
class Reason:
    """One thing to say: `parameters` fill the gaps, amounts in base units; a part may be a reason of its own.

    A record's field of this type reads a plain string as `told`, and so what a newer version says with a code that is
    not known here. As JSON `{"code": "no_file", "parameters": {"path": "/proc/cpuinfo"}}`, or its words where the
    context of the dump says them.
    """

    code: ReasonCode
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.parameters.items())))

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> CoreSchema:
        return core_schema.union_schema(
            [core_schema.is_instance_schema(cls), core_schema.no_info_plain_validator_function(_read)],
            mode="left_to_right",
            serialization=core_schema.plain_serializer_function_ser_schema(_written, info_arg=True),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _: CoreSchema, __: GetJsonSchemaHandler) -> dict[str, Any]:
        parameters = {"type": "object", "additionalProperties": True}
        properties = {"code": {"type": "string"}, "parameters": parameters}
        return {"anyOf": [{"type": "string"}, {"type": "object", "properties": properties, "required": ["code"]}]}


class ReasonError(Exception):
    """An error of ours that people are told of: `reason` says why."""

    def __init__(self, why: Reason | ReasonCode, **parameters: Parameter) -> None:
        self.reason = reason(why, **parameters)
        super().__init__(f"{self.reason.code} {dict(self.reason.parameters)}")


class FieldError(ReasonError, ValueError):
    """What is wrong with a field of a record, as far as its type does not tell."""


def rule_of(problem: Any) -> Reason:
    """The rule that an error in pydantic's list breaks: ours, else its own words."""
    own = problem.get("ctx", {}).get("error")
    return own.reason if isinstance(own, FieldError) else told(problem["msg"])


def reason(why: Reason | ReasonCode, **parameters: Parameter) -> Reason:
    """The reason of that code; one that is there already stays."""
    return why if isinstance(why, Reason) else Reason(why, parameters)


def told(text: str) -> Reason:
    """A text from outside: of a card, of another program, of an older file. Never one of our own."""
    return Reason("told", {"text": text})


def _read(value: object) -> Reason:
    """A reason as it was written, or the sentence that older versions wrote."""
    if isinstance(value, str) and value:
        return told(value)
    if not isinstance(value, dict) or not isinstance(value.get("code"), str) or value.keys() - {"code", "parameters"}:
        raise FieldError("reason_malformed")
    parameters = value.get("parameters", {})
    if not isinstance(parameters, dict):
        raise FieldError("reason_without_names")
    if value["code"] not in CODES:
        return told(value["code"].replace("_", " "))
    return Reason(value["code"], {str(name): _read_parameter(one) for name, one in parameters.items()})


def _read_parameter(value: object) -> Parameter:
    if isinstance(value, list | tuple):
        return tuple(map(_read_parameter, value))
    if isinstance(value, dict):
        return _read(value)
    if not isinstance(value, str | int | float | Reason) or (isinstance(value, float) and not isfinite(value)):
        raise FieldError("reason_parameter_malformed")
    return value


def _written(value: Reason, info: SerializationInfo) -> Any:
    return info.context[WORDS](value) if info.context else _plain(value)


def _plain(value: Parameter) -> Any:
    if isinstance(value, Reason):
        return {"code": value.code, "parameters": {name: _plain(one) for name, one in value.parameters.items()}}
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


@cache
def reason_adapter() -> TypeAdapter[Reason]:
    """What reads and writes a reason that stands in no record; few need one, and it takes its time to make."""
    return TypeAdapter(Reason)
