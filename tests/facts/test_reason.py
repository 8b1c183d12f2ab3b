"""Reasons are codes with parameters; sentences of older files are told as they stand."""

import pytest
from pydantic import ValidationError

from advisor.facts.values.fact import Fact, unknown
from advisor.facts.values.reason import WORDS, Parameter, Reason, ReasonError, reason, reason_adapter

FILE = reason("no_file", path="/proc/cpuinfo")


def test_a_reason_is_its_code_and_parameters() -> None:
    assert (FILE.code, FILE.parameters) == ("no_file", {"path": "/proc/cpuinfo"})
    assert reason(FILE) is FILE
    assert {FILE: 1}[reason("no_file", path="/proc/cpuinfo")] == 1


@pytest.mark.parametrize(
    "parameters", [{}, {"path": "/x"}, {"error": FILE}, {"several": ("a", FILE)}, {"count": 3, "share": 0.25}]
)
def test_a_reason_survives_its_file(parameters: dict[str, Parameter]) -> None:
    kept = unknown(Reason("file_unreadable", parameters))
    found = Fact[int].model_validate_json(kept.model_dump_json())
    assert found == kept
    assert hash(found) == hash(kept)


def test_a_sentence_of_an_older_file_is_told() -> None:
    found = Fact[int].model_validate_json('{"value": null, "reason": "the driver lists no GPU"}')
    assert found.reason == reason("told", text="the driver lists no GPU")


def test_a_code_of_a_newer_version_is_told_in_its_own_words() -> None:
    assert reason_adapter().validate_python({"code": "moon_too_bright", "parameters": {"at": 3}}).parameters == {
        "text": "moon too bright"
    }


@pytest.mark.parametrize(
    "written",
    [
        *('""', "3", "[]", '{"code": 3}', '{"code": "no_file", "parameters": []}'),
        *('{"code": "no_file", "more": 1}', '{"code": "no_file", "parameters": {"path": null}}'),
    ],
)
def test_what_is_no_reason_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        reason_adapter().validate_json(written)


def test_an_unknown_fact_needs_a_reason() -> None:
    with pytest.raises(ValidationError):
        Fact[int](value=None)


def test_a_document_may_be_written_in_words() -> None:
    said = unknown(FILE).model_dump_json(context={WORDS: lambda one: one.code})
    assert said == '{"value":null,"reason":"no_file"}'


def test_an_error_carries_its_reason() -> None:
    assert ReasonError("no_file", path="/x").reason == reason("no_file", path="/x")
