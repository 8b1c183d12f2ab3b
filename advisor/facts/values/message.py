"""The lines a child process writes with `--events`: one JSON object each, flushed one by one."""

from typing import Any, Literal, TypeVar

from pydantic import Field
from pydantic_core import from_json, to_json

from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

R = TypeVar("R", bound=Record)


class Progress(Record):
    """How far the child is: per-mille of the whole job, a phase, and the longest silence until its next line."""

    event: Literal["progress"] = "progress"
    per_mille: int = Field(ge=0, le=1000)
    phase: Reason
    limit_s: float
    protocol: int | None = None
    pid: int | None = None


class Result(Record):
    """One finished fact: `kind` names the record (`machine`, `measurement`), `body` is its JSON form."""

    event: Literal["result"] = "result"
    kind: str
    body: dict[str, Any]

    def record(self, kind: type[R]) -> R:
        """The fact as a record, read by the rules for JSON (lists become tuples, nothing else is bent).

        Raises:
            ValidationError: the body is no such record.
        """
        return kind.model_validate_json(to_json(self.body, inf_nan_mode="null"))


class Failure(Record):
    """One thing that could not be had, and why; the job may go on. `device` where only that one lacks it."""

    event: Literal["failure"] = "failure"
    code: str
    sentence: Reason
    detail: str = ""
    device: str | None = None


class Done(Record):
    """The last line of a child that ended by itself."""

    event: Literal["done"] = "done"


Message = Progress | Result | Failure | Done
_KINDS: dict[str, type[Message]] = {"progress": Progress, "result": Result, "failure": Failure, "done": Done}


def read_message(line: bytes | str) -> Message:
    """The message of one line.

    Raises:
        ValueError: it is none.
    """
    found = from_json(line)
    event = found.get("event") if isinstance(found, dict) else None
    if not isinstance(event, str) or event not in _KINDS:
        raise ValueError("no message")
    return _KINDS[event].model_validate_json(line)
