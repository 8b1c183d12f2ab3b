"""Purchases with a drawback, and those that do without: poor files, no room, cards beside the own one, slow films."""

import datetime
from functools import lru_cache

import pytest

from advisor.answer.money.prices import SECOND, set_count
from advisor.answer.worth.conclusions import turns
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money
from advisor.facts.values.units import GIB
from advisor.present.upgrade.lines import worth_lines
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


@lru_cache
def of_card(
    card: str | None, workload: str, model: str | None, budget_usd: float | None = None, **fields: object
) -> WorthAnswer:
    memory = {"ram_gib": 32, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 3200}
    parts = {"cpu": "Ryzen 5 5600", **memory, "gpus": [card] if card else [], "form": "desktop"}
    machine, rig = named_rig(parts, CATALOG)
    question = WorthQuestion(
        CATALOG,
        workload,
        model,
        None,
        Money(budget_usd=budget_usd),
        **fields,  # type: ignore[arg-type]
    )
    return answer_worth(machine, rig, question, today=TODAY)


def test_an_owned_card_is_not_given_away_for_a_file_of_three_bits() -> None:
    """A 70B on an RTX 3090: another beside it holds four bits; what is a little below its price holds three alone."""
    open_money, little = (of_card("RTX 3090", "chat", "Llama 3.3 70B", usd) for usd in (None, 1000.0))
    assert open_money.best is not None
    assert open_money.best.kind == "second_card"
    assert open_money.best.reached.quant == "Q4_K_M"
    assert (little.decision.verdict, little.decision.reason) == ("depends", "worse_file")
    assert little.sound_way is not None
    assert little.sound_way.kind == "second_card"
    assert any(turn.code == "sound_way" for turn in turns(little))


def test_a_worse_file_is_no_advice_where_the_card_that_was_named_costs_little_more() -> None:
    """A second RTX 3090 begins at $1,200: with $1,000 nobody gives away the first one for three bits."""
    named = ("gpus/nvidia/rtx-3090",)
    answer = of_card("RTX 3090", "chat", "Llama 3.3 70B", 1000.0, named_cards=named)
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "over_budget")
    assert answer.best is None
    assert [turn.about.id for turn in turns(answer) if turn.code == "little_more" and turn.about] == [
        f"{SECOND}{named[0]}"
    ]
    text = "\n".join(worth_lines(answer))
    assert "You asked about an added RTX 3090: $1,200" in text
    assert "a noticeable difference" not in text, "the card that was named does make one"
    far = of_card("RTX 3090", "chat", "Llama 3.3 70B", 700.0, named_cards=named)
    assert far.decision.reason != "over_budget" or not any(turn.code == "little_more" for turn in turns(far))


@pytest.mark.parametrize("budget_usd", [None, 4000.0])
def test_a_computer_is_bought_with_room_beside_the_model(budget_usd: float | None) -> None:
    """GLM-4.5-Air fills 64 GB to the last: 128 GB are advised."""
    answer = of_card(None, "chat", "GLM-4.5-Air 106B-A12B", budget_usd, part="computer")
    assert answer.best is not None
    processor = answer.best.reached.processor
    assert processor is not None
    assert (processor.memory_total_bytes.value or 0) > 100 * GIB
    assert answer.decision.verdict != "no"


def test_a_card_that_makes_films_many_times_as_fast_is_a_yes_though_they_stay_slow() -> None:
    answer = of_card("RX 6700 XT", "films", "Wan 2.2 T2V A14B", 1500.0)
    assert (answer.decision.verdict, answer.decision.reason) == ("yes", "far_faster")
    assert answer.best is not None
    assert answer.best.gain is not None
    assert answer.best.gain.middle > 8
    verdict, *_ = worth_lines(answer)
    assert "stays slow" in verdict


@pytest.mark.parametrize(("model", "is_open"), [("Qwen3.6 35B-A3B", True), ("Qwen3.8 27B", False)])
def test_a_second_card_is_a_yes_where_a_model_lies_wholly_on_both_and_not_on_the_first(
    model: str, *, is_open: bool
) -> None:
    """The small mixture is fast enough on one card: the dense model of 27B in four bits is what a second is for."""
    asked = {"named_cards": (CATALOG.gpus.find("RTX 5060 Ti 16GB") or "",), "is_open": is_open}
    answer = of_card("RTX 5060 Ti 16GB", "chat", model, **asked)
    assert (answer.decision.verdict, answer.decision.reason) == ("yes", "better_file")
    assert answer.best is not None
    assert answer.best.kind == "second_card"
    assert answer.sooner is not None
    assert answer.sooner.model_id == CATALOG.models.find("Qwen3.8 27B")
    assert answer.sooner.here.is_reduced or answer.sooner.here.fit == "spills"
    assert answer.sooner.there.fit == "fits"
    assert of_card("RTX 3090", "chat", model, **asked).decision.reason == "enough"


def test_a_card_beside_the_own_one_is_weighed_for_a_file_of_good_quality() -> None:
    """An RTX 4070 holds a 32B in three bits at best: another card beside it holds four."""
    answer = of_card("RTX 4070", "chat", "Qwen3 32B", 800.0)
    assert any(one.kind == "second_card" and one.reached.quant == "Q4_K_M" for one in answer.others)
    assert answer.decision.verdict == "yes"
    assert answer.best is not None
    assert not answer.best.reached.is_reduced


def test_a_card_beside_the_own_one_that_holds_a_good_file_with_context_comes_before_a_worse_file_in_its_place() -> None:
    """A 27B on 12 GB: a card of 16 GB in its place holds it in IQ4_XS and 4k; one more beside it Q4_K_M and 16k."""
    answer = of_card("RTX 3060 12GB", "chat", "Qwen3.6 27B", 900.0)
    assert answer.best is not None
    assert answer.best.reached.is_held
    assert answer.best.reached.quant == "Q4_K_M"
    shown = [one.id for one in answer.others]
    tight = [shown.index(one.id) for one in answer.others if one.reached.is_tight and one.kind == "card"]
    for card in ("rtx-3060-12gb", "rtx-5060-ti-16gb"):
        assert shown.index(f"second:gpus/nvidia/{card}") < min(tight), card


def of_usual_pc(budget_usd: float | None) -> WorthAnswer:
    """A 32B on the usual PC with an RTX 3060: of use in three bits alone, partly in RAM."""
    known = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Qwen3 32B", None, Money(budget_usd=budget_usd, hours_per_day=2.0))
    return answer_worth(known.machine, known.rig, question, today=TODAY)


def test_what_holds_a_better_file_is_told_where_a_poor_one_is_enough() -> None:
    """ "No" without money, "Yes" with it: nothing said that only the file is poor, nor what runs better as it is."""
    answer = of_usual_pc(None)
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "enough")
    told = {turn.code: turn.about for turn in turns(answer)}
    assert {"smaller_model", "better_file"} <= told.keys()
    assert answer.runs_well == CATALOG.models.find("Qwen3.6 35B-A3B")
    way = told["better_file"]
    assert way is not None
    assert not way.reached.is_reduced


def test_the_cheapest_card_that_does_it_as_well_holds_the_better_file() -> None:
    """An RTX 3080 Ti for 440 dollars led an RTX 3060 for 280: both make it great, and hold as little context."""
    answer = of_usual_pc(500.0)
    assert (answer.decision.verdict, answer.decision.reason) == ("yes", "better_file")
    assert answer.best is not None
    assert answer.best.id == "second:gpus/nvidia/rtx-3060-12gb"
    assert "smaller_model" in [turn.code for turn in turns(answer)]


def test_another_file_that_runs_well_is_named_where_the_chosen_one_does_not() -> None:
    """Q8_0 was chosen on another page: more RAM was advised without a word that a smaller file is great here."""
    machine, rig = known_computer("computers/usual/laptop-rtx-4060-8gb", CATALOG)
    asked = WorthQuestion(CATALOG, "chat", "Qwen3.6 35B-A3B", "Q8_0", Money())
    answer = answer_worth(machine, rig, asked, today=TODAY)
    first = next(iter(turns(answer)))
    assert first.code == "other_file"
    assert first.about is not None
    assert first.about.reached.light.is_useful
    assert not any(answer.question.model_id in one.newly_usable for one in answer.others)


def test_what_does_not_run_the_model_either_is_left_out_beyond_the_budget() -> None:
    """A Mac of $2,499 stood among what $300 buys, and would not have run it."""
    machine, rig = known_computer("computers/usual/laptop-rtx-4060-8gb", CATALOG)
    asked = WorthQuestion(CATALOG, "chat", "Qwen3.6 35B-A3B", "Q8_0", Money(budget_usd=300.0))
    answer = answer_worth(machine, rig, asked, today=TODAY)
    assert not any(one.price is not None and asked.is_beyond(one.price) for one in answer.others)


def test_a_card_of_another_maker_beside_the_own_one_counts_less() -> None:
    """An RX 6800 beside an RTX 3060 was advised: both work together in the Vulkan build of llama.cpp alone."""
    parts = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 3200}
    machine, rig = named_rig({**parts, "gpus": ["RTX 3060 12GB"], "form": "desktop"}, CATALOG)
    question = WorthQuestion(CATALOG, "chat", "Qwen3 32B", None, Money(budget_usd=350.0, slots=2))
    answer = answer_worth(machine, rig, question, today=TODAY)
    assert answer.best is not None
    assert answer.best.maker == "nvidia"
    others = [one for one in answer.others if one.kind == "second_card" and one.maker != "nvidia"]
    assert all("two_makers" in one.doubts for one in others)


def test_users_for_whom_memory_has_no_room_are_told_of() -> None:
    """A team of eight was "Great" on a card that holds five of their conversations, without a word."""
    answer = of_card("RTX 3090", "serve-a-team", "Qwen3 32B", 1500.0, users=8)
    assert any("of 8 at once; the rest wait." in line for line in worth_lines(answer))


@pytest.mark.parametrize(("card", "model"), [("RTX 3070", "Qwen3.6 27B"), ("GTX 1080 Ti", "Qwen3 32B")])
def test_no_card_is_thrown_out_for_a_pair_where_one_beside_it_does_as_well(card: str, model: str) -> None:
    """Two RTX 3060 were to take the place of an RTX 3070, which with one more card holds the same and is faster."""
    parts = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}
    machine, rig = named_rig({**parts, "gpus": [card]}, CATALOG)
    question = WorthQuestion(CATALOG, "chat", model, None, Money(budget_usd=800.0, slots=2, psu_w=750.0))
    answer = answer_worth(machine, rig, question, today=TODAY)
    assert answer.best is not None
    assert answer.best.kind == "second_card"
    assert any(set_count(one.id) == 2 and one.price is not None for one in answer.others)


def test_what_is_slow_at_worst_alone_is_not_called_still_slow() -> None:
    """An RX 9070 makes a picture in 47 s where 60 s are enough, and in 105 s at worst: the words say which counts."""
    answer = of_card("RTX 3050 8GB", "pictures", "FLUX.1 dev", 600.0)
    assert answer.decision.reason == "faster_yet_slow"
    assert answer.best is not None
    share = answer.best.reached.light.share
    assert share is not None
    assert share.low < 1 < share.middle
    verdict, _, comfort, *_ = worth_lines(answer)
    assert "still slow" not in verdict
    assert "at worst slow" in verdict
    assert "Enough is a picture in 1 min. The slow end of its range clearly misses that" in comfort
