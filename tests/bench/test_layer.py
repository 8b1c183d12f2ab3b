"""The layer run live: on the processor for real, as a child says it, and as people read it."""

import json
from itertools import count

import pytest

from advisor.bench.jobs import WorkerPlan
from advisor.bench.layer.runs import timed_passes
from advisor.bench.worker import worker_events
from advisor.facts.answers.crossover import LAYER_ROWS, LayerRun
from advisor.facts.values.message import Done, Failure, Result
from advisor.facts.values.reason import told
from advisor.facts.values.units import MILLISECOND
from advisor.present.learn.pictures import layer_sentence, layer_text
from tests.fakes.bench_parts import HOST


def plan(device: str) -> WorkerPlan:
    given = {"kind": "layer", "names": ("Some CPU",), "device": device, "seconds": 10.0, "host": HOST.model_dump()}
    return WorkerPlan.model_validate_json(json.dumps(given))


def run(device: str, rows: int, middle_s: float) -> LayerRun:
    return LayerRun(
        device=device,
        device_name=device,
        rows=rows,
        middle_s=middle_s,
        low_s=middle_s,
        high_s=middle_s,
        passes=9,
        method="a test",
    )


def test_the_child_runs_it_on_the_processor() -> None:
    messages = list(worker_events(plan("cpu")))
    runs = [one.record(LayerRun) for one in messages if isinstance(one, Result)]
    assert [one.rows for one in runs] == list(LAYER_ROWS)
    assert all(one.low_s <= one.middle_s <= one.high_s for one in runs)
    assert runs[0].middle_s > runs[1].middle_s
    assert runs[0].device_name == "Some CPU"
    assert isinstance(messages[-1], Done)


def test_without_a_card_the_child_says_so() -> None:
    messages = list(worker_events(plan("gpu")))
    if any(isinstance(one, Result) for one in messages):
        return
    assert any(isinstance(one, Failure) and one.code == "layer" for one in messages)


def test_the_first_pass_is_not_counted() -> None:
    calls = count(1)
    found = timed_passes(lambda: next(calls), device="cpu", device_name="x", rows=1, method="a test")
    assert next(calls) == found.passes + 2


def test_what_people_read() -> None:
    runs = (
        run("cpu", 1000, 20 * MILLISECOND),
        run("cpu", 1, 0.02 * MILLISECOND),
        run("gpu0", 1000, 2 * MILLISECOND),
        run("gpu0", 1, 0.2 * MILLISECOND).changed(predicted_s=0.1 * MILLISECOND),
    )
    assert layer_sentence(runs) == (
        "With 1,000 rows gpu0 is 10 times as fast. With one row the CPU is 10 times as fast."
    )
    text = layer_text(runs, (told("Something failed."),))
    assert "0.1 ms" in text
    assert text.endswith("Something failed.\n")
    assert "nothing to compare" in layer_sentence(runs[:2])


def test_the_command_is_its_own_option(capsys: pytest.CaptureFixture[str]) -> None:
    from advisor.cli.frame.command import run_command

    assert run_command(["bench", "--layer", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["rows"] for one in document["runs"] if one["device"] == "cpu"] == list(LAYER_ROWS)
