"""What a knob of serving does not change is not worked out again."""

from typing import Any

import pytest

from advisor.answer.serve import offload_serving
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.text import division
from advisor.catalog.cards.catalog import load_catalog
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()
MOST_PLACED = 6
RIG = known_computer(sure(CATALOG.computers.find("PC with RTX 3060 12GB")), CATALOG).rig


def asked(model: str, *, is_glance: bool = False, **fields: Any) -> Any:
    question = named_question("coding-agent", model, CATALOG, fields=fields)
    return answer_question(RIG, CATALOG, question, candidates=(), is_glance=is_glance)


def test_parted_models_are_placed_once_for_any_number_of_users(monkeypatch: pytest.MonkeyPatch) -> None:
    placed: list[object] = []
    real = division.fastest

    def counted(*about: Any) -> Any:
        placed.append(about)
        return real(*about)

    monkeypatch.setattr(offload_serving, "fastest", counted)
    fields: dict[str, Any] = {"engine": "llama.cpp", "precision": "Q4_K_M", "kv_type": "f16", "prompt_tokens": 20_011}
    first = asked("Qwen3 32B", concurrency=1, **fields)
    assert first.chosen.fit.verdict == "spills"
    assert 0 < len(placed) <= MOST_PLACED, "of the whole prompt only what its time takes"
    placed.clear()
    again = asked("Qwen3 32B", concurrency=1, **fields)
    assert again == first
    assert not placed
    assert asked("Qwen3 32B", concurrency=2, **fields) != first
    assert len(placed) <= 2, "at most so many users are new"


def test_a_glance_makes_no_steps_of_a_chart() -> None:
    whole, glance = asked("Qwen3 14B"), asked("Qwen3 14B", is_glance=True)
    assert whole.steps
    assert glance == whole.changed(steps=())
