"""Chart "Speed against context": nothing is drawn or said about a conversation that won't fit."""

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.present.charts.speed_chart import speed_chart
from tests.fakes.estimates import answer, cpu_estimate, estimate, sweep, text_view
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()


def fitting(chosen: Estimate, fits_tokens: int | None, *, slow_down: float = 3.2e-7) -> TextAnswer:
    """An answer whose card holds so many tokens, its processor more."""
    cpu = cpu_estimate()
    own = sweep(chosen, slow_down=slow_down).changed(fits_tokens=fits_tokens)
    return answer(chosen, sweeps=(own, sweep(cpu)))


CARD = estimate(65.0, depth_tokens=0)


def test_the_line_and_the_words_end_where_the_memory_is_full() -> None:
    chart = speed_chart(fitting(CARD, 12288))
    card, cpu, _ = chart.lines
    assert (card.xs[-1], cpu.xs[-1]) == (12288, 32768)
    assert card.band is not None
    assert len(card.band[0]) == len(card.xs) == len(card.texts)
    assert chart.title == "65 tokens/s at first, 56 at 8k"
    assert chart.sentence == "Still 10x reading speed when the memory is full, at 12,288 tokens."
    assert [(mark.text, mark.x) for mark in chart.marks] == [
        ("here: 65", 0), ("8k: 56", 8192), ("memory full", 12288),
    ]  # fmt: skip
    assert chart.x_axis.high == 32768
    assert ("12,288", "52 (42 to 62)", "unknown") in chart.table.rows


def test_another_context_moves_the_mark_and_the_figures() -> None:
    asked = fitting(CARD, 40960)
    for context, mark, title in (
        (2048, "2k: 63", "65 tokens/s at first, 63 at 2k"),
        (32768, "32k: 39", "65 tokens/s at first, 39 at 32k"),
    ):
        chart = speed_chart(asked.changed(context_tokens=context))
        assert (chart.marks[1].text, chart.marks[1].x, chart.title) == (mark, context, title)


@pytest.mark.parametrize("fits_tokens", [32768, 40960])
def test_a_model_that_ends_before_the_memory_does_not_fill_it(fits_tokens: int) -> None:
    chart = speed_chart(fitting(CARD, fits_tokens))
    assert chart.lines[0].xs[-1] == 32768
    assert chart.sentence.endswith(f"Longest context that fits as Q4_K_M: {fits_tokens:,} tokens.")
    assert [mark.text for mark in chart.marks] == ["here: 65", "8k: 56"]


def test_slower_than_reading_counts_only_where_it_fits() -> None:
    slow = {"slow_down": 1e-5}
    assert "slower than reading speed" in speed_chart(fitting(CARD, 32768, **slow)).sentence
    assert "slower than a person reads" not in speed_chart(fitting(CARD, 12288, **slow)).sentence


def test_one_depth_has_one_number() -> None:
    base = fitting(CARD, 40960)
    faster = base.sweeps[0].points[0].changed(tokens_per_s=67.0)
    own = base.sweeps[0].changed(points=(faster, *base.sweeps[0].points[1:]))
    view = text_view(base.changed(sweeps=(own, base.sweeps[1])))
    assert "About 65 tokens/s" in view.answer
    assert view.charts["speed"].title.startswith("65 tokens/s at first")
    assert view.charts["speed"].marks[0].text == "here: 65"
    assert view.charts["speed"].lines[0].ys[0] == view.charts["speed"].marks[0].y == 65.0


def test_a_processor_that_does_not_hold_the_model_is_drawn_as_if() -> None:
    cpu = cpu_estimate(verdict="too_big")
    chart = speed_chart(answer(CARD, cpu=cpu, sweeps=(sweep(CARD), sweep(cpu).changed(fits_tokens=None))))
    assert [line.label for line in chart.lines][:2] == ["GPU", "CPU only, if it fit"]


@pytest.mark.parametrize(
    ("chosen", "title"),
    [
        (estimate(65.0, depth_tokens=0, verdict="too_big"), "On a GPU that held it: 65 tokens/s"),
        (cpu_estimate(verdict="too_big"), "With enough memory: "),
    ],
)
def test_a_model_that_will_not_run_has_one_speed_for_whom_it_is_and_no_range(chosen: Estimate, title: str) -> None:
    """It read "If it fit: 81 to 62 tokens/s; shaded: likely range" with nothing shaded."""
    chart = speed_chart(answer(chosen, sweeps=(sweep(chosen).changed(fits_tokens=None),)))
    assert chart.title.startswith(title)
    assert " to " not in chart.title
    assert not any(line.band for line in chart.lines)
    assert chart.subtitle == "Tokens per second"


def test_cpu_and_gpu_of_one_chip_are_told_apart() -> None:
    """Both are called Ryzen AI Max+ 395: the chart drew two lines of this rig, with two bands over each other."""
    rig = known_computer("computers/framework/desktop-395-128gb", CATALOG).rig
    fields = {"quant": "q8_0", "context_tokens": 4096}
    question = Question(workload_id="chat", model_id="qwen/qwen3.6-35b-a3b", fields=fields)
    found = answer_question(rig, CATALOG, question)
    assert isinstance(found, TextAnswer)
    lines = {line.role: line for line in speed_chart(found).lines if line.role != "guide"}
    assert set(lines) == {"this_rig", "processor"}
    assert lines["this_rig"].label == "integrated GPU"
    assert lines["processor"].label == "CPU only"
    assert lines["processor"].band is None
