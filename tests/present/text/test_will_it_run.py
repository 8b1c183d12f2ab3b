"""Page Will it run?: the sentences, exact, and charts that hold for every kind of answer."""

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.values.reason import reason
from advisor.present.text.why import input_text, why_tables
from advisor.present.words.series import BarChart, LineChart, RangeChart
from advisor.present.words.view import WillItRunView
from tests.fakes.estimates import answer, cpu_estimate, estimate, roofline, speed, spilled, text_view, too_big, unified
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
SLOW = cpu_estimate(0.7)
NO_SPEED = estimate(None)
ANSWERS: dict[str, TextAnswer] = {
    "card": answer(),
    "processor": answer(cpu_estimate()),
    "slow": answer(SLOW, cpu=SLOW),
    "spills": answer(spilled(), offloaded=spilled()),
    "too big": answer(too_big()),
    "no speed": answer(NO_SPEED, rooflines=(roofline(NO_SPEED, None, None),), candidates=()),
    "unified": answer(unified()),
    "nothing known": answer(
        unified(None), cpu=cpu_estimate(None), rooflines=(), sweeps=(), candidates=(), largest_context_tokens=None
    ),
    "fast": answer(estimate(4321.0)),
    "tight": answer(estimate(verdict="tight", spare_gib=0.1)),
}


def view(name: str) -> WillItRunView:
    return text_view(ANSWERS[name])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("card", "Fits with 3.4 GiB to spare. About 65 tokens/s (52 to 78). First word after 0.3 s. "
                 "Limit: memory bandwidth."),
        ("spills", "Runs with 3.6 GiB of it in RAM. About 9.0 tokens/s (7.2 to 11). First word "
                   "after 0.3 s. Limit: memory size."),
        ("too big", "Won't run: needs 3.6 GiB more VRAM. If it fit: about 30 tokens/s (24 to 36)."),
        ("tight", "Just fits: close other programs. About 65 tokens/s (52 to "
                  "78). First word after 0.3 s. Limit: memory bandwidth."),
        ("no speed", "Fits with 3.4 GiB to spare. Speed unknown: the memory speed of this GPU is unknown."),
        ("nothing known", "Fit unknown: free shared memory can't be read. "
                          "Speed unknown until the memory is measured."),
        ("fast", "Fits with 3.4 GiB to spare. About 4,300 tokens/s (3,500 to 5,200). First word after 0.3 s. "
                 "Limit: memory bandwidth."),
    ],
)  # fmt: skip
def test_the_answer_is_one_plain_sentence(name: str, sentence: str) -> None:
    assert view(name).answer == sentence


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("card", "No faster GPU needed: RTX 4070 SUPER runs at 13x reading speed. "
                 "RTX 4090: about 140 tokens/s."),
        ("processor", "No GPU needed: Ryzen 7 7700 runs at 1.2x reading speed. RTX 4090: about 140 tokens/s."),
        ("slow", "RTX 4090: 200 times as fast (about 140 tokens/s)."),
        ("spills", "No faster GPU needed: RTX 4070 SUPER runs at 1.8x reading speed. "
                   "RTX 4090: about 140 tokens/s."),
        ("too big", "RTX 3090: holds all 6.2 GiB, about 98 tokens/s. RTX 4090: about 140 tokens/s."),
        ("no speed", "Whether a faster GPU helps is unknown until measured."),
    ],
)  # fmt: skip
def test_what_another_card_would_change_is_one_sentence(name: str, sentence: str) -> None:
    assert view(name).gpu_sentence == sentence


def test_the_smallest_card_that_holds_it_is_named() -> None:
    assert view("too big").charts["compare"].title == "RTX 3090 has room for it"
    slow = estimate(20.0, processor_id="gpus/nvidia/slow", name="Slow 24")
    only = text_view(answer(too_big(), candidates=(slow,)))
    assert only.gpu_sentence == "Slow 24: holds all 6.2 GiB, about 20 tokens/s."


def test_no_card_may_be_good_enough() -> None:
    fast = cpu_estimate(12.0)
    assert text_view(answer(fast, cpu=fast, candidates=())).gpu_sentence == (
        "No GPU needed: Ryzen 7 7700 runs at 2.4x reading speed."
    )
    lost = answer(spilled(), candidates=(too_big(),))
    assert text_view(lost).gpu_sentence == "No: none of the cards compared holds Qwen3 8B as Q4_K_M and is faster." or (
        "reading speed" in text_view(lost).gpu_sentence
    )


def patient(wait_s: float) -> WorkloadCard:
    return load_catalog().workloads["chat"].changed(enough_first_word_s=wait_s)


def test_a_card_helps_where_words_come_fast_but_the_first_one_late() -> None:
    fast = cpu_estimate(12.0).changed(time_to_first_token_s=494.0)
    card = estimate(140.0, processor_id="gpus/nvidia/rtx-4090", name="NVIDIA GeForce RTX 4090")
    late = answer(fast, cpu=fast, candidates=(card.changed(time_to_first_token_s=2.3),))
    assert text_view(late, patient(60.0)).gpu_sentence == "RTX 4090: first word after 2.3 s instead of 8 min 14 s."
    assert text_view(late, patient(600.0)).gpu_sentence.startswith("No GPU needed")
    assert text_view(late).gpu_sentence.startswith("No GPU needed")


def test_words_under_the_answer() -> None:
    assert view("card").detail == (
        "13x reading speed, with 8,192 tokens in the conversation, on RTX 4070 SUPER. What "
        "limits it: how fast VRAM can be read. Faster memory would help; more compute would not. "
        "Longest context that fits as Q4_K_M: 40,960 tokens. The system and other programs hold 1.4 GiB of VRAM. "
        "1.0 GiB stays reserved as a safety margin."
    )
    assert view("slow").detail.startswith("Below reading speed (5.0 tokens/s)")
    assert view("too big").detail == (
        "What limits it: the size of VRAM. A smaller quantization, a shorter context or a smaller model may fit. "
        "The system and other programs hold 410 MiB of VRAM. 1.0 GiB stays reserved as a safety margin."
    )


@pytest.mark.parametrize("name", ANSWERS)
def test_every_chart_has_words_and_stays_inside_its_axes(name: str) -> None:
    shown = view(name)
    assert shown.verdict.light_word
    for chart in shown.charts.values():
        assert chart.title
        assert chart.subtitle
        assert chart.sentence.endswith(".")
        assert all(len(row) == len(chart.table.columns) for row in chart.table.rows)
        _check_inside(chart)


def _check_inside(chart: BarChart | LineChart | RangeChart) -> None:
    if isinstance(chart, LineChart):
        for line in chart.lines:
            assert all(chart.x_axis.low - 1e-9 <= x <= chart.x_axis.high + 1e-9 for x in line.xs), line.name
            assert all(chart.y_axis.low - 1e-9 <= y <= chart.y_axis.high + 1e-9 for y in line.ys), line.name
        for mark in chart.marks:
            assert chart.x_axis.low <= mark.x <= chart.x_axis.high
            assert chart.y_axis.low <= mark.y <= chart.y_axis.high
    elif isinstance(chart, BarChart):
        for bar in chart.bars:
            ends = [segment.start + segment.length for segment in bar.segments]
            assert max(ends) <= chart.axis.high * (1 + 1e-9)
            starts = [segment.start for segment in bar.segments]
            assert starts == pytest.approx([0.0, *ends[:-1]])
    else:
        assert max([bar.high or 0.0 for bar in chart.bars]) <= chart.axis.high


def test_the_bar_of_a_memory_is_whole() -> None:
    (bar,) = view("card").charts["fit"].bars
    assert [segment.text for segment in bar.segments] == [
        "system, programs 1.4", "reserved 1.0", "weights 4.7", "conversation 1.1", "buffers 0.4", "free 3.4",
    ]  # fmt: skip
    assert sum(segment.length for segment in bar.segments) == pytest.approx(12)
    assert (bar.name, bar.limit, bar.limit_text) == ("VRAM: RTX 4070 SUPER", 12, "12.0 GiB")


def test_what_does_not_fit_is_hatched_beyond_the_limit() -> None:
    (bar,) = view("too big").charts["fit"].bars
    beyond = bar.segments[-1]
    assert (beyond.text, beyond.hatched, beyond.start) == ("won't fit 3.6", True, bar.limit)
    card, main = view("spills").charts["fit"].bars
    assert "weights 1.1" in [segment.text for segment in card.segments]
    assert [segment.text for segment in main.segments if segment.role == "spill"] == ["in RAM 3.6"]
    assert not any(segment.hatched for segment in main.segments)


def test_unknown_free_memory_is_not_called_free() -> None:
    (bar,) = view("unified").charts["fit"].bars
    assert bar.segments[-1].name == "free or other programs"


def test_the_speed_chart_shows_reader_processor_and_range() -> None:
    chart = view("card").charts["speed"]
    assert chart.title == "65 tokens/s, also at 8k"
    dashes = {line.label: line.dash for line in chart.lines}
    assert dashes == {"CPU only": "dashed", "GPU": "solid", "reading speed": "dotted"}
    assert [line.label for line in chart.lines if line.band] == ["GPU"]
    assert [mark.text for mark in chart.marks] == ["here: 65"]


def test_a_divided_model_has_its_own_sweep() -> None:
    chart = view("spills").charts["speed"]
    assert chart.title == "9.0 tokens/s, also at 8k"
    assert [line.label for line in chart.lines if line.band] == ["GPU + RAM"]


def test_a_sweep_of_a_memory_that_is_too_small_says_if() -> None:
    chart = text_view(answer(spilled())).charts["speed"]
    assert chart.title == "GPU alone: 9.0 to 8.2 tokens/s"
    assert chart.sentence == "It runs at about 9.0 tokens/s here, as part of it is in RAM."
    assert not [line for line in chart.lines if line.band]
    assert view("too big").charts["speed"].sentence == "It won't run here: it needs more memory."
    assert view("too big").charts["speed"].marks == ()


def test_two_cards_together_are_one_bar() -> None:
    both = estimate(40.0, name="2 x RTX 3090")
    one = too_big().changed(processor_name="RTX 3090")
    chart = text_view(answer(both, options=(cpu_estimate(), one, one.changed(processor_id="gpu1")))).charts["compare"]
    assert [bar.name for bar in chart.bars][:3] == ["Ryzen 7 7700", "RTX 3090", "2 x RTX 3090"]
    assert [bar.role for bar in chart.bars][:3] == ["processor", "processor", "this_rig"]


def test_the_time_of_a_token_says_what_would_change_it() -> None:
    chart = view("card").charts["token_time"]
    assert chart.title == "65% of the time: read the weights"
    assert chart.subtitle == "One token: 15.4 ms"
    assert chart.sentence == ("Twice the compute: 65 tokens/s, no change. Twice the memory speed: about 120 tokens/s.")
    assert "token_time" not in view("no speed").charts


def test_the_roofline_has_a_slope_a_roof_and_two_dots() -> None:
    chart = view("card").charts["roofline"]
    assert chart.title == "Writing is limited by memory bandwidth"
    assert chart.subtitle == "Limits of this rig; bandwidth: measured here; arithmetic: data sheet"
    assert [line.label for line in chart.lines] == [
        "CPU: 1.0 TFLOPS matrix (data sheet), 39 GB/s (measured)",
        "GPU: 142 TFLOPS matrix (data sheet), 468 GB/s (measured)",
    ]
    assert [mark.text for mark in chart.marks] == ["writing", "reading your prompt"]
    for line in chart.lines:
        assert line.ys[1] == pytest.approx(line.ys[2])
        assert line.ys[1] - line.ys[0] == pytest.approx(line.xs[1] - line.xs[0])
    assert "roofline" not in view("no speed").charts


def test_compare_names_why_there_is_no_bar() -> None:
    texts = {bar.name: bar.text for bar in view("card").charts["compare"].bars}
    assert texts["GTX 1650"] == "won't fit"
    assert texts["RTX 4090"] == "140 (110 to 170)"
    offloaded = {bar.name: bar for bar in view("spills").charts["compare"].bars}["RTX 4070 SUPER + RAM"]
    assert (offloaded.text, offloaded.hatched) == ("9.0 (7.2 to 11), partly in RAM", True)


def test_why_names_formula_inputs_and_origins() -> None:
    fast, first, memory = view("card").why
    assert fast.title == "Why 65 tokens/s"
    assert fast.formula == "tokens/s = 1 / (read the weights + read the conversation + overhead)"
    assert fast.inputs.rows[0] == (
        "read the weights",
        "10.0 ms",
        "weight bytes / read rate",
        "read rate 468 GB/s (measured here: gpu_memory_read)",
    )
    assert "Memory bandwidth: measured here" in fast.evidence
    assert first.title == "Why 0.3 s to the first word"
    assert memory.title == "Why 6.2 GiB of memory"
    assert view("no speed").why[0].title == "Why the speed is unknown"


@pytest.mark.parametrize("name", sorted(ANSWERS.keys() - {"too big", "spills"}))
def test_the_memory_that_is_explained_is_that_of_the_verdict(name: str) -> None:
    """The report said 27.6 GiB on its first page and "Why 28.9 GiB" on its fourth."""
    found = view(name)
    assert found.why[2].title == f"Why {found.verdict.figures[2].amount} of memory"


def test_the_formula_of_a_divided_model_makes_the_time_beside_it() -> None:
    """It said 3.5 ms beside "weight bytes / read rate" of 1.8 GiB and 479 GB/s, which is 4.0 ms."""
    known = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG)
    question = Question(workload_id="chat", model_id="qwen/qwen3.6-35b-a3b")
    found = answer_question(known.rig, CATALOG, question, candidates=()).chosen
    terms = {term.name: term for term in found.decode.terms}
    values = {one.name: one.value for term in terms.values() for one in term.inputs}
    rest = 1 - values["host_share"]
    assert rest < 0.9
    assert terms["weights"].s == pytest.approx(rest * values["weights_per_token"] / values["read_rate"], rel=0.02)
    rows = {row[0]: row[2] for row in why_tables(found)[0].inputs.rows}
    assert rows["read the weights"] == f"{rest * 100:.0f}% on the GPU x weight bytes / read rate"
    assert rows["overhead"] == "layers x seconds per layer"


def test_inputs_keep_units_nobody_has_a_text_for() -> None:
    odd = speed().terms[0].inputs[0].changed(unit="rows", value=12.0)
    assert input_text(odd) == "12 rows"


def test_only_an_answer_without_a_measured_figure_offers_to_measure() -> None:
    measured = roofline(NO_SPEED, 40e9, 1e12).changed(bandwidth_origin="measured")
    assert view("no speed").offers_measure
    assert not text_view(answer(rooflines=(measured,))).offers_measure


def test_charts_without_figures_draw_nothing() -> None:
    assert not view("nothing known").charts["speed"].lines
    assert "token_time" not in view("nothing known").charts
    assert view("nothing known").charts["speed"].sentence == ("How fast shared memory is stays unknown until measured.")
    assert view("no speed").charts["speed"].sentence == "The memory speed of this GPU is unknown."


def test_a_card_without_a_driver_says_so_beside_its_bar() -> None:
    cpu, idle = cpu_estimate(), estimate().changed(blocked=reason("no_driver_serves"))
    chart = text_view(answer(cpu, cpu=cpu, options=(cpu, idle))).charts["compare"]
    bar = next(bar for bar in chart.bars if bar.text.endswith("no driver serves it"))
    assert not bar.hatched
