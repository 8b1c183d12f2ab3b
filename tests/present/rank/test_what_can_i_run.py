"""The rows of page What can I run? and the finding above them."""

import re
from dataclasses import replace
from typing import Any

import pytest

from advisor.advice.ranking import ranking_steps
from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.model_rating import Abilities
from advisor.present.rank.filters import RankFilter
from advisor.present.rank.rows import COLUMNS, RankedRow, ranked_row
from advisor.present.rank.search import found_rows
from advisor.present.rank.what_can_i_run import WhatCanIRunView, ranking_workloads, what_can_i_run_view
from advisor.present.tasks.shown import SHOWN
from advisor.present.words.light import LIGHT_WORDS
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure

CATALOG = load_catalog()


def ranked_on(found: Any) -> tuple[Ranked, ...]:
    return rank_models(assemble_rig(with_cards(found, CATALOG), None, CATALOG), CATALOG, workload_id="chat")


def view_of(ranked: tuple[Ranked, ...]) -> WhatCanIRunView:
    rows = [ranked_row(one, CATALOG, SHOWN["generate"], "chat") for one in ranked]
    return what_can_i_run_view(ranked, rows, CATALOG, workload_id="chat")


@pytest.fixture(scope="module")
def ranked() -> tuple[Ranked, ...]:
    return ranked_on(machine(gpus=(nvidia_card(),)))


@pytest.fixture(scope="module")
def view(ranked: tuple[Ranked, ...]) -> WhatCanIRunView:
    return view_of(ranked)


def cell(row: RankedRow, column: str) -> Any:
    return row.cells[COLUMNS.index(column)]


def test_every_model_is_a_row_with_a_cell_for_each_column(view: WhatCanIRunView) -> None:
    assert {row.model_id for row in view.rows} == set(CATALOG.models)
    for row in view.rows:
        assert len(row.cells) == len(COLUMNS)
        assert all(text and "None" not in text for text in row.texts)
        quant = CATALOG.quants.find(cell(row, "Quantization").text)
        assert quant
        assert CATALOG.quants[quant].quality in row.quality
        assert row.why.endswith(".")


def test_a_heading_of_some_names_the_best_of_them(view: WhatCanIRunView) -> None:
    small = [row for row in view.rows if RankFilter(size="4b").shows(row.facets)]
    title, lines = view.heading_of(small)
    assert title.endswith(small[0].name)
    well = sum(row.facets.usability in ("great", "fine") for row in small)
    assert lines.startswith(f"With these filters {well} of {len(small)} run well here.\nChat: ")
    bad = [row for row in small if row.facets.usability == "wont_run"]
    assert view.heading_of(bad)[0] in (
        "Chat: none with these filters runs well",
        "Chat: no model passes these filters",
    )
    assert view.heading_of(())[0] == "Chat: no model passes these filters"


def test_the_best_is_named_and_all_that_run_are_counted(view: WhatCanIRunView, ranked: tuple[Ranked, ...]) -> None:
    assert view.title == f"Chat: best is {view.rows[0].name}"
    well, every = re.match(r"(\d+) of (\d+) models run well here\.", view.subtitle).groups()  # type: ignore[union-attr]
    assert int(every) == len(view.rows) - view.older
    current = [one for one in ranked if not one.older]
    assert int(well) == sum(one.usability in ("great", "fine") for one in current)
    assert not view.offers_measure


def test_why_the_first_is_first_is_one_true_sentence(view: WhatCanIRunView, ranked: tuple[Ranked, ...]) -> None:
    best, *others = ranked
    other = next((one for one in others if f" {one.model.name} is more capable, but takes " in view.subtitle), None)
    abler = [one for one in others if one.able > best.able and one.light_is_useful and not one.older]
    if other is not None:
        assert other.able > best.able
        assert sure(other.wait_s).middle > 1.25 * sure(best.wait_s).middle, "with what each thinks"
    elif abler:
        most = max(abler, key=lambda one: one.able)
        thought = f" {most.model.name} is more capable when it thinks, which takes longer here."
        mixed = " This one is the best mix of capability and speed."
        assert (thought if most.light.thinks is False else mixed) in view.subtitle
    else:
        assert " This one is the most capable that runs well here." in view.subtitle


def test_a_model_fast_only_with_its_thinking_off_is_not_said_to_be_slow() -> None:
    """ "Takes 3.1x as long" stood beside "thinking off" and a wait that was shorter."""
    parts = {"cpu": "Ryzen 5 7600", "sticks": 2, "ram_gib": 32, "ram_type": "DDR5", "ram_mt": 5600, "form": "desktop"}
    best, *others = found = rank_models(
        named_rig({**parts, "gpus": ["RTX 5070"]}, CATALOG)[1], CATALOG, workload_id="chat"
    )
    abler = [one for one in others if one.able > best.able and one.light_is_useful and not one.older]
    other = max(abler, key=lambda one: one.able)
    assert best.light.thinks
    assert other.light.thinks is False
    said = view_of(found).subtitle
    assert f" {other.model.name} is more capable when it thinks, which takes longer here." in said
    assert "x as long" not in said


def test_values_sort_as_numbers_where_they_are_some(view: WhatCanIRunView, ranked: tuple[Ranked, ...]) -> None:
    for row, one in zip(view.rows, ranked, strict=True):
        assert cell(row, "Speed").value == sure(one.rate).middle
        assert cell(row, "Size").value == one.model.params
        assert cell(row, "Context here").value == (one.largest_context_tokens or 0)
        assert cell(row, "License").value == one.model.license


@pytest.mark.parametrize(
    ("usability", "words"),
    [
        ("fine", "Chat: best is "),
        ("slow", "but slow here: "),
        ("unknown", "fit here; measure to see how fast"),
        ("wont_run", "No model fits this rig"),
    ],
)
def test_a_rig_on_which_nothing_runs_well_is_told_what_does(
    ranked: tuple[Ranked, ...], usability: Usability, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ranked, "usability", usability)
    assert words in view_of(ranked).title


def test_one_model_is_not_told_as_several(ranked: tuple[Ranked, ...]) -> None:
    assert view_of(ranked[:1]).subtitle.startswith("1 of 1 models run well here.")
    assert view_of(()).title == "No models are known"


def test_what_nobody_looked_up_is_told_from_what_a_model_cannot(ranked: tuple[Ranked, ...]) -> None:
    one = next(one for one in ranked if one.model.good_for == ("chat",))
    card = one.model.changed(vision=None, thinking=None, abilities=None)
    told = {}
    for known in (None, Abilities(has=(), source="a test"), Abilities(has=("tools",), source="a test")):
        row = ranked_row(replace(one, model=card.changed(abilities=known)), CATALOG, SHOWN["generate"], "chat")
        told[cell(row, "Can").text] = RankFilter(abilities=frozenset({"tools"}), with_older=True).shows(row.facets)
    assert told == {"unknown": False, "-": False, "use tools": True}


def test_the_light_decides_word_and_color(view: WhatCanIRunView, ranked: tuple[Ranked, ...]) -> None:
    for row, one in zip(view.rows, ranked, strict=True):
        words = {"Too weak"} if one.light.is_too_weak else {LIGHT_WORDS[one.usability]}
        assert cell(row, "Verdict").text in words | ({"Very slow"} if one.usability == "slow" else set())
        assert row.light == one.usability


def test_a_row_tells_wait_and_memory(view: WhatCanIRunView, ranked: tuple[Ranked, ...]) -> None:
    for row, one in zip(view.rows, ranked, strict=True):
        assert (cell(row, "Ready in").text == "-") == (one.usability == "wont_run")
        if sure(one.fit).verdict == "fits":
            assert 0 < sure(row.memory_share) < 1


def test_a_row_tells_who_thinks_meanwhile_and_who_is_kept_from_it(
    view: WhatCanIRunView, ranked: tuple[Ranked, ...]
) -> None:
    waited = [(row, one) for row, one in zip(view.rows, ranked, strict=True) if one.usability != "wont_run"]
    assert {one.light.thinks for _, one in waited} == {None, False, True}
    for row, one in waited:
        told = cell(row, "Ready in").text
        assert (told.endswith(", thinks"), told.endswith(", thinking off")) == (
            one.light.thinks is True,
            one.light.thinks is False,
        )
        assert ("Thinking off" in row.why) == (one.light.thinks is False)


def test_a_task_has_its_own_unit_and_sentence() -> None:
    rig = assemble_rig(with_cards(machine(gpus=(nvidia_card(),)), CATALOG), None, CATALOG)
    steps = [view for view in ranking_steps(rig, CATALOG, "pictures") if view is not None]
    assert len(steps) == 1
    view = steps[0]
    assert "Images a minute" in view.columns
    assert view.title == f"Images: best is {view.rows[0].name}"
    for row in view.rows:
        assert len(row.cells) == len(COLUMNS)
        assert all(text and "None" not in text for text in row.texts)
        assert row.why.endswith(".")


def test_a_row_is_found_by_name_maker_family_size_and_license(view: WhatCanIRunView) -> None:
    row = next(row for row in view.rows if row.model_id == "qwen/qwen3-8b")
    for words in ("qwen3 8b", "alibaba 8.2b", "qwen3 apache-2.0"):
        assert row in found_rows(view.rows, words)


def test_uses_stand_in_their_order() -> None:
    found = {choice.id for choice in ranking_workloads(CATALOG)}
    assert ranking_workloads(CATALOG)[0].id == "chat"
    listed = {one for one, card in CATALOG.other_workloads.items() if card.list_place}
    assert found == set(CATALOG.workloads) | listed


def test_a_model_of_one_language_is_not_said_to_be_slower_instead() -> None:
    """ "Canary-Qwen 2.5B is more capable, but this is 1.1x as fast" hid that it knows English only."""
    ranked = rank_models(known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig, CATALOG, workload_id="speech")
    view = what_can_i_run_view(ranked, (), CATALOG, workload_id="speech")
    assert ranked[0].only_language is None
    assert "knows one language only" in view.subtitle


def test_the_best_is_not_held_against_a_model_that_is_of_no_use_here() -> None:
    """ "Qwen3-Reranker 8B is more capable, but this is 1,800x as fast" is no choice that anybody has."""
    ranked = rank_models(known_computer("computers/usual/office-pc-16gb", CATALOG).rig, CATALOG, workload_id="rerank")
    best, *others = ranked
    assert best.light_is_useful
    assert any(one.able > best.able and one.usability == "slow" for one in others), "else nothing is shown"
    assert not any(one.able > best.able and one.light_is_useful for one in others)
    view = what_can_i_run_view(ranked, (), CATALOG, workload_id="rerank")
    assert "Nobody rated it: its size, age and speed put it first." in view.subtitle


def test_a_model_with_too_short_a_context_is_not_said_to_fit_no_processor() -> None:
    rig = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig
    found = next(one for one in rank_models(rig, CATALOG, workload_id="coding-agent") if one.model_id == "gpt2/gpt2-xl")
    assert (found.usability, found.light.held_by) == ("wont_run", "context")
    row = ranked_row(found, CATALOG, SHOWN["serve"], "coding-agent")
    told = f"{found.model.name} takes at most 1,024 tokens, a request has 32,768."
    assert row.why == f"Context too short for this work. {told}"


@pytest.mark.parametrize(
    ("workload_id", "name", "told"),
    [("classify-pictures", "ConvNeXt V2 Large", "87.3% right"), ("detect-objects", "YOLO11x", "mAP 54.7")],
)
def test_the_rating_of_what_sees_says_what_it_counts(workload_id: str, name: str, told: str) -> None:
    rig = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig
    ranked = rank_models(rig, CATALOG, workload_id=workload_id)
    rows = [ranked_row(one, CATALOG, SHOWN["classify"], workload_id) for one in ranked]
    assert cell(next(row for row in rows if row.name == name), "Rating").text == told
    assert "Nobody rated it" not in what_can_i_run_view(ranked, rows, CATALOG, workload_id=workload_id).subtitle
