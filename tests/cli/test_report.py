"""`rig-advisor report`: writes a PDF of a saved machine, and says in one sentence why not."""

from pathlib import Path

import pypdf
import pytest

from advisor.cli.frame.command import run_command
from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card, unheard_of


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "machine.json"
    save_machine(path, machine(gpus=(nvidia_card(),)))
    return path


def text_of(path: Path) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def test_a_saved_machine_and_a_model(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "rig.pdf"
    arguments = ["--model", "Qwen3 8B", "--quant", "Q4_K_M", "--workload", "chat", "--context", "8192"]
    assert run_command(["report", "--output", str(output), "--machine", str(saved), *arguments]) == 0
    assert capsys.readouterr().out == f"Saved {output}.\n"
    assert "Great: Qwen3 8B" in text_of(output)
    assert "Chat: Q4_K_M, prompt 512, context 8,192 tokens" in text_of(output)
    assert "8,192 tokens" in text_of(output)


def test_without_a_model_the_first_that_runs_well(saved: Path, tmp_path: Path) -> None:
    output = tmp_path / "rig.pdf"
    assert run_command(["report", "--output", str(output), "--machine", str(saved)]) == 0
    assert len(pypdf.PdfReader(output).pages) > 1


@pytest.mark.broad
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--workload", "images"], ("images a minute", "Stable Diffusion XL", "1024 x 1024, 30 steps, 1 image")),
        (["--workload", "pictures", "--set", "steps=12", "--set", "batch=2"], ("12 steps, 2 images",)),
        (["--workload", "fine-tune", "--set", "method=qlora"], ("5 million tokens", "QLoRA")),
        (["--workload", "serve", "--model", "Qwen3 8B"], ("Qwen3 8B", "8 users", "at once", "% of the time")),
        (["--workload", "pre-train"], ("SmolLM2 135M",)),
    ],
)
def test_other_workloads_than_text(arguments: list[str], words: tuple[str, ...], saved: Path, tmp_path: Path) -> None:
    output = tmp_path / "rig.pdf"
    assert run_command(["report", "--output", str(output), "--machine", str(saved), *arguments]) == 0
    text = " ".join(text_of(output).split())
    assert all(word in text for word in words)
    assert len(pypdf.PdfReader(output).pages) > 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workload", "images", "--quant", "Q4_K_M"], "--quant and --context are for text to one person"),
        (["--workload", "images", "--set", "steps"], "--set takes FIELD=VALUE, not 'steps'"),
        (["--workload", "images", "--set", "batch=0"], "batch must be at least 1"),
        (["--workload", "images", "--set", "nonsense=64000"], "--set takes no 'nonsense' for Images; known: width"),
        (["--set", "steps=20"], "--set takes no 'steps' for Chat; known: prompt_tokens"),
        (
            ["--workload", "fine-tune-qlora", "--model", "ResNet-50"],
            "training of ResNet-50 is not predicted yet, LoRA included; only that of models that write text",
        ),
        (["--model", "Qwen3 8Bx"], "no model is known as 'Qwen3 8Bx'; nearest known: Qwen3 8B"),
        (["--workload", "cooking"], "no workload is known as 'cooking'; known: "),
        (["--quant", "soft"], "no quantization is known as 'soft'"),
        (["--context", "0"], "argument --context: must be a number of tokens, for example 16k"),
        (["--model", "Qwen3 8B", "--context", "99999"], "Qwen3 8B holds at most 40,960 tokens, 99,999 were asked for"),
        (["--output", ""], "--output takes the name of a file"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], sentence: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "rig.pdf"
    code = run_command(["report", "--output", str(output), "--machine", str(saved), *arguments])
    assert code == (2 if " takes " in sentence or sentence.startswith("argument ") else 1)
    said = capsys.readouterr().err
    assert said.startswith(f"rig-advisor: {sentence}")
    assert said.count("\n") == 1
    assert not output.exists()


def test_a_missing_machine_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.json"
    assert run_command(["report", "--output", str(tmp_path / "rig.pdf"), "--machine", str(missing)]) == 1
    assert capsys.readouterr().err == "rig-advisor: none.json could not be opened: it is not there.\n"


def test_a_missing_folder(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "none" / "rig.pdf"
    assert run_command(["report", "--output", str(output), "--machine", str(saved)]) == 1
    assert capsys.readouterr().err == (
        f"rig-advisor: rig.pdf could not be saved: the folder {output.parent} does not exist.\n"
    )


def test_nothing_in_the_report_of_another_machine_promises_to_measure_it(tmp_path: Path) -> None:
    bare, output = tmp_path / "bare.json", tmp_path / "rig.pdf"
    save_machine(bare, unheard_of())
    named = ["--model", "Qwen3 8B"]
    assert run_command(["report", "--output", str(output), "--machine", str(bare), *named]) == 0
    assert "speed unknown" in " ".join(text_of(output).split())
    assert "Measure" not in text_of(output)
