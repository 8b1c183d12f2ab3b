"""Words of other programs for what a request says, and what goes beyond a model: understood, or said in a sentence."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.answer import Answer
from tests.fakes.said import said


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def asked(catalog: Catalog, **fields: object) -> Answer:
    return answer_request({"id": "1", "device": "H100 SXM 80GB", "model": "Llama-3.1-8B", **fields}, catalog)


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        ("precision", "bf16-true", "bf16"),
        ("precision", "amp_bf16", "amp"),
        ("precision", "bf16-mixed", "amp"),
        ("precision", "amp_fp8", "fp8"),
        ("optimizer", "AdamW 8-bit", "adamw_8bit"),
        ("optimizer", "paged_adamw_8bit", "adamw_8bit"),
        ("optimizer", "AdamW", "adamw"),
        ("shard", "ZeRO-3", "zero3"),
        ("shard", "FULL_SHARD", "zero3"),
        ("shard", "SHARD_GRAD_OP", "zero2"),
        ("method", "QLoRA", "qlora"),
        ("checkpointing", "full", True),
        ("checkpointing", "none", False),
        ("checkpointing", "Selective", "selective"),
    ],
)
def test_programs_words_are_understood(catalog: Catalog, field: str, written: str, meant: object) -> None:
    one = {"task": "finetune", "device_count": 8, "method": "full"}
    answer = asked(catalog, **{**one, field: written})
    assert answer.error is None
    assert answer == asked(catalog, **{**one, field: meant})


@pytest.mark.parametrize("field", ["precision", "optimizer", "shard", "method", "checkpointing"])
def test_other_words_are_refused(catalog: Catalog, field: str) -> None:
    answer = asked(catalog, task="finetune", **{field: "marble"})
    assert answer.error is not None
    assert {"field_must_be", "field_fault"} & (why := said(answer.error.message))
    assert any(str(part).startswith(field) for part in why)


def test_saturated_is_as_many_as_go_in(catalog: Catalog) -> None:
    assert asked(catalog, task="serve", concurrency="saturated") == asked(catalog, task="serve")
    assert asked(catalog, task="serve", concurrency="many").error is not None


def test_a_task_in_capitals_is_the_task(catalog: Catalog) -> None:
    assert asked(catalog, task="Fine-tune").error is None
    assert asked(catalog, task="SERVE") == asked(catalog, task="serve")


def test_a_context_beyond_the_model_is_said(catalog: Catalog) -> None:
    answer = asked(catalog, task="generate", quant="Q4_K_M", context_tokens=300_000)
    assert {"context_beyond_model", 131_072} <= said(*answer.notes)
    assert 131_072 not in said(*asked(catalog, task="generate", context_tokens=131_072).notes)
