"""How long a model thinks before its answer starts, asked at the door of `predict`."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.model_parts import ThinkingAnswer
from advisor.facts.values.range import Range
from tests.each import each

CATALOG = load_catalog()
THINKING = [card_id for card_id, card in CATALOG.models.items() if card.thinking]


def asked(**more: Any) -> Answer:
    return answer_request({"id": "1", "device": "RTX 4090", "quant": "Q4_K_M", **more}, CATALOG)


def thought(**more: Any) -> ThinkingAnswer:
    found = asked(**more).thinking
    assert found is not None
    return found


def test_the_answer_starts_after_prompt_and_thinking() -> None:
    answer = asked(model="QwQ 32B", thinking_tokens=1000)
    assert answer.thinking is not None
    assert answer.tokens_per_s is not None
    assert answer.thinking.answer_starts_s is not None
    expected = answer.time_to_first_token_s + 1000 / answer.tokens_per_s.middle  # type: ignore[operator]
    assert answer.thinking.answer_starts_s.middle == pytest.approx(expected)


def test_published_means_are_the_range() -> None:
    own = CATALOG.models["gpt-oss/gpt-oss-20b"].thinking
    assert own is not None
    answer = thought(model="gpt-oss-20b", quant=None)
    assert (answer.tokens.low, answer.tokens.high) == (min(own.tokens.counts), max(own.tokens.counts))


def test_a_model_without_figures_has_the_range_of_the_others() -> None:
    answer = thought(model="SmolLM3 3B")
    assert [note.code for note in answer.notes] == ["thinking_of_others", "thinking_can_be_off"]
    assert answer.tokens.low < answer.tokens.middle < answer.tokens.high


@pytest.mark.parametrize("model", ["Llama 3.1 8B", "Qwen3-30B-A3B-Instruct-2507"])
def test_models_that_answer_at_once_say_nothing(model: str) -> None:
    assert asked(model=model).thinking is None


def test_a_form_that_thinks_by_its_name_does() -> None:
    assert thought(model="Qwen3-30B-A3B-Thinking-2507").habit == "always"


def test_no_tokens_are_no_thinking() -> None:
    assert asked(model="QwQ 32B", thinking_tokens=0).thinking is None


def test_the_other_figures_stay_as_they_are() -> None:
    plain, long = asked(model="QwQ 32B"), asked(model="QwQ 32B", thinking_tokens=5000)
    assert plain.model_copy(update={"thinking": None}) == long.model_copy(update={"thinking": None})


@each("model", THINKING)
def test_every_model_that_thinks_is_answered(model: str) -> None:
    assert thought(model=model, thinking_tokens=100).tokens.middle == 100


@pytest.mark.parametrize("model", ["QwQ 32B", "gpt-oss-20b", "Qwen3.6 35B-A3B"])
def test_an_answer_starts_before_it_ends_at_both_ends_of_the_range(model: str) -> None:
    answer = asked(model=model, quant=None)
    assert answer.thinking is not None
    assert answer.thinking.answer_starts_s is not None
    assert answer.tokens_per_s is not None
    first_s = answer.time_to_first_token_s or 0.0
    whole = answer.tokens_per_s.into(answer.thinking.tokens.middle + 256).plus(Range.exactly(first_s))
    assert all(start < end for start, end in zip(answer.thinking.answer_starts_s, whole, strict=True))
