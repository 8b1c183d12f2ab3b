"""Titles of charts beside what the charts draw, over unlike rigs and every task."""

import re
from collections import Counter
from typing import Any

import pytest

from advisor.advice.assembled import assembled
from advisor.answer.asked.problem import ProblemError
from advisor.answer.tasks.ask import answer_question, find_workload, task_fields, task_models
from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import TaskCard
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run
from advisor.present.charts.roofline_chart import roofline_chart
from advisor.present.tasks.view import answer_view
from advisor.present.words.quantity import percent, speed_number, times
from advisor.present.words.series import BarChart, Chart, LineChart, RangeChart
from tests.fakes.machines import unheard_of
from tests.fakes.rigs import RIGS, gaming_pc, mac, office_pc

COMPUTERS = (
    "computers/usual/pc-2-x-rtx-3090",
    "computers/usual/laptop-rtx-4060-8gb",
    "computers/raspberry-pi/raspberry-pi-5-8gb",
)
MACHINES = {"office PC": office_pc, "gaming PC": gaming_pc, "Mac": mac, "unheard of": unheard_of}
CATALOG = load_catalog()
MOST_WORDS = 8
SHARES = (0.2, 0.6, 0.95)
"""Where the model that is asked about stands among all of a task, from the smallest on: another one each time."""
ROUNDED = 0.11
"""In GiB: both figures are rounded to a tenth."""


def rig_of(name: str) -> Rig:
    machine = MACHINES[name]() if name in MACHINES else computer_machine(name, CATALOG)
    return assembled(Profile(machine=machine), CATALOG).rig


def charts_on(rig: Rig, *, start: int) -> list[tuple[str, Any, dict[str, Chart]]]:
    """Task, answer and charts of every workload with a small, a middling or a large model."""
    found = []
    for number, workload_id in enumerate((*CATALOG.workloads, *CATALOG.other_workloads), start=start):
        workload = find_workload(workload_id, CATALOG)
        is_task = isinstance(workload, TaskCard)
        models = task_models(workload, CATALOG) if isinstance(workload, TaskCard) else CATALOG.models
        ordered = sorted(models, key=lambda one: models[one].params)
        model_id = ordered[int(SHARES[number % len(SHARES)] * len(ordered))]
        fields = task_fields(workload, model_id, CATALOG) if is_task else {}  # type: ignore[arg-type]
        try:
            asked = Question(workload_id=workload_id, model_id=model_id, fields=fields)
            answer = answer_question(rig, CATALOG, asked)
        except ProblemError:
            continue
        view = answer_view(answer, workload, rig=rig)
        found.append((answer.task, answer, dict(view.charts)))
    return found


NAMES = (*MACHINES, *COMPUTERS)


@pytest.mark.parametrize("name", NAMES)
def test_a_title_says_what_its_chart_draws(name: str) -> None:
    found = charts_on(rig_of(name), start=NAMES.index(name))
    assert len({task for task, _, _ in found}) > 1 or name == "unheard of"
    for task, answer, charts in found:
        for chart_id, chart in charts.items():
            assert 0 < len(chart.title.split()) <= MOST_WORDS, chart.title
            assert is_drawn(chart) or chart.sentence, f"{task}: {chart_id} has neither a mark nor a word"
        check_fit(charts["fit"])
        check_time(charts.get("token_time"), answer)
        check_speed(charts.get("speed"))
        check_steps(charts.get("speed"))
        check_compared(charts.get("compare"))


def is_drawn(chart: Chart) -> bool:
    """Whether there is more than one thing to compare."""
    match chart:
        case LineChart():
            return any(len(line.xs) > 1 for line in chart.lines)
        case RangeChart():
            return sum(bar.middle is not None for bar in chart.bars) > 1
        case _:
            return any(len(bar.segments) > 1 for bar in chart.bars)


def check_fit(chart: Chart) -> None:
    """What is to spare is what is free, what is missing lies beyond the limit, what runs in RAM is drawn there."""
    assert isinstance(chart, BarChart)
    said = re.search(r"([\d.,]+) (GiB|MiB)", chart.title)
    if said is None or not chart.bars:
        return
    amount = float(said[1].replace(",", "")) / (1 if said[2] == "GiB" else 1024)
    first, last = chart.bars[0], chart.bars[-1]
    if "to spare" in chart.title:
        assert first.segments[-1].name.startswith("free")
        assert first.segments[-1].length == pytest.approx(amount, abs=ROUNDED), chart.title
    elif "in RAM" in chart.title and len(chart.bars) > 1:
        moved = next(one for one in last.segments if one.role == "spill")
        assert moved.is_broken or moved.length == pytest.approx(amount, abs=ROUNDED), chart.title
    elif "needs" in chart.title:
        beyond = [one for bar in chart.bars for one in bar.segments if one.name == "won't fit"]
        assert beyond, chart.title
        assert any(one.is_broken or one.length == pytest.approx(amount, abs=ROUNDED) for one in beyond), chart.title


def check_time(chart: Chart | None, answer: Any) -> None:
    """The part that is named takes the most time, and its share is that of the terms."""
    if chart is None:
        return
    assert isinstance(chart, BarChart)
    total_s = sum(term.s for term in answer.chosen.terms)
    for bar in chart.bars:
        lengths: Counter[str] = Counter()
        for segment in bar.segments:
            lengths[segment.name] += segment.length  # type: ignore[assignment]  # time
        (longest, length), *_ = lengths.most_common(1)
        share = length / sum(lengths.values())
        assert chart.title == f"{percent(share)} of the time: {longest}"
        assert chart.axis.high * (1e-3 if chart.axis.label == "ms" else 1) == pytest.approx(total_s)


def check_speed(chart: Chart | None) -> None:
    """Both figures of the conversation are those of its line and its mark."""
    if chart is None or " at first, " not in chart.title:
        return
    assert isinstance(chart, LineChart)
    first, last, context = re.match(r"(.*) tokens/s at first, (.*) at (.*)", chart.title).groups()  # type: ignore[union-attr]
    own = next(line for line in chart.lines if line.band)
    assert float(first.replace(",", "")) == pytest.approx(own.ys[0], rel=0.06)  # or that of the verdict, 3 % beside it
    mark = next(mark for mark in chart.marks if mark.text == f"{context}: {last}" or mark.text == f"here: {last}")
    assert last == speed_number(mark.y)


def check_steps(chart: Chart | None) -> None:
    """What several at once, or a longer film, brings is what the ends of the line say."""
    if not isinstance(chart, LineChart) or not chart.lines:
        return
    line = chart.lines[0]
    gain = line.ys[-1] / line.ys[0] if not chart.y_axis.log else 10 ** (line.ys[-1] - line.ys[0])
    if "the tokens of one" in chart.title or "Batching is" in chart.title or "the frames:" in chart.title:
        assert times(gain) in chart.title
    if "the tokens of one" in chart.title:
        assert chart.title.startswith(f"{10 ** line.xs[-1]:,.0f} users")


def check_compared(chart: Chart | None) -> None:
    """So many times as fast is one bar beside another."""
    if chart is None:
        return
    assert isinstance(chart, RangeChart)
    named = re.match(r"(.*): (.*) as fast$", chart.title)
    if named is None:
        return
    own = next(bar.middle for bar in chart.bars if bar.role == "this_rig")
    others = [bar for bar in chart.bars if bar.role == "candidate"]
    other = next((bar.middle for bar in others if bar.name == named[1]), None)
    if named[1] == "A PC's GPU":  # no card goes in: which one it is says no title
        other = max(bar.middle or 0.0 for bar in others)
    assert own
    assert other
    assert named[2] == times(other / own)


def test_what_a_processor_reaches_lies_below_its_ceiling() -> None:
    """The dot of the prompt lay above the line of the CPU: a new build is faster than the rates of an earlier one."""
    catalog, run = load_catalog(), Run(context_tokens=4096, prompt_tokens=512, generated_tokens=256)
    rig = assemble_rig(known_machine(RIGS["laptop"][0], (), catalog), None, catalog)
    found = answer_text(rig, model_id="qwen/qwen3.5-9b", quant="q5_k_m", run=run, catalog=catalog)
    chart = roofline_chart(found)
    assert chart is not None
    line = next(one for one in chart.lines if one.dash == "solid")
    assert max(mark.y for mark in chart.marks) <= max(line.ys)


@pytest.mark.parametrize("name", ["laptop", "Strix Halo", "old server"])
def test_the_roofline_says_of_prompts_and_of_memory_what_other_places_say(name: str) -> None:
    """Prompts were limited by memory bandwidth beside a limit of compute, one memory detected and from a data sheet."""
    rig = assembled(Profile(machine=RIGS[name][0]), CATALOG).rig
    asked = Question(workload_id="chat", model_id="qwen/qwen3.6-35b-a3b", fields={})
    found: Any = answer_question(rig, CATALOG, asked)
    chart = roofline_chart(found)
    assert chart is not None
    by_compute = found.chosen.prefill.limit == "compute"
    assert chart.sentence.endswith("limited by calculations." if by_compute else "limited by memory bandwidth.")
    shared = [line.label for line in chart.lines if line.label]
    assert not [label for label in shared if label.endswith("GB/s (data sheet)")]
