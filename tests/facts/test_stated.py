"""Which fields of a record were stated: known of each, kept once for those that state the same."""

from advisor.facts.answers.estimate import Input
from advisor.facts.asked.request import Request
from advisor.facts.values.reason import reason


def made(**other: object) -> Input:
    return Input.model_validate(
        {"name": "layers", "value": 32.0, "unit": "count", "origin": "estimated", "source": reason("the_question")}
        | other
    )


def built(value: float) -> Input:
    return Input(name="layers", value=value, unit="count", origin="estimated", source=reason("the_question"))


def test_records_that_state_the_same_share_what_they_stated() -> None:
    assert built(32.0).model_fields_set is built(40.0).model_fields_set
    assert built(32.0) == made()


def test_a_field_that_is_left_to_its_default_is_not_stated() -> None:
    assert Request(model="Qwen3 8B", quant=None).model_fields_set == {"model"}
    assert Request(model="Qwen3 8B", quant="Q8_0").model_fields_set == {"model", "quant"}
    assert Request(model="Qwen3 8B", quant=None).model_fields_set == {"model"}
