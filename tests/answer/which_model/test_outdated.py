"""Which models are folded away: the old ones, and those of a generation that a later one of the same size replaced."""

from typing import Any

from advisor.answer.which_model.outdated import newest_month, outdated
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.cards.card import month_of
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Abilities, Rating

CATALOG = load_catalog()
CARD = CATALOG.models["qwen/qwen3-8b"].changed(rating=None, abilities=None, thinking=None)
EARLIER = CARD.changed(name="Line 1 8B", family="Line 1", released="2025-04")
LATER = CARD.changed(name="Line 2 8B", family="Line 2", released="2026-04")
NEWEST = month_of("2026-10")


def folded(*cards: ModelCard, use: str = "chat") -> list[str]:
    """Names of those folded, among enough others that stay."""
    others = (CARD.changed(name=f"Other {n}B", maker=f"maker {n}", released="2026-01") for n in range(20))
    models = {card.name: card for card in (*cards, *others)}
    return sorted(outdated(models, newest_month=NEWEST, use=use))


def test_a_later_generation_of_the_same_line_and_size_replaces_a_model() -> None:
    assert folded(EARLIER, LATER) == ["Line 1 8B"]


def test_another_size_line_maker_or_use_replaces_nothing() -> None:
    large: dict[str, Any] = {"params": 3 * CARD.params, "active_params": 3 * CARD.active_params}
    for other in (
        LATER.changed(**large),
        LATER.changed(family="Line-Coder 2"),
        LATER.changed(maker="another"),
        LATER.changed(good_for=("coding",)),
        LATER.changed(released="2025-04"),
    ):
        assert folded(EARLIER, other) == []


def test_another_form_of_the_same_generation_replaces_nothing() -> None:
    assert folded(EARLIER, LATER.changed(name="Line 1 8B Turbo", released="2025-08")) == []


def test_what_is_rated_better_or_can_do_more_is_kept() -> None:
    rating = Rating(scale="benchmarks_0_100", score=60, source="a test")
    assert folded(EARLIER.changed(rating=rating), LATER.changed(rating=rating.changed(score=50))) == []
    blind, seeing = Abilities(has=(), source="a test"), Abilities(has=("sees",), source="a test")
    assert folded(EARLIER.changed(abilities=seeing), LATER.changed(abilities=blind)) == []


def test_what_is_older_than_two_years_is_folded() -> None:
    old = CARD.changed(name="Old 8B", maker="another", released="2024-09")
    assert folded(old) == ["Old 8B"]
    assert folded(old.changed(released="2024-10")) == []


def test_nothing_is_folded_where_hardly_any_other_is_left() -> None:
    models = {"old": CARD.changed(released="2020-01"), "new": CARD.changed(released="2026-01")}
    assert outdated(models, newest_month=NEWEST, use="chat") == frozenset()


def test_of_our_cards_current_ones_stay_and_the_first_ones_go() -> None:
    found = outdated(CATALOG.models, newest_month=newest_month(CATALOG.models.values()), use="chat")
    assert not {"gpt-oss/gpt-oss-20b", "qwen/qwen3.6-35b-a3b", "gemma/gemma-4-26b-a4b"} & found
    assert {"gpt2/gpt2", "llama/llama-2-7b", "qwen/qwen3-30b-a3b", "gemma/gemma-3-27b"} <= found
