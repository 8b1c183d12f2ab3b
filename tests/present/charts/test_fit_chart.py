"""Chart "Fit": bars that say what is there, whatever the need."""

from typing import Any

import pytest

from advisor.facts.answers.estimate import Estimate, PoolNeed
from advisor.present.words.series import BarChart
from tests.fakes.estimates import answer, estimate, gib, text_view


def needing(need_gib: float, total_gib: float | None, free_gib: float | None, **fields: Any) -> Estimate:
    pool = PoolNeed(
        pool="vram",
        need_bytes=gib(need_gib),
        free_bytes=None if free_gib is None else gib(free_gib),
        total_bytes=None if total_gib is None else gib(total_gib),
    )
    memory = estimate().memory.changed(weights_bytes=gib(need_gib - 1.5), total_bytes=gib(need_gib))
    return estimate(pools=(pool,), memory=memory, verdict="too_big", spare_gib=5 - need_gib, **fields)


def test_a_need_far_beyond_the_memory_is_broken_off_and_told() -> None:
    chart = text_view(answer(needing(60.0, 6.0, 6.0))).charts["fit"]
    (bar,) = chart.bars
    last = bar.segments[-1]
    assert chart.axis.high == 12
    assert (last.text, last.hatched, last.is_broken) == ("won't fit 55.0", True, True)
    assert last.start + last.length == pytest.approx(12)
    assert not any(segment.is_broken for segment in bar.segments[:-1])


def test_a_need_a_little_beyond_is_whole() -> None:
    (bar,) = text_view(answer(needing(8.0, 6.0, 6.0))).charts["fit"].bars
    assert bar.segments[-1].start + bar.segments[-1].length == pytest.approx(9)
    assert not bar.segments[-1].is_broken


def two_memories(ram_gib: float, moved_gib: float) -> BarChart:
    """A card of 12 GiB with so much of a model beside it, in a main memory of that size."""
    pools = (
        PoolNeed(pool="vram", need_bytes=gib(9), free_bytes=gib(11), total_bytes=gib(12)),
        PoolNeed(pool="ram", need_bytes=gib(moved_gib), free_bytes=gib(ram_gib - 2), total_bytes=gib(ram_gib)),
    )
    memory = estimate().memory.changed(weights_bytes=gib(moved_gib + 7.5), total_bytes=gib(moved_gib + 9))
    chart = text_view(answer(estimate(pools=pools, memory=memory, verdict="spills", spare_gib=0))).charts["fit"]
    assert isinstance(chart, BarChart)
    return chart


def test_all_memories_stand_on_one_axis_of_their_unit() -> None:
    chart = two_memories(32, 5)
    assert (chart.axis.label, chart.axis.high) == ("GiB", 32)
    assert [bar.limit for bar in chart.bars] == [12, 32]
    assert [segment.length for segment in chart.bars[1].segments if segment.role == "spill"] == [pytest.approx(5)]


def test_a_memory_much_larger_than_the_others_is_broken_off_where_nothing_lies() -> None:
    chart = two_memories(512, 20)
    assert chart.axis.high == 96
    assert chart.bars[1].limit is None, "no line where the memory does not end"
    last = chart.bars[1].segments[-1]
    assert (last.name, last.is_broken, last.text) == ("free", True, "free 490")
    assert chart.bars[1].limit_text == "512 GiB"
    assert two_memories(512, 100).bars[1].segments[-1].name == "free"


@pytest.mark.parametrize("moved_gib", [3, 49.4])
def test_a_memory_of_a_usual_pc_ends_where_its_size_stands_on_the_axis(moved_gib: float) -> None:
    chart = two_memories(64, moved_gib)
    bar = chart.bars[1]
    assert (chart.axis.high, bar.limit, bar.limit_text) == (64, 64, "64.0 GiB")
    assert not any(one.is_broken for one in bar.segments)
    free = bar.segments[-1]
    assert (free.name, free.start + free.length) == ("free", pytest.approx(64))


def test_a_memory_of_unknown_size_has_no_bar() -> None:
    chart = text_view(answer(needing(8.0, None, None))).charts["fit"]
    assert chart.bars == ()
    assert "Needs 8.0 GiB" in chart.sentence
    assert "reserved" not in chart.sentence


def test_what_is_kept_free_is_said_once() -> None:
    assert text_view(answer()).detail.count("1.0 GiB stays reserved as a safety margin.") == 1


def test_the_bar_of_several_cards_names_them() -> None:
    both = needing(8.0, 48.0, 46.0, name="2 x NVIDIA GeForce RTX 3090")
    (bar,) = text_view(answer(both)).charts["fit"].bars
    assert (bar.name, bar.limit_text) == ("VRAM: 2 x RTX 3090", "48.0 GiB")


def test_what_stays_free_beside_the_fullest_card_is_told_apart() -> None:
    pool = PoolNeed(pool="vram", need_bytes=gib(30), free_bytes=gib(48), total_bytes=gib(48))
    memory = estimate().memory.changed(weights_bytes=gib(28.5), total_bytes=gib(30))
    view = text_view(answer(estimate(pools=(pool,), memory=memory, verdict="fits", spare_gib=10)))
    (bar,) = view.charts["fit"].bars
    assert [segment.text for segment in bar.segments][-2:] == ["unused on other GPUs 7.0", "free 10.0"]
    assert "7.0 GiB stay unused on the other cards" in view.detail
    assert "unused on other GPUs" not in str(text_view(answer()).charts["fit"].bars)


@pytest.mark.parametrize("withheld_gib", [0, 4])
def test_bar_and_sentence_say_the_same_of_what_other_programs_hold(withheld_gib: float) -> None:
    """What macOS keeps from the GPU is nobody's: it is a part of its own."""
    pool = PoolNeed(
        pool="unified", need_bytes=gib(6), free_bytes=gib(9), total_bytes=gib(16),
        withheld_bytes=gib(withheld_gib) or None,
    )  # fmt: skip
    view = text_view(answer(estimate(pools=(pool,))))
    chart = view.charts["fit"]
    assert isinstance(chart, BarChart)
    (bar,) = chart.bars
    held = next(one for one in bar.segments if one.name == "system, programs")
    assert f"other programs hold {held.value} of" in view.detail
    kept = [one.length for one in bar.segments if one.name == "kept by macOS"]
    assert kept == ([withheld_gib] if withheld_gib else [])
    assert sum(one.length for one in bar.segments) == pytest.approx(16)
