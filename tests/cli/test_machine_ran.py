"""`rig-advisor machine ran`: what a model reached here is kept, refused when it cannot be true, or questioned."""

import io
import json
from pathlib import Path

import pytest

from advisor.cli import machine as machine_command
from advisor.cli.frame.command import run_command
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.disturbance import measured
from advisor.facts.machine.measurement import Measurements
from advisor.store.history import latest_results, load_history, save_run
from tests.fakes import imported_texts
from tests.fakes.machines import machine, nvidia_card

HERE = machine(gpus=(nvidia_card(),))
RAN = ["machine", "ran", "--model", "Llama-3.1-8B", "--quant", "Q4_K_M", "--tokens-per-s"]


@pytest.fixture(autouse=True)
def this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.catalog.hardware.machine_cards import with_cards

    monkeypatch.setattr(
        machine_command,
        "read_profile",
        lambda _, catalog: Profile(machine=with_cards(HERE, catalog), measurements=kept()),
    )


def kept() -> Measurements | None:
    return latest_results(load_history().record, HERE)


def test_a_run_is_kept_beside_what_was_expected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*RAN, "71.5", "--build", "b7000"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Kept: Llama 3.1 8B as Q4_K_M on gpu0, 71.5 tokens/s. Expected were ")
    history = latest_results(load_history().record, HERE)
    assert history
    (run,) = history.own_runs
    assert (run.model_id, run.build, run.processor) == ("llama/llama-3.1-8b", "b7000", "gpu0")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ([*RAN, "900"], 1, "this memory delivers at most 504 GB/s. It may come from speculative decoding"),
        ([*RAN, "999999", "--prompt", "512"], 1, "TFLOPS"),
        ([*RAN, "70", "--device", "gpu3"], 1, "no device is known as 'gpu3'; known: cpu, gpu0"),
        ([*RAN, "70", "--model", "Llamma-3.1-8C"], 1, "no model is known as 'Llamma-3.1-8C'"),
        ([*RAN, "70", "--quant", "soft"], 1, "no quantization is known as 'soft'"),
        ([*RAN, "fast"], 2, "must be a number of tokens per second, 0.001 or more"),
        ([*RAN, "1e-300"], 2, "must be a number of tokens per second, 0.001 or more"),
        ([*RAN, "70", "--depth", "-1"], 2, "must be a whole number of tokens"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(arguments) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
    assert kept() is None


def test_far_too_slow_is_kept_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*RAN, "7"]) == 0
    assert "Far below what is expected" in capsys.readouterr().out
    assert kept() is not None


@pytest.mark.parametrize(("more", "limit"), [((), "this memory delivers at most"), (("--prompt", "512"), "FLOPS")])
def test_what_no_device_could_reach_is_refused_where_its_rates_are_unknown(
    more: tuple[str, ...], limit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*RAN, "900000", "--device", "cpu", *more]) == 1
    assert limit in capsys.readouterr().err
    assert kept() is None


def ran(*arguments: str) -> list[str]:
    return ["machine", "ran", *arguments]


def test_a_run_on_another_processor_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    file.write_text(imported_texts.as_json(imported_texts.bench(cpu_info="Apple M2", backends="CPU", gpu_info="")))
    assert run_command(ran("--import", str(file))) == 1
    assert "Not used: it ran on Apple M2, and this computer has AMD Ryzen 7 7700" in capsys.readouterr().out


def test_what_a_program_printed_is_understood_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    other = imported_texts.bench(gpu_info="NVIDIA GeForce RTX 4090")
    file.write_text(imported_texts.as_json(imported_texts.BENCH, imported_texts.prompt(), other), encoding="utf-16")
    assert run_command(ran("--import", str(file))) == 0
    said = capsys.readouterr().out
    assert said.startswith("llama-bench: 2 of 3 speeds usable.")
    assert "Llama 3.1 8B as Q4_K_M on gpu0, writing 128 tokens\n    Measured 72.0 tokens/s, expected " in said
    assert "Not used: it ran on NVIDIA GeForce RTX 4090, and this computer has" in said
    history = latest_results(load_history().record, HERE)
    assert history
    assert [(run.phase, run.build) for run in history.own_runs] == [("decode", "b6918"), ("prefill", "b6918")]
    assert run_command(ran("--import", str(file))) == 0
    assert len(latest_results(load_history().record, HERE).own_runs) == 2  # type: ignore[union-attr]
    capsys.readouterr()
    assert run_command(ran("--list")) == 0
    assert (
        "1  Llama 3.1 8B as Q4_K_M on gpu0, writing 128 tokens: 72.0 tokens/s (llama.cpp b6918"
        in capsys.readouterr().out
    )
    assert run_command(ran("--remove", "1")) == 0
    assert run_command(ran("--remove", "7")) == 1
    assert "no kept run has the number 7" in capsys.readouterr().err
    assert [run.phase for run in latest_results(load_history().record, HERE).own_runs] == ["prefill"]  # type: ignore[union-attr]


def test_figures_of_clpeak_stand_in_until_it_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.clpeak.json"
    file.write_text(json.dumps(imported_texts.CLPEAK))
    assert run_command(ran("--import", str(file))) == 0
    assert "reading its memory: 471 GB/s\n    Used for gpu0 until it is measured here." in capsys.readouterr().out
    found = kept()
    assert isinstance(found, Measurements)
    read = next(one for one in found.results if one.name == "gpu_memory_read")
    assert (read.device, read.method, read.program) == ("gpu0", "clpeak/3.0.0", "clpeak")
    own = read.changed(value=460e9, method="wgsl_read/1", started_at="2026-01-01T00:00:00+00:00")
    save_run(HERE, Measurements(results=(own,)))
    save_run(HERE, Measurements(results=(read,)))
    assert measured(latest_results(load_history().record, HERE), "gpu_memory_read", device="gpu0").value == 460e9


@pytest.mark.parametrize(
    ("text", "more", "sentence"),
    [
        ("nothing of use", (), "No speed was found in this text. Accepted: output of llama-bench"),
        (imported_texts.LM_STUDIO, (), "nothing of it can be kept; --model, --quant and --device"),
        (imported_texts.as_json(imported_texts.bench(avg_ts=900.0)), (), "nothing of it can be kept"),
    ],
)
def test_what_cannot_be_kept_says_why(
    text: str, more: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "text.txt"
    file.write_text(text)
    assert run_command(ran("--import", str(file), *more)) == 1
    assert sentence in capsys.readouterr().err
    assert kept() is None


def test_a_text_that_leaves_something_open_is_completed_by_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(imported_texts.LM_STUDIO.encode())))
    assert run_command(ran("--import", "-", "--model", "Llama-3.1-8B", "--quant", "Q4_K_M")) == 0
    assert "The device is not said: taken for" in capsys.readouterr().out
    assert run_command(ran("--model", "Llama-3.1-8B")) == 2
    assert "--model, --quant and --tokens-per-s are needed, or --import" in capsys.readouterr().err
    assert run_command(ran("--import", "/no/such/file")) == 1
