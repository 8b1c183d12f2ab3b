"""How capable a model counts: by what is published of it, else by size, age and use."""

from typing import Any

import pytest

from advisor.answer.which_model.capability import capability
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Rating

CATALOG = load_catalog()
CARD = CATALOG.models["qwen/qwen3-8b"].changed(rating=None)


def able(card: ModelCard, use: str = "chat", **options: Any) -> float:
    return capability(card, CATALOG.blocks, use=use, **options)


def rated(score: float, **places: Any) -> ModelCard:
    return CARD.changed(rating=Rating(scale="benchmarks_0_100", score=score, source="a test", **places))


def test_without_a_rating_larger_and_newer_models_are_more_capable() -> None:
    assert able(CARD.changed(params=2 * CARD.params, active_params=2 * CARD.active_params)) == able(CARD) + 1
    assert able(CARD.changed(released="2026-04")) > able(CARD) > able(CARD.changed(released="2024-04"))


def test_a_mixture_counts_between_its_active_and_its_whole_size() -> None:
    mixture = CARD.changed(params=8 * CARD.params)
    whole = CARD.changed(params=8 * CARD.params, active_params=8 * CARD.params)
    assert able(CARD) < able(mixture) < able(whole)


def test_a_published_rating_counts_before_size_and_age() -> None:
    weak = rated(60).changed(params=1_000_000_000, active_params=1_000_000_000)
    assert able(weak) > able(rated(50).changed(params=70_000_000_000, active_params=70_000_000_000))


def test_a_place_in_a_skill_counts_for_its_use_alone() -> None:
    coder = rated(60, coding=(20, 469), chat=(300, 402))
    assert able(coder, "coding") > able(rated(60), "coding")
    assert able(coder, "chat") < able(rated(60), "chat")
    assert able(coder, "long documents") == able(rated(60), "long documents")


def test_what_a_model_is_not_made_for_counts_less_and_what_it_is_made_for_alone_more() -> None:
    assert able(CARD.changed(good_for=("reasoning",))) < able(CARD)
    assert able(CARD.changed(good_for=("coding",)), "coding") > able(
        CARD.changed(good_for=("chat", "coding")), "coding"
    )


def test_fewer_bits_keep_less_of_a_model() -> None:
    kept = [able(CARD, kept_bits=bits) for bits in (2.5, 4.8, 8.5, 16.0)]
    assert kept == sorted(kept)
    assert able(CARD) == pytest.approx(kept[-1], abs=0.01)


def test_a_model_in_two_bits_answers_worse_than_one_of_half_its_size_in_four() -> None:
    half = CARD.changed(params=CARD.params // 2, active_params=CARD.active_params // 2)
    assert able(CARD, kept_bits=2.4) < able(half, kept_bits=4.8)
    assert able(CARD, kept_bits=3.9) > able(half, kept_bits=4.8)


def test_fewer_words_heard_wrong_are_better() -> None:
    heard = CATALOG.other_models["speech/whisper-large-v3"]
    better = Rating(scale="word_error_percent", score=5, source="a test")
    assert able(heard.changed(rating=better), "transcription") > able(heard, "transcription")


@pytest.mark.parametrize(("model_id", "use"), [("resnet-50", "image classification"), ("yolo11m", "object detection")])
def test_what_sees_counts_by_how_often_it_is_right_and_without_a_rating_like_others(model_id: str, use: str) -> None:
    card = CATALOG.other_models[f"vision/{model_id}"]
    assert card.rating is not None
    better, worse = (card.changed(rating=card.rating.changed(score=card.rating.score + by)) for by in (5, -5))
    assert able(better, use) > able(card, use) > able(worse, use)
    newest = card.changed(rating=None, released="2026-11")
    assert able(worse, use) < able(newest, use) < able(better, use)
